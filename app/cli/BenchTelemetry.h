// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/PersistedRun.h"
#include "app/jobs/TelemetryRun.h"
#include "core/bench/Results.h"

#include <memory>
#include <string>

namespace fabricscope::app::cli {

/// The host's counters during one run of `bench run`. Nothing is known of the host but what the command
/// names: each tool for GPUs is tried.
class BenchTelemetry {
public:
    /// Nothing is read where `spec.telemetry` is false.
    BenchTelemetry(remote::Client &client, HostEndpoint hostEndpoint, WorkerPool *workers,
                   bench::RunSpec spec, std::chrono::seconds lease);

    /// What is read is attached to the kept run.
    void addTo(PersistOptions &persist) const;
    [[nodiscard]] ToolRun::Events wrap(ToolRun::Events events) const;
    /// On standard error, once the run has ended: what was read of each device, what was found, and which way
    /// GPU memory went. Waits until nothing of it is left on the host.
    void report(const bench::Results *results) const;

private:
    bench::RunSpec m_spec;
    std::shared_ptr<TelemetryRun> m_telemetryRun; ///< nullptr: it is not wanted
};

/// The same as text: a line each.
[[nodiscard]] std::string telemetryReport(const bench::Telemetry &telemetry, const bench::RunSpec &spec,
                                          const bench::Results *results);

} // namespace fabricscope::app::cli
