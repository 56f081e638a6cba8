// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::host {

/// An RDMA device that the kernel emulates on a network interface: the CPU does the work, over the
/// interface's NIC. It has no PCI function.
struct SoftwareRdma {
    const RdmaDevice *device = nullptr;      ///< of the queried host; never nullptr
    const NetInterface *interface = nullptr; ///< the underlying interface; nullptr: unknown
    std::string_view kind;                   ///< "soft-RoCE", "soft-iWARP"; "software" where it is neither

    [[nodiscard]] std::string netdev() const; ///< the interface's name; empty: not known
    /// "soft-RoCE over enp36s0", as shown; names as the host states them.
    [[nodiscard]] std::string words() const;
};

/// All devices recognized as such: by their location (below /sys/devices/virtual, since Linux 5.11)
/// or by their description ("rxe": rxe_verbs.c, "Software iWARP stack": siw_main.c). A device without a
/// function and without either sign is not recognized. The host must outlive them.
[[nodiscard]] std::vector<SoftwareRdma> softwareRdma(const Host &host);

} // namespace fabricscope::host
