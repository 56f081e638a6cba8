// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow for the judgement: the verdict above Topology, the Affinity screen, and their
// pictures.
#include "app/window/MainWindow.h"
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchExport.h"
#include "app/window/bench/MeasuredRuns.h"
#include "app/window/session/RelatedHostViews.h"
#include "app/window/shell/ExportController.h"
#include "app/window/shell/StatusLine.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/hostvm/HostVmToolbar.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/Banner.h"
#include "widgets/topology/TopologyScreen.h"

#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace fabricscope::app::window {

/// The verdict is above the picture, visible without a click.
QWidget *MainWindow::buildTopologyPage() {
    auto *page = new QWidget(m_screens);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_verdict);
    column->addWidget(m_topology, 1);
    QPushButton *matrices = widgets::button(tr("Show in Affinity"), "", m_verdict);
    connect(matrices, &QPushButton::clicked, this, [this] { showScreen(Screen::Affinity); });
    m_verdict->addAction(matrices);
    return page;
}

/// The selection is shared: a cell selects its GPU in Topology, a device there selects its cell here.
void MainWindow::connectAffinity() {
    using widgets::AffinityScreen;
    m_correct = widgets::button(tr("Generate corrected file"), "primary", m_affinity->verdictBar());
    m_correct->hide();
    m_affinity->verdictBar()->addAction(m_correct);
    connect(m_correct, &QPushButton::clicked, this, [this] { generateFile(); });
    connect(m_affinity, &AffinityScreen::routeVisibilityChanged, this, &MainWindow::updatePanels);
    connect(m_affinity, &AffinityScreen::connectRequested, this, [this] { openConnectDialog(); });
    connect(m_affinity, &AffinityScreen::sudoRequested, this, [this] { m_sessions.collect(m_host, true); });
    for (const auto &[from, to] : {std::pair{m_topology->banner(), m_affinity->banner()},
                                   std::pair{m_affinity->banner(), m_topology->banner()}})
        connect(from, &widgets::Banner::dismissed, to, &widgets::Banner::dismiss);
    connect(m_affinity, &AffinityScreen::pictureRequested, this,
            [this] { copyPicture(widgets::CopyAs::Png); });
    connect(m_affinity, &AffinityScreen::statusMessageRequested, m_status, &StatusLine::showMessage);
    connect(m_affinity, &AffinityScreen::nodeChosen, this, [this](quint32 node) {
        if (m_topology->selected() != node)
            m_topology->select(node);
    });
    connect(m_affinity, &AffinityScreen::measurementRequested, this, &MainWindow::measurePair);
    connect(m_measured, &MeasuredRuns::changed, this, [this] {
        updateAffinity();
        updateFindings();
    });
    connect(m_affinity, &AffinityScreen::topologyRequested, this, [this](quint32 node) {
        m_topology->select(node);
        showScreen(Screen::Topology);
    });
    connect(m_topology, &widgets::TopologyScreen::nodeSelected, this,
            [this] { m_affinity->selectNode(m_topology->selected()); });
    connect(m_inspector, &widgets::InspectorPanel::guestFixRequested, this, [this](quint64 guest) {
        showHost(guest);
        showScreen(Screen::Affinity);
    });
    connect(m_inspector, &widgets::InspectorPanel::hypervisorRequested, this,
            [this](quint64 host, quint32 node) { showDevice(host, node); });
    connect(m_strip, &widgets::JobsLogStrip::findingRequested, this,
            [this](const widgets::ListedFinding &finding) { showDevice(finding.hostId, finding.node); });
    connect(&m_sessions, &SessionController::listChanged, this, [this] {
        if (updateRelatedViews())
            updateInspector();
    });
}

/// Shows the device on Topology; without a device, the host.
void MainWindow::showDevice(quint64 host, std::optional<quint32> node) {
    if (m_sessions.find(host) == nullptr)
        return;
    showHost(host);
    showScreen(Screen::Topology);
    if (node)
        m_topology->select(*node);
}

/// Generates the file on Host <-> VM, where it can be viewed, compared, saved and copied.
void MainWindow::generateFile() {
    showScreen(Screen::HostVm);
    m_hostVm->toolbar()->generateButton()->click();
}

/// Returns whether the VMs or the hypervisor in the inspector have changed.
bool MainWindow::updateRelatedViews() {
    const HostSession *session = m_sessions.find(m_host);
    m_strip->findings()->setFindings(session != nullptr ? findingsWithGuests(m_sessions.sessions(), *session)
                                                        : std::vector<widgets::ListedFinding>{});
    const bool others = m_inspector->setGuests(
        session != nullptr ? guestViews(m_sessions.sessions(), *session) : std::vector<widgets::GuestView>{});
    return m_inspector->setHypervisor(session != nullptr ? hypervisorView(m_sessions.sessions(), *session)
                                                         : widgets::HypervisorView{}) ||
           others;
}

void MainWindow::updateVerdict(const HostSession *session) {
    const bool shown = session != nullptr && m_topology->content().topology && session->judgement() &&
                       !session->judgement()->fabric.gpus.empty();
    if (const auto measured = shown ? m_measured->pairs(*session) : nullptr)
        m_verdict->setVerdict(
            bench::withLosses(session->judgement()->verdict, *measured, *session->judgement()));
    else if (shown)
        m_verdict->setVerdict(session->judgement()->verdict);
    else
        m_verdict->clear();
    m_correct->setVisible(shown && session->judgement()->fabric.guest &&
                          session->snapshot.examination->correction);
    updateRelatedViews();
}

void MainWindow::exportPicture() {
    if (m_modes->screen() == Screen::Benchmarks && m_bench->hasPicture())
        return m_benchController->files().exportAs(widgets::BenchScreen::Export::Svg);
    const HostSession *session = m_sessions.find(m_host);
    if (session == nullptr)
        return;
    if (m_modes->screen() == Screen::HostVm && m_hostVm->hasPicture())
        m_exports->exportHostVm(*session, *m_hostVm);
    else if (m_modes->screen() == Screen::Affinity && m_affinity->hasPicture())
        m_exports->exportAffinity(*session, *m_affinity);
    else
        m_exports->exportPicture(*session, m_topology->options());
}

} // namespace fabricscope::app::window
