// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Telemetry.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// Telemetry as lines that can be kept while it goes on. A series is written once, with its number, its
/// samples as they come:
///
///     course  0  gpu_power  amd-smi  GPU 2  GPU 2 POWER
///     0  12.25  341.5
///     0  13.25  -
///     gap  amd-smi is not installed
///
/// with tabs between. "-": unknown. Numbers have all their digits, so that what is judged by them is judged
/// equally again.
class TelemetryWriter {
public:
    /// Lines of what came since the last call; empty: nothing did. `telemetry`: the same one, grown.
    [[nodiscard]] std::string more(const Telemetry &telemetry);

private:
    std::vector<std::uint64_t> m_samples; ///< that were written, by series
    std::size_t m_gaps = 0;
};

/// Reads such lines. Lines that are none, the last one without its end among them, are left out.
[[nodiscard]] Telemetry telemetryFrom(std::string_view text);

} // namespace fabricscope::bench
