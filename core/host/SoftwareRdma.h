// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::host {

/// An RDMA device that the kernel emulates on a network interface: the CPU does its work, over the card of
/// the interface. It has no PCI function.
struct SoftwareRdma {
    const RdmaDevice *device = nullptr;      ///< of the host that was asked; never nullptr
    const NetInterface *interface = nullptr; ///< below it; nullptr: not known
    std::string_view kind;                   ///< "soft-RoCE", "soft-iWARP"; "software" where it is neither

    [[nodiscard]] std::string netdev() const; ///< the interface's name; empty: not known
    /// "soft-RoCE over enp36s0", for people; names as the host states them.
    [[nodiscard]] std::string words() const;
};

/// All that show that they are: by where the kernel keeps them (below /sys/devices/virtual, since Linux 5.11)
/// or by their description ("rxe": rxe_verbs.c, "Software iWARP stack": siw_main.c). One without a function
/// and without either is not known to be one. The host must outlive them.
[[nodiscard]] std::vector<SoftwareRdma> softwareRdma(const Host &host);

} // namespace fabricscope::host
