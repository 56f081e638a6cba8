// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Parents.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricscope::topology {

/// pciDDDD:BB, at the top or below an endpoint (VMD).
struct RootBus {
    std::uint32_t domain = 0;
    std::uint8_t bus = 0;
    std::uint32_t below = Parents::kNone; ///< position of the endpoint
    std::vector<std::uint32_t> members;   ///< positions on this bus
    /// That of most of its functions; if none reports one, that of the first function below them.
    std::optional<int> numa;
};

/// In order of domain and bus.
[[nodiscard]] std::vector<RootBus> rootBusesOf(const host::Host &host, const Parents &parents);

/// The node reported by the kernel; if that is -1, the node whose CPUs are exactly the function's local CPUs.
/// On a host with one node this says nothing, since all CPUs are local to everything.
[[nodiscard]] std::optional<int> numaOf(const host::Host &host, const host::PciFunction &function);

} // namespace fabricscope::topology
