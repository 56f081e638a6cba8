// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/config/HostKeyPolicy.h"

#include <fmt/format.h>

namespace fabricscope::remote {

namespace {

bool isOn(std::string_view value) {
    return value == "yes" || value == "true";
}

/// `ssh -G` prints "true" for yes and "false" for no and off.
HostKeyPolicy::Strict strictOf(std::string_view value) {
    using Strict = HostKeyPolicy::Strict;
    if (isOn(value))
        return Strict::Yes;
    if (value == "accept-new")
        return Strict::AcceptNew;
    return value == "no" || value == "off" || value == "false" ? Strict::No : Strict::Ask;
}

std::string insteadOf(std::string_view option, std::string_view value, std::string_view consequence) {
    return fmt::format("{} {} is not honoured: {}; --transport ssh honours it", option, value, consequence);
}

} // namespace

bool HostKeyOptions::take(std::string_view name, std::string_view value) {
    const struct {
        std::string_view name;
        std::string &word;
    } words[] = {
        {"stricthostkeychecking", m_strict}, {"revokedhostkeys", m_revoked},
        {"knownhostscommand", m_command},    {"updatehostkeys", m_update},
        {"verifyhostkeydns", m_dns},         {"checkhostip", m_checkAddress},
        {"hashknownhosts", m_hash},          {"nohostauthenticationforlocalhost", m_skipLoopback},
    };
    for (const auto &[known, word] : words) {
        if (known != name)
            continue;
        word = value;
        return true;
    }
    return false;
}

HostKeyPolicy HostKeyOptions::policy(const Tokens &tokens) const {
    HostKeyPolicy policy;
    policy.strict = strictOf(m_strict);
    // OpenSSH 9.2 uses this path unchanged; later versions expand it, which is what its author intended.
    if (!m_revoked.empty() && m_revoked != "none")
        policy.revokedKeys = expandPath(m_revoked, tokens);
    if (m_command != "none")
        policy.knownHostsCommand = m_command;
    policy.tokens = tokens;
    policy.hashNames = isOn(m_hash);
    policy.skipLoopback = isOn(m_skipLoopback);
    if (isOn(m_dns) || m_dns == "ask")
        policy.notHonoured.push_back(insteadOf("VerifyHostKeyDNS", isOn(m_dns) ? "yes" : "ask",
                                               "SSHFP records are not used, only known_hosts"));
    policy.promptsForUpdate = m_update == "ask";
    if (isOn(m_update) || policy.promptsForUpdate)
        policy.notUpdated = fmt::format("UpdateHostKeys {} is not honoured: further keys of the host are not "
                                        "added to known_hosts",
                                        policy.promptsForUpdate ? "ask" : "yes");
    if (isOn(m_checkAddress))
        policy.notHonoured.push_back(
            insteadOf("CheckHostIP", "yes", "the host key is looked up by name only"));
    return policy;
}

std::string describe(const HostKeyPolicy &policy) {
    return fmt::format("{} {} {} {} {}", static_cast<int>(policy.strict), policy.revokedKeys.string(),
                       policy.knownHostsCommand, policy.hashNames, policy.skipLoopback);
}

} // namespace fabricscope::remote
