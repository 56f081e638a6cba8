// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow for the Host <-> VM screen.
#include "app/window/MainWindow.h"
#include "app/window/hostvm/HostVmController.h"
#include "app/window/session/CopyToGuest.h"
#include "app/window/shell/StatusLine.h"
#include "app/window/shell/ThemeController.h"
#include "widgets/hostvm/HostVmCopyDialog.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/topology/TopologyScreen.h"

namespace fabricscope::app::window {

/// The selection is shared with Topology, in both directions.
void MainWindow::connectHostVm() {
    using widgets::HostVmScreen;
    connect(m_hostVm, &HostVmScreen::connectRequested, this, [this] { openConnectDialog(); });
    connect(m_hostVm, &HostVmScreen::statusMessageRequested, m_status, &StatusLine::showMessage);
    connect(m_hostVm, &HostVmScreen::panelChosen, this, &MainWindow::requestInspector);
    connect(m_hostVm, &HostVmScreen::panelVisibilityChanged, this, &MainWindow::updatePanels);
    connect(m_hostVm, &HostVmScreen::nodeChosen, this, [this](quint32 node) {
        if (m_topology->selected() != node)
            m_topology->select(node);
    });
    connect(m_hostVm, &HostVmScreen::topologyRequested, this,
            [this](quint64 host, quint32 node) { showDevice(host, node); });
    connect(m_topology, &widgets::TopologyScreen::nodeSelected, this,
            [this] { m_hostVm->selectNode(m_topology->selected()); });
    connect(m_hostVm, &HostVmScreen::copyRequested, this,
            [this] { CopyToGuest::open(m_sessions, m_hostVmController->copyPlan(), this); });
    connect(m_topology, &widgets::TopologyScreen::guestViewRequested, m_hostVmController,
            &HostVmController::setGuestViewIndex);
    connect(m_hostVmController, &HostVmController::shown, this, [this] {
        m_topology->setGuestViews(m_hostVmController->guestViewNames(), m_hostVmController->guestViewIndex());
        m_topology->setSeenBy(m_hostVmController->seenBy());
        updateNote();
        updateActions();
    });
    connect(&m_theme, &ThemeController::themeChanged, m_hostVm, &HostVmScreen::themeChanged);
}

} // namespace fabricscope::app::window
