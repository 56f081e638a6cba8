// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"

#include "core/base/Text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fabricscope {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

// Length of the valid UTF-8 sequence at the front (Unicode 15, table 3-7), 0 if there is none.
std::size_t sequenceLength(std::string_view text) {
    auto byte = [&](std::size_t i) {
        return static_cast<unsigned char>(text[i]);
    };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return 1;
    std::size_t length = 0;
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        if (lead == 0xE0)
            low = 0xA0;
        if (lead == 0xED)
            high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        if (lead == 0xF0)
            low = 0x90;
        if (lead == 0xF4)
            high = 0x8F;
    } else {
        return 0;
    }
    if (text.size() < length || byte(1) < low || byte(1) > high)
        return 0;
    for (std::size_t i = 2; i < length; ++i)
        if (byte(i) < 0x80 || byte(i) > 0xBF)
            return 0;
    return length;
}

/// Decodes a valid sequence.
char32_t codePoint(std::string_view sequence) {
    const auto lead = static_cast<unsigned char>(sequence[0]);
    if (sequence.size() == 1)
        return lead;
    char32_t point = lead & (0x7FU >> sequence.size());
    for (const char next : sequence.substr(1))
        point = point << 6 | (static_cast<unsigned char>(next) & 0x3FU);
    return point;
}

struct Range {
    char32_t first, last;
};

/// Control characters except tab and line feed, and format characters that disguise the content of a line:
/// bidirectional controls (Unicode's Bidi_Control), line and paragraph separators, byte order marks,
/// interlinear annotations and tags. Sorted by code point.
constexpr std::array kUnsafe{
    Range{0x00, 0x08},     Range{0x0B, 0x1F},       Range{0x7F, 0x9F},     Range{0x061C, 0x061C},
    Range{0x200E, 0x200F}, Range{0x2028, 0x202E},   Range{0x2066, 0x2069}, Range{0xFEFF, 0xFEFF},
    Range{0xFFF9, 0xFFFB}, Range{0xE0000, 0xE007F},
};

bool isUnsafe(char32_t point) {
    const auto after =
        std::upper_bound(kUnsafe.begin(), kUnsafe.end(), point,
                         [](char32_t value, const Range &range) { return value < range.first; });
    return after != kUnsafe.begin() && point <= std::prev(after)->last;
}

/// XML 1.0 (2.2) allows neither U+FFFE nor U+FFFF; control characters were removed before.
void replaceNonCharacters(std::string &text) {
    for (const std::string_view bad : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
        for (std::size_t at = 0; (at = text.find(bad, at)) != std::string::npos;)
            text.replace(at, bad.size(), kReplacement);
}

} // namespace

std::string HostText::plain(std::size_t maxBytes) const {
    std::string_view text = m_bytes;
    if (text.size() <= maxBytes && isPlainAscii(text)) // nearly always
        return std::string(text);
    std::string out;
    out.reserve(text.size() < maxBytes ? text.size() : maxBytes);
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        const bool bad = length == 0 || isUnsafe(codePoint(text.substr(0, length)));
        const std::string_view piece = bad ? kReplacement : text.substr(0, length);
        if (out.size() + piece.size() > maxBytes) {
            out += kEllipsis;
            break;
        }
        out += piece;
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

std::string HostText::line(std::size_t maxBytes) const {
    std::string text = plain(maxBytes);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
    return text;
}

std::string HostText::markup(std::size_t maxBytes) const {
    std::string text = plain(maxBytes);
    if (!isPlainAscii(text))
        replaceNonCharacters(text);
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string HostText::csv(std::size_t maxBytes) const {
    std::string field = plain(maxBytes);
    if (!field.empty() && std::string_view("=+-@\t").find(field.front()) != std::string_view::npos)
        field.insert(field.begin(), '\'');
    if (field.find_first_of(",\"\n") == std::string::npos)
        return field;
    std::string quoted = "\"";
    for (const char c : field)
        quoted += c == '"' ? std::string_view("\"\"") : std::string_view(&c, 1);
    return quoted + "\"";
}

std::string HostText::markdown(std::size_t maxBytes) const {
    std::string out;
    for (const char c : line(maxBytes)) {
        if (std::string_view("|\\`*_<>[]~&").find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

} // namespace fabricscope
