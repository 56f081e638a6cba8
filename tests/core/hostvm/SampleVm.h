// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/generate/GuestFabric.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fabricscope::samples {

/// The devices below one switch of a server.
struct SwitchPlan {
    int gpus = 1, nics = 1;
};

/// A server, and a VM on flat buses with all its GPUs and NICs passed through, in another order.
struct VmPlan {
    std::vector<SwitchPlan> switches = {{}, {}, {}, {}}; ///< half of them below each of two sockets
    bool amd = true;
    std::uint32_t seed = 0;       ///< for the order in the guest; 0: as on the host
    bool guestReportsNuma = true; ///< otherwise -1, as often with Cloud Hypervisor
    int guestNodes = 2;
    bool hostBridges = true; ///< the guest has a device 00 on each bus
};

struct SampleVm {
    std::shared_ptr<const topology::Topology> server, guest;
    hostvm::GuestMapping guestMapping; ///< set directly, not computed
    /// For the guest: the NICs below the same switch as each GPU, by address.
    std::map<pci::Address, std::set<pci::Address>> truth;

    [[nodiscard]] hostvm::GuestOnHost sides() const { return {*guest, server.get(), guestMapping}; }
};
[[nodiscard]] SampleVm sampleVm(const VmPlan &plan);

} // namespace fabricscope::samples
