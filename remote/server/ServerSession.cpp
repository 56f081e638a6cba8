// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/server/ServerSession.h"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace fabricscope::remote::server {

namespace {

constexpr int kMaxLogins = 6;   ///< refused ones, then the connection ends
constexpr int kPumpRounds = 64; ///< so that one flood does not starve the channels
constexpr int kChildTick = 20;  ///< ms, if the end of a child cannot be waited for
constexpr int kIdleTick = 1000; ///< ms

ServerSession *self(void *userdata) {
    return static_cast<ServerSession *>(userdata);
}

} // namespace

ServerSession::ServerSession(const ExecServerOptions &options, const std::vector<KeyHandle> &keys,
                             SessionHandle session, int stopDescriptor)
    : m_options(options)
    , m_keys(keys)
    , m_stopDescriptor(stopDescriptor)
    , m_session(std::move(session))
    , m_event(ssh_event_new()) {
    setCallbacks();
}

bool ServerSession::isAllowed(ssh_key key) const {
    return std::any_of(m_keys.begin(), m_keys.end(), [&](const KeyHandle &allowed) {
        return ssh_key_cmp(allowed.get(), key, SSH_KEY_CMP_PUBLIC) == 0;
    });
}

int ServerSession::answerLogin(bool right, const char *user) {
    if (right && user != nullptr && (m_options.user.empty() || m_options.user == user)) {
        m_user = user;
        m_loggedIn = true;
        return SSH_AUTH_SUCCESS;
    }
    ++m_refusedLogins;
    return SSH_AUTH_DENIED;
}

void ServerSession::setCallbacks() {
    m_callbacks.userdata = this;
    m_callbacks.service_request_function = [](ssh_session, const char *, void *) -> int {
        return 0;
    };
    if (!m_keys.empty())
        m_callbacks.auth_pubkey_function = [](ssh_session, const char *user, ssh_key key, char state,
                                              void *userdata) -> int {
            ServerSession *session = self(userdata);
            const bool known = session->isAllowed(key);
            if (state == SSH_PUBLICKEY_STATE_NONE) // a query whether the key is acceptable
                return known ? SSH_AUTH_SUCCESS : session->answerLogin(false, user);
            return session->answerLogin(known && state == SSH_PUBLICKEY_STATE_VALID, user);
        };
    if (!m_options.user.empty() && !m_options.password.empty())
        m_callbacks.auth_password_function = [](ssh_session, const char *user, const char *password,
                                                void *userdata) -> int {
            ServerSession *session = self(userdata);
            return session->answerLogin(password != nullptr && session->m_options.password == password, user);
        };
    m_callbacks.channel_open_request_session_function = [](ssh_session, void *userdata) -> ssh_channel {
        return self(userdata)->openChannel();
    };
    ssh_callbacks_init(&m_callbacks);
    ssh_set_server_callbacks(m_session.get(), &m_callbacks);
    // Requests without a callback are refused by libssh instead of being queued.
    ssh_set_message_callback(
        m_session.get(), [](ssh_session, ssh_message, void *) -> int { return 1; }, nullptr);
    int methods = 0;
    if (!m_keys.empty())
        methods |= SSH_AUTH_METHOD_PUBLICKEY;
    if (m_callbacks.auth_password_function != nullptr)
        methods |= SSH_AUTH_METHOD_PASSWORD;
    ssh_set_auth_methods(m_session.get(), methods);
}

ssh_channel ServerSession::openChannel() {
    if (!m_loggedIn || m_channels.size() + m_opened.size() >= m_options.maxChannels)
        return nullptr;
    ssh_channel channel = ssh_channel_new(m_session.get());
    if (channel != nullptr)
        m_opened.push_back(
            std::make_unique<ExecChannel>(m_session.get(), channel, [this](const std::string &command) {
                return m_options.spawn(m_user, command);
            }));
    return channel;
}

ServerSession::Step ServerSession::exchangeKeys() {
    const int result = ssh_handle_key_exchange(m_session.get());
    if (result == SSH_AGAIN)
        return Step::Continue;
    if (result != SSH_OK)
        return Step::Finished;
    m_keysExchanged = true;
    // libssh has made its socket blocking again; sending to a stalled client would block this thread.
    const int fd = ssh_get_fd(m_session.get());
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    ssh_event_add_session(m_event.get(), m_session.get());
    return Step::Continue;
}

ServerSession::Step ServerSession::pump() {
    for (int round = 0; round < kPumpRounds; ++round) {
        const int result = ssh_event_dopoll(m_event.get(), 0);
        if (result == SSH_ERROR)
            return Step::Finished;
        if (result == SSH_AGAIN)
            break;
    }
    // Each send may let libssh read more and call back, including openChannel(): new channels are kept in a
    // separate list while this one is iterated.
    for (const auto &channel : m_channels)
        channel->advance();
    std::erase_if(m_channels, [](const auto &channel) { return channel->isClosed(); });
    std::move(m_opened.begin(), m_opened.end(), std::back_inserter(m_channels));
    m_opened.clear();
    const bool over = (ssh_get_status(m_session.get()) & (SSH_CLOSED | SSH_CLOSED_ERROR)) != 0;
    return over || m_refusedLogins > kMaxLogins ? Step::Finished : Step::Continue;
}

ServerSession::Step ServerSession::wait(std::chrono::steady_clock::time_point graceEnd) {
    const int flags = ssh_get_poll_flags(m_session.get());
    const short pollEvents = static_cast<short>(POLLIN | ((flags & SSH_WRITE_PENDING) != 0 ? POLLOUT : 0));
    std::vector<pollfd> polls{{ssh_get_fd(m_session.get()), pollEvents, 0}, {m_stopDescriptor, POLLIN, 0}};
    int timeout = kIdleTick;
    for (const auto &channel : m_channels)
        if (!channel->addPolls(polls))
            timeout = kChildTick;
    if (!m_loggedIn) {
        const auto left = graceEnd - std::chrono::steady_clock::now();
        if (left <= left.zero())
            return Step::Finished;
        timeout = std::min<int>(kIdleTick, std::chrono::ceil<std::chrono::milliseconds>(left).count());
    }
    if (::poll(polls.data(), polls.size(), timeout) < 0 && errno != EINTR)
        return Step::Finished;
    return (polls[1].revents & POLLIN) != 0 ? Step::Finished : Step::Continue;
}

void ServerSession::run() {
    if (!m_event)
        return;
    ssh_set_blocking(m_session.get(), 0);
    const auto graceEnd = std::chrono::steady_clock::now() + m_options.loginGrace;
    while (true) {
        const Step step = m_keysExchanged ? pump() : exchangeKeys();
        if (step == Step::Finished || wait(graceEnd) == Step::Finished)
            break;
    }
    m_channels.clear();
    m_opened.clear();
    if (m_keysExchanged)
        ssh_event_remove_session(m_event.get(), m_session.get());
    ssh_disconnect(m_session.get());
}

} // namespace fabricscope::remote::server
