// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/ConfigText.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::remote {

/// The options of the ssh configuration on host keys, apart from the files of known hosts: ssh_config(5) of
/// OpenSSH 9.2, whose behaviour this follows.
struct HostKeyPolicy {
    enum class Strict {
        Ask,
        Yes,       ///< an unknown key is refused
        AcceptNew, ///< an unknown key is stored without a question
        No,        ///< likewise; ssh would also go on with a changed key, which is refused here
    };
    Strict strict = Strict::Ask;
    std::filesystem::path revokedKeys; ///< RevokedHostKeys: plain keys or a KRL; empty: none
    std::string knownHostsCommand;     ///< KnownHostsCommand with its tokens; empty: none
    Tokens tokens;                     ///< of the connection, for that command
    bool hashNames = false;            ///< HashKnownHosts
    bool skipLoopback = false;         ///< NoHostAuthenticationForLocalhost
    /// Configured options that the library does not support, one sentence each, with what to do
    /// instead.
    std::vector<std::string> notHonoured;
    /// The same for UpdateHostKeys; for yes, which is the default, in the log only.
    std::string notUpdated;
    bool promptsForUpdate = false;
    friend bool operator==(const HostKeyPolicy &, const HostKeyPolicy &) = default;
};

/// The options of `ssh -G` that this policy is built from.
class HostKeyOptions {
public:
    /// Whether the word is one of these.
    bool take(std::string_view name, std::string_view value);
    [[nodiscard]] HostKeyPolicy policy(const Tokens &tokens) const;

private:
    std::string m_strict, m_revoked, m_command, m_update, m_dns, m_checkAddress, m_hash, m_skipLoopback;
};

/// All of a policy that decides whether a host key is accepted, for comparison.
[[nodiscard]] std::string describe(const HostKeyPolicy &policy);

} // namespace fabricscope::remote
