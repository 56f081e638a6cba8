// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/ToolRun.h"
#include "core/bench/telemetry/Telemetry.h"
#include "core/bench/telemetry/TelemetryChoice.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app {

struct PersistOptions;

/// The sources to read during a run.
struct TelemetryRequest {
    std::vector<bench::TelemetrySource> gpuTools; ///< bench::telemetryFor()
    std::vector<std::string> nics; ///< RDMA devices or network interfaces; empty: all that the host has
    std::chrono::seconds lease = ToolRunOptions::kLease; ///< as its run has
};

/// Telemetry of a host during a run: the kernel's counters and the tools of GPUs, together one ToolRun over
/// the run's connection, ended by this or by the host when the connection is lost. Nothing is written on the
/// host, and these processes do not count as load for other runs. Data that cannot be read is a gap, not a
/// failure.
class TelemetryRun {
public:
    /// A copy of everything read so far, at most once a second; from any thread, one call at a time.
    using Changed = std::function<void(std::shared_ptr<const bench::Telemetry>)>;
    /// The client must outlive it, and the pool be destroyed before.
    static std::shared_ptr<TelemetryRun> make(remote::Client &client, HostEndpoint hostEndpoint,
                                              TelemetryRequest ask, WorkerPool *workers, Changed changed);
    virtual ~TelemetryRun() = default;

    // From any thread.
    virtual void start() = 0; ///< once
    virtual void stop() = 0;  ///< also before it was started: then nothing starts
    /// Waits until all processes started here have ended on the host; returns false after this time.
    [[nodiscard]] virtual bool waitUntilGone(std::chrono::milliseconds longest) = 0;
    [[nodiscard]] virtual std::shared_ptr<const bench::Telemetry> telemetry() const = 0;
    /// The output of the sources, one after another, as read by `bench parse`: at most kMaxText bytes of
    /// each.
    [[nodiscard]] virtual std::string text() const = 0;
    static constexpr std::size_t kMaxText = std::size_t{32} << 20;
};

/// The same events; telemetry starts when the run's tool has started, and ends with it. For a detached run
/// that continues without a connection, it ends with the connection.
[[nodiscard]] ToolRun::Events withTelemetry(std::shared_ptr<TelemetryRun> telemetryRun,
                                            ToolRun::Events events);

/// Saves the telemetry with the run: telemetry() while it runs, text() when it has ended.
void storeTelemetry(const std::shared_ptr<TelemetryRun> &telemetryRun, PersistOptions &persist);

/// The name under which text() is attached to a stored run.
inline constexpr const char *kTelemetryFile = "telemetry.log";

} // namespace fabricscope::app
