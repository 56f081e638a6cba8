// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/layout/scene/TopologyOptions.h"
#include "core/topology/Topology.h"

namespace fabricscope::layout {

/// The Topology screen of one host: NUMA bands, in each the root ports as columns, below them switch boxes
/// with their device boxes (widgets/VISUAL-LANGUAGE.md, section 2). Any machine gives a readable picture.
/// Pure.
[[nodiscard]] draw::DisplayList layoutTopology(const topology::Topology &topology,
                                               const TopologyOptions &options = {});

} // namespace fabricscope::layout
