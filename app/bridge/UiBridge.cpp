// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/UiBridge.h"

#include <QElapsedTimer>
#include <QMetaObject>
#include <QTimer>

#include <mutex>

namespace fabricscope::app::bridge {

/// Workers may ring after the bridge is gone, so they hold this and not the bridge.
struct UiBridge::Bell {
    std::mutex mutex;
    UiBridge *bridge = nullptr;

    void ring() {
        const std::lock_guard lock(mutex);
        if (bridge != nullptr)
            QMetaObject::invokeMethod(
                bridge, [target = bridge] { target->deliver(); }, Qt::QueuedConnection);
    }
};

UiBridge::UiBridge(std::function<void(Delivery)> receive, std::function<void()> settled)
    : m_receive(std::move(receive))
    , m_settled(std::move(settled))
    , m_bell(std::make_shared<Bell>())
    , m_mailbox(std::make_shared<Mailbox>([bell = m_bell] { bell->ring(); })) {
    m_bell->bridge = this;
}

UiBridge::~UiBridge() {
    close();
}

void UiBridge::deliver() {
    QElapsedTimer turn;
    turn.start();
    bool isLate = false, hasTaken = false;
    while (!isLate) {
        auto delivery = m_mailbox->takeOne();
        if (!delivery)
            break;
        hasTaken = true;
        m_receive(std::move(*delivery));
        isLate = turn.elapsed() >= kTurnMs;
    }
    if (!hasTaken)
        return;
    // By a timer: what is posted now would be of this very turn. And not at once: what this turn has changed
    // is painted by what is posted, and a timer that is due would be of the same turn as that.
    QTimer::singleShot(1, this, [this, isLate] {
        if (m_settled)
            m_settled();
        if (isLate)
            QTimer::singleShot(1, this, [this] { deliver(); });
    });
}

void UiBridge::close() {
    m_mailbox->close();
    const std::lock_guard lock(m_bell->mutex);
    m_bell->bridge = nullptr;
}

} // namespace fabricscope::app::bridge
