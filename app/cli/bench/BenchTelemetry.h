// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/PersistedRun.h"
#include "app/jobs/run/TelemetryRun.h"
#include "core/bench/run/Results.h"

#include <memory>
#include <string>

namespace fabricscope::app::cli {

/// The host's counters during one run of `bench run`. The host is known only by what the command names, so
/// each GPU tool is tried.
class BenchTelemetry {
public:
    /// Nothing is read if `spec.telemetry` is false.
    BenchTelemetry(remote::Client &client, HostEndpoint hostEndpoint, WorkerPool *workers,
                   bench::RunSpec spec, std::chrono::seconds lease);

    /// The readings are attached to the saved run.
    void addTo(PersistOptions &persist) const;
    [[nodiscard]] ToolRun::Events wrap(ToolRun::Events events) const;
    /// On standard error, after the run has ended: the readings of each device, the findings, and the path
    /// that GPU memory traffic took. Waits until all its processes on the host have ended.
    void report(const bench::Results *results) const;

private:
    bench::RunSpec m_spec;
    std::shared_ptr<TelemetryRun> m_telemetryRun; ///< nullptr: not requested
};

/// The same as text, one line each.
[[nodiscard]] std::string telemetryReport(const bench::Telemetry &telemetry, const bench::RunSpec &spec,
                                          const bench::Results *results);

} // namespace fabricscope::app::cli
