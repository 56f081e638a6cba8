// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

namespace fabricscope::samples {

/// `count` root ports (at most 65536), each in its own domain, with a switch and below it a GPU, a NIC and an
/// NVMe: 8 functions each, of which 3 are devices.
[[nodiscard]] host::Host manyDomains(unsigned count);

} // namespace fabricscope::samples
