// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/JoinedText.h"

#include <algorithm>
#include <optional>

namespace fabricscope::bench {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::size_t kLongestLabel = 64, kLongestSequence = 256;
constexpr int kMostLabels = 3;
constexpr std::string_view kDigits = "0123456789", kBar = "\u2502";

int hexDigit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/// The byte that two hexadecimal digits are; -1 for other text.
int hexByte(std::string_view digits) {
    const int high = digits.size() < 2 ? -1 : hexDigit(digits[0]);
    const int low = high < 0 ? -1 : hexDigit(digits[1]);
    return low < 0 ? -1 : high * 16 + low;
}

/// A part of a text: its length, or std::nullopt where the text ends before that is known.
using Length = std::optional<std::size_t>;

/// Blanks and the frame of a table.
Length frameLength(std::string_view text, bool isWhole) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (text[at] == ' ' || text[at] == '\t' || text[at] == '|')
            ++at;
        else if (text.substr(at).starts_with(kBar))
            at += kBar.size();
        else if (!isWhole && kBar.starts_with(text.substr(at)))
            return std::nullopt;
        else
            return at;
    }
    return isWhole ? Length(at) : std::nullopt;
}

/// The same with colours.
Length marginLength(std::string_view text, bool isWhole) {
    std::size_t at = 0;
    while (true) {
        const Length frame = frameLength(text.substr(at), isWhole);
        if (!frame)
            return std::nullopt;
        at += *frame;
        if (!text.substr(at).starts_with("\x1b["))
            return !isWhole && text.substr(at) == "\x1b" ? std::nullopt : Length(at);
        const std::string_view near = text.substr(0, at + kLongestSequence);
        const std::size_t end = near.find_first_not_of("0123456789;:?", at + 2);
        if (end == kNone)
            return isWhole || near.size() < text.size() ? Length(at) : std::nullopt;
        at = end + 1;
    }
}

/// "[1,0]<stdout>:", "(pid=12)".
Length bracketLength(std::string_view text, bool isWhole) {
    const std::string_view near = text.substr(0, kLongestLabel);
    const std::size_t close = near.find_first_of(text[0] == '[' ? "]\r\n" : ")\r\n");
    if (close == kNone)
        return isWhole || near.size() == kLongestLabel ? Length(0) : std::nullopt;
    if (near[close] == '\r' || near[close] == '\n')
        return 0;
    std::size_t end = close + 1;
    for (const std::string_view stream : {"<stdout>", "<stderr>"}) {
        const std::string_view rest = text.substr(end, stream.size());
        if (rest == stream)
            end += stream.size();
        else if (!isWhole && stream.starts_with(rest))
            return std::nullopt;
    }
    if (end == text.size())
        return isWhole ? Length(end) : std::nullopt;
    return end + (text[end] == ':' ? 1 : 0);
}

/// "0: ", "node01: ", "web-1  | ", "2026-11-22T13:11:54Z ".
Length wordLength(std::string_view text, bool isWhole) {
    const auto isOfWord = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' ||
               c == '_' || c == '-' || c == ':' || c == '+' || c == ',';
    };
    std::size_t end = 0;
    while (end < text.size() && end < kLongestLabel && isOfWord(text[end]))
        ++end;
    if (end == text.size())
        return isWhole ? Length(0) : std::nullopt;
    const std::string_view word = text.substr(0, end);
    if (end == 0 || (text[end] != ' ' && text[end] != '\t'))
        return 0;
    const bool isTime = hexDigit(word[0]) >= 0 && std::count(word.begin(), word.end(), ':') >= 2 &&
                        word.find_first_not_of("0123456789TZ:.,+-") == kNone;
    if (isTime || (word.find(':') == word.size() - 1 && word.find_first_of("+,") == kNone))
        return end;
    const std::size_t behind = text.find_first_not_of(' ', end);
    if (behind == kNone)
        return isWhole || text.size() - end > kLongestLabel ? Length(0) : std::nullopt;
    return text[behind] == '|' ? behind + 1 : 0;
}

