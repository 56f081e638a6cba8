// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Ssh.h"
#include "remote/link/Session.h"
#include "remote/process/RunningCommand.h"

#include <cstdint>
#include <vector>

namespace fabricscope::remote {

class SshSession;

/// One channel of a session. External requests are only recorded; the session's pump calls advance(), the
/// one place that talks to libssh, so that libssh is never entered from one of its own callbacks.
class SshChannel final : public RunningCommand {
public:
    SshChannel(std::shared_ptr<Loop> loop, std::weak_ptr<SshSession> session, Command command, Sink sink,
               ForwardTo forward = {});
    ~SshChannel() override;

    enum class Progress { Waiting, Refused, Closed };
    /// Does what is possible now. Refused: the server opens no further channel, try again later. Gone: this
    /// object is done with libssh.
    Progress advance(ssh_session session);
    [[nodiscard]] bool isOpening() const { return m_state == State::Opening || m_state == State::Requesting; }
    [[nodiscard]] bool isRunning() const { return m_state == State::Running; }
    [[nodiscard]] bool isForward() const { return !m_forward.host.empty(); }
    /// The link is gone: finishes, and forgets the channel, which the session frees.
    void abandon(const Failure &reason);
    void refuse(const std::string &why);

private:
    enum class State { New, Opening, Requesting, Running, Closed };

    void inputChanged() override;
    void resumed() override;
    void sendSignal(const std::string &name) override;
    void end() override;

    void wakeSession();
    Progress open(ssh_session session);
    void request(ssh_session session);
    void run(ssh_session session);
    void feed(ssh_session session);
    void drain();
    void drain(Stream stream);
    Progress leave();

    int received(void *data, std::uint32_t length, bool isError);
    static int onData(ssh_session, ssh_channel, void *data, std::uint32_t length, int isError, void *self);
    static void onClose(ssh_session, ssh_channel, void *self);
    static void onExitStatus(ssh_session, ssh_channel, int status, void *self);
    static void onExitSignal(ssh_session, ssh_channel, const char *signal, int, const char *, const char *,
                             void *self);

    std::weak_ptr<SshSession> m_session;
    ForwardTo m_forward;
    State m_state = State::New;
    ssh_channel m_channel = nullptr;
    ssh_channel_callbacks_struct m_callbacks{};
    std::vector<std::string> m_signals;
    bool m_undrained = false; // libssh holds data that its callback was not allowed to deliver
    bool m_remoteClosed = false;
    Exit m_exit;
    Timer m_startLimit;
};

} // namespace fabricscope::remote
