// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/mapping/GuestMapping.h"
#include "core/report/TextViews.h"

#include <string>

namespace fabricscope::report {

/// `fabricscope show --view host-vm` as text: a line per match, contradictions, what is left over on
/// either side, and what would show more.
[[nodiscard]] std::string hostVmMatchText(const hostvm::GuestMapping &guestMapping,
                                          const topology::Topology &onHost, const topology::Topology &guest,
                                          const TextOptions &options = {});

} // namespace fabricscope::report
