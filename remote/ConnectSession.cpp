// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ConnectSession.h"

#include "remote/ClientImpl.h"
#include "remote/base/Ssh.h"
#include "remote/ssh/ConnectFailures.h"
#include "remote/ssh/SshSession.h"

#include <sys/socket.h>

#include <algorithm>

namespace fabricscope::remote {

ConnectSession::ConnectSession(std::shared_ptr<Hub> hub, HostConfig config, std::string key)
    : PendingSession(std::move(hub), std::move(config), std::move(key)), m_socket(m_loop->io()) {}

ConnectSession::~ConnectSession() = default;

void ConnectSession::perform(const Machine::Task &task) {
    if (const auto *one = std::get_if<Machine::Dial>(&task))
        return dial(m_addresses[one->address]);
    if (std::holds_alternative<Machine::Resolve>(task))
        resolveName();
    else if (std::holds_alternative<Machine::StartProxy>(task))
        linked(startProxy(m_loop, m_config));
    else if (std::holds_alternative<Machine::ForwardThroughJump>(task))
        linked(forwardThrough(m_loop, m_jumpHost, m_config));
    else if (std::holds_alternative<Machine::AwaitBanner>(task))
        waitForBanner();
    else if (std::holds_alternative<Machine::SendBanner>(task))
        sendBanner();
    else if (std::holds_alternative<Machine::PerformHandshake>(task))
        performHandshake();
}

void ConnectSession::resolveName() {
    resolve(m_loop, m_config.host, m_config.port, m_config.addressFamily,
            [weak = weakSelf(), run = m_run](Resolved resolved) {
                const auto self = weak.lock();
                if (!self || self->m_run != run)
                    return;
                if (!resolved)
                    return self->fail(resolved.error());
                self->m_addresses = std::move(*resolved);
                Machine::Resolved names;
                for (const SocketAddress &address : self->m_addresses)
                    names.addresses.push_back(address.text());
                self->report(names);
            });
}

void ConnectSession::dial(const SocketAddress &address) {
    m_tcp = std::make_shared<TcpConnect>(m_loop, address, [this](tl::expected<Link, int> link) {
        m_tcp.reset();
        if (link)
            linked(std::move(*link));
        else
            report(Machine::Refused{link.error()});
    });
    m_tcp->start();
}

void ConnectSession::linked(tl::expected<Link, Failure> link) {
    if (!link)
        return fail(link.error());
    m_link = std::move(*link);
    m_socket.assign(duplicate(m_link.fd.get()).release());
    report(Machine::Linked{m_link.mayRetry});
}

void ConnectSession::waitForBanner() {
    m_socket.async_wait(asio::posix::stream_descriptor::wait_read,
                        [go = guarded([this] { bannerReceived(); })](const ErrorCode &error) {
                            if (!error)
                                go();
                        });
}

void ConnectSession::bannerReceived() {
    char first[128] = {};
    const ssize_t n = ::recv(m_socket.native_handle(), first, sizeof first, MSG_PEEK | MSG_DONTWAIT);
    const std::string_view words(first, n > 0 ? static_cast<std::size_t>(n) : 0);
    if (words.empty() || isTurnedAway(words))
        return report(
            Machine::ClosedBeforeBanner{m_link.knownFailure ? m_link.knownFailure() : std::nullopt});
    if (!words.starts_with("SSH-")) { // perhaps lines of text before a banner
        const std::size_t line = std::min(words.find_first_not_of(" \t\r\n"), words.size());
        report(
            Machine::ForeignLine{std::string(words.substr(line, words.find_first_of("\r\n", line) - line))});
        if (m_wasBannerSent)
            return;
    }
    report(Machine::BannerReceived{});
}

/// waitForBanner() still waits. The empty line ends a request of HTTP.
void ConnectSession::sendBanner() {
    constexpr std::string_view kBanner = "SSH-2.0-fabricscope\r\n\r\n";
    m_wasBannerSent = true;
    (void)::send(m_socket.native_handle(), kBanner.data(), kBanner.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

void ConnectSession::performHandshake() {
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
    if (result)
        return loggedIn(std::move(*result));
    HandshakeFailure &failed = result.error();
    report(Machine::HandshakeFailed{std::move(failed.failure), failed.retry, failed.noCommonAlgorithm,
                                    failed.hadBanner});
}

void ConnectSession::loggedIn(SshHandle session) {
    const ConnectOptions &options = m_waiters.front()->options();
    auto made = std::make_shared<SshSession>(
        m_loop, std::move(session), std::move(m_socket), std::move(m_link.below),
        SessionOptions{m_config.label(), options.keepAliveInterval, options.keepAliveCountMax});
    m_link = {};
    established(std::move(made));
}

void ConnectSession::dropParts() {
    m_wasBannerSent = false;
    m_tcp.reset();
    m_addresses.clear();
    if (m_socket.is_open()) {
        ::shutdown(m_socket.native_handle(), SHUT_RDWR); // frees a worker that waits for this server
        ErrorCode ignored;
        m_socket.close(ignored);
    }
    m_link = {};
}

} // namespace fabricscope::remote
