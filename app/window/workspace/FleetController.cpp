// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/FleetController.h"

#include "app/window/bench/RunCloseGuard.h"
#include "app/window/session/SessionController.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/workspace/WorkspaceController.h"
#include "widgets/fleet/FleetSidebar.h"

#include <QMenu>

#include <utility>

namespace fabricscope::app::window {

using Id = ActionId;
using widgets::FleetSidebar;

FleetController::FleetController(const Parts &parts, std::function<quint64()> shown, QWidget *window)
    : QObject(window), m_parts(parts), m_shown(std::move(shown)), m_window(window) {
    connect(&m_parts.sidebar, &FleetSidebar::removeRequested, this, &FleetController::remove);
    connect(&m_parts.sidebar, &FleetSidebar::contextMenuRequested, this, &FleetController::showHostMenu);
    connect(&m_parts.sidebar, &FleetSidebar::groupMenuRequested, this, &FleetController::showGroupMenu);
}

void FleetController::bindTo(ActionRegistry &actions) {
    actions.bind(Id::CollectAgain, [this] {
        if (const HostSession *session = m_parts.sessions.find(m_shown()))
            m_parts.sessions.collect(session->id, session->root);
    });
    actions.bind(Id::CollectWithSudo, [this] { m_parts.sessions.collect(m_shown(), true); });
    actions.bind(Id::Disconnect, [this] { disconnectShown(); });
    actions.bind(Id::Remove, [this] { removeShown(); });
    actions.bind(Id::NewGroup, [this] { addGroup(m_parts.sidebar.selectedIds()); });
    actions.bind(Id::Rename, [this] { m_parts.sidebar.edit(m_shown()); });
    m_moveMenu = actions.menu(MenuId::Fleet)->addMenu(tr("&Move to group"));
    connect(m_moveMenu, &QMenu::aboutToShow, this, &FleetController::fillMoveMenu);
    for (const Id id : {Id::CollectAgain, Id::CollectWithSudo, Id::Stop, Id::EditConnection, Id::Disconnect,
                        Id::Remove, Id::Rename})
        m_hostActions << actions.action(id);
}

void FleetController::fillMoveMenu() {
    m_moveMenu->clear();
    QList<quint64> ids = m_parts.sidebar.selectedIds();
    ids.removeIf([this](quint64 id) {
        const HostSession *session = m_parts.sessions.find(id);
        return session == nullptr || session->isCapture();
    });
    if (ids.isEmpty()) {
        m_moveMenu->addAction(tr("Files stay in Captures"))->setEnabled(false);
        return;
    }
    const auto add = [&](const QString &name, quint64 group) {
        connect(m_moveMenu->addAction(name), &QAction::triggered, this,
                [this, ids, group] { m_parts.workspace.move(ids, group); });
    };
    for (const workspace::Group &group : m_parts.workspace.current().groups)
        add(QString::fromStdString(group.name).replace(QLatin1Char('&'), QLatin1String("&&")), group.id);
    m_moveMenu->addSeparator();
    connect(m_moveMenu->addAction(tr("&New group")), &QAction::triggered, this,
            [this, ids] { addGroup(ids); });
    add(tr("N&one"), 0);
}

/// The group appears immediately, and its name is edited in place.
void FleetController::addGroup(const QList<quint64> &members) {
    if (const quint64 group = m_parts.workspace.addGroup(m_parts.workspace.freeGroupName(), members))
        m_parts.sidebar.editGroup(group);
}

void FleetController::showHostMenu(quint64 id, const QPoint &where) {
    Q_EMIT hostRequested(id);
    auto *menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Screen screen : {Screen::Topology, Screen::HostVm, Screen::Affinity, Screen::Compare})
        connect(menu->addAction(tr("Show in %1").arg(screenName(screen))), &QAction::triggered, this,
                [this, screen] { Q_EMIT screenRequested(screen); });
    menu->addSeparator();
    menu->addActions(m_hostActions);
    menu->addMenu(m_moveMenu);
    menu->popup(where);
}

void FleetController::showGroupMenu(quint64 group, const QPoint &where) {
    auto *menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("&New group")), &QAction::triggered, this, [this] { addGroup({}); });
    if (group != 0) {
        connect(menu->addAction(tr("Re&name")), &QAction::triggered, this,
                [this, group] { m_parts.sidebar.editGroup(group); });
        connect(menu->addAction(tr("&Dissolve, keep hosts")), &QAction::triggered, this,
                [this, group] { m_parts.workspace.removeGroup(group); });
    }
    menu->popup(where);
}

void FleetController::disconnectShown() {
    const quint64 host = m_shown();
    m_parts.runs.whenEnded({host}, tr("disconnect"), [this, host] { m_parts.sessions.disconnectFrom(host); });
}

/// The other selected hosts, too, if the shown one is selected.
void FleetController::removeShown() {
    QList<quint64> ids = m_parts.sidebar.selectedIds();
    if (const quint64 host = m_shown(); !ids.contains(host))
        ids = {host};
    remove(ids);
}

void FleetController::remove(const QList<quint64> &ids) {
    if (!ids.isEmpty())
        m_parts.runs.whenEnded({ids.begin(), ids.end()}, tr("remove"),
                               [this, ids] { m_parts.workspace.remove(ids); });
}

} // namespace fabricscope::app::window
