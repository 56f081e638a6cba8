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
    /// `receive` is called on the thread that makes the bridge, which must run an event loop. After the last
    /// one of a turn `settled` is called, to do once what many would do each: one piece of that each time, in
    /// a turn of its own, until it says that nothing is left. Then more is taken.
    explicit UiBridge(std::function<void(Delivery)> receive, std::function<bool()> settled = {});
    /// Values that still come are dropped.
    ~UiBridge() override;

    /// For worker threads, which may outlive the bridge.
    [[nodiscard]] std::shared_ptr<Mailbox> mailbox() const { return m_mailbox; }
    /// A turn takes values no longer than this, in ms: then the window is painted and answers before more is
    /// taken.
    static constexpr int kTurnMs = 3;
    /// Nothing is taken or settled in a turn that has cost more than this already, in ms of CPU: as a rule
    /// the window was painted. But after so many turns in a row it is.
    static constexpr double kMaxTurnCpuMs = 1;
    static constexpr int kMaxPostponedTurns = 8;

    /// Drops what waits and what comes, and lets go whoever waits for an answer.
    void close();

private:
    struct Bell;
    void soon();
    void step();
    bool deliver(); ///< true: there is more to do

    std::function<void(Delivery)> m_receive;
    std::function<bool()> m_settled;
    EventLoopCpuTimer m_turn;
    QTimer m_timer; ///< to the next step
    bool m_settling = false;
    int m_postponed = 0; ///< turns in a row
    std::shared_ptr<Bell> m_bell;
    std::shared_ptr<Mailbox> m_mailbox;
};

} // namespace fabricscope::app::bridge
