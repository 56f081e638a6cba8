// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ConnectSession.h"

#include "remote/ClientImpl.h"
#include "remote/base/Ssh.h"
#include "remote/ssh/SshSession.h"

#include <fmt/format.h>
#include <sys/socket.h>

namespace fabricscope::remote {

ConnectSession::ConnectSession(std::shared_ptr<Hub> hub, HostConfig config, std::string key)
    : PendingSession(std::move(hub), std::move(config), std::move(key)), m_socket(m_loop->io()) {}

ConnectSession::~ConnectSession() = default;

void ConnectSession::start() {
    if (!m_config.jumps.empty())
        return connectThroughJump();
    if (m_config.proxyCommand.empty())
        return connectByTcp();
    waitForSlot("proxy " + m_config.proxyCommand, [this] {
        enter(Stage::Connect);
        auto link = startProxy(m_loop, m_config);
        if (!link)
            return fail(link.error());
        linked(std::move(*link));
    });
}

void ConnectSession::connectThroughJump() {
    connectToJump(
        m_waiters.front()->endpoint().transport, [this](const std::shared_ptr<SessionTransport> &jump) {
            waitForSlot(fmt::format("{} {}:{}", m_config.jumps.back(), m_config.host, m_config.port),
                        [this, jump] {
                            auto link = forwardThrough(m_loop, jump, m_config);
                            if (!link)
                                return fail(link.error());
                            linked(std::move(*link));
                        });
        });
}

void ConnectSession::connectByTcp() {
    enter(Stage::Resolve);
    m_countdown.run();
    resolve(m_loop, m_config.host, m_config.port, m_config.addressFamily,
            [weak = weakSelf(), run = m_run](Resolved resolved) {
                const auto self = weak.lock();
                if (!self || self->m_run != run)
                    return;
                if (!resolved)
                    return self->fail(resolved.error());
                const std::string address = resolved->front().text();
                self->waitForSlot(address, [raw = self.get(), addresses = std::move(*resolved)]() mutable {
                    raw->connectTo(std::move(addresses));
                });
            });
}

void ConnectSession::connectTo(std::vector<SocketAddress> addresses) {
    enter(Stage::Connect);
    m_tcp = std::make_shared<TcpConnect>(m_loop, std::move(addresses), m_countdown.left(),
                                         [this, weak = weakSelf()](tl::expected<Link, Failure> link) {
                                             const auto self = weak.lock();
                                             if (!self)
                                                 return;
                                             m_tcp.reset();
                                             if (!link)
                                                 return fail(link.error());
                                             linked(std::move(*link));
                                         });
    m_tcp->start();
}

void ConnectSession::linked(Link link) {
    m_link = std::move(link);
    m_socket.assign(duplicate(m_link.fd.get()).release());
    waitForBanner();
}

void ConnectSession::waitForBanner() {
    m_socket.async_wait(asio::posix::stream_descriptor::wait_read,
                        [go = guarded([this] { bannerReceived(); })](const ErrorCode &error) {
                            if (!error)
                                go();
                        });
}

void ConnectSession::bannerReceived() {
    char first[32] = {};
    const ssize_t n = ::recv(m_socket.native_handle(), first, sizeof first, MSG_PEEK | MSG_DONTWAIT);
    const std::string_view words(first, n > 0 ? static_cast<std::size_t>(n) : 0);
    if (words.empty() || words.starts_with("Exceeded MaxStartups") ||
        words.starts_with("Not allowed at this time")) {
        Failure failure{FailureKind::Protocol, Stage::Connect,
                        fmt::format("{} closed the connection without an SSH banner", m_config.label()),
                        "the server may have too many pending logins (MaxStartups) or block this address, or "
                        "another program listens on this port"};
        if (const auto knownFailure = m_link.knownFailure ? m_link.knownFailure() : std::nullopt)
            return fail(*knownFailure); // it is known why: to try again would not help
        return retryOrFail(std::move(failure), m_link.mayRetry);
    }
    waitForPermit([this] { performHandshake(); });
}

void ConnectSession::performHandshake() {
    startHandshakeTimer();
    m_stage = Stage::Handshake;
    m_hub.lock()->workers->run([loop = m_loop, context = makeContext(m_link.address),
                                fd = m_link.fd.release(), weak = weakSelf(), run = m_run] {
        using Result = tl::expected<SshHandle, HandshakeFailure>;
        auto result = std::make_shared<Result>(remote::performHandshake(fd, *context));
        loop->post([weak, run, result] {
            const auto self = weak.lock();
            if (self && self->m_run == run)
                self->handshakeFinished(std::move(*result));
        });
    });
}

void ConnectSession::handshakeFinished(tl::expected<SshHandle, HandshakeFailure> result) {
    m_countdown.hold();
    m_permit.reset();
    if (result)
        return loggedIn(std::move(*result));
    if (result.error().retry)
        return retryOrFail(std::move(result.error().failure), m_link.mayRetry);
    if (result.error().noCommonAlgorithm)
        return failOrUseOpenSsh(std::move(result.error().failure));
    fail(std::move(result.error().failure));
}

void ConnectSession::loggedIn(SshHandle session) {
    const ConnectOptions &options = m_waiters.front()->options();
    auto made = std::make_shared<SshSession>(
        m_loop, std::move(session), std::move(m_socket), std::move(m_link.below),
        SessionOptions{m_config.label(), options.keepAliveInterval, options.keepAliveCountMax});
    m_link = {};
    established(made);
}

void ConnectSession::dropParts() {
    m_tcp.reset();
    if (m_socket.is_open()) {
        ::shutdown(m_socket.native_handle(), SHUT_RDWR); // frees a worker that waits for this server
        ErrorCode ignored;
        m_socket.close(ignored);
    }
    m_link = {};
}

} // namespace fabricscope::remote
