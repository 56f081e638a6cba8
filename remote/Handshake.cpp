// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/Handshake.h"

#include "remote/Auth.h"
#include "remote/KnownHosts.h"

#include <fmt/format.h>
#include <libssh/server.h> // ssh_set_message_callback()

namespace fabricscope::remote {

namespace {

class Handshake {
public:
    Handshake(int fd, const HandshakeContext &context)
        : m_context(context)
        , m_config(context.config)
        , m_session(ssh_new())
        , m_known(knownKeys(m_config.knownHosts, m_config.knownName())) {
        keepOfferable(m_known, m_config.hostKeyAlgorithms);
        setOptions(fd);
    }

    tl::expected<SshHandle, HandshakeFailure> run();

private:
    void setOptions(int fd);
    void set(ssh_options_e option, const std::string &value) {
        if (!value.empty())
            ssh_options_set(m_session.get(), option, value.c_str());
    }
    tl::expected<void, HandshakeFailure> exchangeKeys();
    tl::expected<void, Failure> checkHostKey();
    tl::expected<void, Failure> askForKey(ssh_key key, HostKeyQuestion question);

    const HandshakeContext &m_context;
    const HostConfig &m_config;
    SshHandle m_session;
    std::vector<KnownKey> m_known;
};

/// What a server asks of us (to open a channel, above all) is refused at once; libssh would queue it without
/// bound.
int refuseRequest(ssh_session, ssh_message, void *) {
    return 1;
}

void Handshake::setOptions(int fd) {
    ssh_session session = m_session.get();
    const bool no = false;
    const int quiet = SSH_LOG_NOLOG;
    ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &no);
    ssh_options_set(session, SSH_OPTIONS_LOG_VERBOSITY, &quiet);
    ssh_options_set(session, SSH_OPTIONS_FD, &fd);
    ssh_set_blocking(session, 0);
    ssh_set_message_callback(session, refuseRequest, nullptr);
    set(SSH_OPTIONS_HOST, m_config.host);
    set(SSH_OPTIONS_USER, m_config.user);
    // known_hosts is our own business: libssh reads one file of the user's only.
    set(SSH_OPTIONS_KNOWNHOSTS, "/dev/null");
    set(SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");
    set(SSH_OPTIONS_CIPHERS_C_S, m_config.ciphers);
    set(SSH_OPTIONS_CIPHERS_S_C, m_config.ciphers);
    set(SSH_OPTIONS_KEY_EXCHANGE, m_config.kexAlgorithms);
    set(SSH_OPTIONS_HMAC_C_S, m_config.macs);
    set(SSH_OPTIONS_HMAC_S_C, m_config.macs);
    set(SSH_OPTIONS_HOSTKEYS, hostKeyPreference(m_known, m_config.hostKeyAlgorithms));
}

tl::expected<SshHandle, HandshakeFailure> Handshake::run() {
    if (auto exchanged = exchangeKeys(); !exchanged)
        return tl::unexpected(exchanged.error());
    if (auto checked = checkHostKey(); !checked)
        return tl::unexpected(HandshakeFailure{checked.error(), false});
    if (auto loggedIn = logIn(m_session.get(), m_context); !loggedIn)
        return tl::unexpected(HandshakeFailure{loggedIn.error(), false});
    return std::move(m_session);
}

tl::expected<void, HandshakeFailure> Handshake::exchangeKeys() {
    m_context.enter(Stage::Handshake);
    ssh_session session = m_session.get();
    if (repeat(
            session, [this] { return m_context.isCancelled(); }, SSH_AGAIN,
            [=] { return ssh_connect(session); }) == SSH_OK)
        return {};
    const std::string error = lastError(m_session.get());
    const bool closed = error.starts_with("Socket error");
    return tl::unexpected(
        HandshakeFailure{{FailureKind::Protocol,
                          Stage::Handshake,
                          fmt::format("{} ended the key exchange: {}", m_config.label(), error),
                          {}},
                         closed});
}

tl::expected<void, Failure> Handshake::checkHostKey() {
    m_context.enter(Stage::HostKey);
    ssh_key offered = nullptr;
    if (ssh_get_server_publickey(m_session.get(), &offered) != SSH_OK)
        return tl::unexpected(
            Failure{FailureKind::Protocol, Stage::HostKey, "the server has no host key", {}});
    const SshKey key(offered);
    const HostKeyVerdict verdict = judge(m_known, offered);
    if (verdict.state == HostKeyState::Known)
        return {};
    HostKeyQuestion question;
    question.host = m_config.knownName();
    question.address = m_context.address;
    question.keyType = keyTypeName(offered);
    question.fingerprint = fingerprint(offered);
    if (verdict.state == HostKeyState::Unknown)
        return askForKey(offered, std::move(question));

    question.changed = true;
    question.knownFingerprint = fingerprint(verdict.known->key.get());
    question.knownKeyType = keyTypeName(verdict.known->key.get());
    question.knownIn = verdict.known->where;
    Failure failure{
        FailureKind::HostKeyChanged, Stage::HostKey,
        fmt::format("the host key of {} has changed: it is {} {}, known is {} {} ({})", question.host,
                    question.keyType, question.fingerprint, question.knownKeyType, question.knownFingerprint,
                    question.knownIn),
        "if the host was installed anew, remove that line after asking its administrator; otherwise "
        "somebody may stand between you and the host"};
    if (verdict.state == HostKeyState::Revoked)
        failure.what = fmt::format("the host key {} of {} is revoked ({})", question.fingerprint,
                                   question.host, question.knownIn);
    (void)m_context.ask(question); // only to show it: no answer makes it acceptable
    return tl::unexpected(failure);
}

tl::expected<void, Failure> Handshake::askForKey(ssh_key key, HostKeyQuestion question) {
    Failure refused{
        FailureKind::HostKeyUnknown, Stage::HostKey,
        fmt::format("the host key of {} is not known: {} {}", question.host, question.keyType,
                    question.fingerprint),
        "compare the fingerprint with the host's (`ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub` there)"};
    if (m_config.refuseUnknown) {
        refused.hint =
            "the ssh configuration says StrictHostKeyChecking yes: add the key to known_hosts yourself";
        return tl::unexpected(refused);
    }
    const HostKeyAnswer answer = m_context.ask(question);
    if (answer == HostKeyAnswer::Refuse)
        return tl::unexpected(refused);
    const auto &file =
        answer == HostKeyAnswer::AcceptAndStoreApart ? m_config.knownHostsApart : m_config.knownHostsToWrite;
    if (answer != HostKeyAnswer::AcceptOnce && !file.empty())
        return rememberKey(file, question.host, key);
    return {};
}

} // namespace

tl::expected<SshHandle, HandshakeFailure> shakeHands(int fd, const HandshakeContext &context) {
    return Handshake(fd, context).run();
}

} // namespace fabricscope::remote
