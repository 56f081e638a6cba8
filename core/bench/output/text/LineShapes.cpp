// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/LineShapes.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"
#include "core/nccl/log/LibraryLine.h"

#include <algorithm>
#include <array>
#include <optional>

namespace fabricscope::bench::output {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isBlankBefore(std::string_view line, std::size_t place) {
    return place == 0 || line[place - 1] == ' ' || line[place - 1] == '\t';
}

/// Moves over the words of a line.
class Words {
public:
    Words(std::string_view line, std::size_t place) : m_line(line), m_begin(place), m_at(place) {}

    /// The next word; empty at the end of the line. A word of more than 32 characters is cut.
    std::string_view take() {
        m_at = std::min(m_line.find_first_not_of(" \t", m_at), m_line.size());
        const std::size_t begin = m_at;
        while (m_at < m_line.size() && m_at - begin < 32 && m_line[m_at] != ' ' && m_line[m_at] != '\t')
            ++m_at;
        return m_line.substr(begin, m_at - begin);
    }
    [[nodiscard]] std::size_t length() const { return m_at - m_begin; }
    /// The column in which the last word ended.
    [[nodiscard]] std::size_t end() const { return m_at; }

private:
    std::string_view m_line;
    std::size_t m_begin, m_at;
};

bool isCount(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), isDigit);
}

/// "391.20", "1e+06": no word that a line break may have left of another number begins a row with it.
bool isDecimal(std::string_view word) {
    return word.find('.') != word.npos && isDigit(word[0]) && isDigit(word.back()) &&
           numberOf(word).has_value();
}

bool isType(std::string_view word) {
    return word.size() > 2 && word[0] >= 'a' && word[0] <= 'z';
}

template<std::size_t N>
std::size_t wordsAt(const std::array<std::string_view, N> &table, std::string_view line, std::size_t place) {
    if (!isBlankBefore(line, place))
        return 0;
    const std::string_view rest = line.substr(place);
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](std::string_view words) { return rest.starts_with(words); });
    return found == table.end() ? 0 : found->size();
}

std::string_view withoutIndent(std::string_view line) {
    return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

/// The place of a line's first word.
std::size_t firstOf(std::string_view line) {
    return std::min(line.find_first_not_of(" \t"), line.size());
}

// --- nccl-tests and rccl-tests ------------------------------------------------------------------------

/// "1048576  262144  float  sum  -1  88.20": size, count and type.
std::size_t collectiveRow(std::string_view line, std::size_t place) {
    if (!isBlankBefore(line, place))
        return 0;
    Words words(line, place);
    if (!isCount(words.take()) || !isCount(words.take()) || !isType(words.take()))
        return 0;
    const std::size_t length = words.length();
    const std::string_view next = words.take();
    return isType(next) || numberOf(next) ? length : 0;
}

std::size_t collectiveInside(std::string_view line, std::size_t place) {
    const bool isComment = line[place] == '#' && isBlankBefore(line, place) &&
                           (place + 1 == line.size() || line[place + 1] == ' ');
    return isComment ? 1 : collectiveRow(line, place);
}

bool collectiveBegins(std::string_view line, std::string_view /*before*/) {
    const std::string_view rest = withoutIndent(line);
    return rest.starts_with("# ") || rest == "#" || (!rest.empty() && collectiveRow(rest, 0) > 0) ||
           rest.starts_with("NCCL version ") || rest.starts_with("RCCL version ") ||
           rest.starts_with("nccl-tests:");
}

bool isCollectiveRow(std::string_view line) {
    const std::string_view rest = withoutIndent(line);
    return !rest.empty() && collectiveRow(rest, 0) > 0;
}

/// A row with all cells of both halves.
bool isWholeRow(std::string_view line) {
    const std::string_view rest = withoutIndent(line);
    if (rest.empty() || collectiveRow(rest, 0) == 0)
        return false;
    Words words(rest, 0);
    std::size_t count = 0;
    while (!words.take().empty())
        ++count;
    return count >= 13;
}

// --- perftest -----------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 28> kPerftest = {
    "Send Latency ",    "RDMA_Write ",      "RDMA_Read ",     "Send BW ",
    "Atomic ",          "Dual-port ",       "Number of qps ", "Connection type ",
    "PCIe relax order", "ibv_wr* API ",     "TX depth ",      "RX depth ",
    "CQ Moderation ",   "CQE Poll Batch",   "Mtu ",           "Link type ",
    "GID index ",       "Max inline data ", "rdma_cm QPs",    "Data ex. method ",
    "local address:",   "remote address:",  "GID: ",          "#bytes ",
    "Conflicting CPU ", "Use DMABUF",       "Lane count",     "WARNING: "};

/// "65536  5000  394.12  393.87".
std::size_t perftestRow(std::string_view line, std::size_t place) {
    if (!isBlankBefore(line, place))
        return 0;
    Words words(line, place);
    const bool isRow = isCount(words.take()) && isCount(words.take()) && isDecimal(words.take());
    return isRow ? words.length() : 0;
}

