// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/Keywords.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace fabricscope::search {

/// A common phrase for a state whose keyword the user may not know. Items with such a name are found, too.
struct Synonym {
    std::string_view phrase; ///< lower case, single blanks
    std::string_view state;  ///< a StateKeyword's name
};
/// A line each, in Synonyms.cpp.
[[nodiscard]] std::span<const Synonym> synonyms();

struct StateMatch {
    const StateKeyword *state = nullptr; ///< nullptr: none matches
    std::size_t words = 0;               ///< number of words consumed
};
/// The longest phrase that `words` (lower case) begin with.
[[nodiscard]] StateMatch matchState(std::span<const std::string_view> words);

} // namespace fabricscope::search
