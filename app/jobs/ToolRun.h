// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/HostShell.h"
#include "app/jobs/WorkerPool.h"
#include "core/bench/Command.h"
#include "core/bench/RunState.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace fabricscope::app {

struct ToolRunOptions {
    /// Goes on without this program, and keeps its output on the host until it is fetched.
    bool detached = false;
    /// Without a sign of life from here for so long the host ends the run. Renewed each second. The
    /// connection must be given as much time: outlast().
    std::chrono::seconds lease = kLease;
    static constexpr std::chrono::seconds kLease{4}, kMinLease{4}, kMaxLease{86400};
    std::chrono::seconds detachedLease{12 * 3600}; ///< renewed while somebody follows it
    /// For so long it is tried to connect again where the link to a detached run is lost that is followed.
    std::chrono::seconds reconnectFor{3600};
    static constexpr std::chrono::seconds kUnlimited{std::int64_t{10} * 365 * 86400};
    std::uint64_t maxStoredBytes = std::uint64_t{1} << 30; ///< of a detached run's output
    /// A login whose start-up files still read after this reads to the end of its input: no run can begin.
    std::chrono::seconds loginTimeout{30};
    WorkerPool *workers = nullptr; ///< where the events come; without it on the client's io thread
};

/// One tool on one host, from the connection to its end. Stop means stopped: the host itself ends the whole
/// process tree, children in sessions of their own too, when it is told to, when the link closes, and when
/// nothing came over it for the time of the lease. Nobody else's process gets a signal. What cannot be ended
/// is named, and the phase is MayStillRun then.
class ToolRun {
public:
    /// One at a time and in order.
    struct Events {
        std::function<void(const bench::RunState &)> state; ///< at each change of its phase
        /// As it comes, in any pieces, without secrets (core/bench/Secrets.h); at most 8 MiB wait for a slow
        /// taker, then the tool waits.
        std::function<void(remote::Stream, std::string_view)> output;
        /// Once, last. The phase is Running where it goes on without us (leave()).
        std::function<void(const bench::RunState &)> finished;
    };

    /// `spec.host` is only what messages call it; `way` says where it is, in a container too. The client must
    /// outlive the run, and the pool must be destroyed before it.
    static std::shared_ptr<ToolRun> start(remote::Client &client, HostEndpoint hostEndpoint,
                                          bench::RunSpec spec, ToolRunOptions options, Events events);
    /// Follows a detached run until it ends, from this byte of its output on. All of it comes as
    /// Stream::Out, in the order in which the tool wrote it.
    static std::shared_ptr<ToolRun> fetch(remote::Client &client, HostEndpoint hostEndpoint, std::string id,
                                          std::uint64_t from, ToolRunOptions options, Events events);

    virtual ~ToolRun() = default;

    // From any thread, and at any time.
    virtual void stop() = 0;
    virtual void leave() = 0; ///< a detached run: it goes on, `finished` comes; else the same as stop()
    virtual void pause() = 0; ///< no output until resume(); the tool waits once the pipes are full
    virtual void resume() = 0;
    [[nodiscard]] virtual bench::RunState state() const = 0;
};

/// Removes what a detached run that has ended left on its host; where somebody else fetches it still, once
/// that has its end. `done` is called once, on the client's io thread: false where the host keeps no such
/// run, a failure where it has not ended.
void forgetRun(remote::Client &client, HostEndpoint hostEndpoint, const std::string &id,
               std::function<void(tl::expected<bool, remote::Failure>)> done);

} // namespace fabricscope::app
