// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/TextMatch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// One query language for everything that can be searched: hosts, devices, findings and actions. Pure
/// functions over values; the words of the language are tables in Keywords.cpp.
namespace fabricscope::search {

struct QueryKeyword;
struct StateKeyword;

/// The value after the colon, as parsed by its keyword; or a search text.
struct Value {
    std::string text;                      ///< lowered()
    std::optional<PartialAddress> address; ///< of a piece of text that could be one
    std::int64_t number = 0;
    std::uint32_t kinds = 0;             ///< a bit a topology::NodeKind
    const StateKeyword *state = nullptr; ///< of a piece of text: its state (Synonyms.h)
};

/// One condition of a query.
struct Term {
    const QueryKeyword *word = nullptr; ///< nullptr: text, anywhere in the names of an item
    Value value;
    bool negated = false;
};

/// Terms are joined by "and". Bounded: the excess is omitted and reported.
struct Query {
    static constexpr std::size_t kMaxBytes = 256;
    static constexpr std::size_t kMaxTerms = 16;

    std::vector<Term> terms;
    /// What could not be understood, as sentences. Such a query finds nothing: ignoring a condition
    /// would give a wrong answer.
    std::vector<std::string> errors;

    [[nodiscard]] bool isEmpty() const { return terms.empty() && errors.empty(); }
};

/// Words are separated by blanks; "in quotes" they stay together and are always text; -word is
/// "not". The text before a colon is a word of the table (`group:41`), a part of an address or of
/// vendor:device (`46:00.0`), or else text (`ssh://gpu-07`). Common phrases for a state (`slow link`)
/// are one search text. Letter case does not matter (ASCII). Accepts any bytes.
[[nodiscard]] Query parse(std::string_view text);

} // namespace fabricscope::search
