// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/openssh/MuxSession.h"

#include "remote/base/Descriptor.h"
#include "remote/base/Secret.h"
#include "remote/base/Ssh.h"
#include "remote/openssh/MuxMessages.h"
#include "remote/openssh/MuxTransport.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace fabricscope::remote {

namespace {

/// OpenSSH's MaxSessions is 10; a channel that was closed while its command ran counts until the command
/// ends.
constexpr std::size_t kMaxChannels = 8;
/// Number of retries to open a channel if none of ours is open: about two seconds.
constexpr int kMaxRefusals = 5;
constexpr std::chrono::milliseconds kFirstPause{60};
constexpr std::size_t kMaxPacket = 256 * 1024; // OpenSSH's own limit
constexpr std::size_t kReadBytes = 64 * 1024;
constexpr int kReadsPerTurn = 16;              // then others have their turn
constexpr std::size_t kMaxQueued = 512 * 1024; // towards the socket, before channels wait

/// Empty if nobody listens, or the path is too long.
Descriptor connectTo(const std::filesystem::path &path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string text = path.string();
    if (text.size() >= sizeof address.sun_path)
        return {};
    std::memcpy(address.sun_path, text.c_str(), text.size() + 1);
    Descriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd || ::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return {};
    return fd;
}

} // namespace

MuxSession::MuxSession(std::shared_ptr<Loop> loop)
    : m_loop(std::move(loop)), m_socket(m_loop->io()), m_maxChannels(kMaxChannels), m_reopenTimer(*m_loop) {}

MuxSession::~MuxSession() {
    wipe(m_out);
}

bool MuxSession::connect(const std::filesystem::path &socket,
                         std::function<void(tl::expected<void, Failure>)> ready) {
    Descriptor fd = connectTo(socket);
    if (!fd)
        return false;
    m_socket.assign(fd.release());
    m_connected = true;
    m_ready = std::move(ready);
    waitForInput();
    return true;
}

std::shared_ptr<SessionTransport> MuxSession::makeTransport() {
    return std::make_shared<MuxTransport>(m_loop, shared_from_this());
}

void MuxSession::waitForInput() {
    m_socket.async_wait(asio::posix::stream_descriptor::wait_read,
                        [weak = weak_from_this()](const ErrorCode &error) {
                            const auto self = weak.lock();
                            if (!self || error)
                                return;
                            self->read();
                            if (self->m_socket.is_open())
                                self->waitForInput();
                        });
}

void MuxSession::read() {
    std::string buffer(kReadBytes, '\0');
    for (int i = 0; i < kReadsPerTurn && m_socket.is_open(); ++i) {
        const ssize_t n = ::read(m_socket.native_handle(), buffer.data(), buffer.size());
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (n <= 0)
            return lose();
        m_in.append(buffer, 0, static_cast<std::size_t>(n));
        std::size_t done = 0;
        bool tooLong = false;
        while (m_connected) {
            const std::string_view message =
                firstMessage(std::string_view(m_in).substr(done), kMaxPacket, tooLong);
            if (tooLong)
                return broken("sent a packet of invalid length");
            if (message.empty())
                break;
            if (!handle(message))
                return broken("violated the protocol of its control socket");
            done += message.size() + sizeof(std::uint32_t);
        }
        m_in.erase(0, done);
    }
    serve();
}

bool MuxSession::handle(std::string_view message) {
    return m_state == State::Open ? handlePacket(message) : handleGreeting(message);
}

bool MuxSession::handleGreeting(std::string_view message) {
    WireReader reader(message);
    const std::uint32_t type = reader.number();
    if (m_state == State::Connecting) {
        if (type != mux::kHello || reader.number() != mux::kVersion)
            return false;
        m_state = State::AwaitingProxy;
        m_out += WireWriter().number(mux::kHello).number(mux::kVersion).framed();
        m_out += WireWriter().number(mux::kProxyRequest).number(0).framed();
        flush();
        return true;
    }
    if (type != mux::kProxyAccepted)
        return false;
    m_state = State::Open;
    if (const auto ready = std::exchange(m_ready, nullptr))
        ready({});
    return true;
}

