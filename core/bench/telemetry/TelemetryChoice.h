// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"

#include <string>
#include <vector>

namespace fabricscope::topology {
class Topology;
}

namespace fabricscope::bench {

/// A command that reads a host's GPUs repeatedly until it is stopped.
struct TelemetrySource {
    std::string tool; ///< key in the table of tools, also that of its parser
    std::string name; ///< display name: "amd-smi"
    Command command;
    friend bool operator==(const TelemetrySource &, const TelemetrySource &) = default;
};

/// The sources to run during a run, by the drivers of the GPUs and the tools that the capture did not find:
/// one per driver, the one that reports most. nullptr: the host is unknown and each is tried; a missing one
/// costs one attempt. The kernel's counters are also read, on every host.
[[nodiscard]] std::vector<TelemetrySource> telemetryFor(const topology::Topology *topology);

/// Set in the environment of telemetry processes, so that they are not counted as foreign load.
inline constexpr const char *kTelemetryMark = "FABRICSCOPE_TELEMETRY";

} // namespace fabricscope::bench
