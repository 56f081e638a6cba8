// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Pseudonyms.h"
#include "core/capture/RedactForms.h"
#include "core/capture/redact/SectionRules.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fabricscope::capture {

/// Goes through a text once. What has a form (RedactForms.h) gets a stand-in of that form, so do the words
/// that it was given (host names, users, serials), also where the section's rule would allow them, but for
/// the words that such a section is written with. Of the rest, what the rule allows stays, PCI addresses
/// among it, and everything else is replaced.
class RedactScan {
public:
    explicit RedactScan(const Pseudonyms &pseudonyms) : m_pseudonyms(pseudonyms), m_forms(pseudonyms) {}

    /// A word to replace wherever it is alone, in any case of letters. Longer words win.
    void addWord(std::string_view word, std::string replacement);
    /// A name that numbers and tables look like, "4711", "x16": replaced where a name is only
    /// (redact/NamePlaces.h).
    void addNumberlike(std::string_view name, std::string replacement);
    /// `given` (sorted, not overlapping) is replaced as it says, the rest by form, words and the rule.
    [[nodiscard]] std::string operator()(std::string_view text, const SectionRule &rule,
                                         const std::vector<Replacement> &given = {}) const;

private:
    struct Pass; ///< one text on its way

    void token(Pass &pass, std::size_t end) const;
    [[nodiscard]] bool containsKnownName(std::string_view text, std::string_view whole,
                                         const SectionRule &rule) const;
    void piece(Pass &pass, std::size_t begin, std::size_t end) const;
    [[nodiscard]] Replacement word(std::string_view text, std::size_t at, const SectionRule &rule) const;
    [[nodiscard]] const std::string *numberlike(std::string_view text, std::string_view whole,
                                                const SectionRule &rule) const;

    const Pseudonyms &m_pseudonyms;
    RedactForms m_forms;
    std::unordered_map<std::string, std::string> m_words;      ///< in lower case -> replacement
    std::unordered_map<std::string, std::string> m_numberlike; ///< likewise
    /// By their first letter the lengths that there are, the longest first: a hostile text brings many words.
    std::map<char, std::set<std::size_t, std::greater<>>> m_lengths;
};

} // namespace fabricscope::capture
