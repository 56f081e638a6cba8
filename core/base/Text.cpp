// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace fabricscope {

bool isPlainAscii(std::string_view text) {
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    const auto badIn = [&](std::size_t at) { // of eight at once
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, text.data() + at, kWord);
        // The high bit is set by bytes that have it, by bytes below ' ', and by 0x7F.
        return (bytes | (bytes - kOnes * ' ') | (bytes + kOnes)) & kHighBits;
    };
    if (text.size() < kWord)
        return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
    std::uint64_t bad = badIn(text.size() - kWord); // and before that, which may overlap
    for (std::size_t at = 0; at + kWord < text.size(); at += kWord)
        bad |= badIn(at);
    return bad == 0;
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
