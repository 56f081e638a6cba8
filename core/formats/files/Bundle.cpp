// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The forms in which the output of several commands is combined into one text, the most specific first. The
// parts found by one form are tried with the later forms: a fenced block may contain a whole session.
#include "core/formats/files/Bundle.h"

#include "core/base/Text.h"
#include "core/formats/PastedLines.h"
#include "core/formats/files/BundleTitles.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/hwloc/XmlText.h"
#include "core/formats/parts/KindParts.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kMaxParts = 4096;

/// Iterates over lines with their position and line end, so that parts can be cut between lines.
class Lines {
public:
    explicit Lines(std::string_view text) : m_text(text) {}
    bool next() {
        if (m_end >= m_text.size())
            return false;
        m_begin = m_end;
        const auto feed = m_text.find('\n', m_begin);
        m_end = feed == std::string_view::npos ? m_text.size() : feed + 1;
        return true;
    }
    [[nodiscard]] std::string_view line() const { return trimmed(m_text.substr(m_begin, m_end - m_begin)); }
    [[nodiscard]] std::size_t begin() const { return m_begin; }
    [[nodiscard]] std::size_t end() const { return m_end; }

private:
    std::string_view m_text;
    std::size_t m_begin = 0, m_end = 0;
};

using Parts = std::vector<BundlePart>;

/// Cuts consecutive parts: the text between open() and the next open() or close().
class Cutter {
public:
    Cutter(std::string_view text, Parts &parts) : m_text(text), m_parts(parts) {}

    void open(std::string_view name, std::size_t at) {
        m_name = name.substr(0, 256);
        m_begin = at;
        m_isOpen = true;
    }
    void close(std::size_t at) {
        if (!m_isOpen)
            return;
        m_isOpen = false;
        const std::string_view piece = m_text.substr(m_begin, at - m_begin);
        if (!trimmed(piece).empty() && m_parts.size() < kMaxParts)
            m_parts.push_back({std::move(m_name), piece});
        m_name.clear();
    }
    [[nodiscard]] bool isOpen() const { return m_isOpen; }

private:
    std::string_view m_text;
    Parts &m_parts;
    std::string m_name;
    std::size_t m_begin = 0;
    bool m_isOpen = false;
};

/// A line of nothing but underscores, as nvidia-bug-report.sh draws them.
bool isRule(std::string_view line) {
    constexpr std::size_t kShortest = 20;
    return line.size() >= kShortest && line.find_first_not_of('_') == std::string_view::npos;
}

/// nvidia-bug-report.log: a rule, a blank line, the command or "*** /path", for files also "*** ls: -rw...".
std::size_t splitAtRules(std::string_view text, Parts &parts) {
    Cutter cutter(text, parts);
    std::size_t rules = 0;
    bool needsTitle = false;
    bool needsMetadata = false;
    constexpr std::string_view kFile = "*** ";
    for (Lines lines(text); lines.next();) {
        const std::string_view line = lines.line();
        if (isRule(line)) {
            cutter.close(lines.begin());
            ++rules;
            needsTitle = true;
        } else if (needsTitle && !line.empty()) {
            const bool isFile = line.starts_with(kFile);
            cutter.open(isFile ? line.substr(kFile.size()) : line, lines.end());
            needsTitle = false;
            needsMetadata = isFile;
        } else if (needsMetadata) {
            if (line.starts_with("*** ls:"))
                cutter.open(fileOfListing(line), lines.end());
            needsMetadata = false;
        }
    }
    cutter.close(text.size());
    return rules;
}

/// rocm_techsupport.sh: "===== Section: lspci verbose output    ===============".
std::size_t splitAtSections(std::string_view text, Parts &parts) {
    Cutter cutter(text, parts);
    std::size_t sections = 0;
    for (Lines lines(text); lines.next();) {
        const std::string_view line = lines.line();
        const auto at = line.find("= Section:");
        if (at == std::string_view::npos || line.find_first_not_of('=') < at)
            continue;
        std::string_view name = line.substr(at + 10);
        while (!name.empty() && (name.back() == '=' || name.back() == ' '))
            name.remove_suffix(1);
        cutter.close(lines.begin());
        cutter.open(trimmed(name), lines.end());
        ++sections;
    }
    cutter.close(text.size());
    return sections;
}

