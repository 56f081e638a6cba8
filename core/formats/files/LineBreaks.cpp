// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of tools that a terminal broke at its last column, or that a copy joined. Kinds that are not here
// have lines that begin with anything (lscpu), or need no line breaks (XML).
#include "core/formats/files/LineBreaks.h"

#include "core/base/RestoredLines.h"
#include "core/base/Text.h"
#include "core/formats/MailBreaks.h"
#include "core/formats/PastedLines.h"
#include "core/formats/files/CsvRows.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/LineScan.h"
#include "core/formats/files/LineStarts.h"
#include "core/formats/files/TableBreaks.h"
#include "core/formats/kernel/KernelBreaks.h"
#include "core/formats/tools/ToolText.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kLongestText = std::size_t{1} << 20;

std::string_view withoutReturn(std::string_view line) {
    while (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

/// A blank line, the "[...]" of somebody who left lines out, and a shell prompt are lines, too.
bool beginsLine(const LineStart &start, std::string_view line) {
    line = trimmed(line);
    const bool hasWords = std::any_of(line.begin(), line.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    return !hasWords || start.length(line, 0) > 0 || isPrompt(line);
}

/// Of a rule "=====" or "---  ---" what did not fit.
bool isRestOfRule(std::string_view before, std::string_view line) {
    const std::string_view whole = trimmed(before);
    if (whole.empty() || line.empty() || (whole.back() != '=' && whole.back() != '-'))
        return false;
    return trimmed(line).starts_with(whole.back()) &&
           std::all_of(line.begin(), line.end(), [&](char c) { return c == whole.back() || isBlank(c); });
}

/// A line of nvidia-smi about a fault has another end than those of its list.
bool mustEnd(const LineStart &start, std::string_view line) {
    return start.end != '\0' && !trimmed(line).starts_with("Unable ");
}

bool continues(const LineStart &start, std::string_view before, std::string_view line) {
    const bool isBehindTitle = before.starts_with('=') && before.ends_with('=');
    return isRestOfRule(before, line) || (!isBehindTitle && !beginsLine(start, line));
}

std::size_t widestLine(std::string_view text) {
    std::size_t widest = 0;
    while (!text.empty())
        widest = std::max(widest, columnsOf(withoutReturn(takeUntil(text, '\n'))));
    return widest;
}

/// Blanks that went over the edge.
bool isBlanks(std::string_view line) {
    return !line.empty() && trimmed(line).empty();
}

/// The width of the terminal that broke the lines, in columns; 0 if none did: each line that has no beginning
/// follows one of the same width, no other line is so wide, and none is wider. Rows of a list are often
/// equally wide, and something else follows the last one of them.
std::size_t terminalWidth(const LineStart &start, std::string_view text) {
    const std::size_t width = widestLine(text);
    if (!isTerminalWidth(width))
        return 0;
    constexpr std::size_t kMostSeams = 64; // that are sought in the text
    const std::string_view whole = text;
    std::size_t full = 0, continued = 0;
    bool isCut = false;
    std::string_view before;
    for (bool isFirst = true; !text.empty(); isFirst = false) {
        const std::string_view line = withoutReturn(takeUntil(text, '\n'));
        const bool isBehindFull = !isFirst && fills(before, width);
        if (isBehindFull && isBlanks(line)) {
            --full;
        } else if (continues(start, before, line)) {
            if ((!isBehindFull && !start.isTable) || (start.end != '\0' && before.ends_with(start.end)))
                return 0;
            continued += isBehindFull ? 1 : 0;
            isCut = isCut || (isBehindFull && continued <= kMostSeams &&
                              (isRestOfRule(before, line) || isCertainCut(whole, before, line) ||
                               (mustEnd(start, before) && line.ends_with(start.end))));
        }
        full += fills(line, width) && !text.empty() ? 1 : 0;
        before = line;
    }
    // One line alone may be followed by anything, such as "logout", unless it cannot be whole.
    const bool isCertain = continued > 1 || width == kUsualWidth || start.end != '\0';
    return isCut && isCertain && full == continued ? width : 0;
}

/// A piece of the text that stands in one line of the tool.
struct Piece {
    std::size_t begin, end;
};

/// Finds what changes the line breaks, and writes the text with these changes.
class Restorer {
public:
    Restorer(const LineStart &start, std::string_view text) : m_start(start), m_text(text) {}

    RestoredText take() {
        const bool mayBeBroken = m_start.isEachLine || m_start.isTable;
        const std::size_t width = mayBeBroken ? terminalWidth(m_start, m_text) : 0;
        std::string_view before;
        for (std::size_t begin = 0; begin < m_text.size();) {
            const std::size_t feed = std::min(m_text.find('\n', begin), m_text.size());
            const std::string_view line = withoutReturn(m_text.substr(begin, feed - begin));
            const bool isRest = width != 0 && begin > 0 && fills(before, width) &&
                                (continues(m_start, before, line) || isBlanks(line));
            if (!isRest)
                endLine();
            m_pieces.push_back({begin, feed});
            before = line;
            begin = feed + 1;
        }
        endLine();
        return std::move(m_out);
    }

private:
    /// The line of the tool that the pieces make is whole.
    void endLine() {
        if (m_pieces.empty())
            return;
        m_line.clear();
        for (Piece &piece : m_pieces) {
            if (&piece != &m_pieces.back())
                piece.end = piece.begin + withoutReturn(view(piece)).size();
            m_line += view(piece);
        }
        separate(m_line);
        m_pieces.clear();
    }

    /// With a line break before each beginning inside of the line.
    void separate(std::string_view line) {
        if (m_start.length == nullptr)
            return write(m_rows.breaks(line));
        const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
        const std::string_view inside = line.substr(first); // beginnings are sought from its first character
        const bool isOne = m_start.separator != '\0' && line.find(m_start.separator) != line.npos;
        std::vector<std::size_t> breaks;
        for (std::size_t at = 0; at < inside.size() && !isOne;
             at = std::min(inside.find_first_not_of(" \t", at), inside.size())) {
            const std::size_t length = m_start.length(inside, at);
            if (length > 0 && at > 0)
                breaks.push_back(first + inside.find_last_not_of(" \t", at - 1) +
                                 (m_start.isIndented && isBlank(inside[at - 1]) ? 2 : 1));
            at += std::max<std::size_t>(length, 1);
        }
        write(breaks);
    }

    void write(const std::vector<std::size_t> &breaks) {
        std::size_t inLine = 0; // where the piece begins
        auto next = breaks.begin();
        for (const Piece &piece : m_pieces) {
            const std::size_t size = piece.end - piece.begin;
            std::size_t written = 0;
            for (; next != breaks.end() && *next <= inLine + size; ++next) {
                const std::size_t place = *next - inLine;
                m_out.text.append(view(piece).substr(written, place - written)) += '\n';
                m_out.changes.push_back({piece.begin + place, true});
                ++m_out.separated;
                written = place;
            }
            m_out.text.append(view(piece).substr(written));
            inLine += size;
            if (&piece == &m_pieces.back())
                continue;
            m_out.changes.push_back({piece.end, false});
            ++m_out.joined;
        }
        m_out.text += m_pieces.back().end < m_text.size() ? "\n" : "";
    }

    [[nodiscard]] std::string_view view(const Piece &piece) const {
        return m_text.substr(piece.begin, piece.end - piece.begin);
    }

    const LineStart &m_start;
    std::string_view m_text;
    CsvRows m_rows;
    std::vector<Piece> m_pieces; ///< of the current line
    std::string m_line;
    RestoredText m_out;
};

} // namespace

std::string toString(const RestoredText &restored) {
    return changedBreaksText(restored.joined, restored.separated,
                             restored.words > 0 ? LinesBrokenBy::Mail : LinesBrokenBy::Terminal);
}

namespace {

constexpr std::size_t kBreaksOfALine = 2; ///< that a text has lost which has hardly any

std::size_t linesIn(std::string_view text) {
    std::size_t lines = 0;
    while (!text.empty())
        lines += trimmed(takeUntil(text, '\n')).empty() ? 0 : 1;
    return lines;
}

/// Of lines that end at the last column, those that end in a word which another line may continue. Their
/// rests are of different lengths.
std::size_t linesCutInWords(std::string_view section, std::string_view text, std::size_t width) {
    const auto isWord = [](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    std::size_t cut = 0, shortest = text.size(), longest = 0;
    std::string_view before;
    while (!text.empty()) {
        const std::string_view line = withoutReturn(takeUntil(text, '\n'));
        if (columnsOf(before) == width && !line.empty() && isWord(before.back()) && isWord(line[0]) &&
            !isPrompt(line) && !beginsAsLine(section, line)) {
            shortest = std::min(shortest, line.size());
            longest = std::max(longest, line.size());
            ++cut;
        }
        before = line;
    }
    return longest > shortest ? cut : 0;
}

} // namespace

namespace {

/// A line of the kind, and words that are none of its lines.
MailLines mailLines(const LineStart &start) {
    return {[&start](std::string_view line) { return start.length(trimmed(line), 0) > 0; },
            [&start](std::string_view line, std::string_view rest) {
                return !beginsLine(start, rest) && (start.end == '\0' || !line.ends_with(start.end));
            },
            [&start](std::string_view line, std::string_view rest) {
                return mustEnd(start, line) && rest.ends_with(start.end);
            }};
}

} // namespace

std::optional<RestoredText> restoredLines(std::string_view section, std::string_view text) {
    if (auto joined = joinedTable(section, text))
        return joined;
    if (section == "dmesg")
        if (auto joined = joinedKernelLog(text))
            return joined;
    const auto known = lineStarts();
    const auto start =
        std::find_if(known.begin(), known.end(), [&](const LineStart &s) { return s.section == section; });
    if (start == known.end() || text.size() > kLongestText || text.find('\0') != std::string_view::npos)
        return std::nullopt;
    if (const std::string_view json = jsonIn(text);
        section.starts_with("tool-") && json.find("\":") != json.npos)
        return std::nullopt; // its line breaks mean nothing
    if (start->isEachLine && start->length != nullptr && section != "dmesg")
        if (auto joined = joinedMail(text, mailLines(*start)))
            return joined;
    RestoredText out = Restorer(*start, text).take();
    if (start->isForGluedTexts && out.separated < kBreaksOfALine * linesIn(text))
        return std::nullopt;
    if (out.changes.empty() || out.changes.size() > capture::Wrapping::kMostBreaks)
        return std::nullopt;
    return out;
}

std::string doubtfulLines(std::string_view section, std::string_view text, bool isRestored) {
    // Kinds of which no text is one long line, and no line ends at a fixed column.
    static constexpr std::string_view kSections[] = {"lspci-text",
                                                     "lspci-tree",
                                                     "lspci-hex",
                                                     "lstopo",
                                                     "tool-nvidia-smi",
                                                     "tool-nvidia-smi-q",
                                                     "tool-nvidia-smi-topo",
                                                     "tool-nvidia-smi-topo-p2p",
                                                     "tool-nvidia-smi-nvlink",
                                                     "tool-rocm-smi-topo",
                                                     "tool-amd-smi-topology",
                                                     "tool-amd-smi-xgmi",
                                                     "tool-amd-smi",
                                                     "tool-amd-smi-static",
                                                     "tool-amd-smi-metric",
                                                     "tool-amd-smi-monitor",
                                                     "tool-amd-smi-partition",
                                                     "tool-amd-smi-process",
                                                     "tool-rocminfo",
                                                     "tool-ethtool",
                                                     "tool-ethtool-m",
                                                     "tool-ethtool-s",
                                                     "tool-ibv-devinfo",
                                                     "tool-ibstat",
                                                     "tool-ibstatus",
                                                     "tool-lscpu",
                                                     "tool-dmidecode",
                                                     "cpuinfo",
                                                     "meminfo",
                                                     "tool-show-gids"};
    constexpr std::size_t kLongestLine = 240, kFewest = 3;
    const bool isListed =
        std::find(std::begin(kSections), std::end(kSections), section) != std::end(kSections);
    if (!isListed || text.size() > kLongestText || jsonIn(text).find("\":") != text.npos)
        return {};
    const std::string_view whole = trimmed(text);
    const bool hasLongLines = section == "tool-lscpu" || section == "cpuinfo"; // flags
    if (whole.find_first_of("\r\n") == whole.npos)
        return whole.size() <= kLongestLine || hasLongLines
                   ? ""
                   : fmt::format("all of it is one line of {} characters: its line "
                                 "breaks are lost, and values may be missing",
                                 whole.size());
    const std::size_t widest = widestLine(text);
    if (isRestored)
        return widest <= kLongestLine || hasLongLines
                   ? ""
                   : fmt::format(
                         "a line of {} columns is left: if more line breaks are lost in it, values may be "
                         "missing",
                         widest);
    if (widest != kUsualWidth)
        return {};
    const std::size_t full = linesCutInWords(section, text, kUsualWidth);
    return full < kFewest
               ? ""
               : fmt::format(
                     "{} lines end in words at column {}, and none is wider: if a terminal broke them, "
                     "values may be missing",
                     full, kUsualWidth);
}

bool beginsAsLine(std::string_view section, std::string_view text) {
    const std::string_view line = trimmed(text);
    return !line.empty() &&
           std::any_of(lineStarts().begin(), lineStarts().end(), [&](const LineStart &start) {
               return start.section == section && start.length != nullptr && start.length(line, 0) > 0;
           });
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
