// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/SshWire.h"
#include "remote/link/Session.h"
#include "remote/process/RunningCommand.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace fabricscope::remote {

class MuxSession;

/// One channel of a MuxSession (RFC 4254): a command, or a forwarded TCP connection. On the io thread.
class MuxChannel final : public RunningCommand {
public:
    MuxChannel(std::shared_ptr<Loop> loop, std::weak_ptr<MuxSession> session, Command command, Sink sink,
               ForwardTo forward = {});

    /// Asks the server for the channel, under this local number.
    void open(MuxSession &session, std::uint32_t id);
    /// A message of the server for this channel, read up to its channel number. False: it breaks the
    /// protocol.
    [[nodiscard]] bool received(std::uint8_t type, WireReader &reader);
    /// There is space for output again.
    void feed();

    [[nodiscard]] bool isNew() const { return m_state == State::New; }
    [[nodiscard]] bool isRunning() const { return m_state == State::Running; }
    [[nodiscard]] bool isForward() const { return !m_forward.host.empty(); }
    [[nodiscard]] bool isDone() const { return m_state == State::Done; } ///< also for the server
    [[nodiscard]] bool isActive() const { return !isEnding() && !isFinished(); }
    /// The server has refused the channel: to be opened again, or not.
    void requeue();
    void refuse(const std::string &why);
    /// The session has ended.
    void abandon(const Failure &reason);
    /// Reports to the server that the command is no longer wanted.
    void sendHangup();

private:
    enum class State { New, Opening, Requesting, Running, Closing, Done };

    void inputChanged() override;
    void resumed() override;
    void sendSignal(const std::string &name) override;
    void end() override;

    void confirmed(WireReader &reader);
    void started(bool accepted);
    [[nodiscard]] bool data(Stream stream, std::string_view bytes);
    void request(WireReader &reader);
    void drain();
    void openWindow(std::size_t bytes);
    void remoteClosed();
    void closeWhenDrained();
    void send(const WireWriter &message);
    [[nodiscard]] WireWriter message(std::uint8_t type) const;
    void sendClose();
    void requestSignal(const std::string &name);

    std::weak_ptr<MuxSession> m_session;
    ForwardTo m_forward;
    State m_state = State::New;
    std::uint32_t m_id = 0, m_remoteId = 0;
    std::uint32_t m_remoteWindow = 0, m_remotePacket = 0;
    std::size_t m_window = 0;                          // what the server may still send
    std::size_t m_consumed = 0;                        // delivered, and not yet given back to the window
    std::deque<std::pair<Stream, std::string>> m_held; // while paused
    std::vector<std::string> m_signals;
    bool m_eofSent = false, m_closeSent = false, m_remoteClosed = false;
    Exit m_exit;
    Timer m_startLimit;
};

} // namespace fabricscope::remote
