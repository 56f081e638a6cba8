// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ConnectAttempt.h"
#include "remote/config/SshConfig.h"
#include "remote/link/Session.h"
#include "remote/loop/Loop.h"
#include "remote/loop/Permits.h"
#include "remote/loop/Workers.h"
#include "remote/process/PrivateFolder.h"
#include "remote/ssh/KeyStore.h"

#include <map>

namespace fabricscope::remote {

class PendingSession;

/// State shared by attempts. Everything below the first group is for the io thread.
class Hub : public std::enable_shared_from_this<Hub> {
public:
    explicit Hub(SessionLife life);

    const std::shared_ptr<Loop> loop;
    const std::shared_ptr<Workers> workers;
    const std::shared_ptr<KeyStore> keys;
    const std::shared_ptr<SshConfig> config;

    std::shared_ptr<ConnectAttempt> connect(Endpoint endpoint, Prompts prompts, ConnectOptions options,
                                            std::function<void(ConnectResult)> done, Via via = {});

    /// Gives the attempt the session of its host: an existing one, one that others are waiting for, or a
    /// new one.
    void join(const std::shared_ptr<ConnectAttempt> &attempt, const HostConfig &config);
    void established(const std::string &key, const std::shared_ptr<Session> &session);
    void ended(const std::string &key) { m_connecting.erase(key); }
    [[nodiscard]] std::shared_ptr<SessionTransport> transportOf(const std::shared_ptr<Session> &session);

    [[nodiscard]] std::shared_ptr<Permits> handshakes() const { return m_handshakes; }
    [[nodiscard]] std::shared_ptr<Permits> configReads() const {
        return m_configReads;
    } ///< of the configuration
    [[nodiscard]] std::shared_ptr<Permits> connectionsTo(const std::string &address);
    /// The folder of ssh's sockets; created on first use.
    [[nodiscard]] const PrivateFolder &privateFolder();
    [[nodiscard]] unsigned nextNumber() { return ++m_number; } ///< for names in it

private:
    struct Known {
        std::shared_ptr<Session> session;
        std::weak_ptr<SessionTransport> transport;
        std::shared_ptr<SessionTransport> kept{}; ///< the same, for SessionLife::UntilClosed
    };
    const SessionLife m_life;
    std::shared_ptr<Permits> m_handshakes, m_configReads;
    std::map<std::string, std::shared_ptr<Permits>> m_addresses;
    std::map<std::string, Known> m_sessions;
    std::map<std::string, std::shared_ptr<PendingSession>> m_connecting;
    std::unique_ptr<PrivateFolder> m_privateFolder;
    unsigned m_number = 0;
};

struct Client::Impl {
    explicit Impl(SessionLife life) : hub(std::make_shared<Hub>(life)) {}
    std::shared_ptr<Hub> hub;
};

} // namespace fabricscope::remote
