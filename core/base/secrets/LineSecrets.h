// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/LineSource.h"
#include "core/base/secrets/NamedSecrets.h"
#include "core/base/secrets/OpenValues.h"
#include "core/base/secrets/ValueForms.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope {

/// The secrets of a text whose name is in another place or line, or in a form of a language: NamedSecrets,
/// OpenValues and ValueForms. Lines of several ranks or hosts, told apart by their prefixes, may be mixed. A
/// line at a time, in time linear in it and bounded memory.
class LineSecrets {
public:
    LineSecrets(NamedSecrets::IsSecret secret, NamedSecrets::IsHarmless harmless)
        : m_rules{secret, harmless}, m_plain(m_rules) {}

    /// In this line, or its beginning. The spans are in order and do not overlap.
    [[nodiscard]] NamedSecrets::Found in(std::string_view line) const;
    /// In this line, which is complete.
    [[nodiscard]] std::vector<SecretSpan> inWhole(std::string_view line) const;
    /// Call once for each line, after in().
    void add(std::string_view line);

private:
    /// What the lines of a source leave open.
    struct Source {
        explicit Source(const SecretRules &rules) : named(rules.isSecret, rules.isHarmless), open(rules) {}
        [[nodiscard]] bool isOpen() const { return named.isOpen() || open.isOpen(); }
        void add(std::string_view text) {
            named.add(text);
            open.add(text);
        }
        NamedSecrets named;
        OpenValues open;
        std::uint64_t line = 0; ///< its last
    };
    using Sources = std::map<std::string, Source, std::less<>>;
    /// Which source a line continues, and where its text begins.
    struct Continued {
        const Source *source = nullptr;
        std::size_t begin = 0;
        std::string key; ///< empty: m_plain
    };
    /// Whether this whole line has no secret, announces none and continues none.
    [[nodiscard]] bool isPlain(std::string_view line) const;
    [[nodiscard]] Continued continuedBy(const LineSource &prefix) const;
    void addTo(const std::string &key, std::string_view text);
    void forgetOldest();

    SecretRules m_rules;
    Source m_plain; ///< of lines without a prefix
    /// m_plain is open by a line whose first word may be a prefix: a line with such a word does not continue
    /// it.
    bool m_isPlainOfWord = false;
    Sources m_sources;  ///< of the others, those that are open
    std::string m_last; ///< the key of the line before if it had a time only
    std::uint64_t m_lines = 0;
    std::uint64_t m_lastOpen = 0; ///< the last line of m_sources
};

} // namespace fabricscope
