// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/TextColumn.h"
#include "core/layout/affinity/AffinityRoute.h"
#include "core/topology/HardwarePath.h"

#include <optional>
#include <string>
#include <utility>

namespace fabricscope::layout {

/// A device of a VM at one end of a path through its hypervisor's hardware.
struct GuestEnd {
    std::string name;         ///< as the guest calls it: "GPU2"
    std::string address;      ///< in the guest
    std::string onHypervisor; ///< the address there
};

struct Hops {
    const topology::Topology &topology;
    const topology::HardwarePath &path; ///< in `topology`
    bool highlighted = false;           ///< it is one that should not be
    /// Both ends, if `topology` is that of the judged host's hypervisor: nothing in it is an area
    /// then.
    std::optional<std::pair<GuestEnd, GuestEnd>> guest = std::nullopt;
};

/// The route as boxes with their links between them; GPUs and NICs by the judgement's names.
void paintHops(draw::TextColumn &column, const Hops &hops, const present::AffinityTable &table);
/// "4 links over two host bridges, 63.0 GB/s one way".
[[nodiscard]] std::string hopsText(const topology::HardwarePath &path);

} // namespace fabricscope::layout
