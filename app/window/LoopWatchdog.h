// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QString>

#include <functional>
#include <vector>

namespace fabricscope::app::window {

/// Times each iteration of the event loop and reports those that block it noticeably long, with their place:
/// the event, its receiver, and the innermost nested event that took most of the time. A nested event loop (a
/// dialog) does not count. GUI thread only.
class LoopWatchdog {
public:
    struct Block {
        qint64 ms = 0;
        QString place; ///< "MouseButtonPress to TopologyView 'topology', in Paint to QWidget"
    };
    using Report = std::function<void(const Block &)>;

    static constexpr qint64 kLimitMs = 50; ///< noticeable to the user

    explicit LoopWatchdog(Report report, qint64 limitMs = kLimitMs);
    /// Wraps the delivery of one event.
    bool deliver(QObject *receiver, QEvent *event, const std::function<bool()> &notify);

private:
    struct Turn {
        QElapsedTimer since;
        const char *receiver = ""; ///< class name; the object may be destroyed meanwhile
        QString name;
        QEvent::Type type = QEvent::None;
        qint64 innerMs = 0; ///< of the longest nested event
        QString inner;
        int loopLevel = 0;
        bool looped = false; ///< a nested event loop ran in it
    };
    [[nodiscard]] static QString placeOf(const Turn &turn);
    void finish(const Turn &turn);

    Report m_report;
    qint64 m_limitMs;
    std::vector<Turn> m_turns; ///< the events that are being delivered, outermost first
};

/// Logs "the event loop was blocked for 61 ms: ..." as a Qt warning.
void logBlock(const LoopWatchdog::Block &block);

/// An application with a watchdog that logs blocks. For debug builds.
class WatchedApplication : public QApplication {
    Q_OBJECT
public:
    WatchedApplication(int &argc, char **argv);
    bool notify(QObject *receiver, QEvent *event) override;

private:
    LoopWatchdog m_watchdog;
};

#ifdef NDEBUG
using WindowApplication = QApplication;
#else
using WindowApplication = WatchedApplication;
#endif

} // namespace fabricscope::app::window
