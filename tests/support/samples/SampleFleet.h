// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string>
#include <vector>

namespace fabricscope::samples {

/// One machine of a sample fleet.
struct FleetHost {
    std::string name;
    std::string group;
    bool offline = false; ///< nothing was read from it
    host::Host host;
};

/// The 70 machines of mock 5: four with MI355X of which the fourth is offline, the second has a narrow link,
/// and the first three run the VMs vm-01a to vm-03a; a cluster of 64 of which 57 are identical, 17 lacks a
/// GPU, 22, 44, 52 and 60 have another VBIOS, 29 has a narrow link and 37 is offline; and a lab of two.
[[nodiscard]] std::vector<FleetHost> fleetOfSeventy();
/// The three VMs as seen from inside; they are not in fleetOfSeventy().
[[nodiscard]] std::vector<host::Host> fleetVms();

} // namespace fabricscope::samples
