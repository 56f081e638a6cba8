// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/ToolRun.h"
#include "core/bench/Telemetry.h"
#include "core/bench/TelemetryChoice.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app {

struct PersistOptions;

/// What is read during a run.
struct TelemetryRequest {
    std::vector<bench::TelemetrySource> gpuTools; ///< bench::telemetryFor()
    std::vector<std::string> nics; ///< RDMA devices or network interfaces; empty: all that the host has
    std::chrono::seconds lease = ToolRunOptions::kLease; ///< as its run has
};

/// Telemetry of a host while a run goes on there: the kernel's counters and the tools of GPUs, each a ToolRun
/// of its own over the run's connection, ended by it or by the host when we are gone. Nothing is written on
/// the host, and what it starts is no foreign load to anybody's run. What cannot be read is a gap, not a
/// failure.
class TelemetryRun {
public:
    /// A copy of all that was read so far, at most once a second; from any thread, one call at a time.
    using Changed = std::function<void(std::shared_ptr<const bench::Telemetry>)>;
    /// The client must outlive it, and the pool be destroyed before.
    static std::shared_ptr<TelemetryRun> make(remote::Client &client, HostEndpoint hostEndpoint,
                                              TelemetryRequest ask, WorkerPool *workers, Changed changed);
    virtual ~TelemetryRun() = default;

    // From any thread.
    virtual void start() = 0; ///< once
    virtual void stop() = 0;  ///< also before it was started: then nothing starts
    /// Until all that was started is gone from the host; false after so long.
    [[nodiscard]] virtual bool waitUntilGone(std::chrono::milliseconds longest) = 0;
    [[nodiscard]] virtual std::shared_ptr<const bench::Telemetry> telemetry() const = 0;
    /// What the sources printed, one after the other, as `bench parse` reads it: at most kMaxText bytes of
    /// each.
    [[nodiscard]] virtual std::string text() const = 0;
    static constexpr std::size_t kMaxText = std::size_t{32} << 20;
};

/// The same events; telemetry starts when the run's tool is there, and ends with it. A detached run that goes
/// on without us has none from then on.
[[nodiscard]] ToolRun::Events withTelemetry(std::shared_ptr<TelemetryRun> telemetryRun,
                                            ToolRun::Events events);

/// What is read is kept with the run: telemetry() while it goes on, text() when it has ended.
void storeTelemetry(const std::shared_ptr<TelemetryRun> &telemetryRun, PersistOptions &persist);

/// The name under which text() is attached to a kept run.
inline constexpr const char *kTelemetryFile = "telemetry.log";

} // namespace fabricscope::app
