// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/DumpText.h"

#include <algorithm>

namespace fabricscope::bench {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::size_t kMostPerLine = 64; ///< bytes

int hexDigit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

std::size_t digitsAt(std::string_view text, std::size_t at) {
    const std::size_t begin = at;
    while (at < text.size() && hexDigit(text[at]) >= 0)
        ++at;
    return at - begin;
}

/// Behind an offset of at least six digits and its colon; kNone where there is none. Up to three labels may
/// precede it.
std::size_t behindOffset(std::string_view line) {
    constexpr std::size_t kLeast = 6, kMost = 16, kLongestLabels = 64;
    constexpr int kMostLabels = 3;
    std::size_t at = std::min(line.find_first_not_of(" \t|"), line.size());
    for (int label = 0; label <= kMostLabels && at < std::min(line.size(), kLongestLabels); ++label) {
        const std::size_t size = digitsAt(line, at);
        std::size_t end = at + size;
        if (end < line.size() && line[end] == ':')
            ++end;
        if (size >= kLeast && size <= kMost && end < line.size() && line[end] == ' ')
            return end;
        at = line.find_first_of(" \t", at);
        at = at == kNone ? line.size() : std::min(line.find_first_not_of(" \t|", at), line.size());
    }
    return kNone;
}

} // namespace

DumpText::DumpText(std::string_view text) : m_openAt(text.size()) {
    bool isOpen = false;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t feed = text.find('\n', begin);
        const std::size_t end = std::min(feed, text.size());
        const std::size_t first = m_bytes.size();
        if (addLine(text, begin, end)) {
            if (!isOpen)
                m_blocks.push_back({first, first, false});
            m_blocks.back().end = m_bytes.size();
            isOpen = true;
        } else if (feed != kNone && end > begin) { // an empty or incomplete line separates nothing
            isOpen = false;
        }
        begin = end + 1;
    }
    if (isOpen)
        m_blocks.back().isLast = true;
}

bool DumpText::addLine(std::string_view text, std::size_t begin, std::size_t end) {
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t at = behindOffset(line);
    if (at == kNone)
        return false;
    const std::size_t first = m_bytes.size();
    const bool hasColon = line[at - 1] == ':';
    const Groups groups = addGroups(line, at, begin, end == text.size());
    const std::size_t count = m_bytes.size() - first, behind = groups.end;
    if (count == 0)
        return false;
    // `hexdump` prints the two bytes of a word in the order of a little-endian machine.
    constexpr std::size_t kWord = 4;
    if (!hasColon && groups.digits == kWord)
        for (std::size_t i = first; i + 1 < m_bytes.size(); i += 2) {
            std::swap(m_bytes[i], m_bytes[i + 1]);
            m_places[i + 1].digits = m_places[i].digits;
            m_places[i].size = m_places[i + 1].size = kWord;
        }
    // The characters: within bars, or as many at the end of the line, which may begin with blanks.
    const std::string_view shown = line.substr(0, line.find_last_not_of('\r') + 1);
    std::size_t characters = line.find_first_not_of(' ', behind);
    if (characters != kNone && (line[characters] == '|' || line[characters] == '>')) {
        ++characters;
    } else if (characters != kNone && end == text.size()) {
        m_openAt = std::min(m_openAt, begin + behind);
        characters = kNone;
    } else if (characters != kNone) {
        characters = shown.size() >= behind + 2 + count ? shown.size() - count : kNone;
    }
    for (std::size_t i = 0; characters != kNone && i < count && characters + i < line.size(); ++i)
        m_places[first + i].character = static_cast<std::uint32_t>(begin + characters + i);
    return true;
}

/// Groups of two digits, or of the same even number of them, a blank between them, two in the middle. Each
/// byte has its place; the size of the first group is that of all.
DumpText::Groups DumpText::addGroups(std::string_view line, std::size_t at, std::size_t begin, bool isOpen) {
    constexpr std::size_t kMostGroup = 8;
    std::size_t size = 0, count = 0;
    while (count < kMostPerLine) {
        const std::size_t next = line.find_first_not_of(' ', at);
        if (next == kNone || (count > 0 && next > at + 2))
            break;
        const std::size_t digits = digitsAt(line, next);
        const bool isEnd = next + digits == line.size();
        if (isOpen && isEnd && digits > 0) {
            m_openAt = begin + next;
            break;
        }
        if (digits < 2 || digits > kMostGroup || digits % 2 != 0 || (size != 0 && digits > size) ||
            (!isEnd && line[next + digits] != ' '))
            break;
        // Two blanks within the digits are in the middle of 16 bytes; otherwise they precede the characters.
        constexpr std::size_t kHalf = 8;
        if (count > 0 && next == at + 2 && (size != 2 || count != kHalf))
            break;
        size = size == 0 ? digits : size;
        for (std::size_t i = 0; i < digits; i += 2, ++count) {
            m_bytes += static_cast<char>(hexDigit(line[next + i]) * 16 + hexDigit(line[next + i + 1]));
            m_places.push_back(
                {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + next + i), 0, 2});
        }
        at = next + digits;
        if (digits < size)
            break;
    }
    return {at, size};
}

std::vector<SecretSpan> DumpText::spans(std::size_t begin, std::size_t end) const {
    std::vector<SecretSpan> spans;
    while (begin < end) {
        std::size_t next = begin;
        while (next < end && m_places[next].line == m_places[begin].line)
            ++next;
        spans.push_back({m_places[begin].digits, m_places[next - 1].digits + m_places[next - 1].size});
        std::size_t shown = begin;
        while (shown < next && m_places[shown].character != 0)
            ++shown;
        if (shown > begin)
            spans.push_back({m_places[begin].character, m_places[shown - 1].character + 1});
        begin = next;
    }
    return spans;
}

} // namespace fabricscope::bench
