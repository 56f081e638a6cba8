// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string>

namespace fabricscope::samples {

/// The host as hwloc would export it, in format 1 (hwloc 1.x: NUMA nodes contain sockets, no gp_index), 2 or
/// 3. Only what hwloc reports: no drivers, no groups, no physical functions of virtual ones. Links are those
/// of currentSpeed and currentWidth.
[[nodiscard]] std::string toHwlocXml(const host::Host &host, int format);

} // namespace fabricscope::samples
