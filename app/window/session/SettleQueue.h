// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/UiBridge.h"
#include "widgets/models/LogModel.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace fabricscope::app::window {

/// The window's end of the bridge. While values are received, their changes are only noted; they are
/// signalled once, after the last value, in short iterations of the event loop: one kind of change in each.
/// At other times changes are signalled at once.
class SettleQueue : public QObject {
    Q_OBJECT
public:
    explicit SettleQueue(widgets::LogModel &log) : m_log(log), m_bridge([this] { return settle(); }) {}

    [[nodiscard]] std::shared_ptr<bridge::Mailbox> mailbox() const { return m_bridge.mailbox(); }
    /// Drops waiting and later values.
    void close() { m_bridge.close(); }

    void changeHost(quint64 id);
    /// The list of hosts, or the state of one of them.
    void changeFleet();
    /// While held, changes of the list are not signalled, but once at the end.
    void holdFleet(bool held);
    [[nodiscard]] bool isFleetHeld() const { return m_isFleetHeld; }
    void append(const widgets::LogRow &row);
    /// Runs `piece` in an iteration of its own, after the pieces that are already pending, if `context` still
    /// exists. Call only while values are received or isSettling().
    void schedule(QObject *context, std::function<void()> piece);

    /// Whether the current signal reports changes in an iteration of the event loop that must be short.
    [[nodiscard]] bool isSettling() const { return m_isSettling; }
    [[nodiscard]] bool isPending() const; ///< something is not signalled yet

Q_SIGNALS:
    void hostChanged(quint64 id);
    void fleetChanged(); ///< first: for the model of the list
    void listChanged();
    void settled(); ///< nothing is pending any more

private:
    bool settle();

    widgets::LogModel &m_log;
    bool m_isFleetHeld = false, m_isSettling = false;
    bool m_isFleetPending = false, m_isListPending = false;
    std::vector<widgets::LogRow> m_rows;
    std::vector<quint64> m_hosts;
    std::deque<std::function<void()>> m_pieces;
    bridge::UiBridge m_bridge;
};

} // namespace fabricscope::app::window
