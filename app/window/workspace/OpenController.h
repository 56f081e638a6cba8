// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDragEnterEvent;
class QDropEvent;
class QWidget;

namespace fabricscope::app::window {

class ActionRegistry;
class BenchController;
class SessionController;

/// Opens what the user has on disk: captures and other files about hosts, folders, logs of benchmarks,
/// workspaces; and the demo hosts. Files can be dropped onto the window.
class OpenController : public QObject {
    Q_OBJECT
public:
    OpenController(SessionController &sessions, BenchController &bench, QWidget *window);

    /// Implements the actions that open something.
    void bindTo(ActionRegistry &actions);
    /// Opens a workspace, or any other file or folder that can be read.
    void open(const QString &path);
    /// Asks for files, one host each.
    void chooseFiles();
    /// The demo hosts, in a window of their own.
    void startDemo();

Q_SIGNALS:
    void hostRequested(quint64 host); ///< it was opened
    void workspaceRequested(const QString &path);
    void statusMessageRequested(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void chooseTogether();
    void chooseFolder();
    static void acceptDrag(QDragEnterEvent &event);
    void openDropped(QDropEvent &event);

    SessionController &m_sessions;
    BenchController &m_bench;
    QWidget *m_window;
};

} // namespace fabricscope::app::window
