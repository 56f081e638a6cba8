// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How MainWindow shows the data of a host: each screen and panel separately.
#include "app/window/MainWindow.h"
#include "app/window/bench/MeasuredRuns.h"
#include "app/window/hostvm/HostVmController.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/topology/TopologyScreen.h"

#include <QDateTime>

#include <utility>

namespace fabricscope::app::window {

/// Affinity first, so that a selection in Topology finds its cell.
void (MainWindow::*const MainWindow::kContentParts[])() = {
    &MainWindow::updateAffinity, &MainWindow::updateHostVm, &MainWindow::updateTopology,
    &MainWindow::updateFindings, &MainWindow::updateDetails};

void MainWindow::contentChanged(quint64 id) {
    if (id != m_host)
        return;
    for (const auto part : kContentParts)
        (this->*part)();
}

/// The same for results of workers: one iteration of the event loop for each part. Each part shows the
/// current data, so that in the end all of them show the same.
void MainWindow::contentArrived(quint64 id) {
    if (id != m_host)
        return;
    for (const auto part : kContentParts)
        m_sessions.scheduleOnEventLoop(this, [this, part, id] {
            if (m_host == id) // otherwise all parts show another host already
                (this->*part)();
        });
}

widgets::TopologyContent MainWindow::contentShown() const {
    const HostSession *session = m_sessions.find(m_host);
    return session != nullptr ? contentOf(*session, QDateTime::currentMSecsSinceEpoch())
                              : widgets::TopologyContent{};
}

void MainWindow::updateAffinity() {
    const HostSession *session = m_sessions.find(m_host);
    const widgets::TopologyContent content = contentShown();
    const bool isThere = session != nullptr && content.topology;
    m_affinity->setMeasurable(session != nullptr && !session->isCapture());
    m_affinity->setContent({content, isThere ? session->snapshot.examination : nullptr,
                            isThere ? session->judgedIn.hypervisor : nullptr,
                            isThere ? m_measured->pairs(*session) : nullptr});
}

void MainWindow::updateHostVm() {
    m_hostVmController->show(m_host);
}

void MainWindow::updateTopology() {
    m_topology->setContent(contentShown());
    selectPending();
}

void MainWindow::updateFindings() {
    updateVerdict(m_sessions.find(m_host));
}

void MainWindow::updateDetails() {
    updateInspector();
    updateStatus();
}

/// Takes as long as the picture: among other parts it runs in an iteration of its own, once for all requests.
void MainWindow::updateInspector() {
    if (!m_sessions.isSettling())
        return fillInspector();
    if (!std::exchange(m_inspectorDue, true))
        m_sessions.scheduleOnEventLoop(this, [this] {
            m_inspectorDue = false;
            fillInspector();
        });
}

void MainWindow::fillInspector() {
    const widgets::TopologyContent &content = m_topology->content();
    m_inspector->show(content.topology, content.capture, m_topology->selected(), content.judgement);
    updateActions();
}

} // namespace fabricscope::app::window
