// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Command.h"

#include <string>
#include <vector>

namespace fabricscope::topology {
class Topology;
}

namespace fabricscope::bench {

/// What reads a host's GPUs again and again until it is ended.
struct TelemetrySource {
    std::string tool; ///< key of the table of tools: of its parser, too
    std::string name; ///< as people call it: "amd-smi"
    Command command;
    friend bool operator==(const TelemetrySource &, const TelemetrySource &) = default;
};

/// Which of them to run during a run, by the drivers that hold GPUs and by the tools that the capture did not
/// find: one per driver, the one that reports most. nullptr: the host is unknown and each is tried; a
/// missing one costs one attempt. The kernel's counters are also read, on every host.
[[nodiscard]] std::vector<TelemetrySource> telemetryFor(const topology::Topology *topology);

/// In a process of telemetry's environment: who looks for foreign load does not count it.
inline constexpr const char *kTelemetryMark = "FABRICSCOPE_TELEMETRY";

} // namespace fabricscope::bench
