// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/ChecksController.h"

#include "app/window/dialogs/HostDialogs.h"
#include "app/window/session/RelatedHostViews.h"
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/Navigation.h"
#include "widgets/checks/ChecksScreen.h"
#include "widgets/inspector/EvidenceViewer.h"

#include <utility>

namespace fabricscope::app::window {

using widgets::ChecksScreen;

ChecksController::ChecksController(const Parts &parts, QObject *parent) : QObject(parent), m_parts(parts) {
    connect(&m_parts.sessions, &SessionController::listChanged, this, &ChecksController::markChanged);
    connect(&m_parts.navigation, &Navigation::chosen, this, [this](Screen chosen) {
        if (chosen == Screen::Checks) // only Checks shows them
            showHosts();
    });
    connect(&m_parts.shown, &ShownHost::chosen, &m_parts.screen, &ChecksScreen::selectHost);
    connect(&m_parts.screen, &ChecksScreen::deviceRequested, this, &ChecksController::showDevice);
    connect(&m_parts.screen, &ChecksScreen::evidenceRequested, this, &ChecksController::showEvidence);
    connect(&m_parts.screen, &ChecksScreen::connectRequested, this,
            [this] { m_parts.dialogs.openConnect(); });
    connect(&m_parts.screen, &ChecksScreen::hostRequested, this,
            [this](quint64 host) { m_parts.navigation.showDevice(host, std::nullopt); });
}

void ChecksController::markChanged() {
    m_changed = true;
    if (m_parts.navigation.screen() == Screen::Checks)
        showHosts();
}

void ChecksController::showHosts() {
    if (!std::exchange(m_changed, false))
        return;
    m_parts.screen.setHosts(checkedHosts(m_parts.sessions.sessions(), m_parts.sessions.groups()));
}

void ChecksController::showDevice(quint64 host, const findings::Finding &finding) {
    if (const HostSession *session = m_parts.sessions.find(host); session != nullptr)
        m_parts.navigation.showDevice(host, nodeOf(*session, finding));
}

void ChecksController::showEvidence(quint64 host, const findings::Evidence &evidence, const QString &what) {
    const HostSession *session = m_parts.sessions.find(host);
    if (session == nullptr || !session->snapshot.capture)
        return;
    const auto place = widgets::rawPlace(*session->snapshot.capture, evidence);
    if (!place)
        return Q_EMIT statusMessageRequested(
            tr("This evidence is derived from other facts; it has no raw lines."));
    if (m_viewer == nullptr)
        m_viewer = new widgets::EvidenceViewer(&m_parts.screen);
    m_viewer->show(session->snapshot.capture, *place, what);
}

} // namespace fabricscope::app::window
