// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/EventLoopCpuTimer.h"
#include "app/bridge/Mailbox.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace fabricscope::app::bridge {

/// The one hand-over to the GUI thread. Values travel through the mailbox; Qt's queued call carries none and
/// is only the bell (Debian's Qt is not built for ThreadSanitizer, which reports false races on payloads of
/// queued calls).
class UiBridge : public QObject {
public:
    /// Values reach their receivers on the thread that creates the bridge, which must run an event loop.
    /// After the last value of a turn `settled` is called, for work that would otherwise be done once per
    /// value: one piece of it per call, each in its own turn, until it returns false. Then more values are
    /// taken.
    explicit UiBridge(std::function<bool()> settled = {});
    /// Values that arrive later are dropped.
    ~UiBridge() override;

    /// For channels. Worker threads, which hold it too, may outlive the bridge.
    [[nodiscard]] std::shared_ptr<Mailbox> mailbox() const { return m_mailbox; }
    /// Maximum time in ms that one turn spends on values; then the window repaints and handles input before
    /// the next turn.
    static constexpr int kTurnMs = 3;
    /// In a turn that has already used more CPU time than this (ms), no values are taken or settled: usually
    /// the window was painted. After that many such turns in a row they are taken anyway.
    static constexpr double kMaxTurnCpuMs = 1;
    static constexpr int kMaxPostponedTurns = 8;

    /// Drops waiting and future values, and releases every thread that waits for an answer.
    void close();
    /// Whether a value is being received now.
    [[nodiscard]] bool isDelivering() const { return m_delivering; }

private:
    struct Bell;
    void soon();
    void step();
    bool deliver(); ///< true: there is more to do

    std::function<bool()> m_settled;
    EventLoopCpuTimer m_turn;
    QTimer m_timer; ///< to the next step
    bool m_settling = false, m_delivering = false;
    int m_postponed = 0; ///< turns in a row
    std::shared_ptr<Bell> m_bell;
    std::shared_ptr<Mailbox> m_mailbox;
};

} // namespace fabricscope::app::bridge
