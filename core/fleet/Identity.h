// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/Difference.h"

namespace fabricscope::fleet {

/// Whether the two sides are two machines: their machine ids differ (/etc/machine-id) or, if one of these is
/// unknown, the serial numbers of the product or of the board. If unknown on both sides, they are assumed to
/// be one machine.
[[nodiscard]] bool areTwoMachines(const host::Host &before, const host::Host &after);

/// Between two machines serial numbers, unique ids, GUIDs, MAC addresses, addresses and names differ by
/// design: those differences become notes of Category::Identity whose sentences contain no values, so that
/// they are grouped. The values stay in Difference::before and after. Between two states of one machine such
/// a difference means that something was replaced: it is left unchanged.
void demoteIdentity(std::vector<Difference> &differences);

} // namespace fabricscope::fleet
