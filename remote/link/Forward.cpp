// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/link/Link.h"
#include "remote/link/Session.h"
#include "remote/process/RunningCommand.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

namespace fabricscope::remote {

namespace {

constexpr std::size_t kReadBytes = 32 * 1024;
constexpr std::size_t kMaxQueued = 256 * 1024;

/// Copies between a channel of the jump host's session and a socket pair, whose other end another session
/// reads. Neither side is read while the other does not accept data.
class Forward : public std::enable_shared_from_this<Forward> {
public:
    Forward(std::shared_ptr<Loop> loop, std::shared_ptr<SessionTransport> jump, Descriptor socket,
            std::string route)
        : m_loop(std::move(loop))
        , m_jump(std::move(jump))
        , m_socket(m_loop->io(), socket.release())
        , m_route(std::move(route)) {
        m_socket.native_non_blocking(true);
    }
    ~Forward() {
        if (m_channel)
            m_channel->close();
    }

    void start(ForwardTo to) {
        const auto weak = weak_from_this();
        Sink sink;
        sink.data = [weak](Stream, std::string_view bytes) {
            if (auto self = weak.lock())
                self->toSocket(bytes);
        };
        sink.finished = [weak](const Exit &exit) {
            if (auto self = weak.lock())
                self->finished(exit);
        };
        m_channel = m_jump->forward(std::move(to), std::move(sink));
        m_channel->onInputDrained([weak] {
            if (auto self = weak.lock())
                self->m_loop->post([self] { self->waitForSocket(); });
        });
        waitForSocket();
    }

    [[nodiscard]] std::optional<Failure> knownFailure() const { return m_failure; }

private:
    void waitForSocket() {
        if (m_reading || !m_socket.is_open() || m_channel->queuedInput() > kMaxQueued)
            return;
        m_reading = true;
        m_socket.async_wait(asio::posix::stream_descriptor::wait_read,
                            [weak = weak_from_this()](const ErrorCode &error) {
                                auto self = weak.lock();
                                if (!self)
                                    return;
                                self->m_reading = false;
                                if (!error)
                                    self->fromSocket();
                            });
    }

    void fromSocket() {
        std::string bytes(kReadBytes, '\0');
        const ssize_t n = ::read(m_socket.native_handle(), bytes.data(), bytes.size());
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            return m_channel->close();
        if (n > 0) {
            bytes.resize(static_cast<std::size_t>(n));
            m_channel->write(std::move(bytes));
        }
        waitForSocket();
    }

    void toSocket(std::string_view bytes) {
        m_pending += bytes;
        flush();
    }

    void flush() {
        while (!m_pending.empty() && m_socket.is_open()) {
            const ssize_t n = ::write(m_socket.native_handle(), m_pending.data(), m_pending.size());
            if (n < 0 && errno == EINTR)
                continue;
            if (n < 0)
                break;
            m_pending.erase(0, static_cast<std::size_t>(n));
        }
        if (m_pending.empty() || !m_socket.is_open()) {
            m_channel->resume();
            if (m_ended)
                close();
            return;
        }
        m_channel->pause();
        if (std::exchange(m_writing, true))
            return;
        m_socket.async_wait(asio::posix::stream_descriptor::wait_write,
                            [weak = weak_from_this()](const ErrorCode &error) {
                                auto self = weak.lock();
                                if (!self)
                                    return;
                                self->m_writing = false;
                                if (!error)
                                    self->flush();
                            });
    }

    void finished(const Exit &exit) {
        if (exit.failure && exit.failure->kind != FailureKind::Cancelled)
            m_failure = notConnected(*exit.failure);
        m_ended = true;
        if (m_pending.empty())
            close();
    }

    /// If the jump host refuses the channel, the connection to the host behind it has failed.
    [[nodiscard]] Failure notConnected(Failure failure) const {
        if (failure.kind != FailureKind::CommandFailed)
            return failure;
        const auto mentions = [&](std::string_view words) {
            return failure.what.find(words) != std::string::npos;
        };
        const FailureKind kind = mentions("refused")                               ? FailureKind::Refused
                                 : mentions("timed out")                           ? FailureKind::Timeout
                                 : mentions("resolve") || mentions("Name or serv") ? FailureKind::Unresolvable
                                                                                   : FailureKind::Unreachable;
        return {kind, Stage::Connect, fmt::format("{}: {}", m_route, failure.what), {}};
    }

    void close() {
        ErrorCode ignored;
        m_socket.close(ignored); // the session on top reads an end of file
    }

    std::shared_ptr<Loop> m_loop;
    std::shared_ptr<SessionTransport> m_jump;
    asio::posix::stream_descriptor m_socket;
    std::shared_ptr<RunningCommand> m_channel;
    const std::string m_route; // "gpu-07:22 through bastion"
    std::string m_pending;     // to the socket: at most the data in the channel
    std::optional<Failure> m_failure;
    bool m_reading = false, m_writing = false, m_ended = false;
};

} // namespace

tl::expected<Link, Failure> forwardThrough(const std::shared_ptr<Loop> &loop,
                                           std::shared_ptr<SessionTransport> jump, const HostConfig &config) {
    auto [ours, theirs] = makeSocketPair();
    if (!ours)
        return tl::unexpected(Failure{FailureKind::Config, Stage::Connect, "out of file descriptors", {}});
    const std::string route = fmt::format("{}:{} through {}", config.host, config.port, config.jumps.back());
    auto forward = std::make_shared<Forward>(loop, std::move(jump), std::move(theirs), route);
    forward->start({config.host, config.port});
    Link link;
    link.fd = std::move(ours);
    link.address = route;
    link.knownFailure = [forward] {
        return forward->knownFailure();
    };
    link.below = std::move(forward);
    return link;
}

} // namespace fabricscope::remote
