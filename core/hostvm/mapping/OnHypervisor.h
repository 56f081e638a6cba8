// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"
#include "core/hostvm/mapping/GuestMapping.h"

#include <string_view>

namespace fabricscope::hostvm {

/// "guest address", "order"; the words of the JSON document fabricscope.stitch.
[[nodiscard]] std::string_view toString(Source source);
[[nodiscard]] std::string_view toString(Confidence confidence); ///< "certain", "likely", "guess"

/// "16 devices by guest address, 1 by order"; "no device" where there is no match.
[[nodiscard]] std::string summaryOf(const GuestMapping &guestMapping);

/// Input for core/affinity, without guesses: nobody should be asked to change a file because of one.
[[nodiscard]] affinity::OnHypervisor onHypervisor(const GuestMapping &guestMapping,
                                                  const host::Host &hypervisor);
/// Including guesses, for callers that report what depends on them.
[[nodiscard]] affinity::OnHypervisor guessedOnHypervisor(const GuestMapping &guestMapping,
                                                         const host::Host &hypervisor);
/// The same in one step.
[[nodiscard]] affinity::OnHypervisor onHypervisor(const topology::Topology &hypervisor,
                                                  const topology::Topology &guest);

} // namespace fabricscope::hostvm
