// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ConnectAttempt.h"
#include "remote/link/Session.h"
#include "remote/loop/Permits.h"
#include "remote/ssh/ConnectMachine.h"
#include "remote/ssh/HandshakeContext.h"

namespace fabricscope::remote {

/// A session that is being established, by any transport, for all attempts at the same endpoint. The prompts
/// of the first attempt are used. The steps are ConnectMachine's; this performs them. Used on the io thread.
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
    using Machine = ConnectMachine;

    virtual void perform(const Machine::Task &task) = 0; ///< a task of this transport
    virtual void dropParts() = 0;                        ///< discards what the current start has made so far

    /// Gives the machine the event and performs its action.
    void report(const Machine::Event &event);
    void fail(Failure failure) { report(Machine::Failed{std::move(failure)}); }
    /// The login is done.
    void established(std::shared_ptr<Session> session);
    [[nodiscard]] Stage stage() const { return m_machine.stage(); }
    /// Runs the step unless this start has been given up meanwhile.
    [[nodiscard]] std::function<void()> guarded(std::function<void()> step);
    [[nodiscard]] std::shared_ptr<HandshakeContext> makeContext(const std::string &address);

    std::weak_ptr<Hub> m_hub;
    std::shared_ptr<Loop> m_loop;
    const HostConfig m_config;
    std::vector<std::shared_ptr<ConnectAttempt>> m_waiters; // the first leads
    /// Counts the starts: results of an earlier one are ignored.
    unsigned m_run = 0;
    std::shared_ptr<SessionTransport> m_jumpHost; // once it is connected

private:
    void begin();
    void abandon();
    void performShared(const Machine::Task &task);
    void setTimer();
    void waitForSlot(const std::string &server);
    void waitForPermit();
    void connectToJump();
    void finish();
    void endWith(const Failure &failure);
    void endOrUseOpenSsh(Failure failure);

    const std::string m_key;
    Machine m_machine;
    Timer m_timer;
    Permits::Permit m_slot, m_permit;
    std::shared_ptr<std::atomic<bool>> m_cancelled = std::make_shared<std::atomic<bool>>(false);
    std::shared_ptr<ConnectAttempt> m_jump; // while it is connected to
    std::shared_ptr<Session> m_established;
};

} // namespace fabricscope::remote
