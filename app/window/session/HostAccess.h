// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/jobs/collect/PartRun.h"
#include "app/jobs/script/RemoteScript.h"
#include "app/window/session/ConnectLimits.h"
#include "app/window/session/HostEvents.h"
#include "app/window/session/HostSession.h"
#include "widgets/connect/ConnectTypes.h"

#include <filesystem>
#include <map>
#include <memory>

namespace fabricscope::workspace {
struct Connection;
}

namespace fabricscope::app::window {

/// Files for the connections of this window, from the command line.
struct SshFiles {
    std::filesystem::path configFile;
    std::filesystem::path knownHosts;
    std::filesystem::path ownKnownHosts{}; ///< see HostAccess::setOwnKnownHosts()
};

/// Through which the jobs of a host tell the window about it.
struct HostSenders {
    bridge::Sender<LogLine> lines;
    bridge::Sender<Progress> progress;
    bridge::Sender<std::shared_ptr<bridge::Question>> questions;
};

/// How jobs reach hosts: the files and limits of their connections, and the user's answers to what a server
/// or sudo asks.
class HostAccess {
public:
    HostAccess(SshFiles files, HostSenders senders);

    void setLimits(const ConnectLimits &limits) { m_limits = limits; }
    [[nodiscard]] const ConnectLimits &limits() const { return m_limits; }
    /// The ssh configuration for new connections; empty: ~/.ssh/config. A file of the command line overrides
    /// it.
    void setSshConfig(const std::filesystem::path &file) {
        m_files.configFile = m_fixedSshConfig.empty() ? file : m_fixedSshConfig;
    }
    [[nodiscard]] const std::filesystem::path &sshConfig() const { return m_files.configFile; }
    [[nodiscard]] const std::filesystem::path &fixedSshConfig() const { return m_fixedSshConfig; }
    /// This program's own file of host keys, for new connections; empty: none. A file of the command line
    /// overrides it.
    void setOwnKnownHosts(const std::filesystem::path &file) {
        m_files.ownKnownHosts = m_files.knownHosts.empty() ? file : std::filesystem::path();
    }
    [[nodiscard]] const std::filesystem::path &ownKnownHosts() const { return m_files.ownKnownHosts; }

    /// The endpoint with the files and the kind of transport of new connections.
    [[nodiscard]] remote::Endpoint withFiles(remote::Endpoint endpoint) const;
    /// For a job on this host, over its existing or pending connection if there is one.
    [[nodiscard]] HostEndpoint endpointFor(const HostSession &host) const;
    /// The same for jobs that follow each other on it, in one login shell.
    [[nodiscard]] HostEndpoint sharedEndpointFor(const HostSession &host, remote::Client &client) const;
    [[nodiscard]] remote::ConnectOptions connectOptions() const;
    [[nodiscard]] remote::Prompts prompts(const HostSession &host) const;
    [[nodiscard]] AskSudoPassword sudoPassword(const HostSession &host,
                                               bridge::SudoQuestion::Purpose purpose) const;
    /// The rights with which the user had the host read.
    [[nodiscard]] ScriptRights rightsOn(const HostSession &host) const;
    [[nodiscard]] const bridge::Sender<LogLine> &lines() const { return m_senders.lines; }

private:
    SshFiles m_files;
    std::filesystem::path m_fixedSshConfig; ///< of the command line; empty: none was given
    ConnectLimits m_limits;
    HostSenders m_senders;
    mutable std::map<quint64, std::shared_ptr<KeptShell>> m_shells; ///< by host
};

/// The input of the dialog; what the dialog does not show is kept.
[[nodiscard]] remote::Endpoint endpointBy(const widgets::ConnectRequest &request, remote::Endpoint known);
[[nodiscard]] remote::Endpoint endpointOf(const workspace::Connection &connection);
/// How a host is reached, for a workspace.
[[nodiscard]] workspace::Connection connectionOf(const HostSession &session);

} // namespace fabricscope::app::window
