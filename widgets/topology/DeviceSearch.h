// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/topology/Topology.h"

#include <string>
#include <vector>

namespace fabricscope::widgets {

/// The nodes matching a search text, in the order of the topology, in the language of core/search. An empty
/// text finds nothing, and neither does one with an unknown word.
[[nodiscard]] std::vector<topology::NodeId> findDevices(const topology::Topology &topology,
                                                        const std::string &text,
                                                        const affinity::Judgement *judgement = nullptr);

} // namespace fabricscope::widgets
