// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/FailureHints.h"
#include "remote/link/Link.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

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

TcpConnect::TcpConnect(std::shared_ptr<Loop> loop, const SocketAddress &address, Done done)
    : m_loop(std::move(loop)), m_address(address), m_done(std::move(done)), m_watch(m_loop->io()) {}

void TcpConnect::start() {
    m_fd = Descriptor(::socket(m_address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int result =
        m_fd ? ::connect(m_fd.get(), reinterpret_cast<const sockaddr *>(&m_address.storage), m_address.length)
             : -1;
    if (result == 0)
        return finish(0);
    if (errno != EINPROGRESS)
        return finish(errno);
    m_watch.assign(duplicate(m_fd.get()).release());
    m_watch.async_wait(asio::posix::stream_descriptor::wait_write,
                       [weak = weak_from_this()](const ErrorCode &waited) {
                           const auto self = weak.lock();
                           if (!self || waited)
                               return;
                           int error = 0;
                           socklen_t size = sizeof error;
                           ::getsockopt(self->m_fd.get(), SOL_SOCKET, SO_ERROR, &error, &size);
                           self->finish(error);
                       });
}

void TcpConnect::finish(int error) {
    const auto self = shared_from_this(); // `done` may drop it
    ErrorCode ignored;
    m_watch.close(ignored);
    const auto done = std::exchange(m_done, nullptr);
    if (error != 0)
        return done(tl::unexpected(error));
    const int on = 1;
    ::setsockopt(m_fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    Link link;
    link.fd = std::move(m_fd);
    link.address = m_address.text();
    done(std::move(link));
}

} // namespace fabricscope::remote
