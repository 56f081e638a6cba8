// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ConnectAttempt.h"
#include "remote/link/Session.h"
#include "remote/loop/Permits.h"
#include "remote/ssh/HandshakeContext.h"

namespace fabricscope::remote {

/// A span of time that can be paused and resumed. Used on the io thread.
class Countdown {
public:
    explicit Countdown(Loop &loop) : m_timer(loop) {}
    void set(std::chrono::milliseconds left, std::function<void()> over);
    void run();
    void hold();
    [[nodiscard]] std::chrono::milliseconds left() const { return m_left; }

private:
    Timer m_timer;
    std::chrono::milliseconds m_left{0};
    std::chrono::steady_clock::time_point m_since;
    std::function<void()> m_over;
    bool m_running = false;
};

/// A session that is being established, by any transport, for all attempts at the same endpoint. The prompts
/// of the first attempt are used. Used on the io thread.
class PendingSession : public std::enable_shared_from_this<PendingSession> {
public:
    PendingSession(std::shared_ptr<Hub> hub, HostConfig config, std::string key);
    virtual ~PendingSession() = default;
    PendingSession(const PendingSession &) = delete;
    PendingSession &operator=(const PendingSession &) = delete;

    void add(const std::shared_ptr<ConnectAttempt> &attempt);
    void leave(const std::shared_ptr<ConnectAttempt> &attempt);
    /// Whether this waits, over however many jumps, for that one.
    [[nodiscard]] bool waitsFor(const PendingSession *other) const;

protected:
    virtual void start() = 0;     ///< from the beginning, also at each retry
    virtual void dropParts() = 0; ///< discards what the current start has made so far

    void enter(Stage stage);
    /// A server drops connections when too many are not yet logged in (MaxStartups), so their number is
    /// limited. The clock stops until a slot is free.
    void waitForSlot(const std::string &address, std::function<void()> go);
    /// The same for the number of concurrent handshakes.
    void waitForPermit(std::function<void()> go);
    void startHandshakeTimer();
    /// The last of the jump hosts of the configuration, whose session is shared by all that lead through it.
    void connectToJump(TransportKind transport,
                       std::function<void(const std::shared_ptr<SessionTransport> &)> then);
    void promptStarted();
    void promptEnded();
    void established(const std::shared_ptr<Session> &session);
    void fail(Failure failure);
    void retryOrFail(Failure failure, bool mayRetry);
    /// For failures that the installed ssh may avoid: attempts with TransportKind::Auto start again with it,
    /// the others fail.
    void failOrUseOpenSsh(Failure failure);
    /// Runs the step unless this start has been given up meanwhile.
    [[nodiscard]] std::function<void()> guarded(std::function<void()> step);
    [[nodiscard]] std::shared_ptr<HandshakeContext> makeContext(const std::string &address);
    [[nodiscard]] std::string timeoutText(std::chrono::milliseconds timeout) const;

    std::weak_ptr<Hub> m_hub;
    std::shared_ptr<Loop> m_loop;
    const HostConfig m_config;
    const std::string m_key;
    std::vector<std::shared_ptr<ConnectAttempt>> m_waiters; // the first leads
    /// Counts the starts: results of an earlier one are ignored.
    unsigned m_run = 0;
    Stage m_stage = Stage::Resolve;
    Countdown m_countdown;
    Permits::Permit m_place, m_permit;
    std::shared_ptr<std::atomic<bool>> m_cancelled;

private:
    void begin();
    void abandon();

    std::shared_ptr<ConnectAttempt> m_jump; // while it is connected to
    Timer m_prompt, m_pause;
    int m_retries = 0;
};

} // namespace fabricscope::remote
