// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Client.h"
#include "remote/config/SshConfig.h"
#include "remote/loop/Loop.h"
#include "remote/loop/Permits.h"

#include <atomic>

namespace fabricscope::remote {

class PendingSession;
class Hub;

/// How an attempt came about: by the user, or for a jump host of another attempt.
struct Via {
    int depth = 0;                       ///< how many jumps lie between this and the user's own endpoint
    std::vector<std::string> jumps;      ///< instead of the configuration's, where not empty
    std::weak_ptr<PendingSession> above; ///< the session that waits for the jump host
};

/// One call of Client::connect(): reads the configuration, then waits for the session of its host.
class ConnectAttempt final : public Attempt,
                             public Closable,
                             public std::enable_shared_from_this<ConnectAttempt> {
public:
    ConnectAttempt(std::shared_ptr<Hub> hub, Endpoint endpoint, Prompts prompts, ConnectOptions options,
                   std::function<void(ConnectResult)> done, Via via);

    void start();
    /// Starts over with the installed ssh, for this reason. Io thread.
    void startWithOpenSsh(std::string reason);
    void cancel() override;
    void shutDown() override;
    void finish(ConnectResult result); ///< io thread; the first one counts

    [[nodiscard]] const Via &via() const { return m_via; }
    [[nodiscard]] const Endpoint &endpoint() const { return m_endpoint; }
    [[nodiscard]] const Prompts &prompts() const { return m_prompts; }
    [[nodiscard]] const ConnectOptions &options() const { return m_options; }
    void enter(Stage stage) const {
        m_stage = stage;
        if (m_options.stage && !*m_cancelled)
            m_options.stage(stage);
    }
    void waitsFor(const std::shared_ptr<PendingSession> &connecting) { m_connecting = connecting; }
    [[nodiscard]] std::shared_ptr<PendingSession> waitsFor() const { return m_connecting.lock(); }

private:
    void readConfig();

    std::shared_ptr<Loop> m_loop;
    std::weak_ptr<Hub> m_hub;
    const Endpoint m_endpoint;
    TransportKind m_transport;
    std::string m_transportReason; // where it is no longer the endpoint's
    const Prompts m_prompts;
    const ConnectOptions m_options;
    const Via m_via;
    std::function<void(ConnectResult)> m_done;
    std::shared_ptr<std::atomic<bool>> m_cancelled = std::make_shared<std::atomic<bool>>(false);
    std::weak_ptr<PendingSession> m_connecting;
    mutable std::atomic<Stage> m_stage = Stage::Config; // how far it came, where it is cancelled
    Permits::Permit m_reading;
};

} // namespace fabricscope::remote
