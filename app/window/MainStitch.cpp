// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with the Host <-> VM screen.
#include "app/window/CopyToGuest.h"
#include "app/window/MainWindow.h"
#include "app/window/StatusLine.h"
#include "app/window/StitchController.h"
#include "app/window/ThemeController.h"
#include "widgets/stitch/StitchCopyDialog.h"
#include "widgets/stitch/StitchScreen.h"
#include "widgets/topology/TopologyScreen.h"

namespace fabricscope::app::window {

/// The selection is one: a device chosen here is chosen in Topology, and the other way round.
void MainWindow::connectStitch() {
    using widgets::StitchScreen;
    connect(m_stitch, &StitchScreen::connectWanted, this, [this] { openConnectDialog(); });
    connect(m_stitch, &StitchScreen::said, m_status, &StatusLine::say);
    connect(m_stitch, &StitchScreen::panelChosen, this, &MainWindow::wantInspector);
    connect(m_stitch, &StitchScreen::panelMoved, this, &MainWindow::updatePanels);
    connect(m_stitch, &StitchScreen::nodeChosen, this, [this](quint32 node) {
        if (m_topology->selected() != node)
            m_topology->select(node);
    });
    connect(m_stitch, &StitchScreen::topologyWanted, this,
            [this](quint64 host, quint32 node) { showDevice(host, node); });
    connect(m_topology, &widgets::TopologyScreen::nodeSelected, this,
            [this] { m_stitch->selectNode(m_topology->selected()); });
    connect(m_stitch, &StitchScreen::copyWanted, this,
            [this] { CopyToGuest::open(m_sessions, m_stitching->copyPlan(), this); });
    connect(m_topology, &widgets::TopologyScreen::seerWanted, m_stitching, &StitchController::setSeer);
    connect(m_stitching, &StitchController::shown, this, [this] {
        m_topology->setSeers(m_stitching->seers(), m_stitching->seer());
        m_topology->setSeenBy(m_stitching->seenBy());
        updateNote();
        updateActions();
    });
    connect(&m_theme, &ThemeController::themeChanged, m_stitch, &StitchScreen::themeChanged);
}

} // namespace fabricscope::app::window