bool MuxSession::handlePacket(std::string_view message) {
    WireReader reader(message);
    reader.byte(); // padding
    const std::uint8_t type = reader.byte();
    if (type == mux::kGlobalRequest || type == mux::kRequestSuccess || type == mux::kRequestFailure)
        return true;                 // the master's business
    if (type == mux::kChannelOpen) { // not requested by us: refused
        reader.text();
        const std::uint32_t theirs = reader.number();
        send(mux::packet(mux::kChannelOpenFailure).number(theirs).number(1).text("").text(""));
        return reader.isGood();
    }
    const std::uint32_t id = reader.number();
    const auto found = m_channels.find(id);
    if (found == m_channels.end())
        return reader.isGood();
    const auto channel = found->second;
    if (type == mux::kChannelOpenFailure) {
        reader.number();
        openFailed(channel, oneLine(reader.text()));
        m_channels.erase(id);
        schedule();
        return true;
    }
    if (!channel->received(type, reader))
        return false;
    if (channel->isRunning())
        m_refusals = 0;
    if (channel->isDone()) {
        m_channels.erase(id);
        if (!channel->isForward())
            m_maxChannels = std::min(m_maxChannels + 1, kMaxChannels);
        schedule(); // a place is free
    }
    return true;
}

void MuxSession::openFailed(const std::shared_ptr<MuxChannel> &channel, const std::string &why) {
    channel->requeue();
    if (!channel->isNew())
        return;
    if (channel->isForward())
        return channel->refuse(why);
    m_maxChannels = commands() - 1;
    if (m_maxChannels == 0) { // closed channels may still count there for a moment
        if (m_refusals == kMaxRefusals) {
            m_exhausted = true;
            m_maxChannels = 1; // for the waiting ones: each is notified separately
            return channel->refuse(why);
        }
        m_reopenTimer.start(kFirstPause * (1 << m_refusals++), [this] {
            m_maxChannels = 1;
            schedule();
        });
    }
    m_waiting.push_front(channel);
}

std::size_t MuxSession::commands() const {
    return static_cast<std::size_t>(
        std::count_if(m_channels.begin(), m_channels.end(), [](const auto &entry) {
            return entry.second->isActive() && !entry.second->isForward();
        }));
}

void MuxSession::add(const std::shared_ptr<MuxChannel> &channel) {
    if (!m_connected) {
        channel->abandon(
            m_lostBy.value_or(Failure{FailureKind::LinkLost,
                                      Stage::Link,
                                      fmt::format("the connection to {} is closed", m_options.name),
                                      {}}));
        return;
    }
    m_waiting.push_back(channel);
    schedule();
}

void MuxSession::schedule() {
    if (std::exchange(m_servePosted, true))
        return;
    m_loop->post([self = shared_from_this()] {
        self->m_servePosted = false;
        self->serve();
    });
}

void MuxSession::serve() {
    if (m_state != State::Open || !m_connected)
        return;
    for (auto next = m_waiting.begin(); next != m_waiting.end();) {
        const auto channel = *next;
        if (channel->isActive() && !channel->isForward() && commands() >= m_maxChannels) {
            ++next;
            continue;
        }
        next = m_waiting.erase(next);
        if (!channel->isActive())
            continue;
        const std::uint32_t id = m_nextId++;
        m_channels[id] = channel;
        channel->open(*this, id);
    }
    std::erase_if(m_channels, [](const auto &entry) { return entry.second->isDone(); });
    if (m_begun && m_holders == 0 && m_waiting.empty() &&
        std::none_of(m_channels.begin(), m_channels.end(),
                     [](const auto &entry) { return entry.second->isActive(); }))
        disconnect();
}

bool MuxSession::hasRoom() const {
    return m_out.size() < kMaxQueued;
}

void MuxSession::send(const WireWriter &message) {
    if (!m_connected)
        return;
    message.frameInto(m_out);
    flush();
}

