// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/affinity/AffinityMatrix.h"

#include <cstdint>
#include <functional>
#include <string>

namespace fabricscope::layout {

/// A machine's hardware, for paths hop by hop.
struct RouteMachine {
    const topology::Topology *topology = nullptr;
    const topology::HardwarePaths *paths = nullptr; ///< of `topology`
};

struct AffinityRouteOptions {
    double width = 304;
    RouteMachine host;       ///< empty if there is only an NCCL file
    RouteMachine hypervisor; ///< of a VM: its hardware shows the path where the VM shows none
    draw::MeasureText measure = draw::approximateTextWidth;
    bool isMeasurable = false; ///< "Measure this pair" is offered next to it
    /// "22 Nov 18:04" for a Unix time in ms; unset: measurement times are omitted.
    std::function<std::string(std::int64_t)> timeText = {};
    std::int64_t readMs = 0; ///< when the host was last read, Unix time; 0: unknown
};

struct AffinityRoute {
    draw::DisplayList list;     ///< areas are nodes of the host's topology, by their NodeId
    std::string title;          ///< "GPU2 to ionic_3"
    std::string accessibleText; ///< all of it as lines of text
};

/// One cell of a matrix in full: the path from device to device with the rate of each link and the narrowest
/// one, the best alternative, physical bandwidths, and separately what the library computes. Pure.
[[nodiscard]] AffinityRoute layoutAffinityRoute(const present::AffinityTable &table, const AffinityId &cell,
                                                const AffinityRouteOptions &options);

} // namespace fabricscope::layout
