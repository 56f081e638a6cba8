// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow for the workspace: its title and its controllers.
#include "app/window/MainWindow.h"
#include "app/window/bench/RunCloseGuard.h"
#include "app/window/dialogs/HostDialogs.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/StatusLine.h"
#include "app/window/shell/Workbench.h"
#include "app/window/workspace/FleetController.h"
#include "app/window/workspace/SessionRestore.h"
#include "app/window/workspace/WorkspaceController.h"
#include "app/window/workspace/WorkspaceFileController.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/topology/TopologyScreen.h"

#include <QLabel>
#include <QMenuBar>

namespace fabricscope::app::window {

void MainWindow::connectWorkspace() {
    m_workspaceFiles = new WorkspaceFileController(
        *m_workspace, m_settings, *m_closeGuard, [this] { return currentState(); }, this);
    m_workspaceFiles->bindTo(*m_actions);
    connect(m_workspaceFiles, &WorkspaceFileController::statusMessageRequested, m_status,
            &StatusLine::showMessage);
    connect(m_workspaceFiles, &WorkspaceFileController::openFailed, m_hostDialogs,
            qOverload<const QString &, const Error &>(&HostDialogs::showNotOpened));
    m_session = new SessionRestore(
        {*m_workspace, *m_workspaceFiles, *m_closeGuard, m_settings}, [this] { return currentState(); },
        this);
    connect(m_session, &SessionRestore::statusMessageRequested, m_status, &StatusLine::showMessage);
    connect(m_workbench, &Workbench::arranged, m_session, &SessionRestore::scheduleWrite);
    connect(m_topology, &widgets::TopologyScreen::foldsChosen, m_session, &SessionRestore::scheduleWrite);
    connect(m_workspace, &WorkspaceController::changed, this, &MainWindow::workspaceChanged);
    connect(m_workspace, &WorkspaceController::opened, this, &MainWindow::applyWindowState);
    connect(m_workspace, &WorkspaceController::refused, m_status, &StatusLine::showMessage);
    connect(m_workspace, &WorkspaceController::movesChanged, this, [this](quint64 id) {
        if (const workspace::Member *member = m_workspace->current().member(id))
            m_affinity->setMoves(id, member->moves);
    });
    connect(m_affinity, &widgets::AffinityScreen::movesChanged, this,
            [this](quint64 id) { m_workspace->setMoves(id, m_affinity->moves(id)); });
    auto *fleet = new FleetController(
        {m_sessions, *m_workspace, *m_closeGuard, *m_sidebar}, [this] { return m_host; }, this);
    fleet->bindTo(*m_actions);
    connect(fleet, &FleetController::hostRequested, this, &MainWindow::showHost);
    connect(fleet, &FleetController::screenRequested, this, &MainWindow::showScreen);
    connect(m_sidebar, &widgets::FleetSidebar::currentRowChanged, this, &MainWindow::updateActions);
    workspaceChanged();
}

void MainWindow::workspaceChanged() {
    const bool unsaved = m_workspace->isUnsaved();
    setWindowModified(unsaved);
    setWindowTitle(tr("%1[*] - fabricscope").arg(m_workspace->title()));
    if (auto *note = qobject_cast<QLabel *>(menuBar()->cornerWidget(Qt::TopRightCorner))) {
        const QString name =
            m_workspace->path().isEmpty() ? QString() : m_workspace->title() + QStringLiteral("  ·  ");
        note->setText((unsaved && !name.isEmpty() ? QStringLiteral("* ") : QString()) + name +
                      tr("read-only collection"));
        note->setToolTip(
            widgets::plainToolTip(unsaved ? tr("The workspace has unsaved changes") : QString()));
        menuBar()->setCornerWidget(note, Qt::TopRightCorner); // it is only laid out when set
        note->show();
    }
    const auto name = [](QAction *action, const QString &word, const QString &step) {
        action->setText(step.isEmpty()
                            ? word
                            : QStringLiteral("%1: %2").arg(
                                  word, QString(step).replace(QLatin1Char('&'), QLatin1String("&&"))));
    };
    name(m_actions->action(ActionId::Undo), tr("&Undo"), m_workspace->undoName());
    name(m_actions->action(ActionId::Redo), tr("&Redo"), m_workspace->redoName());
    updateActions();
}

} // namespace fabricscope::app::window
