// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/generate/GuestFabric.h"

#include "core/hostvm/mapping/OnHypervisor.h"

namespace fabricscope::hostvm {

affinity::Fabric guestFabric(const GuestOnHost &sides, const host::GpuTable &gpus) {
    affinity::Fabric fabric = affinity::fabricOf(sides.guest, gpus);
    if (sides.onHost != nullptr)
        affinity::applyHypervisor(fabric, guessedOnHypervisor(sides.guestMapping, sides.onHost->host()),
                                  *sides.onHost);
    return fabric;
}

} // namespace fabricscope::hostvm
