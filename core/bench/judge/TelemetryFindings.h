// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/UsedDevices.h"
#include "core/bench/telemetry/Telemetry.h"
#include "core/findings/Finding.h"

#include <vector>

namespace fabricscope::bench {

/// Findings from the telemetry of the devices in use, also while a run is in progress: GPUs that are slowed
/// down by temperature or power, a PCIe link that lost lanes, and NICs that retransmit, drop, or pause. Pure.
[[nodiscard]] std::vector<Finding> telemetryFindings(const Telemetry &telemetry, const UsedDevices &used);

} // namespace fabricscope::bench
