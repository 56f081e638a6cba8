// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ConnectAttempt.h"
#include "remote/KeyStore.h"
#include "remote/Loop.h"
#include "remote/Permits.h"
#include "remote/SshConfig.h"
#include "remote/SshSession.h"
#include "remote/Workers.h"

#include <map>

namespace fabricscope::remote {

class Connecting;

/// What attempts share. Everything below the first group is for the io thread.
class Hub : public std::enable_shared_from_this<Hub> {
public:
    Hub();

    const std::shared_ptr<Loop> loop;
    const std::shared_ptr<Workers> workers;
    const std::shared_ptr<KeyStore> keys;
    const std::shared_ptr<SshConfig> config;

    std::shared_ptr<ConnectAttempt> connect(Endpoint endpoint, Prompts prompts, ConnectOptions options,
                                            std::function<void(ConnectResult)> done, Via via = {});

    /// Gives the attempt the session of its host: one that is there, or one that others wait for, too, or a
    /// new one.
    void join(const std::shared_ptr<ConnectAttempt> &attempt, const HostConfig &config);
    void established(const std::string &key, const std::shared_ptr<SshSession> &session);
    void ended(const std::string &key) { m_connecting.erase(key); }
    [[nodiscard]] std::shared_ptr<SshTransport> transportOf(const std::shared_ptr<SshSession> &session);

    [[nodiscard]] std::shared_ptr<Permits> handshakes() const { return m_handshakes; }
    [[nodiscard]] std::shared_ptr<Permits> readings() const { return m_readings; } ///< of the configuration
    [[nodiscard]] std::shared_ptr<Permits> connectionsTo(const std::string &address);

private:
    struct Known {
        std::shared_ptr<SshSession> session;
        std::weak_ptr<SshTransport> transport;
    };
    std::shared_ptr<Permits> m_handshakes, m_readings;
    std::map<std::string, std::shared_ptr<Permits>> m_addresses;
    std::map<std::string, Known> m_sessions;
    std::map<std::string, std::shared_ptr<Connecting>> m_connecting;
};

struct Client::Impl {
    std::shared_ptr<Hub> hub = std::make_shared<Hub>();
};

} // namespace fabricscope::remote
