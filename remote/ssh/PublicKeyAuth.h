// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/Agent.h"
#include "remote/ssh/HandshakeContext.h"
#include "remote/ssh/LoginMachine.h"

#include <memory>

namespace fabricscope::remote {

/// The keys of a login: finds them, and offers and signs with the one that LoginMachine chose.
class PublicKeyAuth {
public:
    PublicKeyAuth(ssh_session session, const HandshakeContext &context);

    [[nodiscard]] LoginMachine::KeysListed keys() const;
    /// These return as ssh_userauth_publickey(): SSH_AUTH_SUCCESS, PARTIAL, DENIED, or ERROR, also when the
    /// link has ended.
    int offer(std::size_t key);
    int signWithAgent(std::size_t key);
    std::size_t findCertificates(std::size_t key);
    int offerCertificate(std::size_t certificate);
    LoginMachine::KeyLoaded load(std::size_t key); ///< for the two below
    int sign();
    int signWithCertificate(std::size_t certificate);

private:
    struct Candidate {
        const AgentKey *inAgent = nullptr;
        std::filesystem::path file; ///< of the private key, where not in the agent
        SshKey publicKey;           ///< empty: not known without the passphrase
    };
    void listAgent();
    void listCandidates();
    void addFile(const std::filesystem::path &file);
    int offer(ssh_key publicKey);
    int sign(ssh_key privateKey);

    ssh_session m_session;
    const HandshakeContext &m_context;
    std::vector<AgentKey> m_agentKeys;
    std::vector<Candidate> m_candidates;
    std::unique_ptr<AgentRelay> m_relay;
    std::vector<std::string> m_notes; // an agent that does not respond
    std::vector<SshKey> m_certificates;
    SshKey m_privateKey;
};

} // namespace fabricscope::remote
