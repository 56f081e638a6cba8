// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/SecretShapes.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// Replaces secrets in a stream that may be cut at any place: those values, and secrets recognized in a line.
/// Only text that may still become a secret is held back: at most kMaxHeld bytes of a line, plus the length
/// of one of the values.
class SecretFilter {
public:
    explicit SecretFilter(std::vector<std::string> values = {});
    [[nodiscard]] std::string feed(std::string_view bytes);
    /// Returns what was held back, at the end of the stream.
    [[nodiscard]] std::string finish();
    /// Filters a whole text.
    [[nodiscard]] std::string all(std::string_view text) const;

    static constexpr std::size_t kMaxHeld = std::size_t{16} << 10;

private:
    [[nodiscard]] std::string withoutValues(bool isEnd);
    [[nodiscard]] std::string lines(std::string_view bytes, bool isEnd);
    [[nodiscard]] std::string plainLine(bool isWhole);
    [[nodiscard]] std::string keyLine(bool isWhole);
    [[nodiscard]] std::string given(bool isWhole);
    void shorten();

    std::vector<std::string> m_values; ///< the longest first
    std::string m_held;                ///< possibly the beginning of a value
    char m_before = ' ';               ///< the character before it
    std::string m_line;                ///< the current, unfinished line
    bool m_isOverlong = false;         ///< a secret too long to be held continues
    std::size_t m_given = 0;           ///< number of bytes of its result already returned
    KeyLines m_key;                    ///< a private key continues in this line
    bool m_isKeyOpen = false;          ///< in this line so far, a private key begins and continues
    bool m_isKeyGiven = false;         ///< its replacement in this line was already returned
};

} // namespace fabricscope::bench
