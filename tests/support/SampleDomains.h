// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

namespace fabricscope::samples {

/// `count` root ports (65536 at most) in domains of their own, each with a switch and below it a GPU, a NIC
/// and an NVMe: 8 functions, of which 3 are devices.
[[nodiscard]] host::Host manyDomains(unsigned count);

} // namespace fabricscope::samples
