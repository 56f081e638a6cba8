// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/WindowActions.h"

#include "app/window/screens/ScreenExport.h"
#include "app/window/screens/TopologyController.h"
#include "app/window/screens/WindowWidgets.h"
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/Navigation.h"
#include "app/window/shell/PlaceholderPage.h"
#include "app/window/workspace/WorkspaceController.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/affinity/CellActions.h"
#include "widgets/affinity/WhatIfStrip.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/checks/ChecksScreen.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/hostvm/HostVmToolbar.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/search/SearchField.h"
#include "widgets/topology/DeviceSearchBar.h"
#include "widgets/topology/TopologyScreen.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>

namespace fabricscope::app::window {

using Id = ActionId;

WindowActions::WindowActions(const Parts &parts, QWidget *window) : QObject(window), m_parts(parts) {
    bindScreens();
    connectMenus(window);
    connect(m_parts.widgets.checks, &widgets::ChecksScreen::selectionChanged, this, &WindowActions::update);
}

void WindowActions::bindScreens() {
    ActionRegistry &actions = m_parts.actions;
    for (int index = 0; index < kScreens; ++index)
        actions.bind(static_cast<Id>(static_cast<int>(Id::ShowFleet) + index),
                     [this, index] { m_parts.navigation.showScreen(static_cast<Screen>(index)); });
    actions.bind(Id::AsTree, [this] { toggleTable(); });
    actions.bind(Id::Stop, [this] { stop(); });
    actions.bind(Id::GoTo, [this] {
        update();
        m_parts.widgets.modes->search()->open();
    });
}

void WindowActions::connectMenus(QWidget *window) {
    for (int index = 0; index < kMenus; ++index) // the undo step changes without a signal
        connect(m_parts.actions.menu(static_cast<MenuId>(index)), &QMenu::aboutToShow, this,
                &WindowActions::update);
    for (const PlaceholderPage *page : window->findChildren<PlaceholderPage *>())
        connect(page, &PlaceholderPage::alternativeRequested, this, [this](Screen screen, Id id) {
            m_parts.navigation.showScreen(screen);
            m_parts.actions.action(id)->trigger();
        });
}

void WindowActions::toggleTable() {
    switch (m_parts.navigation.screen()) {
    case Screen::Topology:
        return m_parts.widgets.topology->setTreeShown(!m_parts.widgets.topology->treeShown());
    case Screen::Benchmarks:
        return m_parts.widgets.bench->toggleTable();
    case Screen::HostVm:
        return m_parts.widgets.hostVm->showTable(!m_parts.widgets.hostVm->tableShown());
    default:
        return m_parts.widgets.affinity->toolbar()->table()->toggle();
    }
}

void WindowActions::stop() {
    if (m_parts.navigation.screen() != Screen::Benchmarks || !m_parts.widgets.bench->stop())
        m_parts.sessions.cancel(m_parts.shown.id());
}

void WindowActions::update() {
    m_parts.actions.update(state());
}

WindowState WindowActions::state() const {
    WindowState state;
    state.screen = m_parts.navigation.screen();
    state.canUndo = m_parts.workspace.canUndo();
    state.canRedo = m_parts.workspace.canRedo();
    state.hasPicture = m_parts.exports.hasPicture();
    state.canMute = state.screen == Screen::Checks && m_parts.widgets.checks->canMute();
    state.isBusy = state.screen == Screen::Benchmarks && m_parts.widgets.bench->canStop();
    if (m_parts.shown.session() != nullptr)
        addHostState(state);
    return state;
}

void WindowActions::addHostState(WindowState &state) const {
    const HostSession &session = *m_parts.shown.session();
    state.hasHost = true;
    state.isVmSelected = m_parts.widgets.sidebar->isUnconnectedVm();
    state.isLive = !session.isCapture();
    state.isBusy = state.isBusy || session.job != nullptr;
    state.hasFacts = session.snapshot.topology != nullptr;
    state.hasGuestFile = m_parts.widgets.hostVm->toolbar()->generateButton()->isEnabled();
    state.hasHits = m_parts.picture.findBar()->hits() > 0;
    state.hasDevice = m_parts.widgets.topology->selected().has_value();
    state.hasAddress = state.hasDevice && !m_parts.widgets.inspector->facts().bdf.isEmpty();
    state.hasPair = state.hasDevice && !m_parts.widgets.inspector->pairing().section.rows.empty();
    state.canMeasure = state.isLive && m_parts.widgets.affinity->actions().canMeasure() &&
                       (state.hasPair || state.screen == Screen::Affinity);
}

} // namespace fabricscope::app::window
