// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/SshConfig.h"

namespace fabricscope::remote {

struct OpenSshMasterOptions {
    std::filesystem::path socket;    ///< of this program's master; empty: that of the user's configuration
    std::filesystem::path knownKeys; ///< where ssh writes an accepted host key; empty: where it always does
    std::chrono::milliseconds keepAliveInterval{5000};
    int keepAliveCountMax = 3;
    std::filesystem::path jumpSocket{}; ///< of the master of the last jump host; empty: ssh finds its way
};

/// Whether ssh uses known-hosts files other than the configured ones: it must not update them.
[[nodiscard]] bool hasOwnKnownHosts(const Endpoint &endpoint, const OpenSshMasterOptions &options);

/// The arguments of an `ssh` that only holds a connection: no command, no terminal, no forwarding, no
/// unneeded file written. No shell is involved.
[[nodiscard]] std::vector<std::string> openSshArguments(const HostConfig &config, const Endpoint &endpoint,
                                                        const OpenSshMasterOptions &options);

} // namespace fabricscope::remote
