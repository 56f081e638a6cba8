// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Descriptor.h"
#include "remote/config/SshConfig.h"
#include "remote/loop/Loop.h"

#include <sys/socket.h>
#include <tl/expected.hpp>

namespace fabricscope::remote {

class SessionTransport;

/// A byte stream to an SSH server, before any data is exchanged.
struct Link {
    Descriptor fd;
    std::string address;         ///< numeric; or how the stream is made
    std::shared_ptr<void> below; ///< must live as long as the stream
    /// Why the stream ended, if a proxy or jump host knows more than the end of file.
    std::function<std::optional<Failure>()> knownFailure;
    bool mayRetry = true;
};

struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t length = 0;

    [[nodiscard]] std::string text() const; ///< "192.0.2.1:22", "[2001:db8::1]:22"
};

using Resolved = tl::expected<std::vector<SocketAddress>, Failure>;
/// Looks the name up on a separate thread, since a dead name server blocks it for long; `done` is called on
/// the io thread.
void resolve(const std::shared_ptr<Loop> &loop, const std::string &host, std::uint16_t port, int family,
             std::function<void(Resolved)> done);

/// Connects to one address. `done` gets the link, or errno, and may drop the object; dropping it gives up.
class TcpConnect : public std::enable_shared_from_this<TcpConnect> {
public:
    using Done = std::function<void(tl::expected<Link, int>)>;
    TcpConnect(std::shared_ptr<Loop> loop, const SocketAddress &address, Done done);
    void start();

private:
    void finish(int error);

    std::shared_ptr<Loop> m_loop;
    const SocketAddress m_address;
    Done m_done;
    Descriptor m_fd;
    asio::posix::stream_descriptor m_watch;
};

/// Starts the configuration's ProxyCommand; its process ends with the link.
[[nodiscard]] tl::expected<Link, Failure> startProxy(const std::shared_ptr<Loop> &loop,
                                                     const HostConfig &config);

/// A TCP connection made by the server of another session.
[[nodiscard]] tl::expected<Link, Failure> forwardThrough(const std::shared_ptr<Loop> &loop,
                                                         std::shared_ptr<SessionTransport> jump,
                                                         const HostConfig &config);

} // namespace fabricscope::remote
