// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fabricscope {

/// "/usr/bin/mysqldump" is mysqldump.
[[nodiscard]] std::string_view programName(std::string_view word);

/// How far the words of a command whose argument is a secret were read: `aws configure set NAME SECRET`.
class PositionalSecrets {
public:
    void add(std::string_view word);
    /// The next word that is no option is a secret.
    [[nodiscard]] bool isNext() const { return m_isNext && !m_isOptionValue; }
    /// Whether it is a program of the table.
    [[nodiscard]] static bool isProgram(std::string_view word);
    /// Whether it is also a word of sentences: only where a command begins it is the program.
    [[nodiscard]] static bool isPlainWord(std::string_view word) { return word == "net"; }

private:
    void addOption(std::string_view word);
    [[nodiscard]] bool isHtpasswdNext(std::string_view name);

    static constexpr std::size_t kMostRows = 32;
    std::array<std::uint8_t, kMostRows> m_seen{}; ///< words of each row
    bool m_isNext = false;
    bool m_isOptionValue = false;    ///< the next word belongs to an option
    std::uint8_t m_htpasswdLeft = 0; ///< words up to the password of `htpasswd`, with it; 0: not known
    bool m_isHtpasswdBatch = false;  ///< its -b was seen
};

} // namespace fabricscope
