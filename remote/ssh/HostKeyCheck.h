// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/HandshakeContext.h"
#include "remote/ssh/KnownHosts.h"

#include <tl/expected.hpp>

namespace fabricscope::remote {

/// Whether a host's key is the right one: reads files, runs commands and asks the user as HostKeyMachine
/// decides. Blocks: for worker threads.
class HostKeyCheck {
public:
    explicit HostKeyCheck(const HandshakeContext &context);

    /// Reads what is known of the host; before the key exchange.
    [[nodiscard]] tl::expected<void, Failure> prepare();
    /// The algorithms to offer, those of known keys first.
    [[nodiscard]] std::string algorithms() const;
    [[nodiscard]] tl::expected<void, Failure> check(ssh_key offered);

private:
    using Machine = HostKeyMachine;
    Machine::Event perform(const Machine::CheckRevocation &action, ssh_key offered);
    Machine::Event perform(const Machine::RunCommand &action, ssh_key offered);
    Machine::Event perform(const Machine::Compare &action, ssh_key offered);
    Machine::Event perform(const Machine::Ask &action, ssh_key offered);
    Machine::Event perform(const Machine::Store &action, ssh_key offered);
    [[nodiscard]] tl::expected<void, Failure> queryKnownHostsCommand(ssh_key offered);
    [[nodiscard]] const KnownKey *authority() const;

    const HandshakeContext &m_context;
    const HostConfig &m_config;
    const HostKeyPolicy &m_policy;
    const std::string m_name; ///< as in known_hosts
    std::vector<KnownKey> m_known, m_withoutPort;
};

/// Whether these algorithms, a comma list, let a host show a certificate; an empty one does.
[[nodiscard]] bool allowsCertificates(const std::string &algorithms);
/// Why this transport cannot check the host's key though OpenSSH can: its certificate authority, with its
/// fingerprint and place in known_hosts. Empty: it can.
[[nodiscard]] std::string certificateNeeded(const HostConfig &config);

} // namespace fabricscope::remote
