// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/SavedView.h"

#include "app/window/screens/PanelController.h"
#include "app/window/screens/TopologyController.h"
#include "app/window/screens/WindowWidgets.h"
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/Navigation.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/topology/TopologyScreen.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>
#include <iterator>

namespace fabricscope::app::window {

namespace {

/// px; a larger value in a file is not a screen size, and would only cost memory.
constexpr int kMaxSide = 8192;

/// In the order of Screen.
constexpr const char *kScreenKeys[kScreens] = {"fleet",  "topology",   "host_vm", "affinity",
                                               "checks", "benchmarks", "compare"};

/// A window outside all screens cannot be reached.
bool isOnScreen(const QRect &place) {
    const auto screens = QGuiApplication::screens();
    return std::any_of(screens.begin(), screens.end(), [&](const QScreen *screen) {
        const QRect seen = screen->availableGeometry().intersected(place);
        return seen.width() >= 100 && seen.height() >= 40;
    });
}

} // namespace

SavedView::SavedView(const Parts &parts, QWidget *window)
    : QObject(window), m_parts(parts), m_window(window) {}

workspace::WindowState SavedView::state() const {
    workspace::WindowState state;
    state.screen = kScreenKeys[static_cast<int>(m_parts.navigation.screen())];
    const bool isMaximized = m_window->isMaximized();
    const QRect place = isMaximized ? m_window->normalGeometry() : m_window->geometry();
    state.place = {place.x(), place.y(), place.width(), place.height(), isMaximized};
    const PanelController::Requests &panels = m_parts.panels.requests();
    state.sidebar = panels.sidebar;
    state.inspector = panels.inspector;
    state.strip = panels.strip;
    state.sidebarWidth = m_parts.widgets.workbench->size(Panel::Sidebar);
    state.inspectorWidth = m_parts.widgets.workbench->size(Panel::Inspector);
    state.stripHeight = m_parts.widgets.workbench->size(Panel::Strip);
    state.sidebarDock = m_parts.widgets.workbench->arrangement(Panel::Sidebar);
    state.inspectorDock = m_parts.widgets.workbench->arrangement(Panel::Inspector);
    state.stripDock = m_parts.widgets.workbench->arrangement(Panel::Strip);
    state.selected = m_parts.shown.id();
    const auto &topology = m_parts.widgets.topology->content().topology;
    if (const auto node = m_parts.widgets.topology->selected(); node && topology && topology->node(*node).bdf)
        state.device = topology->node(*node).bdf->toString();
    for (const quint64 group : m_parts.widgets.sidebar->collapsedGroups())
        state.collapsed.push_back(group);
    for (const auto &session : m_parts.sessions.sessions())
        if (const layout::Folds folds = m_parts.widgets.topology->folds(session->id); !folds.empty())
            state.folds.push_back(
                {session->id, folds.allOpen(), {folds.openStates().begin(), folds.openStates().end()}});
    return state;
}

void SavedView::apply(const workspace::WindowState &state) {
    applyPlace(state);
    m_parts.panels.setRequests({state.sidebar, state.inspector, state.strip});
    m_parts.widgets.sidebar->setCollapsedGroups({state.collapsed.begin(), state.collapsed.end()});
    applyFolds(state);
    m_parts.shown.show(state.selected);
    m_parts.topology.selectWhenRead(state.device);
    const auto *word = std::find(std::begin(kScreenKeys), std::end(kScreenKeys), state.screen);
    m_parts.navigation.showScreen(word != std::end(kScreenKeys)
                                      ? static_cast<Screen>(word - std::begin(kScreenKeys))
                                      : Screen::Topology);
    applyPanels(state);
    Q_EMIT applied();
}

void SavedView::applyPlace(const workspace::WindowState &state) {
    if (!state.place || state.place->width <= 0 || state.place->height <= 0)
        return;
    QRect place(state.place->x, state.place->y, state.place->width, state.place->height);
    place.setSize(place.size().boundedTo({kMaxSide, kMaxSide}));
    if (isOnScreen(place))
        m_window->setGeometry(place);
    if (state.place->maximized)
        m_window->setWindowState(m_window->windowState() | Qt::WindowMaximized);
}

void SavedView::applyFolds(const workspace::WindowState &state) {
    for (const workspace::WindowState::Folds &saved : state.folds) {
        layout::Folds folds;
        if (saved.all)
            folds.setAllOpen(*saved.all);
        for (const auto &[id, open] : saved.each)
            folds.setOpen(id, open);
        m_parts.widgets.topology->setFolds(saved.member, folds);
    }
}

void SavedView::applyPanels(const workspace::WindowState &state) {
    m_parts.widgets.workbench->arrange(Panel::Sidebar, state.sidebarDock);
    m_parts.widgets.workbench->arrange(Panel::Inspector, state.inspectorDock);
    m_parts.widgets.workbench->arrange(Panel::Strip, state.stripDock);
    m_parts.widgets.workbench->setSize(Panel::Sidebar, state.sidebarWidth);
    m_parts.widgets.workbench->setSize(Panel::Inspector, state.inspectorWidth);
    m_parts.widgets.workbench->setSize(Panel::Strip, state.stripHeight);
    m_parts.panels.arranged();
}

} // namespace fabricscope::app::window
