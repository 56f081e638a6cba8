// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"
#include "core/hostvm/GuestMapping.h"

namespace fabricscope::hostvm {

/// A guest, and the host that it runs on where that is known.
struct GuestOnHost {
    const topology::Topology &guest;
    const topology::Topology *onHost = nullptr; ///< nullptr: no host is known, and `stitch` is empty
    const GuestMapping &guestMapping;
};

/// The guest's GPUs and NICs at the distances that the host's hardware has between those that they are.
/// Devices without a match stay at what the guest itself shows of them, which on flat buses is nothing.
[[nodiscard]] affinity::Fabric guestFabric(const GuestOnHost &sides, const host::GpuTable &gpus);

} // namespace fabricscope::hostvm
