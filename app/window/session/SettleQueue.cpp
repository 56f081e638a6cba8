// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/SettleQueue.h"

#include <QPointer>
#include <QScopeGuard>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

void SettleQueue::changeHost(quint64 id) {
    if (!m_bridge.isDelivering())
        Q_EMIT hostChanged(id);
    else if (std::find(m_hosts.begin(), m_hosts.end(), id) == m_hosts.end())
        m_hosts.push_back(id);
}

void SettleQueue::changeFleet() {
    if (m_isFleetHeld) { // signalled when no longer held
        m_isFleetPending = m_isListPending = false;
        return;
    }
    if (m_bridge.isDelivering()) {
        m_isFleetPending = true;
        return;
    }
    m_isFleetPending = m_isListPending = false; // signalled now, with all that is pending
    Q_EMIT fleetChanged();
    Q_EMIT listChanged();
}

void SettleQueue::holdFleet(bool held) {
    m_isFleetHeld = held;
    changeFleet();
}

void SettleQueue::append(const widgets::LogRow &row) {
    m_rows.push_back(row);
    if (!m_bridge.isDelivering())
        m_log.append(std::exchange(m_rows, {}));
}

void SettleQueue::schedule(QObject *context, std::function<void()> piece) {
    m_pieces.emplace_back([context = QPointer<QObject>(context), piece = std::move(piece)] {
        if (context)
            piece();
    });
}

bool SettleQueue::isPending() const {
    return !m_rows.empty() || m_isFleetPending || m_isListPending || !m_hosts.empty() || !m_pieces.empty();
}

/// Handles one pending piece; returns whether more are pending. All together take longer than a frame.
bool SettleQueue::settle() {
    m_isSettling = true;
    const auto done = qScopeGuard([this] { m_isSettling = false; });
    if (!m_rows.empty()) {
        m_log.append(std::exchange(m_rows, {}));
    } else if (std::exchange(m_isFleetPending, false)) {
        Q_EMIT fleetChanged();
        m_isListPending = true;
    } else if (std::exchange(m_isListPending, false)) {
        Q_EMIT listChanged();
    } else if (!m_hosts.empty()) {
        for (const quint64 id : std::exchange(m_hosts, {}))
            Q_EMIT hostChanged(id);
    } else if (!m_pieces.empty()) {
        const std::function<void()> piece = std::move(m_pieces.front());
        m_pieces.pop_front();
        piece();
    }
    const bool isMore = isPending();
    if (!isMore)
        Q_EMIT settled();
    return isMore;
}

} // namespace fabricscope::app::window
