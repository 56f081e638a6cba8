// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/LineSecrets.h"
#include "core/base/secrets/LineSource.h"
#include "core/base/secrets/PrivateKeys.h"
#include "core/base/secrets/ValuesBeforeNames.h"
#include "core/bench/command/SecretScan.h"
#include "core/bench/command/ValueMatcher.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// Replaces secrets in a stream that may be cut at any place: those values (ValueMatcher), and secrets
/// recognized in a line. Only text that may still become a secret is held back: at most kMaxHeld bytes of a
/// line, half of it with twice the length of a value for a value with what interrupts it, and the lines of
/// ValuesBeforeNames.
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
    [[nodiscard]] bool isOfKey(bool isWhole);
    [[nodiscard]] std::string given(bool isWhole);
    void shorten();
    [[nodiscard]] SecretScan scanned(bool isWhole) const;

    std::shared_ptr<const ValueMatcher> m_values;
    std::string m_held;          ///< possibly the beginning of a value
    std::size_t m_passed = 0;    ///< number of its bytes already passed on
    char m_before = ' ';         ///< the character before it
    std::string m_line;          ///< the current, unfinished line
    bool m_isOverlong = false;   ///< a secret too long to be held continues
    std::size_t m_given = 0;     ///< number of bytes of its result already returned
    LineSecrets m_named;         ///< of the lines before
    ValuesBeforeNames m_unnamed; ///< in the result
    PrivateKeys m_keys;          ///< those that continue in the lines that follow
    /// Of the unfinished line: whether it continues one of them is decided once it is whole or long.
    enum class LineKind : unsigned char { Undecided, Plain, Key } m_lineKind = LineKind::Undecided;
    PrivateKeys::Line m_keyLine; ///< which, and where in the line
    LineSource m_source;         ///< of a line in which a key continues or ends
    bool m_isKeyOpen = false;    ///< in this line so far, a private key begins and continues
    bool m_isKeyGiven = false;   ///< its replacement in this line was already returned
};

} // namespace fabricscope::bench
