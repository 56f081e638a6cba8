// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/SilentServer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

namespace fabricscope::test {

SilentServer::SilentServer(std::string words, bool endless, bool hangUp, bool waits)
    : m_words(std::move(words))
    , m_endless(endless)
    , m_hangUp(hangUp)
    , m_waits(waits)
    , m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto *any = reinterpret_cast<sockaddr *>(&address);
    if (::bind(m_listener, any, length) != 0 || ::listen(m_listener, 64) != 0 ||
        ::getsockname(m_listener, any, &length) != 0)
        throw std::runtime_error("no port to listen on");
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { serve(); });
}

SilentServer::~SilentServer() {
    m_stop = true;
    m_thread.join();
    for (const int fd : m_open)
        ::close(fd);
    ::close(m_listener);
}

void SilentServer::serve() {
    while (!m_stop) {
        pollfd listener{m_listener, POLLIN, 0};
        const bool calls = ::poll(&listener, 1, m_endless ? 0 : 10) > 0;
        if (calls) {
            const int fd = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            ++m_callers;
            pollfd client{fd, POLLIN, 0};
            while (m_waits && !m_stop && ::poll(&client, 1, 10) == 0)
                continue;
            if (char request[256]; m_waits) // unread bytes would reset the connection at its end
                (void)!::recv(fd, request, sizeof request, MSG_DONTWAIT);
            (void)::send(fd, m_words.data(), m_words.size(), MSG_NOSIGNAL);
            if (m_hangUp)
                ::close(fd);
            else
                m_open.push_back(fd);
        }
        if (m_endless)
            for (const int fd : m_open)
                (void)::send(fd, m_words.data(), m_words.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }
}

} // namespace fabricscope::test
