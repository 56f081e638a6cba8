// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/KeptShell.h"
#include "core/workspace/ContainerTarget.h"
#include "remote/Client.h"

#include <chrono>

namespace fabricscope::app {

/// How a host is reached: settings that every job on it needs.
struct HostEndpoint {
    remote::Endpoint endpoint; ///< its target may be "local:", or name a container on the host
    remote::Prompts prompts;
    remote::ConnectOptions options;
    /// For jobs that follow each other there: one login shell for all of them. nullptr: each starts its own.
    std::shared_ptr<KeptShell> kept = nullptr;
};

/// A connection is not considered lost until this long without any response.
void raiseTimeouts(remote::ConnectOptions &options, std::chrono::seconds silence);

/// A connection, and what its target specified besides the host.
struct HostShell {
    std::shared_ptr<remote::Transport> transport;
    bool isLocal = false;                          ///< this machine, without SSH
    std::optional<workspace::Container> container; ///< whose shell is requested, instead of the host's own
    std::shared_ptr<KeptShell> kept = nullptr;     ///< of the endpoint; nullptr for this machine

    /// On the io thread: the command takes the kept shell, if there is one.
    [[nodiscard]] std::shared_ptr<remote::Process> startLast(remote::Command command,
                                                             remote::Sink sink) const;
};
using HostShellDone = std::function<void(tl::expected<HostShell, remote::Failure>)>;

/// Connects, or reuses an existing connection. `done` is called once, on the client's io thread. The attempt
/// is nullptr if no connection needs to be made.
std::shared_ptr<remote::Attempt> openShell(remote::Client &client, HostEndpoint hostEndpoint,
                                           HostShellDone done);

} // namespace fabricscope::app
