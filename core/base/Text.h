// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope {

/// Whether all bytes are printable ASCII characters or blanks: HostText leaves such text unchanged.
[[nodiscard]] bool isPlainAscii(std::string_view text);

[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The whole text as a number in this base, with nothing before or after it. A leading "0x" is accepted in
/// base 16. Out of range or not a number: std::nullopt.
template<class Integer>
[[nodiscard]] std::optional<Integer> parseInteger(std::string_view text, int base = 10) {
    if (base == 16 && text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text.remove_prefix(2);
    Integer value{};
    const char *end = text.data() + text.size();
    auto [rest, error] = std::from_chars(text.data(), end, value, base);
    if (error != std::errc{} || rest != end || text.empty())
        return std::nullopt;
    return value;
}

/// Removes and returns the text up to `separator` from the front of `rest`, and removes the separator; the
/// whole rest if there is none.
[[nodiscard]] std::string_view takeUntil(std::string_view &rest, char separator);

} // namespace fabricscope
