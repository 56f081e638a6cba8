// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <utility>
#include <vector>

namespace fabricscope::topology {

/// GPUs for data centers whose memory is larger than the window (BAR) in which other devices reach it:
/// Resizable BAR or Above 4G Decoding is off.
[[nodiscard]] std::vector<std::pair<NodeId, findings::Finding>> barFindings(const Topology &topology);

} // namespace fabricscope::topology
