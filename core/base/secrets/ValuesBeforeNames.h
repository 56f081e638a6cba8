// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/NamedSecrets.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace fabricscope {

/// Replaces "value: X" in one of the lines before "name: HF_TOKEN" of the same object, also in JSON and as
/// <value>X</value>. Takes a stream that may be cut at any place; holds back only a line that begins with
/// such a value, and up to kMostLines lines behind it. To be applied behind NamedSecrets: values that are
/// hidden already are not held. A value in the line of its name: NamedSecrets.
class ValuesBeforeNames {
public:
    ValuesBeforeNames(NamedSecrets::IsSecret secret, NamedSecrets::IsHarmless harmless,
                      std::string_view placeholder)
        : m_isSecret(secret), m_isHarmless(harmless), m_placeholder(placeholder) {}
    [[nodiscard]] std::string feed(std::string_view bytes);
    /// What was held back.
    [[nodiscard]] std::string finish();

    static constexpr int kMostLines = 8;
    static constexpr std::size_t kMaxHeld = std::size_t{16} << 10;

private:
    void addPart(std::string_view part, std::string &out);
    void endLine(std::string &out);
    [[nodiscard]] bool holds(std::string_view line, std::string &out);
    [[nodiscard]] bool beginsHolding(std::string_view line);
    void notePassed(std::string_view line);
    void release(std::string &out);
    [[nodiscard]] bool isHidden(std::string_view value) const;

    NamedSecrets::IsSecret m_isSecret;
    NamedSecrets::IsHarmless m_isHarmless;
    std::string_view m_placeholder;
    std::string m_line;       ///< the unfinished line; of one that was passed on its beginning
    bool m_isPassed = false;  ///< this line was passed on so far
    bool m_isNamed = false;   ///< the next value of the object belongs to a name in front of it
    std::string m_held;       ///< whole lines that wait for a name
    SecretSpan m_value;       ///< in them
    std::size_t m_column = 0; ///< of its key in YAML
    int m_heldLines = 0;
    bool m_isLineHeld = false; ///< the last whole line is in m_held, and so is what ends it
};

} // namespace fabricscope
