// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/AffinityRoute.h"
#include "core/layout/TextColumn.h"
#include "core/topology/HardwarePath.h"

#include <string>

namespace fabricscope::layout {

/// The route as boxes with their links between them; GPUs and NICs by the judgement's names. `loud`: it is
/// one that should not be.
void paintHops(TextColumn &column, const topology::Topology &topology, const topology::HardwarePath &path,
               const AffinityTable &table, bool loud);
/// "4 links over two host bridges, 63.0 GB/s one way".
[[nodiscard]] std::string hopsText(const topology::HardwarePath &path);

} // namespace fabricscope::layout