std::size_t ruleAt(std::string_view line, std::size_t place) {
    constexpr std::size_t kShortest = 40;
    const std::size_t end = std::min(line.find_first_not_of('-', place), line.size());
    return isBlankBefore(line, place) && end - place >= kShortest ? end - place : 0;
}

/// The names of the columns.
bool isPerftestHead(std::string_view line) {
    return line.ends_with(']') && withoutIndent(line).starts_with("#bytes ");
}

std::size_t perftestInside(std::string_view line, std::size_t place) {
    if (const std::size_t rule = ruleAt(line, place))
        return rule;
    const std::size_t words = wordsAt(kPerftest, line, place);
    return words > 0 ? words : perftestRow(line, place);
}

bool perftestBegins(std::string_view line, std::string_view /*before*/) {
    const std::size_t first = firstOf(line);
    return first < line.size() && perftestInside(line, first) > 0;
}

// --- matrices of pairs --------------------------------------------------------------------------------

/// "1  36.01  2501.44", "0  N/A  391.20": the number of a row and its first value.
std::size_t matrixRow(std::string_view line, std::size_t place) {
    if (!isBlankBefore(line, place))
        return 0;
    Words words(line, place);
    const std::string_view index = words.take();
    if (index.size() > 4 || !isCount(index) || (index.size() > 1 && index[0] == '0'))
        return 0;
    const std::size_t length = words.length();
    const std::string_view value = words.take();
    return value == "N/A" || isDecimal(value) ? length : 0;
}

struct RowIndex {
    std::size_t number, end; ///< `end`: its column
};
std::optional<RowIndex> rowIndexOf(std::string_view line) {
    const std::size_t first = firstOf(line);
    if (first == line.size() || matrixRow(line, first) == 0)
        return std::nullopt;
    Words words(line, first);
    const auto number = countOf(words.take());
    return number ? std::optional(RowIndex{static_cast<std::size_t>(*number), words.end()}) : std::nullopt;
}

/// What a line break left of a value looks like the number of a row: rows are counted, their numbers aligned.
bool isNextRow(std::string_view line, std::string_view before) {
    const auto row = rowIndexOf(line);
    if (!row)
        return false;
    const auto last = rowIndexOf(before);
    return last ? row->number == last->number + 1 && row->end == last->end : row->number == 0;
}

constexpr std::array<std::string_view, 14> kNvbandwidth = {"nvbandwidth Version:",
                                                           "Built from Git version:",
                                                           "MPI version:",
                                                           "CUDA Runtime Version:",
                                                           "CUDA Driver Version:",
                                                           "Driver Version:",
                                                           "Device ",
                                                           "Running ",
                                                           "memcpy ",
                                                           "memory latency ",
                                                           "SUM ",
                                                           "NOTE: ",
                                                           "Waived:",
                                                           "Performance can vary "};

std::size_t nvbandwidthWords(std::string_view line, std::size_t place) {
    const std::size_t length = wordsAt(kNvbandwidth, line, place);
    if (length == 0 || !line.substr(place).starts_with("Device "))
        return length;
    const std::size_t digit = place + length; // "Device 0: NVIDIA H100"
    return digit < line.size() && isDigit(line[digit]) ? length : 0;
}

/// "0  1  2" behind "memcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)": the numbers of the columns.
bool isColumnsRow(std::string_view line, std::size_t place) {
    constexpr std::size_t kNear = 256; // blanks between
    if (line[place] != '0' || (place + 1 < line.size() && line[place + 1] != ' '))
        return false;
    const std::string_view before = line.substr(place - std::min(place, kNear), std::min(place, kNear));
    const std::size_t last = before.find_last_not_of(" \t");
    return last != before.npos &&
           (before.substr(0, last + 1).ends_with("(GB/s)") || before.substr(0, last + 1).ends_with("(ns)"));
}

std::size_t nvbandwidthInside(std::string_view line, std::size_t place) {
    const std::size_t words = nvbandwidthWords(line, place);
    return words > 0 ? words : isColumnsRow(line, place) ? 1 : matrixRow(line, place);
}

bool nvbandwidthBegins(std::string_view line, std::string_view before) {
    const std::size_t first = firstOf(line);
    return first < line.size() && (nvbandwidthWords(line, first) > 0 || isNextRow(line, before));
}

constexpr std::array<std::string_view, 11> kPeerTest = {"[P2P (Peer-to-Peer) GPU",
                                                        "Device: ",
                                                        "Device=",
                                                        "***NOTE: ",
                                                        "So you can see ",
                                                        "P2P Connect",
                                                        "Unidirectional ",
                                                        "Bidirectional ",
                                                        "P2P=Disabled Latency",
                                                        "P2P=Enabled Latency",
                                                        "NOTE: "};
constexpr std::array<std::string_view, 3> kPeerHeads = {"D\\D ", "GPU  ", "CPU  "};

