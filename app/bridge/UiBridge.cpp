// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/UiBridge.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <mutex>
#include <utility>

namespace fabricscope::app::bridge {

/// Workers may ring after the bridge was destroyed, so they hold this object and not the bridge.
struct UiBridge::Bell {
    std::mutex mutex;
    UiBridge *bridge = nullptr;

    void ring() {
        const std::lock_guard lock(mutex);
        if (bridge != nullptr)
            QMetaObject::invokeMethod(
                bridge, [target = bridge] { target->soon(); }, Qt::QueuedConnection);
    }
};

UiBridge::UiBridge(std::function<bool()> settled)
    : m_settled(std::move(settled))
    , m_bell(std::make_shared<Bell>())
    , m_mailbox(std::make_shared<Mailbox>([bell = m_bell] { bell->ring(); })) {
    // Not 0 ms: posted events paint the changes of an iteration of the event loop, and a timer that is due
    // already would fire in the same iteration.
    m_timer.setInterval(1);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &UiBridge::step);
    m_bell->bridge = this;
}

UiBridge::~UiBridge() {
    close();
}

/// Uses a timer: a posted event would be handled in this very iteration of the event loop, and so would the
/// painting of what the bell brings.
void UiBridge::soon() {
    if (!m_timer.isActive())
        m_timer.start();
}

void UiBridge::step() {
    if (m_turn.cpuMs() > kMaxTurnCpuMs && m_postponed < kMaxPostponedTurns) {
        ++m_postponed;
        return soon();
    }
    m_postponed = 0;
    if (std::exchange(m_settling, false)) {
        m_settling = m_settled();
        soon(); // more may have arrived that was not taken
    } else if (deliver()) {
        soon();
    }
}

bool UiBridge::deliver() {
    QElapsedTimer turn;
    turn.start();
    bool isLate = false, hasTaken = false;
    while (!isLate) {
        const auto letter = m_mailbox->takeOne();
        if (!letter)
            break;
        hasTaken = true;
        m_delivering = true;
        letter->deliver();
        m_delivering = false;
        isLate = turn.elapsed() >= kTurnMs;
    }
    m_settling = hasTaken && m_settled;
    return m_settling || isLate;
}

void UiBridge::close() {
    m_timer.stop();
    m_settling = false;
    m_mailbox->close();
    const std::lock_guard lock(m_bell->mutex);
    m_bell->bridge = nullptr;
}

} // namespace fabricscope::app::bridge
