// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/Handshake.h"

#include "remote/base/Descriptor.h"
#include "remote/ssh/Auth.h"
#include "remote/ssh/ConnectFailures.h"
#include "remote/ssh/HostKeyCheck.h"

#include <fmt/format.h>
#include <libssh/server.h> // ssh_set_message_callback()

namespace fabricscope::remote {

namespace {

class Handshake {
public:
    Handshake(int fd, const HandshakeContext &context)
        : m_context(context), m_config(context.config), m_session(ssh_new()), m_fd(fd), m_hostKey(context) {}

    tl::expected<SshHandle, HandshakeFailure> run();

private:
    void setOptions();
    void set(ssh_options_e option, const std::string &value) {
        if (!value.empty())
            ssh_options_set(m_session.get(), option, value.c_str());
    }
    tl::expected<void, HandshakeFailure> exchangeKeys();
    tl::expected<void, Failure> checkHostKey();

    const HandshakeContext &m_context;
    const HostConfig &m_config;
    SshHandle m_session;
    Descriptor m_fd; // until libssh has it
    HostKeyCheck m_hostKey;
};

/// Requests of a server (mainly to open a channel) are refused at once; libssh would queue them without
/// limit.
int refuseRequest(ssh_session, ssh_message, void *) {
    return 1;
}

void Handshake::setOptions() {
    ssh_session session = m_session.get();
    const bool no = false;
    const int quiet = SSH_LOG_NOLOG;
    ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &no);
    ssh_options_set(session, SSH_OPTIONS_LOG_VERBOSITY, &quiet);
    const int fd = m_fd.release();
    ssh_options_set(session, SSH_OPTIONS_FD, &fd);
    ssh_set_blocking(session, 0);
    ssh_set_message_callback(session, refuseRequest, nullptr);
    set(SSH_OPTIONS_HOST, m_config.host);
    set(SSH_OPTIONS_USER, m_config.user);
    // known_hosts is checked by this program: libssh reads only one file of the user.
    set(SSH_OPTIONS_KNOWNHOSTS, "/dev/null");
    set(SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");
    set(SSH_OPTIONS_COMPRESSION, m_config.compression ? "yes" : "no");
    set(SSH_OPTIONS_CIPHERS_C_S, m_config.ciphers);
    set(SSH_OPTIONS_CIPHERS_S_C, m_config.ciphers);
    set(SSH_OPTIONS_KEY_EXCHANGE, m_config.kexAlgorithms);
    set(SSH_OPTIONS_HMAC_C_S, m_config.macs);
    set(SSH_OPTIONS_HMAC_S_C, m_config.macs);
    set(SSH_OPTIONS_HOSTKEYS, m_hostKey.algorithms());
}

/// What came instead of a banner, by libssh's message about it; empty for other errors.
std::string foreignLine(std::string_view error) {
    constexpr std::string_view kBefore = "No version of SSH protocol usable (banner: ";
    if (!error.starts_with(kBefore))
        return {};
    error.remove_prefix(kBefore.size());
    return std::string(error.starts_with("SSH-") ? std::string_view() : error.substr(0, error.rfind(')')));
}

tl::expected<SshHandle, HandshakeFailure> Handshake::run() {
    if (auto prepared = m_hostKey.prepare(); !prepared)
        return tl::unexpected(HandshakeFailure{prepared.error(), false});
    setOptions();
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
    if (const std::string line = foreignLine(error); !line.empty())
        return tl::unexpected(HandshakeFailure{notSsh(m_config, line), false});
    const bool closed = error.starts_with("Socket error");
    const bool noMatch = error.find("no match for method") != std::string::npos;
    return tl::unexpected(
        HandshakeFailure{{FailureKind::Protocol,
                          Stage::Handshake,
                          fmt::format("{} aborted the key exchange: {}", m_config.label(), error),
                          {}},
                         closed,
                         noMatch,
                         ssh_get_serverbanner(session) != nullptr});
}

tl::expected<void, Failure> Handshake::checkHostKey() {
    m_context.enter(Stage::HostKey);
    ssh_key offered = nullptr;
    if (ssh_get_server_publickey(m_session.get(), &offered) != SSH_OK)
        return tl::unexpected(
            Failure{FailureKind::Protocol, Stage::HostKey, "the server sent no usable host key", {}});
    const SshKey key(offered);
    return m_hostKey.check(offered);
}

} // namespace

tl::expected<SshHandle, HandshakeFailure> performHandshake(int fd, const HandshakeContext &context) {
    return Handshake(fd, context).run();
}

} // namespace fabricscope::remote
