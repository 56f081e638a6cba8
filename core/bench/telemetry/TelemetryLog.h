// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/telemetry/Telemetry.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// Telemetry as lines that can be stored while it is read. A series is written once, with its number, and its
/// samples as they arrive:
///
///     course  0  gpu_power  amd-smi  GPU 2  GPU 2 POWER
///     0  12.25  341.5
///     0  13.25  -
///     gap  amd-smi is not installed
///
/// separated by tabs. "-": unknown. Numbers have all their digits, so that judging them again gives the same
/// result.
class TelemetryWriter {
public:
    /// Lines for what is new since the last call; empty: nothing. `telemetry`: the same object, grown.
    [[nodiscard]] std::string more(const Telemetry &telemetry);

private:
    std::vector<std::uint64_t> m_samples; ///< numbers of samples written, by series
    std::size_t m_gaps = 0;
};

/// Reads such lines. Invalid lines, including an unterminated last one, are ignored.
[[nodiscard]] Telemetry telemetryFrom(std::string_view text);

} // namespace fabricscope::bench
