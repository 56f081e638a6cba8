// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/CollectJob.h"
#include "app/jobs/HostShell.h"
#include "core/base/Result.h"
#include "core/workspace/HostList.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fabricscope::app::cli {

/// What every command that can collect takes.
struct CollectFlags {
    int jobs = 16;     ///< hosts at a time
    int timeout = 120; ///< seconds a host
    bool sudo = false;
    bool acceptNew = false;
    bool timing = false;
    bool quiet = false;
    std::string sshConfig, knownHosts;
    std::string transport = "auto"; ///< or "libssh", "ssh"
    std::vector<std::string> identities;

    void addTo(CLI::App &command);
};

struct Collected {
    std::string target;
    Snapshot snapshot;                      ///< empty where nothing was read
    std::optional<remote::Failure> failure; ///< may accompany a snapshot: what was read is kept
    std::string badInput;                   ///< a file that is not what it claims to be
};

/// How an entry is reached: its own user, port, key and jump host come before the flags.
[[nodiscard]] remote::Endpoint endpointBy(const workspace::HostEntry &entry, const CollectFlags &flags);
/// Likewise, with questions on the terminal and warnings about the connection on standard error.
[[nodiscard]] HostEndpoint hostEndpointFor(const workspace::HostEntry &entry, const CollectFlags &flags);
/// Likewise of a TARGET as it was typed.
[[nodiscard]] HostEndpoint hostEndpointFor(const std::string &target, const CollectFlags &flags);

/// Collects all hosts, `flags.jobs` at a time, and returns when the last is done; the order is that of
/// `hosts`. The user, port, key and jump host of a host's own entry come before the flags. Progress
/// goes to standard error where that is a terminal.
[[nodiscard]] std::vector<Collected> collectAll(const std::vector<workspace::HostEntry> &hosts,
                                                const CollectFlags &flags);
[[nodiscard]] std::vector<Collected> collectAll(const std::vector<std::string> &targets,
                                                const CollectFlags &flags);

/// A file or folder that import reads (notes about it go to standard error), or a TARGET that is collected on
/// the spot.
[[nodiscard]] Collected openSource(const std::string &source, const CollectFlags &flags);

/// "where: what", and below it what to do.
[[nodiscard]] std::string toLines(const Error &error);

/// Says on standard error what failed, if anything did, and gives the exit status for it.
int reportFailure(const Collected &collected);

} // namespace fabricscope::app::cli
