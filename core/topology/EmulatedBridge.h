// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

namespace fabricscope::topology {

/// A bridge that a hypervisor emulates: there are no lanes, whatever its registers state about its link.
[[nodiscard]] bool isEmulatedBridge(const host::PciFunction &function);

} // namespace fabricscope::topology
