// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/redact/Pseudonyms.h"
#include "core/capture/redact/RedactForms.h"
#include "core/capture/redact/SectionRules.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fabricscope::capture {

/// Scans a text once. Data with a known form (RedactForms.h) gets a replacement of that form, and so do the
/// added words (host names, users, serials), even if the section's rule would allow them, except for words
/// that are part of the section's grammar. An added word has one replacement wherever it is, also where its
/// place or its form would give another. Of the rest, what the rule allows is kept, including PCI
/// addresses, and everything else is replaced.
class RedactScan {
public:
    explicit RedactScan(const Pseudonyms &pseudonyms) : m_pseudonyms(pseudonyms), m_forms(pseudonyms) {}

    /// What stands for a word. Whether it is in capitals or small letters where the word is.
    struct Word {
        std::string replacement;
        bool followsCase = false;
    };

    /// A word to replace wherever it stands alone; case is ignored. Longer words take precedence.
    void addWord(std::string_view word, Word replacement);
    /// A name that looks like a number or table entry, "4711", "x16": replaced only at positions of names
    /// (redact/NamePlaces.h).
    void addNumberlike(std::string_view name, std::string replacement);
    /// The name of a product: its words stay wherever they are, unless they are known names.
    void addProduct(std::string_view name);
    /// Replaces `given` (sorted, not overlapping) as specified, and the rest by form, words and the rule.
    [[nodiscard]] std::string operator()(std::string_view text, const SectionRule &rule,
                                         const std::vector<Replacement> &given = {}) const;

private:
    struct Pass; ///< state of one scan

    /// nullptr if it was not added.
    [[nodiscard]] const Word *added(std::string_view word) const;
    /// What stands for an added word as it is written here; empty if it was not added.
    [[nodiscard]] std::string replacementOf(std::string_view word) const;
    [[nodiscard]] std::string placed(std::string_view value, const Replacement &given,
                                     const SectionRule &rule) const;
    void token(Pass &pass, std::size_t end) const;
    [[nodiscard]] bool containsKnownName(std::string_view text, std::string_view whole,
                                         const SectionRule &rule) const;
    void piece(Pass &pass, std::size_t begin, std::size_t end) const;
    [[nodiscard]] Replacement word(std::string_view text, std::size_t at, const SectionRule &rule) const;
    [[nodiscard]] const std::string *numberlike(std::string_view text, std::string_view whole,
                                                const SectionRule &rule) const;

    const Pseudonyms &m_pseudonyms;
    RedactForms m_forms;
    std::unordered_map<std::string, Word> m_words;             ///< in lower case -> replacement
    std::unordered_map<std::string, std::string> m_numberlike; ///< likewise
    std::set<std::string, std::less<>> m_products;             ///< words of products
    /// The lengths of words by first letter, the longest first: a hostile text brings many words.
    std::map<char, std::set<std::size_t, std::greater<>>> m_lengths;
};

} // namespace fabricscope::capture
