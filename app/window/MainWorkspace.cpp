// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow for the workspace: its title, undo, and the groups of the sidebar.
#include "app/window/MainWindow.h"
#include "app/window/bench/RunCloseGuard.h"
#include "app/window/dialogs/HostDialogs.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/StatusLine.h"
#include "app/window/shell/Workbench.h"
#include "app/window/workspace/SessionRestore.h"
#include "app/window/workspace/WorkspaceController.h"
#include "app/window/workspace/WorkspaceFileController.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/topology/TopologyScreen.h"

#include <QLabel>
#include <QMenu>
#include <QMenuBar>

namespace fabricscope::app::window {

void MainWindow::connectWorkspace() {
    using widgets::FleetSidebar;
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
    connect(m_sidebar, &FleetSidebar::removeRequested, this, &MainWindow::removeHosts);
    connect(m_sidebar, &FleetSidebar::currentRowChanged, this, &MainWindow::updateActions);
    connect(m_sidebar, &FleetSidebar::contextMenuRequested, this, &MainWindow::showHostMenu);
    connect(m_sidebar, &FleetSidebar::groupMenuRequested, this, &MainWindow::showGroupMenu);
    workspaceChanged();
}

void MainWindow::fillMoveMenu() {
    m_moveMenu->clear();
    QList<quint64> ids = m_sidebar->selectedIds();
    ids.removeIf([this](quint64 id) {
        const HostSession *session = m_sessions.find(id);
        return session == nullptr || session->isCapture();
    });
    if (ids.isEmpty()) {
        m_moveMenu->addAction(tr("Files stay in Captures"))->setEnabled(false);
        return;
    }
    const auto add = [&](const QString &name, quint64 group) {
        connect(m_moveMenu->addAction(name), &QAction::triggered, this,
                [this, ids, group] { m_workspace->move(ids, group); });
    };
    for (const workspace::Group &group : m_workspace->current().groups)
        add(QString::fromStdString(group.name).replace(QLatin1Char('&'), QLatin1String("&&")), group.id);
    m_moveMenu->addSeparator();
    connect(m_moveMenu->addAction(tr("&New group")), &QAction::triggered, this,
            [this, ids] { newGroup(ids); });
    add(tr("N&one"), 0);
}

/// The group appears immediately, and its name is edited in place.
void MainWindow::newGroup(const QList<quint64> &members) {
    if (const quint64 group = m_workspace->addGroup(m_workspace->freeGroupName(), members))
        m_sidebar->editGroup(group);
}

void MainWindow::showHostMenu(quint64 id, const QPoint &where) {
    showHost(id);
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Screen screen : {Screen::Topology, Screen::HostVm, Screen::Affinity, Screen::Compare})
        connect(menu->addAction(tr("Show in %1").arg(screenName(screen))), &QAction::triggered, this,
                [this, screen] { showScreen(screen); });
    menu->addSeparator();
    menu->addActions({m_hostActions.begin(), m_hostActions.end()});
    menu->addMenu(m_moveMenu);
    menu->popup(where);
}

void MainWindow::showGroupMenu(quint64 group, const QPoint &where) {
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("&New group")), &QAction::triggered, this, [this] { newGroup({}); });
    if (group != 0) {
        connect(menu->addAction(tr("Re&name")), &QAction::triggered, this,
                [this, group] { m_sidebar->editGroup(group); });
        connect(menu->addAction(tr("&Dissolve, keep hosts")), &QAction::triggered, this,
                [this, group] { m_workspace->removeGroup(group); });
    }
    menu->popup(where);
}

void MainWindow::removeSelected() {
    QList<quint64> ids = m_sidebar->selectedIds();
    if (!ids.contains(m_host))
        ids = {m_host};
    removeHosts(ids);
}

void MainWindow::removeHosts(const QList<quint64> &ids) {
    if (!ids.isEmpty())
        m_closeGuard->whenEnded({ids.begin(), ids.end()}, tr("remove"),
                                [this, ids] { m_workspace->remove(ids); });
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
