// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::host {

/// One port of one NIC with all its names. Unknown ones are absent.
struct NicEntry {
    Address address;
    Fact<std::string> netdev;                   ///< "ens11np0"
    Fact<std::string> rdma;                     ///< "mlx5_0"
    std::optional<int> rdmaPort;                ///< of the RDMA device, from 1
    Fact<int> port;                             ///< port of the card as the driver numbers it, from 0
    std::optional<Address> physical;            ///< it is a virtual function of this one
    std::optional<std::uint32_t> virtualNumber; ///< its N in virtfnN
    Fact<std::string> slot;                     ///< its slot, as the firmware names it
    Fact<GigabitsPerSecond> rate;

    enum class State : std::uint8_t {
        Unknown,
        Active,
        Down,     ///< no carrier, though it is switched on
        Disabled, ///< switched off by the administrator
    };
    State state = State::Unknown;
    EvidenceRef stateEvidence;
    /// Down or switched off while another port of its card is active: not used, which is not an error.
    bool unused = false;
    /// "mlx5_0", else "ens11np0", else the address.
    [[nodiscard]] std::string name() const;
};

/// The state of one port, by the first word of the kernel's state.
[[nodiscard]] NicEntry::State stateOf(const RdmaPort &port);

/// All ports of all functions that have a net or RDMA device, or are of class 02, by address and port.
[[nodiscard]] std::vector<NicEntry> nicTable(const Host &host);

} // namespace fabricscope::host
