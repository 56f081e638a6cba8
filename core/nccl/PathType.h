// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace fabricscope::nccl {

/// The distance between two devices as the library sees it, nearest first (PATH_* of topo.h). The order
/// is that of NCCL 2.28.3 and later; an older library lacks some of them but has the others in this order.
/// What it prints for one, and the number it logs, are in its row of the version table.
enum class PathType : std::uint8_t {
    Loc, ///< the device itself
    Nvl, ///< NVLink or XGMI
    Nvb, ///< NVLink over one other GPU
    C2c, ///< chip to chip, GPU to CPU (Grace)
    Pix, ///< one PCIe switch
    Pxb, ///< several PCIe switches, not the CPU
    P2c, ///< C2C to the CPU, then PCIe
    Pxn, ///< NVLink to another GPU, and from there to its NIC
    Phb, ///< over the CPU
    Sys, ///< over two CPUs
    Net, ///< only over the network
    Dis, ///< unreachable
};

} // namespace fabricscope::nccl
