// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/PanelController.h"

#include "app/window/screens/WindowWidgets.h"
#include "app/window/session/SessionController.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/ModeBar.h"
#include "app/window/shell/PanelDock.h"
#include "app/window/shell/StatusLine.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/checks/ChecksScreen.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/TopologyScreen.h"

#include <QAction>

namespace fabricscope::app::window {

namespace {

/// Below this width of the picture, without the panels, the inspector is hidden; below this height of the
/// window, the strip.
constexpr int kPictureNeeds = 724;
constexpr int kStripNeeds = 720;

} // namespace

PanelController::PanelController(const Parts &parts, QWidget *window)
    : QObject(window), m_parts(parts), m_window(window) {
    connect(m_parts.widgets.workbench, &Workbench::arranged, this, &PanelController::arranged);
    connect(m_parts.widgets.workbench, &Workbench::hideRequested, this, &PanelController::hide);
    connectScreens();
    connectRequests();
}

/// These have right panels of their own.
void PanelController::connectScreens() {
    using widgets::AffinityScreen;
    using widgets::BenchScreen;
    using widgets::HostVmScreen;
    connect(m_parts.widgets.affinity, &AffinityScreen::routeVisibilityChanged, this,
            &PanelController::update);
    connect(m_parts.widgets.hostVm, &HostVmScreen::panelChosen, this, &PanelController::requestInspector);
    connect(m_parts.widgets.hostVm, &HostVmScreen::panelVisibilityChanged, this, &PanelController::update);
    connect(m_parts.widgets.bench, &BenchScreen::factsChosen, this, &PanelController::requestInspector);
    connect(m_parts.widgets.bench, &BenchScreen::factsVisibilityChanged, this, &PanelController::update);
    connect(m_parts.widgets.bench, &BenchScreen::shown, this, &PanelController::update);
}

void PanelController::connectRequests() {
    connect(m_parts.widgets.status, &StatusLine::sidePanelRequested, this,
            [this] { requestInspector(true); });
    connect(m_parts.widgets.status, &StatusLine::bottomPanelRequested, this, [this] { requestStrip(true); });
    connect(m_parts.widgets.topology, &widgets::TopologyScreen::inspectorRequested, this, [this] {
        requestInspector(true);
        m_parts.widgets.inspector->setFocus();
    });
    connect(m_parts.widgets.strip, &widgets::JobsLogStrip::hideRequested, this,
            [this] { m_stripAction->trigger(); });
}

void PanelController::bindTo(ActionRegistry &actions) {
    m_sidebarAction = actions.action(ActionId::Sidebar);
    m_inspectorAction = actions.action(ActionId::Inspector);
    m_stripAction = actions.action(ActionId::JobsAndLog);
    actions.bind(ActionId::Sidebar, [this] { requestSidebar(m_sidebarAction->isChecked()); });
    actions.bind(ActionId::Inspector, [this] { requestInspector(m_inspectorAction->isChecked()); });
    actions.bind(ActionId::JobsAndLog, [this] { requestStrip(m_stripAction->isChecked()); });
}

void PanelController::update() {
    const Screen screen = m_parts.widgets.modes->screen();
    Workbench &workbench = *m_parts.widgets.workbench;
    const bool hasHosts = !m_parts.sessions.sessions().empty();
    const bool picture = hasHosts && screen == Screen::Topology;
    const bool roomForInspector =
        workbench.isFloating(Panel::Inspector) ||
        m_window->width() >=
            widgets::scaledToUi(Workbench::kMinSidebarWidth + Workbench::kMinInspectorWidth) + kPictureNeeds;
    // Affinity, Host <-> VM, Checks and Benchmarks need the height: there the strip is shown only on request.
    const bool roomForStrip =
        workbench.isFloating(Panel::Strip) ||
        (m_window->height() >= kStripNeeds && screen != Screen::Affinity && screen != Screen::HostVm &&
         screen != Screen::Benchmarks && screen != Screen::Checks);
    m_parts.widgets.affinity->setRouteShown(m_requests.inspector);
    m_parts.widgets.hostVm->setPanelShown(m_requests.inspector);
    m_parts.widgets.bench->setFactsShown(m_requests.inspector);
    m_parts.widgets.checks->showDetail(m_requests.inspector.value_or(true));
    workbench.show(Panel::Sidebar, m_requests.sidebar.value_or(true));
    workbench.show(Panel::Inspector, picture && m_requests.inspector.value_or(roomForInspector));
    workbench.show(Panel::Strip, hasHosts && m_requests.strip.value_or(roomForStrip));
    const QString hidden = hiddenSidePanel();
    m_parts.widgets.status->setHidden(
        hidden, hasHosts && !workbench.isShown(Panel::Strip) ? tr("Jobs and log") : QString());
    if (m_inspectorAction != nullptr) {
        m_sidebarAction->setChecked(m_requests.sidebar.value_or(true));
        // These two screens decide themselves whether there is room.
        const bool hides = (screen == Screen::HostVm || screen == Screen::Benchmarks) && !hidden.isEmpty();
        m_inspectorAction->setChecked(!hides && m_requests.inspector.value_or(roomForInspector));
        m_stripAction->setChecked(m_requests.strip.value_or(roomForStrip));
    }
}

/// The name of this screen's hidden right panel; empty: it is shown, or there is none.
QString PanelController::hiddenSidePanel() const {
    switch (m_parts.widgets.modes->screen()) {
    case Screen::Topology:
        return !m_parts.sessions.sessions().empty() && !m_parts.widgets.workbench->isShown(Panel::Inspector)
                   ? tr("Inspector")
                   : QString();
    case Screen::HostVm:
        return m_parts.widgets.hostVm->hidesPanel() ? tr("NCCL file") : QString();
    case Screen::Affinity:
        return m_parts.widgets.affinity->hasPicture() && m_parts.widgets.affinity->routePanel()->isHidden()
                   ? tr("Route")
                   : QString();
    case Screen::Benchmarks:
        return m_parts.widgets.bench->hidesFacts() ? tr("Details") : QString();
    case Screen::Checks:
        return m_parts.widgets.checks->isDetailShown() ? QString() : tr("Details");
    default:
        return {};
    }
}

void PanelController::requestSidebar(bool requested) {
    m_requests.sidebar = requested;
    update();
}

void PanelController::requestInspector(std::optional<bool> requested) {
    m_requests.inspector = requested;
    update();
}

void PanelController::requestStrip(bool requested) {
    m_requests.strip = requested;
    update();
}

void PanelController::hide(Panel panel) {
    QAction *const actions[] = {m_sidebarAction, m_inspectorAction, m_stripAction}; // in the order of Panel
    if (QAction *action = actions[static_cast<int>(panel)]; action->isChecked())
        action->trigger();
}

void PanelController::fitFilter() {
    m_parts.widgets.modes->setSidebarWidth(m_parts.widgets.workbench->size(Panel::Sidebar));
}

/// A panel in its own window needs no room next to the picture; the filter is above the sidebar.
void PanelController::arranged() {
    const Workbench &workbench = *m_parts.widgets.workbench;
    const bool isDocked = workbench.isShown(Panel::Sidebar) && !workbench.isFloating(Panel::Sidebar);
    // The width of the dock: its content is resized later.
    m_parts.widgets.modes->setSidebarWidth(isDocked ? workbench.dock(Panel::Sidebar)->width()
                                                    : workbench.size(Panel::Sidebar));
    update();
}

} // namespace fabricscope::app::window
