// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/AffinityController.h"

#include "app/window/bench/MeasuredRuns.h"
#include "app/window/dialogs/HostDialogs.h"
#include "app/window/hostvm/HostVmController.h"
#include "app/window/screens/TopologyVerdict.h"
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/Navigation.h"
#include "app/window/workspace/WorkspaceController.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/CellActions.h"
#include "widgets/affinity/TriedPairs.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/topology/Banner.h"
#include "widgets/topology/TopologyScreen.h"

#include <QPushButton>

#include <utility>

namespace fabricscope::app::window {

using widgets::AffinityScreen;

AffinityController::AffinityController(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_verdict(new TopologyVerdict(
          {parts.shown, parts.navigation, parts.measured, parts.topology, parts.verdict}, this))
    , m_correct(widgets::button(tr("Generate corrected file"), "primary", m_parts.screen.verdictBar())) {
    m_correct->hide();
    m_parts.screen.verdictBar()->addAction(m_correct);
    connect(m_correct, &QPushButton::clicked, &m_parts.hostVm, &HostVmController::generateFile);
    connectSignals();
    connectSelection();
}

void AffinityController::connectSignals() {
    connect(&m_parts.screen, &AffinityScreen::connectRequested, this,
            [this] { m_parts.dialogs.openConnect(); });
    connect(&m_parts.screen, &AffinityScreen::sudoRequested, this,
            [this] { m_parts.sessions.collect(m_parts.shown.id(), true); });
    for (const auto &[from, to] : {std::pair{m_parts.topology.banner(), m_parts.screen.banner()},
                                   std::pair{m_parts.screen.banner(), m_parts.topology.banner()}})
        connect(from, &widgets::Banner::dismissed, to, &widgets::Banner::dismiss);
    connect(&m_parts.measured, &MeasuredRuns::changed, this, [this] {
        update();
        updateVerdict();
    });
    connect(&m_parts.workspace, &WorkspaceController::movesChanged, this, [this](quint64 id) {
        if (const workspace::Member *member = m_parts.workspace.current().member(id))
            m_parts.screen.tried().set(id, member->moves);
    });
    connect(&m_parts.screen.tried(), &widgets::TriedPairs::changedByUser, this,
            [this](quint64 id) { m_parts.workspace.setMoves(id, m_parts.screen.tried().of(id)); });
}

void AffinityController::connectSelection() {
    connect(&m_parts.screen, &AffinityScreen::nodeChosen, this, [this](quint32 node) {
        if (m_parts.topology.selected() != node)
            m_parts.topology.select(node);
    });
    connect(&m_parts.screen, &AffinityScreen::topologyRequested, this, [this](quint32 node) {
        m_parts.topology.select(node);
        m_parts.navigation.showScreen(Screen::Topology);
    });
    connect(&m_parts.topology, &widgets::TopologyScreen::nodeSelected, this,
            [this] { m_parts.screen.selectNode(m_parts.topology.selected()); });
}

void AffinityController::bindTo(ActionRegistry &actions) {
    actions.bind(ActionId::ShowPair, [this] { m_parts.navigation.showScreen(Screen::Affinity); });
    actions.bind(ActionId::MeasurePair, [this] { m_parts.screen.actions().measure(); });
}

void AffinityController::update() {
    const HostSession *session = m_parts.shown.session();
    const widgets::TopologyContent content = m_parts.shown.content();
    const bool isThere = session != nullptr && content.topology;
    m_parts.screen.actions().setMeasurable(session != nullptr && !session->isCapture());
    m_parts.screen.setContent({content, isThere ? session->snapshot.examination : nullptr,
                               isThere ? session->judgedIn.hypervisor : nullptr,
                               isThere ? m_parts.measured.pairs(*session) : nullptr});
}

void AffinityController::updateVerdict() {
    m_verdict->update();
    const HostSession *session = m_parts.shown.session();
    m_correct->setVisible(session != nullptr && session->judgement() && session->judgement()->fabric.guest &&
                          session->snapshot.examination->correction);
    Q_EMIT verdictUpdated();
}

} // namespace fabricscope::app::window
