// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/FailureHints.h"
#include "remote/link/Link.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

namespace fabricscope::remote {

namespace {

Resolved lookUp(const std::string &host, std::uint16_t port, int family, int flags) {
    addrinfo hints{};
    hints.ai_family = family;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags | AI_NUMERICSERV;
    addrinfo *list = nullptr;
    const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
    if (error != 0)
        return tl::unexpected(Failure{
            FailureKind::Unresolvable, Stage::Resolve,
            fmt::format("the name '{}' cannot be resolved: {}", host, ::gai_strerror(error)), kNameHint});
    std::vector<SocketAddress> addresses;
    for (const addrinfo *one = list; one; one = one->ai_next) {
        SocketAddress address;
        std::memcpy(&address.storage, one->ai_addr, one->ai_addrlen);
        address.length = one->ai_addrlen;
        addresses.push_back(address);
    }
    ::freeaddrinfo(list);
    return addresses;
}

Failure connectFailure(const std::string &address, int error) {
    if (error == ECONNREFUSED)
        return {FailureKind::Refused, Stage::Connect, fmt::format("{} refused the connection", address),
                kNoServerHint};
    if (error == ETIMEDOUT)
        return {FailureKind::Timeout, Stage::Connect, fmt::format("{} did not answer", address),
                kHostDownHint};
    return {FailureKind::Unreachable,
            Stage::Connect,
            fmt::format("{} cannot be reached: {}", address, ::strerrordesc_np(error)),
            {}};
}

} // namespace

std::string SocketAddress::text() const {
    char host[NI_MAXHOST] = {}, port[NI_MAXSERV] = {};
    ::getnameinfo(reinterpret_cast<const sockaddr *>(&storage), length, host, sizeof host, port, sizeof port,
                  NI_NUMERICHOST | NI_NUMERICSERV);
    return storage.ss_family == AF_INET6 ? fmt::format("[{}]:{}", host, port)
                                         : fmt::format("{}:{}", host, port);
}

void resolve(const std::shared_ptr<Loop> &loop, const std::string &host, std::uint16_t port, int family,
             std::function<void(Resolved)> done) {
    if (auto numeric = lookUp(host, port, family, AI_NUMERICHOST)) {
        loop->post([done = std::move(done), numeric = std::move(numeric)] { done(numeric); });
        return;
    }
    // Detached: a lookup that hangs cannot be ended, and nothing should wait for it.
    std::thread([loop, host, port, family, done = std::move(done)]() mutable {
        blockSignals();
        auto resolved = lookUp(host, port, family, AI_ADDRCONFIG);
        loop->post([done = std::move(done), resolved = std::move(resolved)] { done(resolved); });
    }).detach();
}

TcpConnect::TcpConnect(std::shared_ptr<Loop> loop, std::vector<SocketAddress> addresses,
                       std::chrono::milliseconds deadline, Done done)
    : m_loop(std::move(loop))
    , m_addresses(std::move(addresses))
    , m_end(std::chrono::steady_clock::now() + deadline)
    , m_done(std::move(done))
    , m_watch(m_loop->io())
    , m_share(*m_loop) {}

void TcpConnect::next(int lastError) {
    if (m_index == m_addresses.size()) {
        const std::string address = m_addresses.empty() ? "" : m_addresses.back().text();
        return m_done(tl::unexpected(connectFailure(address, lastError)));
    }
    const SocketAddress &address = m_addresses[m_index];
    m_fd = Descriptor(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int result =
        m_fd ? ::connect(m_fd.get(), reinterpret_cast<const sockaddr *>(&address.storage), address.length)
             : -1;
    if (result == 0)
        return tried(0);
    if (errno != EINPROGRESS)
        return tried(errno);
    // Each address gets a share of the time: an unreachable first one must not hide a working second one.
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(m_end - std::chrono::steady_clock::now());
    const auto share = left / static_cast<int>(m_addresses.size() - m_index);
    m_watch.assign(duplicate(m_fd.get()).release());
    m_watch.async_wait(asio::posix::stream_descriptor::wait_write,
                       [weak = weak_from_this()](const ErrorCode &waited) {
                           auto self = weak.lock();
                           if (!self || waited)
                               return;
                           int error = 0;
                           socklen_t size = sizeof error;
                           ::getsockopt(self->m_fd.get(), SOL_SOCKET, SO_ERROR, &error, &size);
                           self->tried(error);
                       });
    m_share.start(std::max(share, std::chrono::milliseconds(1)), [this] { tried(ETIMEDOUT); });
}

void TcpConnect::tried(int error) {
    const auto self = shared_from_this(); // `done` may drop it
    m_share.stop();
    ErrorCode ignored;
    m_watch.close(ignored);
    const std::string address = m_addresses[m_index++].text();
    if (error != 0)
        return next(error);
    const int on = 1;
    ::setsockopt(m_fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    Link link;
    link.fd = std::move(m_fd);
    link.address = address;
    m_done(std::move(link));
}

} // namespace fabricscope::remote
