// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace fabricscope::widgets {
class CompareScreen;
}

namespace fabricscope::app::window {

class Navigation;
class SessionController;

/// Fills the Compare screen: its choices are the hosts and captures of the window, compared by workers.
class CompareController : public QObject {
    Q_OBJECT
public:
    CompareController(SessionController &sessions, Navigation &navigation, widgets::CompareScreen &screen,
                      QObject *parent);

    /// Hosts were added, removed or changed: the choices are filled in again once the screen is shown.
    void markChanged() { m_sidesChanged = true; }

private:
    void showSides();

    SessionController &m_sessions;
    widgets::CompareScreen &m_screen;
    bool m_sidesChanged = true;
};

} // namespace fabricscope::app::window
