// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/LoopWatchdog.h"

#include <QMetaEnum>
#include <QThread>

#include <algorithm>

namespace fabricscope::app::window {

LoopWatchdog::LoopWatchdog(Report report, qint64 limitMs) : m_report(std::move(report)), m_limitMs(limitMs) {}

QString LoopWatchdog::placeOf(const Turn &turn) {
    const char *known = QMetaEnum::fromType<QEvent::Type>().valueToKey(turn.type);
    const QString type =
        known != nullptr ? QString::fromLatin1(known) : QStringLiteral("event %1").arg(turn.type);
    const QString name = turn.name.isEmpty() ? QString() : QStringLiteral(" '%1'").arg(turn.name);
    return QStringLiteral("%1 to %2%3").arg(type, QLatin1String(turn.receiver), name);
}

bool LoopWatchdog::deliver(QObject *receiver, QEvent *event, const std::function<bool()> &notify) {
    const int loopLevel = QThread::currentThread()->loopLevel();
    for (Turn &outer : m_turns)
        outer.looped = outer.looped || loopLevel > outer.loopLevel;
    Turn turn;
    turn.loopLevel = loopLevel;
    turn.receiver = receiver->metaObject()->className();
    turn.name = receiver->objectName();
    turn.type = event->type();
    turn.since.start();
    m_turns.push_back(std::move(turn));
    const bool handled = notify();
    const Turn done = std::move(m_turns.back());
    m_turns.pop_back();
    finish(done);
    return handled;
}

void LoopWatchdog::finish(const Turn &turn) {
    const qint64 ms = turn.since.elapsed();
    if (ms < m_limitMs || turn.looped)
        return;
    // Of nested events, only the outermost is reported; it names the innermost event of the longest nested
    // one.
    if (!m_turns.empty() && !m_turns.back().looped) {
        Turn &outer = m_turns.back();
        if (ms > outer.innerMs) {
            outer.innerMs = ms;
            outer.inner = turn.inner.isEmpty() ? placeOf(turn) : turn.inner;
        }
        return;
    }
    const QString place = placeOf(turn);
    m_report({ms, turn.inner.isEmpty() ? place : QStringLiteral("%1, in %2").arg(place, turn.inner)});
}

void logBlock(const LoopWatchdog::Block &block) {
    qWarning("the event loop was blocked for %lld ms: %s", static_cast<long long>(block.ms),
             qPrintable(block.place));
}

WatchedApplication::WatchedApplication(int &argc, char **argv)
    : QApplication(argc, argv), m_watchdog(logBlock) {}

bool WatchedApplication::notify(QObject *receiver, QEvent *event) {
    if (receiver == nullptr || receiver->thread() != thread() || QThread::currentThread() != thread())
        return QApplication::notify(receiver, event);
    return m_watchdog.deliver(receiver, event,
                              [this, receiver, event] { return QApplication::notify(receiver, event); });
}

} // namespace fabricscope::app::window