/// What precedes the content of a line.
Length prefixLength(std::string_view text, bool isWhole) {
    std::size_t at = 0;
    for (int labels = 0;; ++labels) {
        const Length margin = marginLength(text.substr(at), isWhole);
        if (!margin)
            return std::nullopt;
        at += *margin;
        if (at == text.size() || labels == kMostLabels)
            return at;
        const std::string_view rest = text.substr(at);
        const Length label =
            rest[0] == '[' || rest[0] == '(' ? bracketLength(rest, isWhole) : wordLength(rest, isWhole);
        if (!label)
            return std::nullopt;
        if (*label == 0)
            return at;
        at += *label;
    }
}

} // namespace

JoinedText::JoinedText(std::string_view text, bool isWhole, LineBreaks breaks, bool isLineStart)
    : m_text(text), m_isWhole(isWhole), m_breaks(breaks) {
    m_view.reserve(text.size());
    m_places.reserve(text.size());
    const Length prefix =
        isLineStart && breaks == LineBreaks::Joined ? prefixLength(text, isWhole) : Length(0);
    m_at = prefix.value_or(0);
    while (prefix && m_at < m_text.size() && step())
        continue;
}

void JoinedText::add(char c, std::size_t size) {
    constexpr std::size_t kMost = 8;
    m_view += c;
    const bool hasRest = m_rest != 0 && m_restLine == m_line && m_rest + kMost > m_at;
    const std::size_t begin = hasRest ? m_rest : m_at;
    m_places.push_back({static_cast<std::uint32_t>(begin), m_line,
                        static_cast<std::uint16_t>(m_at - begin + std::min(size, kMost))});
    m_rest = 0;
    m_at += size;
}

/// A decoded character; a line break is none.
void JoinedText::addByte(unsigned value, std::size_t size) {
    if (m_breaks == LineBreaks::Joined && (value == '\n' || value == '\r'))
        m_at += size;
    else
        add(static_cast<char>(value), size);
}

/// Reads one character or sequence; false if the text ends within it.
bool JoinedText::step() {
    switch (m_text[m_at]) {
    case '%':
        return percent();
    case '\\':
        return backslash();
    case '\x1b':
        return escapeSequence();
    case ' ':
    case '\t':
    case '|':
    case '\r':
    case '\n':
    case kBar[0]:
        return lineBreak();
    default:
        add(m_text[m_at], 1);
        return true;
    }
}

bool JoinedText::percent() {
    constexpr std::size_t kSize = 3;
    const std::string_view sequence = m_text.substr(m_at, kSize);
    const int value = hexByte(sequence.substr(1));
    if (value >= 0)
        addByte(static_cast<unsigned>(value), kSize);
    else if (!m_isWhole && sequence.size() < kSize && (sequence.size() < 2 || hexDigit(sequence[1]) >= 0))
        return false;
    else if (m_breaks == LineBreaks::Joined)
        return brokenPercent();
    else
        add('%', 1);
    return true;
}

/// "%4", a line break, "1": the character is where it begins, and its last digits belong to the next one.
bool JoinedText::brokenPercent() {
    std::string_view rest = m_text.substr(m_at + 1);
    const std::size_t before = !rest.empty() && hexDigit(rest[0]) >= 0 ? 1 : 0, behind = 2 - before;
    const Length frame = frameLength(rest.substr(before, kLongestLabel), m_isWhole);
    const std::size_t end = before + frame.value_or(0);
    if (!frame && rest.size() < kLongestLabel) {
        m_isAtBlank = true;
        return false;
    }
    if (!frame || end >= rest.size() || (rest[end] != '\n' && rest[end] != '\r')) {
        add('%', 1);
        return true;
    }
    const std::size_t next = std::min(rest.find_first_not_of("\r\n", end), rest.size());
    const Length prefix = prefixLength(rest.substr(next), m_isWhole);
    const std::size_t place = next + prefix.value_or(0);
    const std::string_view digits = rest.substr(place, behind);
    const bool areDigits = std::all_of(digits.begin(), digits.end(), [](char c) { return hexDigit(c) >= 0; });
    if (!m_isWhole && (!prefix || (digits.size() < behind && areDigits))) {
        m_isAtBlank = next == rest.size();
        return false;
    }
    const int value = hexByte(std::string(rest.substr(0, before)).append(digits));
    if (value < 0 || value == '\n' || value == '\r') {
        add('%', 1);
        return true;
    }
    const std::size_t begin = m_at + 1 + place;
    add(static_cast<char>(value), 1 + before);
    ++m_line;
    m_at = begin + behind;
    m_rest = static_cast<std::uint32_t>(begin);
    m_restLine = m_line;
    return true;
}

