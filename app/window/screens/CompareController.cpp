// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/CompareController.h"

#include "app/window/session/SessionController.h"
#include "app/window/shell/Navigation.h"
#include "widgets/compare/CompareScreen.h"

#include <utility>

namespace fabricscope::app::window {

CompareController::CompareController(SessionController &sessions, Navigation &navigation,
                                     widgets::CompareScreen &screen, QObject *parent)
    : QObject(parent), m_sessions(sessions), m_screen(screen) {
    m_screen.setComparer(
        [this](quint64 question, const widgets::CompareSide &before, const widgets::CompareSide &after) {
            m_sessions.compare(question, before, after);
        });
    connect(&m_sessions, &SessionController::compared, &m_screen, &widgets::CompareScreen::showComparison);
    connect(&navigation, &Navigation::chosen, this, [this](Screen chosen) {
        if (chosen == Screen::Compare) // only Compare shows them
            showSides();
    });
}

void CompareController::showSides() {
    if (std::exchange(m_sidesChanged, false))
        m_screen.setSides(compareSides(m_sessions.sessions()));
}

} // namespace fabricscope::app::window
