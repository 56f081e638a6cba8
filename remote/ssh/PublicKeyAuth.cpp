// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/PublicKeyAuth.h"

#include "remote/base/Secret.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::remote {

namespace {

constexpr std::chrono::seconds kAgentLimit{3}; // to list keys, which takes no person

bool isSame(const SshKey &a, const SshKey &b) {
    return a && b && ssh_key_cmp(a.get(), b.get(), SSH_KEY_CMP_PUBLIC) == 0;
}

/// From the file next to it, or from the private key's own file, which contains it unencrypted in OpenSSH's
/// format.
SshKey publicKeyOf(const std::filesystem::path &file) {
    for (const std::filesystem::path &candidate : {std::filesystem::path(file.string() + ".pub"), file}) {
        ssh_key key = nullptr;
        if (ssh_pki_import_pubkey_file(candidate.c_str(), &key) == SSH_OK)
            return SshKey(key);
    }
    return nullptr;
}

} // namespace

PublicKeyAuth::PublicKeyAuth(ssh_session session, const HandshakeContext &context)
    : m_session(session), m_context(context) {
    listAgent();
    listCandidates();
}

void PublicKeyAuth::listAgent() {
    const std::string &socket = m_context.config.agent;
    if (socket.empty())
        return;
    const auto cancelled = [this] {
        return m_context.isCancelled();
    };
    auto keys = agentKeys(socket, kAgentLimit, cancelled);
    if (!keys) {
        m_notes.push_back(keys.error());
        return;
    }
    m_agentKeys = std::move(*keys);
    std::erase_if(m_agentKeys, [](const AgentKey &key) { return !key.key; });
    if (m_agentKeys.empty())
        return;
    m_relay = std::make_unique<AgentRelay>(socket, m_context.options.handshakeTimeout, cancelled);
    ssh_set_agent_socket(m_session, m_relay->takeClientEnd());
}

void PublicKeyAuth::addFile(const std::filesystem::path &file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error) && !std::filesystem::exists(file.string() + ".pub", error))
        return;
    Candidate candidate{nullptr, file, publicKeyOf(file)};
    for (const AgentKey &key : m_agentKeys)
        if (isSame(key.key, candidate.publicKey))
            candidate.inAgent = &key;
    const bool known = std::any_of(m_candidates.begin(), m_candidates.end(), [&](const Candidate &other) {
        return other.file == file || isSame(other.publicKey, candidate.publicKey);
    });
    if (!known)
        m_candidates.push_back(std::move(candidate));
}

/// The endpoint's own keys first, then the order of OpenSSH: configured keys in the agent, its other keys,
/// files.
void PublicKeyAuth::listCandidates() {
    const auto &files = m_context.config.identities;
    for (std::size_t i = 0; i < files.size(); ++i)
        addFile(files[i]);
    const auto configured = std::min(m_context.config.explicitIdentities, m_candidates.size());
    const auto fromHere = m_candidates.begin() + static_cast<std::ptrdiff_t>(configured);
    const auto inFiles = std::stable_partition(fromHere, m_candidates.end(),
                                               [](const Candidate &one) { return one.inAgent != nullptr; });
    if (m_context.config.identitiesOnly)
        return;
    std::vector<Candidate> others;
    for (const AgentKey &key : m_agentKeys) {
        const bool listed = std::any_of(m_candidates.begin(), m_candidates.end(),
                                        [&](const Candidate &one) { return one.inAgent == &key; });
        if (!listed)
            others.push_back({&key, {}, nullptr});
    }
    m_candidates.insert(inFiles, std::make_move_iterator(others.begin()),
                        std::make_move_iterator(others.end()));
}

LoginMachine::KeysListed PublicKeyAuth::keys() const {
    LoginMachine::KeysListed listed{{}, m_notes};
    for (const Candidate &one : m_candidates)
        listed.keys.push_back({one.inAgent != nullptr, one.inAgent != nullptr || one.publicKey != nullptr,
                               one.inAgent != nullptr ? oneLine(one.inAgent->comment) : one.file.string()});
    return listed;
}

int PublicKeyAuth::offer(ssh_key publicKey) {
    return m_context.authenticate(m_session,
                                  [&] { return ssh_userauth_try_publickey(m_session, nullptr, publicKey); });
}

int PublicKeyAuth::sign(ssh_key privateKey) {
    return m_context.authenticate(m_session,
                                  [&] { return ssh_userauth_publickey(m_session, nullptr, privateKey); });
}

int PublicKeyAuth::offer(std::size_t key) {
    const Candidate &candidate = m_candidates[key];
    // Also an agent's key is offered by our own code: libssh leaks an agent's list when it reads a second
    // one.
    return offer(candidate.inAgent != nullptr ? candidate.inAgent->key.get() : candidate.publicKey.get());
}

int PublicKeyAuth::signWithAgent(std::size_t key) {
    m_relay->show(*m_candidates[key].inAgent);
    return m_context.authenticate(m_session, [&] { return ssh_userauth_agent(m_session, nullptr); });
}

std::size_t PublicKeyAuth::findCertificates(std::size_t key) {
    std::vector<std::filesystem::path> files = m_context.config.certificates;
    files.emplace_back(m_candidates[key].file.string() + "-cert.pub");
    m_certificates.clear();
    for (const auto &file : files) {
        ssh_key certificate = nullptr;
        if (ssh_pki_import_cert_file(file.c_str(), &certificate) == SSH_OK)
            m_certificates.emplace_back(certificate);
    }
    return m_certificates.size();
}

int PublicKeyAuth::offerCertificate(std::size_t certificate) {
    return offer(m_certificates[certificate].get());
}

LoginMachine::KeyLoaded PublicKeyAuth::load(std::size_t key) {
    const std::filesystem::path &file = m_candidates[key].file;
    LoginMachine::KeyLoaded loaded;
    const auto ask = [&](int attempt) -> std::optional<std::string> {
        AuthQuestion question;
        question.kind = AuthQuestion::Kind::KeyPassphrase;
        question.host = m_context.config.hostAndPort();
        question.user = m_context.config.user;
        question.title = file.string();
        question.prompts = {{fmt::format("Passphrase for {}", file.string()), false}};
        question.attempt = attempt;
        auto answers = m_context.ask(question);
        loaded.isAnswered = answers.has_value();
        if (!answers)
            return std::nullopt;
        const WipeGuard wiped(*answers);
        return std::move(answers->front());
    };
    m_privateKey = m_context.keys->load(file, ask, [this] { return m_context.isCancelled(); });
    loaded.isLoaded = m_privateKey != nullptr;
    return loaded;
}

int PublicKeyAuth::sign() {
    return sign(m_privateKey.get());
}

int PublicKeyAuth::signWithCertificate(std::size_t certificate) {
    if (ssh_pki_copy_cert_to_privkey(m_certificates[certificate].get(), m_privateKey.get()) != SSH_OK)
        return SSH_AUTH_DENIED;
    return sign(m_privateKey.get());
}

} // namespace fabricscope::remote