std::size_t peerTestInside(std::string_view line, std::size_t place) {
    // "Device=0 CAN Access Peer Device=1"
    constexpr std::string_view kDevice = "Device=";
    const std::string_view rest = line.substr(place);
    const std::size_t end =
        rest.starts_with(kDevice) ? rest.find_first_not_of("0123456789", kDevice.size()) : 0;
    const bool isOther = end == rest.npos || (end > 0 && !rest.substr(end).starts_with(" CAN"));
    if (const std::size_t words = isOther ? 0 : wordsAt(kPeerTest, line, place))
        return words;
    if (const std::size_t head = wordsAt(kPeerHeads, line, place))
        return head;
    return matrixRow(line, place);
}

bool peerTestBegins(std::string_view line, std::string_view before) {
    const std::size_t first = firstOf(line);
    return first < line.size() && (wordsAt(kPeerTest, line, first) > 0 ||
                                   wordsAt(kPeerHeads, line, first) > 0 || isNextRow(line, before));
}

// --- OSU ----------------------------------------------------------------------------------------------

std::size_t osuInside(std::string_view line, std::size_t place) {
    const bool isComment =
        line[place] == '#' && isBlankBefore(line, place) && line.substr(place).starts_with("# ");
    if (isComment)
        return 2;
    Words words(line, place);
    const bool isRow = isBlankBefore(line, place) && isCount(words.take()) && isDecimal(words.take());
    return isRow ? words.length() : 0;
}

bool osuBegins(std::string_view line, std::string_view /*before*/) {
    const std::size_t first = firstOf(line);
    return first < line.size() && osuInside(line, first) > 0;
}

std::string_view lastWord(std::string_view line) {
    const std::size_t blank = line.find_last_of(" \t");
    return blank == line.npos ? line : line.substr(blank + 1);
}

std::size_t decimalsOf(std::string_view word) {
    const std::size_t point = word.rfind('.');
    return point == word.npos ? 0 : word.size() - point - 1;
}

std::size_t wordCount(std::string_view line) {
    Words words(line, 0);
    std::size_t count = 0;
    while (count < Cells::kMost && !words.take().empty())
        ++count;
    return count;
}

/// Whether the last two words of both lines end in the same columns: tables with numbers at the right.
bool isAligned(std::string_view line, std::string_view before) {
    const auto endOfSecond = [](std::string_view text) {
        const std::string_view rest = text.substr(0, text.size() - lastWord(text).size());
        return rest.find_last_not_of(" \t");
    };
    const std::size_t end = endOfSecond(line);
    return line.size() == before.size() && end != line.npos && end == endOfSecond(before);
}

} // namespace

std::span<const LineShape> lineShapes() {
    static const std::array kShapes = {
        nccl::log::libraryLineShape(),
        LineShape{"# nThread \nAvg bus bandwidth\nalgbw ", &collectiveBegins, &collectiveInside, &isWholeRow,
                  &isCollectiveRow},
        LineShape{"#bytes  \nRDMA_\nSend BW Test\nSend Latency Test\nlocal address:", &perftestBegins,
                  &perftestInside, &isPerftestHead},
        LineShape{"nvbandwidth Version:", &nvbandwidthBegins, &nvbandwidthInside},
        LineShape{"[P2P (Peer-to-Peer) GPU\nD\\D ", &peerTestBegins, &peerTestInside},
        LineShape{"# OSU ", &osuBegins, &osuInside},
    };
    return kShapes;
}

bool isWholeLastLine(std::string_view line, std::string_view before) {
    static constexpr std::array<std::string_view, 6> kLastWords = {"OK",   "FAILED", "PASSED",
                                                                   "GB/s", "Gb/s",   "N/A"};
    constexpr std::string_view kEnds = " \t)]}>\"'#*%$|=";
    while (before.ends_with(' ') || before.ends_with('\t'))
        before.remove_suffix(1);
    if (line.starts_with('{')) // JSON shows itself what it lacks
        return true;
    if (line.empty() || kEnds.find(line.back()) != kEnds.npos || line.find_first_not_of("-= ") == line.npos)
        return true;
    const std::string_view last = lastWord(line);
    if (std::find(kLastWords.begin(), kLastWords.end(), last) != kLastWords.end())
        return true;
    if (!numberOf(last))
        return false;
    if (isAligned(line, before))
        return true;
    const std::size_t decimals = decimalsOf(last);
    return decimals > 0 && isValue(lastWord(before)) && decimals == decimalsOf(lastWord(before)) &&
           wordCount(line) == wordCount(before);
}

bool isNamedDecimal(std::string_view line) {
    const std::string_view last = lastWord(line);
    const std::string_view name = line.substr(0, line.size() - last.size());
    const std::size_t end = name.find_last_not_of(" \t");
    return end != name.npos && end + 1 < name.size() && name[end] == ':' && isDecimal(last) &&
           last.find_first_not_of("0123456789.") == last.npos && decimalsOf(last) > 0 &&
           std::count(last.begin(), last.end(), '.') == 1;
}

} // namespace fabricscope::bench::output
