// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/WelcomeController.h"

#include "app/window/session/SessionController.h"
#include "app/window/shell/Settings.h"
#include "app/window/workspace/OpenController.h"
#include "widgets/connect/WelcomePage.h"

namespace fabricscope::app::window {

using widgets::WelcomePage;
using Kind = widgets::RecentEntry::Kind;

WelcomeController::WelcomeController(SessionController &sessions, Settings &settings, OpenController &files,
                                     WelcomePage &page, QObject *parent)
    : QObject(parent), m_sessions(sessions), m_settings(settings), m_page(page) {
    connect(&m_sessions, &SessionController::finished, this, &WelcomeController::add);
    connect(&m_page, &WelcomePage::openRequested, &files, &OpenController::chooseFiles);
    connect(&m_page, &WelcomePage::demoRequested, &files, &OpenController::startDemo);
    connect(&m_page, &WelcomePage::clearRecentRequested, this, [this] {
        m_settings.clearRecent();
        m_page.setRecent({});
    });
    connect(&m_page, &WelcomePage::recentChosen, this, [this, &files](Kind kind, const QString &key) {
        if (kind == Kind::Host)
            Q_EMIT hostRequested(m_sessions.connectTo({key, {}, 0, {}, false}));
        else
            files.open(key);
    });
}

void WelcomeController::update() {
    m_page.setRecent(m_settings.recent());
}

void WelcomeController::add(quint64 host) {
    const HostSession *session = m_sessions.find(host);
    if (session == nullptr || session->failure || !session->simulated().isEmpty() ||
        !session->joined.isEmpty() || !session->label.isEmpty()) // hosts of a list are found by the list
        return;
    m_settings.addRecent(session->isCapture() ? Kind::Capture : Kind::Host, session->target(),
                         session->snapshot.topology ? gpuBadge(*session->snapshot.topology) : QString());
    update();
}

} // namespace fabricscope::app::window
