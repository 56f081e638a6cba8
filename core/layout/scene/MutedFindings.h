// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <set>
#include <string>
#include <utility>

namespace fabricscope::layout {

/// Accepted findings of a host: the node and the rule of each.
using MutedFindings = std::set<std::pair<topology::NodeId, std::string>>;

} // namespace fabricscope::layout
