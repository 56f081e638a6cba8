// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Severity.h"

#include <span>
#include <string_view>
#include <vector>

namespace fabricscope::findings {

/// One row of the table of rules: all texts of one kind of finding. The texts are templates, which the
/// functions in Finding.h fill with the arguments of a finding:
///
///     {name}            the argument of this name; {device} and {host} are the finding's own
///     [ ... ]           left out where an argument inside is absent
///     {?name} {!name}   nothing; inside [ ] they require that the argument is present, or absent
///     {name:one|many}   the first text where the argument is "1", else the second
///     {{ }} [[ ]]       the character itself
///
/// Sentence, cost and remedy are left out entirely if an argument outside of [ ] is absent.
struct Rule {
    std::string_view id;                ///< "link.narrow": stable, used in JSON
    Severity severity = Severity::Note; ///< the default; code that creates the finding may override it
    std::string_view title;             ///< the state, a clause without a full stop
    std::string_view sentence = {};     ///< what follows from it, with full stops; may be empty
    std::string_view cost = {};         ///< what it costs, a clause without a full stop; may be empty
    std::string_view remedy = {};       ///< what to do, a clause without a full stop; may be empty
    std::string_view source;       ///< where the rule comes from: a specification, a kernel document, code
    std::string_view variant = {}; ///< rows with the same id but different texts; the first has none
};

/// All rows, by area, in table order.
[[nodiscard]] std::span<const Rule *const> allRules();
/// nullptr where there is none.
[[nodiscard]] const Rule *findRule(std::string_view id, std::string_view variant = {});

} // namespace fabricscope::findings
