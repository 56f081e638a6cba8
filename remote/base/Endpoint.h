// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Transport.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace fabricscope::remote {

/// Where to connect to, as the user wrote it; everything else comes from the user's ssh configuration, which
/// these override where set.
struct Endpoint {
    std::string target; ///< [user@]host[:port] or an alias of the ssh configuration; ssh://user@host:port too
    std::string user;   ///< empty: from target or configuration
    std::uint16_t port = 0; ///< 0: likewise
    /// [user@]host[:port], several with commas: jump hosts that replace the configuration's; empty: its own.
    std::string jump;
    std::filesystem::path configFile;              ///< empty: ~/.ssh/config and the system's
    std::vector<std::filesystem::path> identities; ///< keys tried first
    std::vector<std::filesystem::path> knownHosts; ///< read with the configuration's own
    std::filesystem::path knownHostsToWrite; ///< where accepted keys go; empty: the first of knownHosts, else
                                             ///< the configuration's
    /// Of this program alone: read with the others, and keys accepted for it are stored there; empty: none.
    std::filesystem::path ownKnownHosts;
    TransportKind transport = TransportKind::Auto;
};

/// A remark about a connection: an option that is not honoured, a key that was stored.
struct ConnectNote {
    std::string text;       ///< one sentence
    bool isWarning = false; ///< else it is for the log only
};

struct ConnectOptions {
    std::chrono::milliseconds connectTimeout{10000}; ///< name, TCP and banner together
    std::chrono::milliseconds handshakeTimeout{
        30000};                                      ///< key exchange and login, without waiting for the user
    std::chrono::milliseconds promptTimeout{300000}; ///< the user's answer
    std::chrono::milliseconds keepAliveInterval{5000};
    int keepAliveCountMax = 3;
    /// Progress of the connection, on the io thread or a worker.
    std::function<void(Stage)> stage;
    /// Events that are not failures, on the io thread or a worker.
    std::function<void(const ConnectNote &)> note;
};

} // namespace fabricscope::remote
