// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <functional>
#include <set>
#include <string>
#include <vector>

class QMessageBox;
class QTimer;
class QWidget;

namespace fabricscope::app::window {

class BenchQueue;
class SessionController;

/// What happens to runs when the window closes: the user is asked about running ones; waiting ones are saved
/// in a file and offered again at the next start. None of them starts by itself. Likewise before hosts are
/// removed: runs that wait for them, except those behind a run that was stopped, are offered again once the
/// hosts are connected again.
class RunCloseGuard : public QObject {
    Q_OBJECT
public:
    RunCloseGuard(SessionController &sessions, BenchQueue &queue, QWidget *window);

    /// Whether the window may close now. If not, the user was asked: decided() follows, unless the user
    /// cancels.
    [[nodiscard]] bool mayClose();
    /// Call before hosts are removed or disconnected: calls `then` once nothing runs on them, immediately if
    /// nothing does, never if the user cancels. `verb`: the action ("remove"). No `hosts`: all.
    void whenEnded(const std::vector<quint64> &hosts, const QString &verb, std::function<void()> then);
    /// The window stays open for another reason: the queue continues, and the next close asks again.
    void undecide();
    /// File of the queue; empty: it is not saved.
    void setFile(const QString &file) { m_file = file; }
    void writeQueue() const;
    /// Adds the runs in the file to the queue, held, and asks whether to start them. A file that cannot be
    /// read is renamed to FILE.broken.
    void restoreQueue();

Q_SIGNALS:
    void decided();
    void cancelled(); ///< the user continues working
    void statusMessageRequested(const QString &text);

private:
    struct Leaving {
        std::vector<quint64> hosts; ///< whose runs end; empty: all
        QString verb;               ///< "quit"
        bool isQuit = false;
    };
    using Stop = std::function<void(bool isDetaching)>;
    /// nullptr: the user was already asked.
    QMessageBox *ask(const Leaving &leaving, const Stop &stop);
    [[nodiscard]] QString waitingText(const Leaving &leaving) const;
    void stopAll();
    void stopOn(const std::vector<quint64> &hosts, std::function<void()> then);
    void holdFor(const std::vector<quint64> &hosts);
    [[nodiscard]] std::vector<std::string> targetsOf(const std::vector<quint64> &hosts) const;
    [[nodiscard]] bool isOpen(const std::string &host) const;
    [[nodiscard]] bool isConnected(const std::string &host) const;
    void offerConnected();
    void askToStart(const QString &text, bool isRestored);
    void moveToBackup(const QString &why);

    SessionController &m_sessions;
    BenchQueue &m_queue;
    QWidget *m_window;
    QTimer *m_stopping;
    QElapsedTimer m_since; ///< since the stop
    QString m_file;
    std::set<std::string> m_connected; ///< connected targets at the last check
    bool m_isDecided = false;
};

} // namespace fabricscope::app::window
