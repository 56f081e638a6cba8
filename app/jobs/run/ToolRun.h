// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/ToolRunOptions.h"
#include "app/jobs/script/HostShell.h"
#include "core/bench/command/Command.h"
#include "core/bench/run/RunState.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace fabricscope::app {

/// One tool on one host, from connecting to its end. Stop is complete: the host itself ends the whole process
/// tree, including children in their own sessions, on request, when the connection closes, and after the time
/// of the lease without contact. Processes of others get no signal. Processes that cannot be ended are
/// listed, and the phase is MayStillRun.
class ToolRun {
public:
    /// Called one at a time and in order.
    struct Events {
        /// Over which it starts, and over which it is followed again after a lost link. Not for this machine.
        std::function<void(const std::shared_ptr<remote::Transport> &)> connected;
        std::function<void(const bench::RunState &)> state; ///< at each change of its phase
        /// As it arrives, in any pieces, without secrets (core/bench/command/Secrets.h); at most 8 MiB wait
        /// for a slow receiver, then the tool is blocked.
        std::function<void(remote::Stream, std::string_view)> output;
        /// Called once, last. The phase is Running if it continues without this program (leave()).
        std::function<void(const bench::RunState &)> finished;
    };

    /// `spec.host` is only used in messages; `way` is the host, or a container on it. The client must outlive
    /// the run, and the pool must be destroyed before it.
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

} // namespace fabricscope::app
