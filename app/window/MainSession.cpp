// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How MainWindow saves and restores its view, in workspaces and between sessions.
#include "app/window/MainWindow.h"
#include "app/window/bench/RunCloseGuard.h"
#include "app/window/shell/Workbench.h"
#include "app/window/workspace/SessionRestore.h"
#include "app/window/workspace/WorkspaceController.h"
#include "app/window/workspace/WorkspaceFileController.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/TopologyScreen.h"

#include <QCloseEvent>
#include <QDateTime>
#include <QGuiApplication>
#include <QScreen>
#include <QTimer>

#include <algorithm>
#include <iterator>

namespace fabricscope::app::window {

namespace {

/// px; a larger value in a file is not a screen size, and would only cost memory.
constexpr int kMaxSide = 8192;

/// In the order of Screen.
constexpr const char *kScreenKeys[kScreens] = {"fleet",  "topology",   "host_vm", "affinity",
                                               "checks", "benchmarks", "compare"};
constexpr qint64 kLongestWaitMs = qint64{24} * 3600 * 1000; ///< clocks are adjusted, and computers sleep

/// A window outside all screens cannot be reached.
bool isOnScreen(const QRect &place) {
    const auto screens = QGuiApplication::screens();
    return std::any_of(screens.begin(), screens.end(), [&](const QScreen *screen) {
        const QRect seen = screen->availableGeometry().intersected(place);
        return seen.width() >= 100 && seen.height() >= 40;
    });
}

} // namespace

workspace::WindowState MainWindow::currentState() const {
    workspace::WindowState state;
    state.screen = kScreenKeys[static_cast<int>(m_modes->screen())];
    const QRect place = isMaximized() ? normalGeometry() : geometry();
    state.place = {place.x(), place.y(), place.width(), place.height(), isMaximized()};
    state.sidebar = m_sidebarRequested;
    state.inspector = m_inspectorRequested;
    state.strip = m_stripRequested;
    state.sidebarWidth = m_workbench->size(Panel::Sidebar);
    state.inspectorWidth = m_workbench->size(Panel::Inspector);
    state.stripHeight = m_workbench->size(Panel::Strip);
    state.sidebarDock = m_workbench->arrangement(Panel::Sidebar);
    state.inspectorDock = m_workbench->arrangement(Panel::Inspector);
    state.stripDock = m_workbench->arrangement(Panel::Strip);
    state.selected = m_host;
    const auto &topology = m_topology->content().topology;
    if (const auto node = m_topology->selected(); node && topology && topology->node(*node).bdf)
        state.device = topology->node(*node).bdf->toString();
    for (const quint64 group : m_sidebar->collapsedGroups())
        state.collapsed.push_back(group);
    for (const auto &session : m_sessions.sessions())
        if (const layout::Folds folds = m_topology->folds(session->id); !folds.empty())
            state.folds.push_back(
                {session->id, folds.allOpen(), {folds.openStates().begin(), folds.openStates().end()}});
    return state;
}

void MainWindow::applyWindowState(const workspace::WindowState &state) {
    if (state.place && state.place->width > 0 && state.place->height > 0) {
        QRect place(state.place->x, state.place->y, state.place->width, state.place->height);
        place.setSize(place.size().boundedTo({kMaxSide, kMaxSide}));
        if (isOnScreen(place))
            setGeometry(place);
        if (state.place->maximized)
            setWindowState(QWidget::windowState() | Qt::WindowMaximized);
    }
    m_sidebarRequested = state.sidebar;
    m_inspectorRequested = state.inspector;
    m_stripRequested = state.strip;
    m_sidebar->setCollapsedGroups({state.collapsed.begin(), state.collapsed.end()});
    for (const workspace::WindowState::Folds &saved : state.folds) {
        layout::Folds folds;
        if (saved.all)
            folds.setAllOpen(*saved.all);
        for (const auto &[id, open] : saved.each)
            folds.setOpen(id, open);
        m_topology->setFolds(saved.member, folds);
    }
    const auto *word = std::find(std::begin(kScreenKeys), std::end(kScreenKeys), state.screen);
    showHost(state.selected);
    m_pendingSelection = {m_host, state.device};
    selectPending();
    showScreen(word != std::end(kScreenKeys) ? static_cast<Screen>(word - std::begin(kScreenKeys))
                                             : Screen::Topology);
    m_workbench->arrange(Panel::Sidebar, state.sidebarDock);
    m_workbench->arrange(Panel::Inspector, state.inspectorDock);
    m_workbench->arrange(Panel::Strip, state.stripDock);
    m_workbench->setSize(Panel::Sidebar, state.sidebarWidth);
    m_workbench->setSize(Panel::Inspector, state.inspectorWidth);
    m_workbench->setSize(Panel::Strip, state.stripHeight);
    arranged();
    m_session->scheduleWrite();
}

/// Selects the previous device, as soon as the host was read.
void MainWindow::selectPending() {
    const auto &topology = m_topology->content().topology;
    if (m_pendingSelection.device.empty() || m_pendingSelection.host != m_host || !topology)
        return;
    const auto address = pci::Address::parse(m_pendingSelection.device);
    m_pendingSelection = {};
    if (const auto node = address ? topology->find(*address) : std::nullopt)
        m_topology->select(*node);
}

// Between sessions

void MainWindow::autosaveSession(const QString &file) {
    m_session->setFile(file);
}

bool MainWindow::restoreSession() {
    return m_session->restore();
}

/// The text of a snapshot's age changes every second at first and every day in the end: the program wakes up
/// only that often, and not at all if there is nothing to show.
void MainWindow::scheduleAge() {
    const HostSession *session = m_sessions.find(m_host);
    const qint64 taken =
        session != nullptr && session->snapshot.capture ? session->snapshot.capture->takenMs : 0;
    if (taken <= 0)
        return m_ageTimer->stop();
    const qint64 age = QDateTime::currentMSecsSinceEpoch() - taken;
    m_ageTimer->start(static_cast<int>(std::min<qint64>(msToOlder(age), kLongestWaitMs)));
}

void MainWindow::updateAge() {
    const HostSession *session = m_sessions.find(m_host);
    const bool isStale = session != nullptr && contentOf(*session, QDateTime::currentMSecsSinceEpoch()).stale;
    if (isStale && !m_topology->content().stale)
        contentChanged(m_host);
    updateStatus();
}

/// A saved session loses nothing; otherwise asks about unsaved changes.
void MainWindow::closeEvent(QCloseEvent *event) {
    const bool isKept = m_session->write();
    if (!m_leaving && !isKept && m_workspace->isUnsaved()) {
        event->ignore();
        m_closeGuard->undecide();
        m_workspaceFiles->whenSaved([this] {
            m_leaving = true;
            close();
        });
        return;
    }
    if (!m_closeGuard->mayClose()) {
        event->ignore();
        return;
    }
    m_closeGuard->writeQueue();
    m_session->stop();
    m_sessions.shutdown();
    event->accept();
}

} // namespace fabricscope::app::window
