// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/TableBreaks.h"

#include "core/base/Text.h"
#include "core/formats/PastedLines.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <vector>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kNarrowest = 40, kWidest = 512; // columns of a terminal

struct Line {
    std::size_t begin = 0;
    std::string_view text;  ///< without its line end
    bool continues = false; ///< the line before
};

std::vector<Line> linesOf(std::string_view text) {
    std::vector<Line> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t feed = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, feed - begin);
        while (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back({begin, line, false});
        begin = feed + 1;
    }
    return lines;
}

bool isRule(std::string_view line) {
    return line.size() > 1 && line.find_first_not_of("+-=|") == std::string_view::npos;
}

/// "+----" and "----+": the rules of a table begin with a corner or a border.
bool isBrokenRule(const Line &line, const Line &next) {
    const bool isTerminal = line.text.size() >= kNarrowest && line.text.size() <= kWidest;
    return isTerminal && isRule(line.text) && (line.text[0] == '+' || line.text[0] == '|') &&
           isRule(next.text) && (next.text[0] == '-' || next.text[0] == '=') &&
           next.text.size() < line.text.size();
}

/// Whether there is a broken rule, and with it the width of the terminal and of the rest.
bool markBorders(std::vector<Line> &lines) {
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (!isBrokenRule(lines[i], lines[i + 1]))
            continue;
        const std::size_t width = lines[i].text.size(), rest = lines[i + 1].text.size();
        for (std::size_t at = 0; at + 1 < lines.size(); ++at) {
            const std::string_view line = lines[at].text, next = lines[at + 1].text;
            const bool isBordered = !line.empty() && (line[0] == '|' || line[0] == '+');
            if (isBordered && line.size() == width && next.size() == rest &&
                (next.back() == '|' || next.back() == '+'))
                lines[++at].continues = true;
        }
        return true;
    }
    return false;
}

/// "GPU  XCP  POWER ..." or "  0    0  139 W ...".
bool beginsRow(std::string_view line) {
    const std::string_view first = takeWord(line);
    return first == "GPU" || parseInteger<unsigned>(first).has_value();
}

/// From the heads on each line of the terminal's width has its rest below.
bool markRows(std::vector<Line> &lines) {
    const auto head = std::find_if(lines.begin(), lines.end(),
                                   [](const Line &line) { return trimmed(line.text).starts_with("GPU "); });
    if (head == lines.end() || head->text.size() < kNarrowest || head->text.size() > kWidest)
        return false;
    const std::size_t width = head->text.size();
    std::size_t rows = 0;
    for (auto line = head; line != lines.end(); ++line) {
        if (trimmed(line->text).empty() || isPrompt(line->text))
            continue;
        const auto next = line + 1;
        if (line->text.size() != width || !beginsRow(line->text) || next == lines.end() ||
            next->text.size() >= width || trimmed(next->text).empty())
            return false;
        next->continues = true;
        line = next;
        ++rows;
    }
    return rows > 1;
}

} // namespace

std::optional<RestoredText> joinedTable(std::string_view section, std::string_view text) {
    constexpr std::size_t kLongestText = std::size_t{1} << 20;
    if (text.size() > kLongestText)
        return std::nullopt;
    std::vector<Line> lines = linesOf(text);
    if (!(section == "tool-amd-smi-monitor" ? markRows(lines) : markBorders(lines)))
        return std::nullopt;
    RestoredText out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        out.text += lines[i].text;
        if (i + 1 == lines.size() || !lines[i + 1].continues) {
            out.text += i + 1 < lines.size() || text.ends_with('\n') ? "\n" : "";
            continue;
        }
        out.changes.push_back({lines[i].begin + lines[i].text.size(), false});
        ++out.joined;
    }
    if (out.changes.empty() || out.changes.size() > capture::Wrapping::kMostBreaks)
        return std::nullopt;
    return out;
}

} // namespace fabricscope::formats
