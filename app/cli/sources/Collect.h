// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/script/HostShell.h"
#include "core/base/Result.h"
#include "core/workspace/HostList.h"
#include "remote/Client.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fabricscope::app::cli {

/// Options common to all commands that can collect.
struct CollectFlags {
    int jobs = 16;     ///< hosts collected in parallel
    int timeout = 120; ///< seconds per host
    bool sudo = false;
    bool acceptNew = false;
    bool timing = false;
    bool quiet = false;
    std::string sshConfig, knownHosts;
    std::string transport = "auto"; ///< or "libssh", "ssh"
    std::vector<std::string> identities;
    /// Of a command that has more to do on these hosts: their sessions stay open, and the user is asked once.
    /// nullptr: each collection has its own.
    std::shared_ptr<remote::Client> client;
    /// One login shell for all that follows each other on a host, by the host's name.
    std::shared_ptr<std::map<std::string, std::shared_ptr<KeptShell>>> shells;
    std::chrono::seconds silence{0}; ///< a connection without contact is not given up before

    void addTo(CLI::App &command);
    /// Sets `client` and `shells`. They end with the last copy of these flags.
    void keepSessions();
};

struct Collected {
    std::string target;
    Snapshot snapshot;                      ///< empty if nothing was read
    std::optional<remote::Failure> failure; ///< may accompany a snapshot: what was read is saved
    std::string badInput;                   ///< a file that is not what it claims to be
};

/// How an entry is reached: its own user, port, key and jump host take precedence over the flags.
[[nodiscard]] remote::Endpoint endpointBy(const workspace::HostEntry &entry, const CollectFlags &flags);
/// The same, with questions on the terminal and warnings about the connection on standard error.
[[nodiscard]] HostEndpoint hostEndpointFor(const workspace::HostEntry &entry, const CollectFlags &flags);
/// The same for a TARGET as typed.
[[nodiscard]] HostEndpoint hostEndpointFor(const std::string &target, const CollectFlags &flags);

/// Collects all hosts, `flags.jobs` at a time, and returns when the last is done; the order is that of
/// `hosts`. The user, port, key and jump host of a host's own entry take precedence over the flags. Progress
/// goes to standard error where that is a terminal.
[[nodiscard]] std::vector<Collected> collectAll(const std::vector<workspace::HostEntry> &hosts,
                                                const CollectFlags &flags);
/// The same, but each result is passed to `finished` with its index in `hosts` as soon as it is there, on
/// this thread: what was read of a host does not wait for another one's password. Ctrl-C (SIGINT, SIGTERM,
/// SIGHUP) ends the collections and passes on what was read, then ends the program by that signal; a second
/// one ends it at once.
void collectEach(const std::vector<workspace::HostEntry> &hosts, const CollectFlags &flags,
                 const std::function<void(std::size_t, const Collected &)> &finished);
[[nodiscard]] std::vector<Collected> collectAll(const std::vector<std::string> &targets,
                                                const CollectFlags &flags);

/// A file or folder that import reads (notes about it go to standard error), or a TARGET, which is collected
/// now.
[[nodiscard]] Collected openSource(const std::string &source, const CollectFlags &flags);

/// "12 PCI functions, 1 NUMA node, 8 IOMMU groups".
[[nodiscard]] std::string hostCounts(const host::Host &host);

/// "where: what", and below it what to do.
[[nodiscard]] std::string toLines(const Error &error);

/// Reports failures, if any, on standard error, and returns the corresponding exit status.
int reportFailure(const Collected &collected);

} // namespace fabricscope::app::cli
