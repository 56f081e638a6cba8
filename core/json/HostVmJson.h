// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/hostvm/mapping/GuestMapping.h"

#include <string>

namespace fabricscope::json {

/// One side of a host-VM mapping; the capture supplies the texts of evidence and may be nullptr.
struct HostVmSide {
    const topology::Topology &topology;
    const capture::Capture *capture = nullptr;
};

/// The document fabricscope.stitch/0: which device of the guest is which of the host, why, what contradicts
/// it, and what is unresolved.
[[nodiscard]] std::string hostVmDocument(const hostvm::GuestMapping &guestMapping, const HostVmSide &onHost,
                                         const HostVmSide &guest);

} // namespace fabricscope::json
