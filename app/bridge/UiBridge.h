// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Mailbox.h"

#include <QObject>

#include <functional>
#include <memory>

namespace fabricscope::app::bridge {

/// The one hand-over to the GUI thread. Values travel through the mailbox; Qt's queued call carries none and
/// is only the bell (Debian's Qt is not built for ThreadSanitizer, which reports false races on payloads of
/// queued calls).
class UiBridge : public QObject {
public:
    /// `receive` is called on the thread that makes the bridge, which must run an event loop; `settled` after
    /// the last one of a turn, to do once what many would do each.
    explicit UiBridge(std::function<void(Delivery)> receive, std::function<void()> settled = {});
    /// Values that still come are dropped.
    ~UiBridge() override;

    /// For worker threads, which may outlive the bridge.
    [[nodiscard]] std::shared_ptr<Mailbox> mailbox() const { return m_mailbox; }
    /// A turn takes no longer than this, in ms: then the window is painted and answers before more is taken.
    static constexpr int kTurnMs = 4;

    /// What the bell calls; tests and shutdown may call it themselves.
    void deliver();
    /// Drops what waits and what comes, and lets go whoever waits for an answer.
    void close();

private:
    struct Bell;
    std::function<void(Delivery)> m_receive;
    std::function<void()> m_settled;
    std::shared_ptr<Bell> m_bell;
    std::shared_ptr<Mailbox> m_mailbox;
};

} // namespace fabricscope::app::bridge
