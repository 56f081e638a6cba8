// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Endpoint.h"
#include "remote/config/HostKeyPolicy.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::remote {

/// The user's ssh configuration for one host, with everything that an Endpoint overrides.
struct HostConfig {
    std::string alias; ///< as the user named it
    std::string host, user;
    std::uint16_t port = 22;
    std::vector<std::filesystem::path> identities, certificates;
    std::size_t explicitIdentities = 0; ///< how many of the first are the endpoint's own
    bool identitiesOnly = false;
    std::string agent; ///< path of the agent's socket; empty: none
    std::vector<std::filesystem::path> knownHosts;
    std::filesystem::path knownHostsToWrite, ownKnownHosts; ///< empty: nowhere
    std::string hostKeyAlias;
    HostKeyPolicy hostKeys;
    std::string proxyCommand; ///< tokens expanded; for /bin/sh
    std::vector<std::string> jumps;
    std::vector<std::string> methods; ///< "publickey", ..., in order
    int passwordPrompts = 3;
    std::string ciphers, kexAlgorithms, macs, hostKeyAlgorithms; ///< comma lists; empty: the library's own
    int addressFamily = 0;                                       ///< AF_UNSPEC, AF_INET, AF_INET6
    std::filesystem::path configFile;                            ///< of the endpoint; empty: the usual ones
    std::string jumpOption; ///< the endpoint's jump hosts, as `ssh -J` takes them
    std::optional<std::chrono::milliseconds> connectTimeout; ///< instead of ConnectOptions' own
    bool compression = false;
    /// All lines of `ssh -G`: keyword in lower case, value unchanged.
    std::vector<std::pair<std::string, std::string>> options;
    /// What `ssh` is given to reach the host, "--" and the host last; empty where ssh is not installed.
    std::vector<std::string> sshArguments;
    TransportKind transport = TransportKind::Libssh; ///< never Auto
    std::string transportReason;                     ///< why it is OpenSSH
    bool hostIsKnown = true; ///< for OpenSSH: some file of knownHosts has a key of the host
    /// The control socket of a master that is the user's own, running or to be started so; empty: none.
    std::filesystem::path userMaster;

    /// The value of the keyword, empty where it is not set.
    [[nodiscard]] std::string_view option(std::string_view keyword) const;

    /// As in known_hosts: "gpu-07", "[gpu-07]:2222", or the alias of HostKeyAlias.
    [[nodiscard]] std::string knownName() const;
    /// "gpu-07", "gpu-07:2222" or "[fd00::7]:2222": AuthQuestion::host.
    [[nodiscard]] std::string hostAndPort() const;
    /// "user@host:port", for messages.
    [[nodiscard]] std::string label() const;
    /// The ssh command that connects as this does, for messages: "ssh -p 2222 ops@gpu-07".
    [[nodiscard]] std::string sshCommand() const;
    /// Two endpoints with the same key share a session: all that decides which host is reached, as whom, with
    /// which keys, and what is demanded of its host key.
    [[nodiscard]] std::string sessionKey() const;
};

} // namespace fabricscope::remote
