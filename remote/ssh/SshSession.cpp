// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/SshSession.h"

#include <fmt/format.h>
#include <libssh/server.h> // ssh_send_keepalive() lives there
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>

namespace fabricscope::remote {

namespace {

/// OpenSSH's MaxSessions is 10; a channel that was closed while its command ran counts until the command
/// ends.
constexpr std::size_t kMaxChannels = 8;
/// Packets processed at a time, before the other sessions get their turn.
constexpr int kPollRounds = 64;
/// Number of retries to open a channel if none of ours is open: about two seconds.
constexpr int kMaxRefusals = 5;
constexpr std::chrono::milliseconds kFirstPause{60};

} // namespace

SshSession::SshSession(std::shared_ptr<Loop> loop, SshHandle session, asio::posix::stream_descriptor socket,
                       std::shared_ptr<void> below, SessionOptions options)
    : m_loop(std::move(loop))
    , m_below(std::move(below))
    , m_session(std::move(session))
    , m_event(ssh_event_new())
    , m_socket(std::move(socket))
    , m_options(std::move(options))
    , m_maxChannels(kMaxChannels)
    , m_reopenTimer(*m_loop)
    , m_keepAlive(*m_loop) {
    ssh_set_blocking(m_session.get(), 0);
    // Otherwise libssh leaves the descriptor blocking, and one stalled host would block all.
    m_socket.native_non_blocking(true);
    ssh_set_counters(m_session.get(), &m_counters, nullptr);
    ssh_event_add_session(m_event, m_session.get());
}

SshSession::~SshSession() {
    if (!m_event)
        return;
    ssh_event_remove_session(m_event, m_session.get());
    ssh_event_free(m_event);
}

std::shared_ptr<SessionTransport> SshSession::makeTransport() {
    return std::make_shared<SshTransport>(m_loop, shared_from_this());
}

void SshSession::begin() {
    m_keepAlive.start(m_options.keepAliveInterval, [this] { tick(); });
    schedulePump();
}

void SshSession::add(std::shared_ptr<SshChannel> channel) {
    if (!m_connected) {
        channel->abandon(
            m_lostBy.value_or(Failure{FailureKind::LinkLost,
                                      Stage::Link,
                                      fmt::format("the connection to {} is closed", m_options.name),
                                      {}}));
        return;
    }
    m_waiting.push_back(std::move(channel));
    schedulePump();
}

void SshSession::schedulePump() {
    if (std::exchange(m_pumpPosted, true))
        return;
    m_loop->post([self = shared_from_this()] {
        self->m_pumpPosted = false;
        self->pump();
    });
}

void SshSession::pump() {
    if (m_pumping || !m_connected)
        return;
    const auto self = shared_from_this();
    m_pumping = true;
    const bool isOpen = poll();
    if (isOpen)
        serveChannels();
    m_pumping = false;
    if (!isOpen && !m_pendingLoss)
        m_pendingLoss =
            Failure{FailureKind::LinkLost,
                    Stage::Link,
                    fmt::format("the connection to {} ended: {}", m_options.name, lastError(m_session.get())),
                    {}};
    if (m_pendingLoss)
        return close(*std::exchange(m_pendingLoss, std::nullopt), true);
    arm();
    closeWhenUnused();
}

void SshSession::release() {
    --m_holders;
    m_loop->post([self = shared_from_this()] { self->closeWhenUnused(); });
}

void SshSession::closeWhenUnused() {
    if (m_holders == 0 && m_active.empty() && m_waiting.empty())
        disconnect();
}

bool SshSession::poll() {
    int round = 0;
    while (round < kPollRounds && !m_pendingLoss) {
        const int result = ssh_event_dopoll(m_event, 0);
        if (result == SSH_ERROR)
            return false;
        if (result == SSH_AGAIN)
            break;
        ++round;
    }
    if (round == kPollRounds)
        schedulePump();
    return (ssh_get_status(m_session.get()) & (SSH_CLOSED | SSH_CLOSED_ERROR)) == 0;
}

void SshSession::serveChannels() {
    startWaiting();
    bool opening = false;
    // Every channel, each time: while one was served, data for another may have been read.
    for (std::size_t i = 0; i < m_active.size() && !m_pendingLoss;) {
        const auto channel = m_active[i];
        const auto progress = channel->advance(m_session.get());
        opening |= channel->isOpening();
        if (channel->isRunning())
            m_refusals = 0;
        if (progress == SshChannel::Progress::Waiting) {
            ++i;
            continue;
        }
        m_active.erase(m_active.begin() + static_cast<std::ptrdiff_t>(i));
        if (progress == SshChannel::Progress::Refused) {
            retryLater(channel);
        } else if (!channel->isForward()) {
            m_maxChannels = std::min(m_maxChannels + 1, kMaxChannels);
            schedulePump(); // a place is free
        }
    }
    if (opening) { // else the server's Nagle and our delayed acknowledgement cost 40 ms
        const int on = 1;
        ::setsockopt(m_socket.native_handle(), IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
    }
}

void SshSession::startWaiting() {
    for (auto next = m_waiting.begin(); next != m_waiting.end();) {
        if (!(*next)->isForward() && commands() >= m_maxChannels) {
            ++next;
            continue;
        }
        m_active.push_back(std::move(*next));
        next = m_waiting.erase(next);
    }
}

std::size_t SshSession::commands() const {
    return static_cast<std::size_t>(std::count_if(m_active.begin(), m_active.end(),
                                                  [](const auto &channel) { return !channel->isForward(); }));
}

void SshSession::retryLater(std::shared_ptr<SshChannel> channel) {
    if (channel->isForward())
        return channel->refuse(lastError(m_session.get()));
    m_maxChannels = commands(); // this server allows no more now; one that ends makes place
    if (m_maxChannels == 0) {   // closed channels may still count there for a moment
        if (m_refusals == kMaxRefusals) {
            m_exhausted = true;
            m_maxChannels = 1; // for the waiting ones: each is notified separately
            return channel->refuse(lastError(m_session.get()));
        }
        m_reopenTimer.start(kFirstPause * (1 << m_refusals++), [this] {
            m_maxChannels = 1;
            schedulePump();
        });
    }
    m_waiting.push_front(std::move(channel));
}

void SshSession::arm() {
    using Socket = asio::posix::stream_descriptor;
    if (!std::exchange(m_waitsForRead, true))
        m_socket.async_wait(Socket::wait_read, [self = shared_from_this()](const ErrorCode &error) {
            self->m_waitsForRead = false;
            if (!error)
                self->pump();
        });
    // Also for a window adjustment that the socket did not accept: without this wait it is never sent.
    const bool pending = (ssh_get_poll_flags(m_session.get()) & SSH_WRITE_PENDING) != 0;
    if (pending && !std::exchange(m_waitsForWrite, true))
        m_socket.async_wait(Socket::wait_write, [self = shared_from_this()](const ErrorCode &error) {
            self->m_waitsForWrite = false;
            if (!error)
                self->pump();
        });
}

void SshSession::tick() {
    const auto self = shared_from_this();
    pump(); // unread data in the socket also counts as contact
    if (!m_connected)
        return;
    m_misses = m_counters.in_bytes == m_bytesAtTick ? m_misses + 1 : 0;
    m_bytesAtTick = m_counters.in_bytes;
    if (m_misses > m_options.keepAliveCountMax)
        return lose({FailureKind::LinkLost,
                     Stage::Link,
                     fmt::format("{}: no response for {} ms", m_options.name,
                                 m_options.keepAliveInterval.count() * m_misses),
                     {}});
    // In non-blocking mode a call may only return the result of the previous one: then a second call is
    // needed to send.
    if (m_misses > 0)
        for (int i = 0; i < 2 && ssh_send_keepalive(m_session.get()) != SSH_AGAIN; ++i) {
        }
    m_keepAlive.start(m_options.keepAliveInterval, [this] { tick(); });
    schedulePump();
}

void SshSession::disconnect() {
    close({FailureKind::Cancelled, Stage::Link, fmt::format("disconnected from {}", m_options.name), {}},
          false);
}

void SshSession::shutDown() {
    close({FailureKind::Cancelled, Stage::Link, "fabricscope is exiting", {}}, false);
}

void SshSession::lose(Failure reason) {
    if (!m_pendingLoss)
        m_pendingLoss = std::move(reason);
    schedulePump();
}

void SshSession::close(const Failure &reason, bool isLoss) {
    if (!m_connected.exchange(false))
        return;
    const auto self = shared_from_this();
    m_keepAlive.stop();
    m_reopenTimer.stop();
    if (isLoss) {
        m_lostBy = reason;
        ssh_silent_disconnect(m_session.get());
    } else {
        ssh_disconnect(m_session.get());
    }
    std::deque<std::shared_ptr<SshChannel>> channels = std::move(m_active);
    channels.insert(channels.end(), m_waiting.begin(), m_waiting.end());
    m_active.clear();
    m_waiting.clear();
    for (const auto &channel : channels)
        channel->abandon(reason);
    ssh_event_remove_session(m_event, m_session.get());
    ssh_event_free(m_event);
    m_event = nullptr;
    m_session.reset();
    ::shutdown(m_socket.native_handle(), SHUT_RDWR); // libssh has closed its own descriptor only
    ErrorCode ignored;
    m_socket.close(ignored);
    m_below.reset();
    for (const auto &lost : std::exchange(m_lost, {}))
        if (isLoss)
            lost(reason);
    if (auto closed = std::exchange(m_closed, nullptr))
        closed();
}

void SshSession::onLost(std::function<void(const Failure &)> callback) {
    if (m_lostBy)
        callback(*m_lostBy);
    else if (m_connected)
        m_lost.push_back(std::move(callback));
}

} // namespace fabricscope::remote