/// "\/", "\n", "\x41", "\u0041".
bool JoinedText::backslash() {
    constexpr std::size_t kLongest = 6;
    const std::string_view sequence = m_text.substr(m_at, kLongest);
    if (sequence.size() < 2) {
        if (m_isWhole)
            add('\\', 1);
        return m_isWhole;
    }
    const bool isUnicode = sequence[1] == 'u';
    if (sequence[1] == '/')
        add('/', 2);
    else if (m_breaks == LineBreaks::Joined && (sequence[1] == 'n' || sequence[1] == 'r'))
        m_at += 2;
    else if (m_breaks == LineBreaks::Joined && sequence[1] == '\n') // continued by a shell
        m_at += 1;
    else if (isUnicode || sequence[1] == 'x') {
        const std::size_t digits = isUnicode ? 4 : 2;
        const int value = hexByte(sequence.substr(std::min(digits, sequence.size())));
        const bool isByte = value >= 0 && (!isUnicode || sequence.substr(2, 2) == "00");
        if (!isByte && !m_isWhole && sequence.size() < digits + 2)
            return false;
        if (isByte)
            addByte(static_cast<unsigned>(value), digits + 2);
        else
            add('\\', 1);
    } else
        add('\\', 1);
    return true;
}

/// ECMA-48: CSI, and what is ended by BEL or ST, such as the links of OSC 8.
bool JoinedText::escapeSequence() {
    const std::string_view near = m_text.substr(m_at, kLongestSequence);
    const bool isCut = near.size() < kLongestSequence && !m_isWhole;
    if (near.size() < 2) {
        m_at += m_isWhole ? 1 : 0;
        return m_isWhole;
    }
    std::size_t end = 2;
    if (near[1] == '[') {
        while (end < near.size() && near[end] >= ' ' && near[end] < '@')
            ++end;
        if (end == near.size() && isCut)
            return false;
        end = std::min(end + 1, near.size());
    } else if (near[1] == ']' || near[1] == 'P' || near[1] == '_' || near[1] == '^') {
        const std::size_t bell = near.find('\a'), st = near.find("\x1b\\", 1);
        if (bell == kNone && st == kNone && isCut && near.find('\n') == kNone)
            return false;
        end = bell < st ? bell + 1 : st != kNone ? st + 2 : 2;
    }
    m_at += end;
    return true;
}

/// Blanks and frame before a line break, the break, and what precedes the content of the next line; or one
/// plain character.
bool JoinedText::lineBreak() {
    if (m_breaks == LineBreaks::Kept) {
        add(m_text[m_at], 1);
        return true;
    }
    const std::string_view rest = m_text.substr(m_at);
    const Length frame = frameLength(rest, m_isWhole);
    const std::size_t end = frame.value_or(rest.size());
    const bool isBreak = end < rest.size() && (rest[end] == '\n' || rest[end] == '\r');
    if (!isBreak && !frame && rest.size() <= kLongestLabel) {
        m_isAtBlank = true;
        return false;
    }
    if (!isBreak) { // all of them, so that a line of blanks is read once
        const std::size_t size = std::max<std::size_t>(frame ? end : rest.size(), 1);
        for (std::size_t i = 0; i < size; ++i)
            add(m_text[m_at], 1);
        return true;
    }
    const std::size_t next = std::min(rest.find_first_not_of("\r\n", end), rest.size());
    const bool isEmpty = next == rest.size();
    const Length prefix = isEmpty ? Length(0) : prefixLength(rest.substr(next), m_isWhole);
    ++m_line;
    m_at += next + prefix.value_or(0);
    return prefix.has_value();
}

} // namespace fabricscope::bench
