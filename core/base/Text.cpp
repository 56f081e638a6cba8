// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace fabricscope {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

// Length of the valid UTF-8 sequence at the front (Unicode 15, table 3-7), 0 where there is none.
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

bool isHarmful(std::string_view sequence) {
    const auto lead = static_cast<unsigned char>(sequence[0]);
    if (sequence.size() == 1)
        return (lead < 0x20 && lead != '\t' && lead != '\n') || lead == 0x7F;
    if (sequence.size() == 2) // C1 controls, U+0080 to U+009F
        return lead == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
    // Bidirectional controls U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069: they can make a line
    // read otherwise than it is.
    if (sequence.size() == 3 && lead == 0xE2) {
        const auto second = static_cast<unsigned char>(sequence[1]);
        const auto third = static_cast<unsigned char>(sequence[2]);
        return (second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xAA && third <= 0xAE))) ||
               (second == 0x81 && third >= 0xA6 && third <= 0xA9);
    }
    return false;
}

} // namespace

bool isPlainAscii(std::string_view text) {
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    const auto badIn = [&](std::size_t at) { // of eight at once
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, text.data() + at, kWord);
        // A high bit comes of a byte that has it, of one below ' ', and of 0x7F.
        return (bytes | (bytes - kOnes * ' ') | (bytes + kOnes)) & kHighBits;
    };
    if (text.size() < kWord)
        return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
    std::uint64_t bad = badIn(text.size() - kWord); // and before that, which may overlap
    for (std::size_t at = 0; at + kWord < text.size(); at += kWord)
        bad |= badIn(at);
    return bad == 0;
}

std::string sanitized(std::string_view text, std::size_t maxBytes) {
    if (text.size() <= maxBytes && isPlainAscii(text)) // nearly always
        return std::string(text);
    std::string out;
    out.reserve(text.size() < maxBytes ? text.size() : maxBytes);
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        const bool bad = length == 0 || isHarmful(text.substr(0, length));
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

std::string_view trimmed(std::string_view text) {
    const auto isBlank = [](char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string_view takeUntil(std::string_view &rest, char separator) {
    const auto at = rest.find(separator);
    const std::string_view piece = rest.substr(0, at);
    rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + 1);
    return piece;
}

} // namespace fabricscope