/// Markdown: blocks between lines of ``` or ~~~, named by what is above them; the text between the blocks
/// too, since people forget fences.
std::size_t splitAtFences(std::string_view text, Parts &parts) {
    Cutter cutter(text, parts);
    std::size_t fences = 0;
    std::string_view fence;
    std::string_view above;
    cutter.open({}, 0);
    for (Lines lines(text); lines.next();) {
        const std::string_view line = withoutQuote(lines.line());
        const bool isFence = line.starts_with("```") || line.starts_with("~~~");
        if (isFence && (fence.empty() || line.starts_with(fence))) {
            cutter.close(lines.begin());
            cutter.open(fence.empty() ? titleOf(above) : std::string_view{}, lines.end());
            fence = fence.empty() ? line.substr(0, 3) : std::string_view{};
            above = {};
            ++fences;
        } else if (fence.empty() && !line.empty()) {
            above = line;
        }
    }
    cutter.close(text.size());
    return fences;
}

/// Sessions: "root@gpu-07:~# lspci -vvv"; scripts that say what they run: "+ lspci -vvv", "### lspci -vvv
/// ###",
/// "==> lspci.txt <==".
std::size_t splitAtCommands(std::string_view text, Parts &parts) {
    Cutter cutter(text, parts);
    std::size_t commands = 0;
    for (Lines lines(text); lines.next();) {
        const std::string_view command = commandIn(lines.line());
        if (command.empty()) {
            if (lines.begin() == 0)
                cutter.open({}, 0); // the text before the first command
            continue;
        }
        cutter.close(lines.begin());
        cutter.open(command, lines.end());
        ++commands;
    }
    cutter.close(text.size());
    return commands;
}

/// No separators at all: where the text of one kind follows that of another.
std::size_t splitAtKinds(std::string_view text, Parts &parts) {
    const std::vector<KindPart> kinds = kindParts(text);
    for (const KindPart &part : kinds)
        parts.push_back({part.kind ? std::string(part.kind->name) : std::string(), part.text});
    return kinds.empty() ? 0 : kinds.size() - 1;
}

struct Form {
    std::size_t (*split)(std::string_view text, Parts &parts); ///< how many separators were found
    std::size_t fewest;                                        ///< of them, or the text is not in this form
};
constexpr Form kForms[] = {
    {splitAtRules, 2}, {splitAtSections, 1}, {splitAtFences, 1}, {splitAtCommands, 1}, {splitAtKinds, 1},
};

/// Each form once for each byte at most, so that nesting costs nothing.
bool split(std::string_view text, std::string_view name, std::size_t form, Parts &out) {
    for (; form < std::size(kForms); ++form) {
        Parts parts;
        if (kForms[form].split(text, parts) < kForms[form].fewest)
            continue;
        for (BundlePart &part : parts) {
            if (part.name.empty())
                part.name = name;
            if (out.size() < kMaxParts && !split(part.text, part.name, form + 1, out))
                out.push_back(std::move(part));
        }
        return true;
    }
    return false;
}

} // namespace

std::optional<std::vector<BundlePart>> splitBundle(std::string_view name, std::string_view text) {
    Parts parts;
    // Markup is not a list of lines, but one kind of text, behind which there may be another.
    const bool isMarkup =
        text.starts_with("<?xml") || !xmlRoot(text.substr(0, FileSample::kHead)).name.empty();
    if (!split(text, {}, isMarkup ? std::size(kForms) - 1 : 0, parts) || parts.empty())
        return std::nullopt;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].name.empty())
            parts[i].name = parts.size() == 1 ? std::string(name) : "part " + std::to_string(i + 1);
    return parts;
}

} // namespace fabricscope::formats
