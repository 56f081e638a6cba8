// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace fabricscope::formats {

/// memcmp() == 0 for the short texts that listings repeat (a BDF, a file's name), without a call.
[[nodiscard]] inline bool sameBytes(const char *a, const char *b, std::size_t size) {
    const auto word = [](const char *at) {
        std::uint64_t value = 0;
        std::memcpy(&value, at, sizeof value);
        return value;
    };
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    if (size < kWord) {
        for (std::size_t i = 0; i < size; ++i)
            if (a[i] != b[i])
                return false;
        return true;
    }
    for (std::size_t i = 0; i + kWord < size; i += kWord)
        if (word(a + i) != word(b + i))
            return false;
    return word(a + size - kWord) == word(b + size - kWord); // the last word may overlap
}

[[nodiscard]] inline bool startsWith(std::string_view text, std::string_view beginning) {
    return text.size() >= beginning.size() && sameBytes(text.data(), beginning.data(), beginning.size());
}

} // namespace fabricscope::formats
