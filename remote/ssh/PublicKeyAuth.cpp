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

int PublicKeyAuth::run() {
    while (m_next < m_candidates.size() && !m_context.isCancelled()) {
        const int result = tryCandidate(m_candidates[m_next++]);
        if (result != SSH_AUTH_DENIED)
            return result;
    }
    return SSH_AUTH_DENIED;
}

/// An error that concerns only this key, such as an agent that refuses to sign, counts as a refusal: the next
/// key is tried.
int PublicKeyAuth::settled(const std::function<int()> &call) {
    const int result = m_context.authenticate(m_session, call);
    return result == SSH_AUTH_ERROR && isLinkOpen(m_session) ? static_cast<int>(SSH_AUTH_DENIED) : result;
}

int PublicKeyAuth::offer(ssh_key publicKey) {
    return settled([&] { return ssh_userauth_try_publickey(m_session, nullptr, publicKey); });
}

int PublicKeyAuth::sign(ssh_key privateKey) {
    return settled([&] { return ssh_userauth_publickey(m_session, nullptr, privateKey); });
}

int PublicKeyAuth::tryCandidate(Candidate &candidate) {
    ++m_offered;
    return candidate.inAgent ? tryAgentKey(*candidate.inAgent) : tryFile(candidate);
}

int PublicKeyAuth::tryAgentKey(const AgentKey &key) {
    // Offered by our own code first: libssh leaks an agent's list when it reads a second one.
    if (const int offered = offer(key.key.get()); offered != SSH_AUTH_SUCCESS)
        return offered;
    m_relay->show(key);
    bool failed = false;
    const int result = settled([&] {
        const int status = ssh_userauth_agent(m_session, nullptr);
        failed = status == SSH_AUTH_ERROR;
        return status;
    });
    if (failed && result == SSH_AUTH_DENIED)
        m_notes.push_back(fmt::format("the ssh agent did not sign with '{}'", oneLine(key.comment)));
    return result;
}

std::vector<SshKey> PublicKeyAuth::certificatesFor(const Candidate &candidate) const {
    std::vector<std::filesystem::path> files = m_context.config.certificates;
    files.emplace_back(candidate.file.string() + "-cert.pub");
    std::vector<SshKey> certificates;
    for (const auto &file : files) {
        ssh_key key = nullptr;
        if (ssh_pki_import_cert_file(file.c_str(), &key) == SSH_OK)
            certificates.emplace_back(key);
    }
    return certificates;
}

SshKey PublicKeyAuth::privateKey(const std::filesystem::path &file) {
    const auto ask = [&](int attempt) -> std::optional<std::string> {
        AuthQuestion question;
        question.kind = AuthQuestion::Kind::KeyPassphrase;
        question.host = m_context.config.hostAndPort();
        question.user = m_context.config.user;
        question.title = file.string();
        question.prompts = {{fmt::format("Passphrase for {}", file.string()), false}};
        question.attempt = attempt;
        auto answers = m_context.ask(question);
        m_gaveUp = !answers.has_value();
        if (!answers)
            return std::nullopt;
        const WipeGuard wiped(*answers);
        return std::move(answers->front());
    };
    SshKey key = m_context.keys->load(file, ask, [this] { return m_context.isCancelled(); });
    if (!key)
        m_notes.push_back(fmt::format("the key {} could not be used", file.string()));
    return key;
}

int PublicKeyAuth::tryCertificate(const std::filesystem::path &file, ssh_key certificate) {
    const int offered = offer(certificate);
    if (offered != SSH_AUTH_SUCCESS)
        return offered;
    const SshKey key = privateKey(file);
    if (!key || ssh_pki_copy_cert_to_privkey(certificate, key.get()) != SSH_OK)
        return SSH_AUTH_DENIED;
    return sign(key.get());
}

int PublicKeyAuth::tryFile(Candidate &candidate) {
    for (const SshKey &certificate : certificatesFor(candidate)) {
        const int result = tryCertificate(candidate.file, certificate.get());
        if (result != SSH_AUTH_DENIED)
            return result;
    }
    if (candidate.publicKey) {
        const int offered = offer(candidate.publicKey.get());
        if (offered != SSH_AUTH_SUCCESS)
            return offered;
    }
    const SshKey key = privateKey(candidate.file);
    return key ? sign(key.get()) : SSH_AUTH_DENIED;
}

} // namespace fabricscope::remote
