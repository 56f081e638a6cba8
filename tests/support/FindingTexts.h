// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

#include <span>
#include <string>
#include <vector>

namespace fabricscope::topology {
class Topology;
}

namespace fabricscope::test {

/// Of all nodes.
[[nodiscard]] std::vector<findings::Finding> findingsOf(const topology::Topology &topology);

/// The report or JSON document with the texts of these findings replaced by the rule, the kind of text, the
/// device and the arguments: "<link.narrow titleWithCost GPU5 lanes=8 possible_lanes=16>". A golden file then
/// holds what a finding means, and a reworded rule does not change it. Texts may be wrapped over lines.
[[nodiscard]] std::string withRules(std::string document, std::span<const findings::Finding> findings);

} // namespace fabricscope::test
