// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace fabricscope::widgets {
class WelcomePage;
}

namespace fabricscope::app::window {

class OpenController;
class SessionController;
class Settings;

/// Fills the welcome page with what was open recently, and opens it again.
class WelcomeController : public QObject {
    Q_OBJECT
public:
    WelcomeController(SessionController &sessions, Settings &settings, OpenController &files,
                      widgets::WelcomePage &page, QObject *parent);

    /// Lists what was closed since, too.
    void update();

Q_SIGNALS:
    void hostRequested(quint64 host);

private:
    void add(quint64 host);

    SessionController &m_sessions;
    Settings &m_settings;
    widgets::WelcomePage &m_page;
};

} // namespace fabricscope::app::window
