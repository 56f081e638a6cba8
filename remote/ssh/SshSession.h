// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Endpoint.h"
#include "remote/ssh/SshChannel.h"

#include <atomic>
#include <deque>

namespace fabricscope::remote {

struct SessionOptions {
    std::string name; ///< for messages: user@host
    std::chrono::milliseconds keepAliveInterval{5000};
    int keepAliveCountMax = 3;
};

/// A session after its login, driven without blocking on the io thread. All functions are for that thread,
/// except isConnected().
class SshSession final : public Session, public std::enable_shared_from_this<SshSession> {
public:
    /// `socket` is a duplicate of the session's own descriptor, which libssh closes when it likes. `below` is
    /// kept as long as the session: the proxy's process, the session that this one goes through.
    SshSession(std::shared_ptr<Loop> loop, SshHandle session, asio::posix::stream_descriptor socket,
               std::shared_ptr<void> below, SessionOptions options);
    ~SshSession() override;

    void begin() override;
    void add(std::shared_ptr<SshChannel> channel);
    void schedulePump();
    [[nodiscard]] bool isConnected() const { return m_connected; }
    /// False once the server opens no more channels, as when closed commands keep running and count
    /// there: the next connection should use a new session.
    [[nodiscard]] bool isUsable() const override { return m_connected && !m_exhausted; }
    /// Counts external holders of the session: it stays open while there is one. From any thread.
    void hold() { ++m_holders; }
    void release();

    /// Closes in good order; what runs ends with Cancelled.
    void disconnect();
    /// The link has failed; what runs ends with the reason. May be called from within a callback of libssh.
    void lose(Failure reason);
    void shutDown() override;

    void onLost(std::function<void(const Failure &)> callback);
    void onClosed(std::function<void()> callback) override { m_closed = std::move(callback); }
    [[nodiscard]] std::shared_ptr<SessionTransport> makeTransport() override;

private:
    void pump();
    bool poll();
    void serveChannels();
    void startWaiting();
    [[nodiscard]] std::size_t commands() const;
    void closeWhenUnused();
    void retryLater(std::shared_ptr<SshChannel> channel);
    void arm();
    void tick();
    void close(const Failure &reason, bool isLoss);

    std::shared_ptr<Loop> m_loop;
    std::shared_ptr<void> m_below; // outlives the session
    SshHandle m_session;
    ssh_event m_event;
    ssh_counter_struct m_counters{};
    asio::posix::stream_descriptor m_socket;
    SessionOptions m_options;

    std::deque<std::shared_ptr<SshChannel>> m_active, m_waiting;
    std::size_t m_maxChannels; // lowered where the server refuses one, raised again as commands end
    int m_refusals = 0;        // in a row, while no command ran here
    bool m_exhausted = false;
    Timer m_reopenTimer;
    bool m_pumping = false, m_pumpPosted = false;
    bool m_waitsForRead = false, m_waitsForWrite = false;
    std::atomic<bool> m_connected = true;
    std::atomic<int> m_holders = 0;
    std::optional<Failure> m_pendingLoss; // noted in a callback, acted upon after the pump

    Timer m_keepAlive;
    std::uint64_t m_bytesAtTick = 0;
    int m_misses = 0;

    std::vector<std::function<void(const Failure &)>> m_lost;
    std::optional<Failure> m_lostBy;
    std::function<void()> m_closed;
};

/// A handle to a session. The session closes with its last handle, once nothing runs on it.
class SshTransport final : public SessionTransport {
public:
    SshTransport(std::shared_ptr<Loop> loop, std::shared_ptr<SshSession> session);
    ~SshTransport() override;

    std::shared_ptr<Process> start(Command command, Sink sink) override;
    void disconnect() override;
    [[nodiscard]] bool isConnected() const override { return m_session->isConnected(); }
    void onLost(std::function<void(const Failure &)> callback) override;
    std::shared_ptr<RunningCommand> forward(ForwardTo to, Sink sink) override;
    [[nodiscard]] std::string description() const override { return libraryVersion(); }

private:
    std::shared_ptr<Loop> m_loop;
    std::shared_ptr<SshSession> m_session;
};

} // namespace fabricscope::remote
