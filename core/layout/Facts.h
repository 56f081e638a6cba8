// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/Sketch.h"

#include <string>
#include <vector>

namespace fabricscope::layout {

/// A few words of a header, and how much they matter.
struct Fact {
    std::string text;
    int weight = 0;
};

/// "64 CPUs · 4 GPU · …", and for whoever points there all of them; empty where all are there.
struct FittedFacts {
    std::string text, whole;
};

/// As many whole facts as fit, in their order; those that weigh least go first, and "…" says that they did. A
/// number is never cut.
[[nodiscard]] FittedFacts fittingFacts(Sketch &sketch, std::vector<Fact> facts, const TextStyle &style,
                                       double room);

} // namespace fabricscope::layout
