// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QDragEnterEvent;
class QDropEvent;
class QWidget;

namespace fabricscope::app::window {

class ActionRegistry;
class BenchController;
class SessionController;

/// Opens what the user has on disk: captures and other files about hosts, folders, logs of benchmarks,
/// workspaces; and the demo hosts. Files and text can be dropped onto the window, and text pasted.
class OpenController : public QObject {
    Q_OBJECT
public:
    /// Pasted texts are kept as files of the folder `pasted`.
    OpenController(SessionController &sessions, BenchController &bench, QString pasted, QWidget *window);

    /// Implements the actions that open something.
    void bindTo(ActionRegistry &actions);
    /// Opens a workspace, a site file (*.toml), or any other file or folder that can be read.
    void open(const QString &path);
    /// Asks for files, one host each.
    void chooseFiles();
    /// What a tool printed, as a file of its own.
    void openText(const QString &text);
    /// The demo hosts, in a window of their own.
    void startDemo();

Q_SIGNALS:
    void hostRequested(quint64 host); ///< it was opened
    void workspaceRequested(const QString &path);
    void siteFileRequested(const QString &path);
    void statusMessageRequested(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void chooseTogether();
    void chooseFolder();
    void paste();
    static void acceptDrag(QDragEnterEvent &event);
    void openDropped(QDropEvent &event);

    SessionController &m_sessions;
    BenchController &m_bench;
    QString m_pasted;
    QWidget *m_window;
};

} // namespace fabricscope::app::window
