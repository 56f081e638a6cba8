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

/// What becomes of runs when the window closes: those that go on are asked about, those that wait are kept in
/// a file and offered again at the next start. None of them starts by itself. Likewise before hosts go: what
/// waits for them, but behind a run that was stopped, is offered again once they are connected again.
class RunCloseGuard : public QObject {
    Q_OBJECT
public:
    RunCloseGuard(SessionController &sessions, BenchQueue &queue, QWidget *window);

    /// Whether the window may close now. Else it has asked: decided() follows, unless the person cancels.
    [[nodiscard]] bool mayClose();
    /// Before hosts are removed or their connections go: `then` is called once nothing runs on them, at once
    /// where nothing does, never where the person cancels. `verb`: what that is ("remove"). No `hosts`: all.
    void whenEnded(const std::vector<quint64> &hosts, const QString &verb, std::function<void()> then);
    /// The window stays for another reason: the queue goes on, and the next close asks again.
    void undecide();
    /// Empty: the queue is kept nowhere.
    void setFile(const QString &file) { m_file = file; }
    void writeQueue() const;
    /// Puts what is in the file into the queue, held back, and asks whether to start it. A file that cannot
    /// be read becomes FILE.broken.
    void restoreQueue();

Q_SIGNALS:
    void decided();
    void cancelled(); ///< the person goes on working
    void statusMessageRequested(const QString &text);

private:
    struct Leaving {
        std::vector<quint64> hosts; ///< whose runs end; empty: all
        QString verb;               ///< "quit"
        bool isQuit = false;
    };
    using Stop = std::function<void(bool isDetaching)>;
    /// nullptr: it was asked already.
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
    QElapsedTimer m_since; ///< the stop
    QString m_file;
    std::set<std::string> m_connected; ///< targets, as they were looked at last
    bool m_isDecided = false;
};

} // namespace fabricscope::app::window
