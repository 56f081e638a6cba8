// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/HandshakeContext.h"
#include "remote/ssh/KnownHosts.h"

#include <tl/expected.hpp>

namespace fabricscope::remote {

/// Whether a host's key is the right one, by the files and options that ssh would look at, in its order:
/// revoked keys, known hosts, certificate authorities, and finally the user. Blocks: for worker threads.
class HostKeyCheck {
public:
    explicit HostKeyCheck(const HandshakeContext &context);

    /// Reads what is known of the host; before the key exchange.
    [[nodiscard]] tl::expected<void, Failure> prepare();
    /// The algorithms to offer, those of known keys first.
    [[nodiscard]] std::string algorithms() const;
    [[nodiscard]] tl::expected<void, Failure> check(ssh_key offered);

private:
    [[nodiscard]] tl::expected<void, Failure> checkRevoked(ssh_key offered) const;
    [[nodiscard]] tl::expected<void, Failure> queryKnownHostsCommand(ssh_key offered);
    [[nodiscard]] bool isLoopback() const;
    [[nodiscard]] bool isKnownWithoutPort(ssh_key offered) const;
    [[nodiscard]] const KnownKey *authority() const;
    [[nodiscard]] tl::expected<void, Failure> refuse(const HostKeyVerdict &verdict, ssh_key offered) const;
    [[nodiscard]] tl::expected<void, Failure> decideUnknown(ssh_key offered) const;
    [[nodiscard]] tl::expected<void, Failure> ask(ssh_key offered, Failure refused) const;
    void store(const std::filesystem::path &file, ssh_key key) const;
    [[nodiscard]] HostKeyQuestion question(ssh_key offered) const;

    const HandshakeContext &m_context;
    const HostConfig &m_config;
    const HostKeyPolicy &m_policy;
    const std::string m_name; ///< as in known_hosts
    std::vector<KnownKey> m_known, m_withoutPort;
};

/// Ends the hint of a changed key under StrictHostKeyChecking no.
inline constexpr std::string_view kStrictNoHint = "; StrictHostKeyChecking no is not honoured for such a key";
inline constexpr std::string_view kNoFileToAddTo =
    "UserKnownHostsFile is none: there is no file to store the key in";
/// The note about a key that was added to known_hosts because StrictHostKeyChecking asks for it.
[[nodiscard]] std::string addedWithoutPrompt(const HostKeyPolicy &policy, ssh_key key,
                                             const std::string &name);

/// Whether these algorithms, a comma list, let a host show a certificate; an empty one does.
[[nodiscard]] bool allowsCertificates(const std::string &algorithms);
/// Why this transport cannot check the host's key though OpenSSH can: its certificate authority, with its
/// fingerprint and place in known_hosts. Empty: it can.
[[nodiscard]] std::string certificateNeeded(const HostConfig &config);

} // namespace fabricscope::remote
