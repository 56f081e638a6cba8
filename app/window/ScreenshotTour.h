// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace fabricscope::app::window {

class MainWindow;
class SessionController;
class ThemeController;

/// Writes a picture of every screen that has something to show, dark and light, once all hosts have been
/// read, and then exits the program: 0 if all pictures were written, 3 if one was not or a host could not be
/// read.
class ScreenshotTour : public QObject {
    Q_OBJECT
public:
    ScreenshotTour(MainWindow &window, SessionController &sessions, ThemeController &theme, QString folder);
    /// Runs in the event loop and quits it at the end.
    void start();

private:
    void waitForHosts();
    void takeAll();
    void takeWelcome();
    void takeHosts();
    void takeAffinity();
    void takeHostVm();
    void takeCompare();
    void takePlaceholders();
    void takeSearch();
    void takeDialogs();
    void shoot(QWidget *widget, const QString &name);

    MainWindow &m_window;
    SessionController &m_sessions;
    ThemeController &m_theme;
    QString m_folder;
    QString m_suffix;
    int m_status = 0;
    bool m_begun = false;
};

} // namespace fabricscope::app::window
