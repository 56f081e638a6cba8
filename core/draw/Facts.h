// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"

#include <string>
#include <vector>

namespace fabricscope::draw {

/// A short fact of a header, and its weight.
struct Fact {
    std::string text;
    int weight = 0;
};

/// "64 CPUs · 4 GPU · …", and for the tooltip all of them; empty if all are shown.
struct FittedFacts {
    std::string text, whole;
};

/// As many whole facts as fit, in their order; those with the least weight are dropped first, marked by "…".
/// A number is never truncated.
[[nodiscard]] FittedFacts fittingFacts(Sketch &sketch, std::vector<Fact> facts, const TextStyle &style,
                                       double room);

} // namespace fabricscope::draw
