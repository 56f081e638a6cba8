// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/Agent.h"
#include "remote/ssh/HandshakeContext.h"

#include <memory>
#include <set>

namespace fabricscope::remote {

/// The publickey method: finds the keys, and tries them in order.
class PublicKeyAuth {
public:
    PublicKeyAuth(ssh_session session, const HandshakeContext &context);

    /// As ssh_userauth_publickey(): SSH_AUTH_SUCCESS, PARTIAL, DENIED, or ERROR when the link has ended.
    /// Called again after PARTIAL, it does not offer the same key twice.
    int run();
    /// Notes for the message of a failed login: keys that cannot be used, an agent that
    /// does not respond.
    [[nodiscard]] const std::vector<std::string> &notes() const { return m_notes; }
    [[nodiscard]] int offered() const { return m_offered; }
    /// Whether no passphrase was given for a key that the server would take.
    [[nodiscard]] bool gaveUp() const { return m_gaveUp; }

private:
    struct Candidate {
        const AgentKey *inAgent = nullptr;
        std::filesystem::path file; ///< of the private key, where not in the agent
        SshKey publicKey;           ///< empty: not known without the passphrase
    };
    void listAgent();
    void listCandidates();
    void addFile(const std::filesystem::path &file);
    int tryCandidate(Candidate &candidate);
    int tryAgentKey(const AgentKey &key);
    int tryFile(Candidate &candidate);
    int tryCertificate(const std::filesystem::path &file, ssh_key certificate);
    std::vector<SshKey> certificatesFor(const Candidate &candidate) const;
    SshKey privateKey(const std::filesystem::path &file);
    int offer(ssh_key publicKey);
    int sign(ssh_key privateKey);
    int settled(const std::function<int()> &call);

    ssh_session m_session;
    const HandshakeContext &m_context;
    std::vector<AgentKey> m_agentKeys;
    std::vector<Candidate> m_candidates;
    std::size_t m_next = 0;
    std::unique_ptr<AgentRelay> m_relay;
    std::vector<std::string> m_notes;
    int m_offered = 0;
    bool m_gaveUp = false;
};

} // namespace fabricscope::remote
