// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/AffinityMatrix.h"

#include <string>

namespace fabricscope::layout {

struct AffinityRouteOptions {
    double width = 304;
    /// For the way from hop to hop; nullptr where an NCCL file is all there is.
    const topology::Topology *topology = nullptr;
    const topology::HardwarePaths *paths = nullptr; ///< of `topology`
    MeasureText measure = approximateTextWidth;
};

struct AffinityRoute {
    DisplayList list;   ///< areas are nodes of the topology, by their NodeId
    std::string title;  ///< "GPU2 to ionic_3"
    std::string spoken; ///< all of it as lines of text
};

/// One cell of a matrix in full: the way from device to device with the rate of each link and the narrowest
/// one, what is best instead, physical bandwidths, and apart from them what the library figures. Pure.
[[nodiscard]] AffinityRoute layoutAffinityRoute(const AffinityTable &table, const AffinityId &cell,
                                                const AffinityRouteOptions &options);

} // namespace fabricscope::layout