void MuxSession::flush() {
    if (m_writing || !m_socket.is_open())
        return;
    std::size_t done = 0;
    while (done < m_out.size()) {
        const ssize_t n =
            ::send(m_socket.native_handle(), m_out.data() + done, m_out.size() - done, MSG_NOSIGNAL);
        if (n > 0)
            done += static_cast<std::size_t>(n);
        else if (n < 0 && errno == EINTR)
            continue;
        else
            break; // full, or ended, which the next read finds out
    }
    const std::size_t all = m_out.size();
    m_out.erase(0, done);
    const std::size_t rest = m_out.size();
    m_out.resize(all);                           // moved bytes would otherwise remain in the buffer
    ::explicit_bzero(m_out.data() + rest, done); // input of a command: may contain a password
    m_out.resize(rest);
    if (m_out.empty())
        return;
    m_writing = true;
    m_socket.async_wait(asio::posix::stream_descriptor::wait_write,
                        [weak = weak_from_this()](const ErrorCode &error) {
                            const auto self = weak.lock();
                            if (!self)
                                return;
                            self->m_writing = false;
                            if (error)
                                return;
                            self->flush();
                            for (const auto &[id, channel] : std::map(self->m_channels))
                                channel->feed();
                        });
}

void MuxSession::release() {
    --m_holders;
    m_loop->post([self = shared_from_this()] { self->serve(); });
}

void MuxSession::lose() {
    const auto self = shared_from_this();
    ErrorCode ignored;
    m_socket.close(ignored);
    Failure reason{FailureKind::LinkLost,
                   Stage::Link,
                   fmt::format("the connection to {} ended: closed by ssh", m_options.name),
                   {}};
    if (const auto ready = std::exchange(m_ready, nullptr)) {
        m_connected = false;
        return ready(tl::unexpected(reason));
    }
    if (!m_options.findLossReason)
        return close(reason, true);
    m_options.findLossReason([weak = weak_from_this()](Failure known) {
        if (const auto session = weak.lock())
            session->close(known, true);
    });
}

void MuxSession::broken(const std::string &what) {
    const auto self = shared_from_this();
    const Failure reason{FailureKind::Protocol, Stage::Link,
                         fmt::format("the ssh client for {} {}", m_options.name, what),
                         "use --transport libssh, or OpenSSH 7.4 or later"};
    if (const auto ready = std::exchange(m_ready, nullptr)) {
        m_connected = false;
        ErrorCode ignored;
        m_socket.close(ignored);
        return ready(tl::unexpected(reason));
    }
    close(reason, true);
}

void MuxSession::disconnect() {
    close({FailureKind::Cancelled, Stage::Link, fmt::format("disconnected from {}", m_options.name), {}},
          false);
}

void MuxSession::shutDown() {
    close({FailureKind::Cancelled, Stage::Link, "fabricscope is exiting", {}}, false);
}

void MuxSession::close(const Failure &reason, bool isLoss) {
    if (!m_connected.exchange(false))
        return;
    const auto self = shared_from_this();
    m_reopenTimer.stop();
    if (isLoss)
        m_lostBy = reason;
    std::deque<std::shared_ptr<MuxChannel>> channels = std::exchange(m_waiting, {});
    for (const auto &[id, channel] : std::exchange(m_channels, {}))
        channels.push_back(channel);
    for (const auto &channel : channels)
        channel->abandon(reason);
    ErrorCode ignored;
    m_socket.close(ignored);
    wipe(m_out);
    m_options.below.reset();
    m_options.findLossReason = nullptr;
    for (const auto &lost : std::exchange(m_lost, {}))
        if (isLoss)
            lost(reason);
    if (auto closed = std::exchange(m_closed, nullptr))
        closed();
}

void MuxSession::onLost(std::function<void(const Failure &)> callback) {
    if (m_lostBy)
        callback(*m_lostBy);
    else if (m_connected)
        m_lost.push_back(std::move(callback));
}

} // namespace fabricscope::remote
