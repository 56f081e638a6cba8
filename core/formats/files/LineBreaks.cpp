// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of tools that a terminal broke at its last column, or that a copy joined. Kinds that are not here
// have lines that begin with anything: matrices, CSV, XML, nvidia-smi -q, lscpu.
#include "core/formats/files/LineBreaks.h"

#include "core/base/Text.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/LineStarts.h"
#include "core/formats/tools/ToolText.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kLongestText = std::size_t{1} << 20;
constexpr std::size_t kNarrowest = 40, kWidest = 512; // columns of a terminal

std::string_view withoutReturn(std::string_view line) {
    while (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::size_t firstVisible(std::string_view line) {
    return std::min(line.find_first_not_of(" \t"), line.size());
}

/// A blank line, or the "[...]" of somebody who left lines out, is a line, too.
bool beginsLine(const LineStart &start, std::string_view line) {
    const std::size_t at = firstVisible(line);
    const bool hasWords = std::any_of(line.begin(), line.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    return !hasWords || start.length(line, at) > 0;
}

/// The width of the terminal that broke the lines; 0 if none did: each line that has no beginning follows one
/// of the same width, and none is wider.
std::size_t terminalWidth(const LineStart &start, std::string_view text) {
    std::size_t width = 0, widest = 0;
    std::string_view before;
    for (bool isFirst = true; !text.empty(); isFirst = false) {
        const std::string_view line = withoutReturn(takeUntil(text, '\n'));
        widest = std::max(widest, line.size());
        if (!beginsLine(start, line)) {
            if (isFirst || (width != 0 && before.size() != width))
                return 0;
            width = before.size();
        }
        before = line;
    }
    return width == widest && width >= kNarrowest && width <= kWidest ? width : 0;
}

void join(const LineStart &start, std::string_view text, RestoredText &out) {
    const std::size_t width = start.isEachLine ? terminalWidth(start, text) : 0;
    if (width == 0) {
        out.text = text;
        return;
    }
    std::size_t before = 0;
    for (bool isFirst = true; !text.empty(); isFirst = false) {
        const std::string_view line = withoutReturn(takeUntil(text, '\n'));
        const bool continues = !isFirst && before == width && !beginsLine(start, line);
        out.joined += continues ? 1 : 0;
        if (!isFirst && !continues)
            out.text += '\n';
        out.text += line;
        before = line.size();
    }
    out.text += '\n';
}

/// Appends the line, with a line break before each beginning inside of it.
void separate(const LineStart &start, std::string_view line, std::string &out, std::size_t &count) {
    std::size_t written = 0;
    for (std::size_t at = firstVisible(line); at < line.size();) {
        const std::size_t length = start.length(line, at);
        if (length == 0) {
            ++at;
            continue;
        }
        if (const std::size_t end = line.find_last_not_of(" \t", at - (at > 0 ? 1 : 0));
            at > firstVisible(line) && end != std::string_view::npos) {
            out.append(line.substr(written, end + 1 - written)) += '\n';
            written = end + 1;
            ++count;
        }
        at += length;
    }
    out.append(line.substr(written));
}

} // namespace

std::string toString(const RestoredText &restored) {
    std::string text;
    if (restored.separated > 0)
        text = fmt::format("{} missing line {} restored", restored.separated,
                           restored.separated == 1 ? "break is" : "breaks are");
    if (restored.joined > 0)
        text +=
            fmt::format("{}{} line {} of a terminal {} removed", text.empty() ? "" : "; ", restored.joined,
                        restored.joined == 1 ? "break" : "breaks", restored.joined == 1 ? "is" : "are");
    return text;
}

std::optional<RestoredText> restoredLines(std::string_view section, std::string_view text) {
    const auto known = lineStarts();
    const auto start =
        std::find_if(known.begin(), known.end(), [&](const LineStart &s) { return s.section == section; });
    if (start == known.end() || text.size() > kLongestText || text.find('\0') != std::string_view::npos)
        return std::nullopt;
    if (const std::string_view json = jsonIn(text);
        section.starts_with("tool-") && json.find("\":") != json.npos)
        return std::nullopt; // its line breaks mean nothing
    RestoredText joined, out;
    join(*start, text, joined);
    out.joined = joined.joined;
    for (std::string_view rest = joined.text; !rest.empty();) {
        const bool hasBreak = rest.find('\n') != std::string_view::npos;
        separate(*start, takeUntil(rest, '\n'), out.text, out.separated);
        out.text += hasBreak ? "\n" : "";
    }
    if (out.joined + out.separated == 0)
        return std::nullopt;
    return out;
}

RestoredFile restoredFile(std::string_view name, std::string_view text) {
    for (const LineStart &start : lineStarts()) {
        auto restored = restoredLines(start.section, text);
        if (!restored)
            continue;
        const FileKind *kind =
            recogniseFile({name, std::string_view(restored->text).substr(0, FileSample::kHead)});
        if (kind != nullptr && kind->section == start.section)
            return {kind, std::move(*restored)};
    }
    return {};
}

} // namespace fabricscope::formats
