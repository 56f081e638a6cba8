// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/hostvm/mapping/GuestMapping.h"
#include "core/report/host/TextViews.h"

#include <string>

namespace fabricscope::report {

/// `fabricscope show --view host-vm` as text: a line per match, contradictions, what is left over on
/// either side, and what would show more.
[[nodiscard]] std::string hostVmMatchText(const hostvm::GuestMapping &guestMapping,
                                          const topology::Topology &onHost, const topology::Topology &guest,
                                          const TextOptions &options = {});

/// The virtual machines of a host: what each is, its processors and memory, and its devices with their
/// addresses on the host and in the guest. Of a device that several sources report, what each of them knows.
/// Empty if there are none.
[[nodiscard]] std::string vmsText(const host::Host &host, std::size_t width);

/// "0000:00:02.0", "0000:00:02.0 > 00.0": slots from the root bus down; the guest numbers the buses between.
[[nodiscard]] std::string toString(const host::GuestPlace &place);

} // namespace fabricscope::report
