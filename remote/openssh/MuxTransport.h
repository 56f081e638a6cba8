// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/openssh/MuxSession.h"

namespace fabricscope::remote {

/// A handle to such a session. The session ends with its last handle, once nothing runs on it.
class MuxTransport final : public SessionTransport {
public:
    MuxTransport(std::shared_ptr<Loop> loop, std::shared_ptr<MuxSession> session);
    ~MuxTransport() override;

    std::shared_ptr<Process> start(Command command, Sink sink) override;
    std::shared_ptr<RunningCommand> forward(ForwardTo to, Sink sink) override;
    [[nodiscard]] std::filesystem::path controlSocket() const override { return m_controlSocket; }
    void disconnect() override;
    [[nodiscard]] bool isConnected() const override { return m_session->isConnected(); }
    void onLost(std::function<void(const Failure &)> callback) override;
    [[nodiscard]] std::string description() const override { return m_description; }

private:
    std::shared_ptr<Loop> m_loop;
    std::shared_ptr<MuxSession> m_session;
    std::string m_description;
    std::filesystem::path m_controlSocket;
};

} // namespace fabricscope::remote
