// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>

namespace fabricscope::nccl::log {

/// Parses a whole number at the beginning of the text, skipping blanks. Without the standard library, since a
/// log has millions of them.
inline std::optional<int> takeNumber(std::string_view &text) {
    const char *at = text.data();
    const char *const end = at + text.size();
    while (at != end && *at == ' ')
        ++at;
    const bool negative = at != end && *at == '-';
    at += negative ? 1 : 0;
    const char *const begin = at;
    int value = 0;
    for (; at != end && *at >= '0' && *at <= '9' && at - begin < 9; ++at)
        value = value * 10 + (*at - '0');
    if (at == begin || (at != end && *at >= '0' && *at <= '9'))
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(at - text.data()));
    return negative ? -value : value;
}

/// `expected` is a literal, so that its length is known at compile time.
template<std::size_t Size> bool takeText(std::string_view &text, const char (&expected)[Size]) {
    if (text.size() < Size - 1 || std::memcmp(text.data(), expected, Size - 1) != 0)
        return false;
    text.remove_prefix(Size - 1);
    return true;
}

/// "9[1]", "9[1a000]": the rank, without its device.
inline std::optional<int> takeRank(std::string_view &text) {
    const auto rank = takeNumber(text);
    if (rank && text.starts_with('['))
        text.remove_prefix(std::min(text.find(']'), text.size() - 1) + 1);
    return rank;
}

} // namespace fabricscope::nccl::log
