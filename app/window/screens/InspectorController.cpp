// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/InspectorController.h"

#include "app/window/session/RelatedHostViews.h"
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/Navigation.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/TopologyScreen.h"

#include <QAction>

#include <utility>

namespace fabricscope::app::window {

using widgets::InspectorPanel;

InspectorController::InspectorController(const Parts &parts, QObject *parent)
    : QObject(parent), m_parts(parts) {
    connectSignals();
}

void InspectorController::connectSignals() {
    connect(&m_parts.inspector, &InspectorPanel::guestFixRequested, this, [this](quint64 guest) {
        m_parts.navigation.showHost(guest);
        m_parts.navigation.showScreen(Screen::Affinity);
    });
    connect(&m_parts.inspector, &InspectorPanel::hypervisorRequested, this,
            [this](quint64 host, quint32 node) { m_parts.navigation.showDevice(host, node); });
    connect(&m_parts.strip, &widgets::JobsLogStrip::findingRequested, this,
            [this](const widgets::ListedFinding &finding) {
                m_parts.navigation.showDevice(finding.hostId, finding.node);
            });
    connect(&m_parts.sessions, &SessionController::listChanged, this, [this] {
        if (updateRelated())
            update();
    });
    connect(&m_parts.inspector, &InspectorPanel::fixRequested, this,
            [this] { m_parts.navigation.showScreen(Screen::Affinity); });
    connect(&m_parts.inspector, &InspectorPanel::traceRequested, this,
            [this](quint32 node) { m_parts.topology.trace(node); });
    connect(&m_parts.topology, &widgets::TopologyScreen::evidenceRequested, &m_parts.inspector,
            &InspectorPanel::revealEvidence);
    connect(&m_parts.topology, &widgets::TopologyScreen::nodeSelected, this, &InspectorController::update);
}

void InspectorController::bindTo(ActionRegistry &actions) {
    actions.bind(ActionId::CopyName, [this] { copy(m_parts.inspector.facts().name); });
    actions.bind(ActionId::CopyAddress, [this] { copy(m_parts.inspector.facts().bdf); });
    actions.bind(ActionId::Evidence, [this, panel = actions.action(ActionId::Inspector)] {
        if (!panel->isChecked())
            panel->trigger();
        m_parts.inspector.revealEvidence();
    });
}

void InspectorController::copy(const QString &text) {
    widgets::copyText(text);
    Q_EMIT statusMessageRequested(tr("Copied: %1").arg(text));
}

/// Takes as long as the picture: among other parts it runs in an iteration of its own, once for all requests.
void InspectorController::update() {
    if (!m_parts.sessions.isSettling())
        return fill();
    if (!std::exchange(m_isDue, true))
        m_parts.sessions.scheduleOnEventLoop(this, [this] {
            m_isDue = false;
            fill();
        });
}

void InspectorController::fill() {
    const widgets::TopologyContent &content = m_parts.topology.content();
    m_parts.inspector.show(content.topology, content.capture, m_parts.topology.selected(), content.judgement);
    Q_EMIT filled();
}

bool InspectorController::updateRelated() {
    const HostSession *session = m_parts.shown.session();
    const auto &sessions = m_parts.sessions.sessions();
    m_parts.strip.findings()->setFindings(session != nullptr ? findingsWithGuests(sessions, *session)
                                                             : std::vector<widgets::ListedFinding>{});
    const bool others = m_parts.inspector.setGuests(session != nullptr ? guestViews(sessions, *session)
                                                                       : std::vector<widgets::GuestView>{});
    return m_parts.inspector.setHypervisor(session != nullptr ? hypervisorView(sessions, *session)
                                                              : widgets::HypervisorView{}) ||
           others;
}

} // namespace fabricscope::app::window
