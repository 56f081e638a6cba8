// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Severity.h"

#include <span>
#include <string_view>
#include <vector>

namespace fabricscope::findings {

/// One row of the table of rules: all that is written about a kind of finding. The texts are templates, which
/// Finding.h's functions fill with the arguments of a finding:
///
///     {name}            the argument of this name; {device} and {host} are the finding's own
///     [ ... ]           left out where an argument inside is absent
///     {?name} {!name}   nothing; inside [ ] they ask that the argument is present, or absent
///     {name:one|many}   the first text where the argument is "1", else the second
///     {{ }} [[ ]]       the character itself
///
/// Sentence, cost and remedy are left out whole where an argument outside of [ ] is absent.
struct Rule {
    std::string_view id;                ///< "link.narrow": stable, JSON has it
    Severity severity = Severity::Note; ///< by default; a maker may know better
    std::string_view title;             ///< what is so, a clause without a full stop
    std::string_view sentence = {};     ///< what follows from it, with full stops; may be empty
    std::string_view cost = {};         ///< what is lost by it, a clause without a full stop; may be empty
    std::string_view remedy = {};       ///< what to do, a clause without a full stop; may be empty
    std::string_view source;            ///< where the rule is from: a specification, a kernel document, code
    std::string_view variant = {};      ///< rows of one id that read differently; the first has none
};

/// All rows, by area, in the order in which they are written.
[[nodiscard]] std::span<const Rule *const> allRules();
/// nullptr where there is none.
[[nodiscard]] const Rule *findRule(std::string_view id, std::string_view variant = {});

} // namespace fabricscope::findings
