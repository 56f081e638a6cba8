// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"
#include "core/hostvm/mapping/GuestMapping.h"

namespace fabricscope::hostvm {

/// A guest, and the host that it runs on if known.
struct GuestOnHost {
    const topology::Topology &guest;
    const topology::Topology *onHost = nullptr; ///< nullptr: no host is known, and `stitch` is empty
    const GuestMapping &guestMapping;
};

/// The guest's GPUs and NICs at the distances of the host devices that they correspond to.
/// Devices without a match keep the distances that the guest itself shows; flat buses show none.
[[nodiscard]] affinity::Fabric guestFabric(const GuestOnHost &sides, const host::GpuTable &gpus);

} // namespace fabricscope::hostvm
