// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/TableBreaks.h"

#include "core/base/Text.h"
#include "core/formats/PastedLines.h"
#include "core/formats/files/CsvRows.h"
#include "core/formats/files/LineScan.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <string>
#include <vector>

namespace fabricscope::formats {

namespace {

struct Line {
    std::size_t begin = 0;
    std::string_view text;      ///< without its line end
    bool continues = false;     ///< the line before
    bool isBehindComma = false; ///< and not at the edge of a terminal
};

std::vector<Line> linesOf(std::string_view text) {
    std::vector<Line> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t feed = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, feed - begin);
        while (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back({begin, line, false, false});
        begin = feed + 1;
    }
    return lines;
}

bool isRule(std::string_view line) {
    return line.size() > 1 && line.find_first_not_of("+-=|") == std::string_view::npos;
}

/// "+----" and "----+": the rules of a table begin with a corner or a border.
bool isBrokenRule(const Line &line, const Line &next) {
    const bool isTerminal = isTerminalWidth(line.text.size());
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

/// "ECC  PCIE_REPLAY": names have no small letters, and rows begin with a number.
bool isRestOfNames(std::string_view line) {
    return !trimmed(line).empty() && !beginsRow(line) &&
           std::none_of(line.begin(), line.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// From the heads on each line of the terminal's width has its rest below.
bool markRows(std::vector<Line> &lines) {
    const auto head = std::find_if(lines.begin(), lines.end(),
                                   [](const Line &line) { return trimmed(line.text).starts_with("GPU "); });
    if (head == lines.end() || !isTerminalWidth(head->text.size()))
        return false;
    if (head + 1 == lines.end() || !isRestOfNames((head + 1)->text))
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

// --- CSV ----------------------------------------------------------------------------------------------

/// Puts lines together with what follows them, and sees whether the rows have the number of cells that the
/// line of names has. A terminal breaks lines of its width; a mail breaks shorter ones:
/// only what it broke behind a comma is put together.
class CsvJoin {
public:
    explicit CsvJoin(std::vector<Line> &lines) : m_lines(lines) {
        for (const Line &line : lines)
            m_width = std::max(m_width, columnsOf(line.text));
    }

    bool mark() { return isTerminalWidth(m_width) && (mark(false) || mark(true)); }

private:
    static constexpr std::size_t kMostPieces = 64; ///< of a row
    static constexpr std::size_t kFarthestHeader = 256;

    bool mark(bool atCommas) {
        m_atCommas = atCommas;
        m_continued.clear();
        m_at = m_columns = 0;
        while (m_at < std::min(m_lines.size(), kFarthestHeader) && !takesHeader())
            ++m_at;
        while (m_columns > 0 && m_at < m_lines.size())
            if (!takesRow())
                return false;
        for (const std::size_t index : m_continued) {
            m_lines[index].continues = true;
            m_lines[index].isBehindComma = atCommas;
        }
        return m_columns > 1 && !m_continued.empty();
    }

    /// A blank behind a comma may have been at the edge, and lost.
    [[nodiscard]] bool isOpen(std::string_view piece) const {
        if (m_atCommas)
            return trimmed(piece).ends_with(',');
        return fills(piece, m_width) || (piece.ends_with(',') && fills(piece, m_width - 1));
    }
    bool takesHeader() {
        std::string header(m_lines[m_at].text);
        std::size_t whole = CsvRows::isHeader(header) ? m_at + 1 : 0;
        const std::size_t last = std::min(m_lines.size(), m_at + kMostPieces);
        for (std::size_t next = m_at + 1; next < last && isOpen(m_lines[next - 1].text); ++next) {
            const std::string_view piece = m_lines[next].text;
            if (next == m_at + 1 && piece.find(',') == piece.npos && !trimmed(header).ends_with(','))
                break; // a number or a word below all names
            header += piece;
            if (!CsvRows::isHeader(header.substr(0, header.find_last_not_of(", ") + 1)))
                break;
            whole = CsvRows::isHeader(header) ? next + 1 : whole;
        }
        if (whole == 0)
            return false;
        m_isHeaderCut = whole > m_at + 1;
        header = m_lines[m_at].text;
        for (std::size_t next = m_at + 1; next < whole; ++next) {
            header += m_lines[next].text;
            m_continued.push_back(next);
        }
        m_columns = CsvRows::cellCount(header);
        m_at = whole;
        m_hasRows = m_rows.begin(header);
        return true;
    }

    bool takesRow() {
        if (trimmed(m_lines[m_at].text).empty() || isPrompt(m_lines[m_at].text)) {
            ++m_at;
            return true;
        }
        std::string row(m_lines[m_at].text);
        const std::size_t last = std::min(m_lines.size(), m_at + kMostPieces);
        for (++m_at; m_at < last && isOpen(m_lines[m_at - 1].text); ++m_at) {
            const std::size_t cells = CsvRows::cellCount(row);
            const std::size_t more = CsvRows::cellCount(m_lines[m_at].text);
            if (cells == m_columns && !isRestOfCell(m_lines[m_at].text))
                break; // whole
            if (cells + more - 1 > m_columns || trimmed(m_lines[m_at].text).empty())
                break;
            row += m_lines[m_at].text;
            m_continued.push_back(m_at);
        }
        return m_atCommas && m_hasRows ? m_rows.isRow(row) : CsvRows::cellCount(row) == m_columns;
    }

    /// Behind all cells of a row it may be another text, unless it is certain that there was a terminal.
    [[nodiscard]] bool isRestOfCell(std::string_view line) const {
        constexpr std::size_t kMostWords = 2;
        return m_isHeaderCut && splitWords(line, kMostWords + 1).size() <= kMostWords;
    }

    std::vector<Line> &m_lines;
    CsvRows m_rows;
    bool m_isHeaderCut = false;
    bool m_atCommas = false;
    bool m_hasRows = false; ///< rows, by their first cell
    std::size_t m_width = 0, m_at = 0, m_columns = 0;
    std::vector<std::size_t> m_continued;
};

// --- XML ----------------------------------------------------------------------------------------------

bool unmark(std::vector<Line> &lines) {
    for (Line &line : lines)
        line.continues = false;
    return false;
}

/// A tag that is open at the end of a line, and what follows it: within its name or a quoted value no tool
/// breaks a line. A comment may be of several lines.
bool isCutWithin(std::string_view tag, std::string_view next) {
    if (tag.starts_with("<!") || tag.starts_with("<?"))
        return false;
    const bool isName = tag.find_first_of(" \t") == tag.npos;
    const std::string_view rest = next.substr(0, next.find('>'));
    return isName ? rest.size() < next.size() && rest.find('=') == rest.npos
                  : std::count(tag.begin(), tag.end(), '"') % 2 == 1;
}

/// A line that a terminal broke within a tag or a value is as wide as it. That one ends within a tag, and the
/// next has no indent, shows that there was a terminal.
bool markXml(std::vector<Line> &lines, std::size_t (*widthOf)(std::string_view)) {
    std::size_t width = 0;
    for (const Line &line : lines)
        width = std::max(width, widthOf(line.text));
    if (!isTerminalWidth(width))
        return false;
    bool isCertain = false, isInTag = false;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        const std::string_view line = lines[i].text, next = lines[i + 1].text;
        const std::size_t open = line.rfind('<'), close = line.rfind('>');
        if (open != line.npos || close != line.npos)
            isInTag = open != line.npos && (close == line.npos || close < open);
        const bool isCutTag = isInTag && !next.empty() && !isBlank(next[0]);
        if (isCutTag && widthOf(line) != width)
            return unmark(lines);
        if (widthOf(line) != width || next.empty())
            continue;
        const bool isInValue = !isInTag && !line.ends_with('>') && next.find('<') != next.npos;
        isCertain = isCertain || (isCutTag && open != line.npos && isCutWithin(line.substr(open), next));
        lines[i + 1].continues = isInTag || isInValue;
    }
    return isCertain || unmark(lines);
}

std::size_t bytesOf(std::string_view line) {
    return line.size();
}

// --- lspci --------------------------------------------------------------------------------------------

/// "[15b3:1021]" or "(rev a1)" at the end: of the line of a function, and of no other.
bool endsFunction(std::string_view line) {
    line = trimmed(line);
    if (line.ends_with(')'))
        return line.size() >= 8 && line.substr(line.size() - 8).starts_with("(rev ");
    return line.size() >= 11 && line[line.size() - 11] == '[' && line[line.size() - 6] == ':' &&
           line.ends_with(']');
}

/// "0" of a numa_node, "LnkSta: Speed 32GT/s": a loop over functions prints them below each.
bool isLineOfAnother(std::string_view line) {
    const std::size_t colon = line.substr(0, 32).find(':');
    return line.find_first_not_of("-0123456789 ") == line.npos ||
           (colon != line.npos && colon + 1 < line.size() && isBlank(line[colon + 1]));
}

/// Lines of lspci are indented, or begin with an address: another one continues a line of the terminal's
/// width, if it is certain that there was a terminal.
bool markLspci(std::string_view text, std::vector<Line> &lines) {
    std::size_t width = 0, continued = 0, full = 0;
    bool isCertain = false;
    for (const Line &line : lines)
        width = std::max(width, columnsOf(line.text));
    if (!isTerminalWidth(width))
        return false;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        const std::string_view line = lines[i].text, next = lines[i + 1].text;
        const bool isIndented = next.starts_with('\t') || next.starts_with("  ");
        const bool begins =
            trimmed(next).empty() || isIndented || isPrompt(next) || beginsAsLine("lspci-text", next);
        full += fills(line, width) ? 1 : 0;
        if (begins || line.empty() || !fills(line, width))
            continue;
        const bool isOfTool = line[0] == '\t' || lines[i].continues || beginsAsLine("lspci-text", line);
        if (!isOfTool)
            return unmark(lines);
        const bool isFunction = !isBlank(line[0]) && !endsFunction(line) && endsFunction(next);
        const bool isCut = isFunction || isCertainCut(text, line, next);
        isCertain = isCertain || isCut;
        lines[i + 1].continues = isCut || !isLineOfAnother(next);
        ++continued;
    }
    const bool isEnough = continued == full && (continued > 1 || width == kUsualWidth);
    return (isCertain && isEnough) || unmark(lines);
}

bool mark(std::string_view section, std::string_view text, std::vector<Line> &lines) {
    if (section == "tool-nvidia-smi" || section == "tool-amd-smi")
        return markBorders(lines);
    if (section == "lspci-text")
        return markLspci(text, lines);
    if (section.ends_with("-x") || section == "hwloc-xml" || section == "tool-virsh" ||
        section == "nccl-topo")
        return text.find('<') != text.npos && (markXml(lines, columnsOf) || markXml(lines, bytesOf));
    const bool isCsv = section == "tool-nvidia-smi-query" || section == "tool-amd-smi-csv";
    if ((isCsv || section == "tool-amd-smi-monitor") && CsvJoin(lines).mark())
        return true;
    return section == "tool-amd-smi-monitor" && markRows(lines);
}

// --- tables without line breaks -----------------------------------------------------------------------

/// The length of the rule "+-----+-----+" at a place; 0 if none is there.
std::size_t ruleLength(std::string_view text, std::size_t place) {
    if (text[place] != '+' || (place > 0 && !isBlank(text[place - 1]) && text[place - 1] != '\n'))
        return 0;
    std::size_t end = std::min(text.find_first_not_of("+-=", place), text.size());
    while (end > place + 1 && text[end - 1] != '+')
        --end;
    return end - place;
}

/// Where the line of a table ends that begins at a place: as long as the rules, give or take what a tool that
/// miscounts a cell prints; 0 if none does.
std::size_t borderedEnd(std::string_view text, std::size_t place, std::size_t length) {
    if (place >= text.size() || (text[place] != '|' && text[place] != '+'))
        return 0;
    for (const std::size_t size : {length, length - 1, length + 1, length - 2, length + 2}) {
        const std::size_t end = place + size;
        if (end <= text.size() && text.substr(place, size).find('\n') == text.npos &&
            (text[end - 1] == '|' || text[end - 1] == '+') &&
            (end == text.size() || text[end] == ' ' || text[end] == '\n' || text[end] == '\r'))
            return end;
    }
    return 0;
}

/// Where line breaks are missing in front of and behind the lines of tables.
std::vector<std::size_t> missingBreaks(std::string_view text) {
    std::vector<std::size_t> places;
    const auto add = [&](std::size_t place) {
        const std::size_t last = place == 0 ? text.npos : text.find_last_not_of(" \t", place - 1);
        const std::size_t next = text.find_first_not_of(" \t", place);
        const bool isAtBreak = last == text.npos || next == text.npos || text[last] == '\n' ||
                               text[next] == '\n' || text[next] == '\r';
        if (!isAtBreak && (places.empty() || places.back() < place))
            places.push_back(place);
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = ruleLength(text, at);
        if (!isTerminalWidth(length)) {
            at = std::min(text.find('+', at + 1), text.size());
            continue;
        }
        const std::size_t rule = at;
        add(at);
        for (std::size_t end = borderedEnd(text, at, length); end != 0; end = borderedEnd(text, at, length)) {
            add(end);
            at = std::min(text.find_first_not_of(" \r\n", end), text.size());
        }
        if (at < text.size() && text[at] == '|') // a line of another length: blanks are lost, too
            return {};
        if (at == rule) // it is longer, or words follow it
            at = std::min(text.find('+', at + 1), text.size());
    }
    return places;
}

/// Words behind a rule are no lost line breaks: of a text that lost them hardly any are left.
std::optional<RestoredText> separatedTable(std::string_view text) {
    const auto left = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    RestoredText out;
    std::size_t written = 0;
    for (const std::size_t place : missingBreaks(text)) {
        out.text.append(text.substr(written, place - written)) += '\n';
        out.changes.push_back({place, true});
        written = place;
    }
    out.text.append(text.substr(written));
    out.separated = out.changes.size();
    if (out.changes.empty() || out.separated <= left || out.changes.size() > capture::Wrapping::kMostBreaks)
        return std::nullopt;
    return out;
}

bool isNumbers(std::string_view text) {
    return !trimmed(text).empty() && text.find_first_not_of("0123456789 ") == text.npos;
}

/// Of a long list of numbers the rest.
bool isRestOfNumbers(std::string_view line, std::string_view rest) {
    constexpr std::size_t kLong = 24; // columns of its end
    return line.size() > kLong && isNumbers(rest) && isNumbers(line.substr(line.size() - kLong));
}

/// Whether a bracket that the line opens is closed in the rest.
bool isWithin(std::string_view line, std::string_view rest, char open, char close) {
    constexpr std::size_t kFarthest = 160;
    line.remove_prefix(line.size() - std::min(line.size(), kFarthest));
    rest = rest.substr(0, kFarthest);
    const std::size_t opened = line.rfind(open), closed = line.rfind(close);
    const bool isOpen = opened != line.npos && (closed == line.npos || closed < opened);
    const std::size_t end = rest.find(close);
    return isOpen && end != rest.npos && rest.find(open) >= end;
}

} // namespace

bool isCertainCut(std::string_view text, std::string_view line, std::string_view rest) {
    constexpr std::size_t kBefore = 4, kBehind = 4; // characters of the seam
    if (line.empty() || rest.empty())
        return false;
    if (isRestOfNumbers(line, rest) || isWithin(line, rest, '[', ']') || isWithin(line, rest, '(', ')'))
        return true;
    if (std::string_view(",;)]}").find(rest[0]) != std::string_view::npos)
        return true;
    if (line.size() < kBefore || rest.size() < kBehind)
        return false;
    const std::string seam = std::string(line.substr(line.size() - kBefore)).append(rest.substr(0, kBehind));
    const auto isWord = [](char c) {
        return !isBlank(c) && c != '-' && c != '=' && c != '*';
    };
    return std::count_if(seam.begin(), seam.end(), isWord) >= 5 && text.find(seam) != text.npos;
}

std::optional<RestoredText> joinedTable(std::string_view section, std::string_view text) {
    constexpr std::size_t kLongestText = std::size_t{1} << 20;
    if (text.size() > kLongestText)
        return std::nullopt;
    std::vector<Line> lines = linesOf(text);
    if (!mark(section, text, lines))
        return section == "tool-nvidia-smi" || section == "tool-amd-smi" ? separatedTable(text)
                                                                         : std::nullopt;
    RestoredText out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        out.text += lines[i].text;
        if (i + 1 == lines.size() || !lines[i + 1].continues) {
            out.text += i + 1 < lines.size() || text.ends_with('\n') ? "\n" : "";
            continue;
        }
        out.changes.push_back({lines[i].begin + lines[i].text.size(), false});
        ++out.joined;
        out.words += lines[i + 1].isBehindComma ? 1 : 0;
    }
    if (out.changes.empty() || out.changes.size() > capture::Wrapping::kMostBreaks)
        return std::nullopt;
    return out;
}

} // namespace fabricscope::formats
