// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/PendingSession.h"
#include "remote/link/Link.h"
#include "remote/ssh/Handshake.h"

#include <tl/expected.hpp>

namespace fabricscope::remote {

/// A libssh session being established: name, link, key exchange, login. On the io thread, except the
/// handshake itself.
class ConnectSession final : public PendingSession {
public:
    ConnectSession(std::shared_ptr<Hub> hub, HostConfig config, std::string key);
    ~ConnectSession() override;

private:
    void perform(const Machine::Task &task) override;
    void dropParts() override;
    void resolveName();
    void dial(const SocketAddress &address);
    void linked(tl::expected<Link, Failure> link);
    void waitForBanner();
    void bannerReceived();
    void sendBanner();
    void performHandshake();
    void handshakeFinished(tl::expected<SshHandle, HandshakeFailure> result);
    void loggedIn(SshHandle session);
    [[nodiscard]] std::weak_ptr<ConnectSession> weakSelf() {
        return std::static_pointer_cast<ConnectSession>(shared_from_this());
    }

    std::vector<SocketAddress> m_addresses;
    std::shared_ptr<TcpConnect> m_tcp;
    Link m_link;
    asio::posix::stream_descriptor m_socket; // duplicate of the link's, to wait on and to shut down
    bool m_wasBannerSent = false;
};

} // namespace fabricscope::remote
