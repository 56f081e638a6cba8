// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot parse <concepts>, which this includes, and does not need it
#include "core/site/Site.h"
#endif

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

class QTimer;

namespace fabricscope::app::window {

class ActionRegistry;
class SessionController;
class WorkspaceController;

/// The site file and the mutes of the workspace: reads the file, and applies both to the reports of all
/// hosts, again when they change and when a day begins.
class SiteController : public QObject {
    Q_OBJECT
public:
    SiteController(SessionController &sessions, WorkspaceController &workspace, QWidget *window);

    void bindTo(ActionRegistry &actions);
    /// Asks for a file, and opens it.
    void choose();
    /// Reads the file, also if it is open already.
    void open(const QString &path);
    void reload();
    void close();
    /// Each a step of the workspace's history. `what` names the finding.
    void mute(const checks::Mute &mute, const QString &what);
    void unmute(const std::vector<checks::Mute> &mutes, const QString &what);

    /// Empty: no site file is open.
    [[nodiscard]] const QString &path() const { return m_path; }
    /// What was read of it; nullptr: nothing, or it is being read.
    [[nodiscard]] const site::Site *file() const { return m_file.get(); }
    [[nodiscard]] bool isReading() const { return m_isReading; }
    /// Why it could not be read; empty if it could.
    [[nodiscard]] const QString &error() const { return m_error; }
    [[nodiscard]] checks::Date today() const { return m_today; }
    /// Tests set it; from then on it is that day.
    void setToday(checks::Date today);

Q_SIGNALS:
    void changed(); ///< the file, or what was read of it

private:
    void update();
    void read();
    void take(quint64 question, const std::shared_ptr<const site::Site> &site, const QString &error);
    void applyRules();
    void startDay();

    SessionController &m_sessions;
    WorkspaceController &m_workspace;
    QWidget *m_window;
    QTimer *m_midnight;
    QString m_path, m_error;
    quint64 m_question = 0;
    bool m_isReading = false;
    std::unique_ptr<const site::Site> m_file;
    std::vector<checks::Mute> m_mutes; ///< of the workspace, as applied
    checks::Date m_today;
};

} // namespace fabricscope::app::window
