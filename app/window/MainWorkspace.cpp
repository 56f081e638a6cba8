// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow for the workspace: its menus, its file, undo, and the groups of the sidebar.
#include "app/window/MainWindow.h"
#include "app/window/bench/RunCloseGuard.h"
#include "app/window/dialogs/HostDialogs.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/StatusLine.h"
#include "app/window/workspace/WorkspaceController.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/common/dialog/MessageBoxText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/fleet/FleetSidebar.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QShortcut>
#include <QTimer>

namespace fabricscope::app::window {

namespace {

QString filter() {
    return MainWindow::tr("Workspaces (*.fswork)");
}

/// Maximum number of hosts that are listed before connecting to them; further ones are only counted.
constexpr qsizetype kMaxNamed = 8;

/// "ops@gpu-01, port 2222, through bastion".
QString placeOf(const workspace::Connection &how) {
    QString text = QString::fromStdString(how.user.empty() ? how.target : how.user + "@" + how.target);
    if (how.port != 0)
        text += MainWindow::tr(", port %1").arg(how.port);
    if (!how.jump.empty())
        text += MainWindow::tr(", through %1").arg(QString::fromStdString(how.jump));
    return text;
}

} // namespace

void MainWindow::connectWorkspace() {
    using widgets::FleetSidebar;
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

// Menus

void MainWindow::bindWorkspace() {
    m_actions->bind(ActionId::NewWorkspace, [this] {
        whenSaved([this] { m_closeGuard->whenEnded({}, tr("close"), [this] { m_workspace->clear(); }); });
    });
    m_actions->bind(ActionId::OpenWorkspace, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Open workspace"), {}, filter());
        if (!path.isEmpty())
            openWorkspace(path);
    });
    m_actions->bind(ActionId::SaveWorkspace, [this] { saveWorkspace(m_workspace->path()); });
    m_actions->bind(ActionId::SaveWorkspaceAs, [this] { saveWorkspace({}); });
    m_recentWorkspaces = m_actions->menuOf(ActionId::OpenWorkspace)->addMenu(tr("&Recent"));
    connect(m_recentWorkspaces, &QMenu::aboutToShow, this, [this] {
        m_recentWorkspaces->clear();
        for (const QString &path : m_settings.recentWorkspaces()) {
            QAction *action = m_recentWorkspaces->addAction(QFileInfo(path).fileName());
            action->setToolTip(widgets::plainToolTip(path));
            connect(action, &QAction::triggered, this, [this, path] { openWorkspace(path); });
        }
        if (m_recentWorkspaces->isEmpty())
            m_recentWorkspaces->addAction(tr("None yet"))->setEnabled(false);
    });
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
    if (!m_sessionFile.isEmpty())
        m_sessionTimer->start();
}

// Files

void MainWindow::openWorkspace(const QString &path) {
    const auto open = [this, path] {
        if (const auto opened = m_workspace->open(path); !opened)
            return m_hostDialogs->showNotOpened(path, opened.error());
        m_settings.addRecentWorkspace(m_workspace->path());
        m_status->showMessage(tr("Opened %1").arg(m_workspace->title()));
        if (m_settings.preferences().connectsOnOpen && m_workspace->isUnconfirmed())
            askToConnect();
    };
    whenSaved([this, open] { m_closeGuard->whenEnded({}, tr("close"), open); });
}

/// The file may have come by mail: lists its hosts before connecting to any.
void MainWindow::askToConnect() {
    const QList<quint64> ids = m_workspace->hosts();
    QStringList named;
    for (const quint64 id : ids)
        if (const workspace::Member *member = m_workspace->current().member(id);
            member != nullptr && named.size() < kMaxNamed)
            named << placeOf(member->connection);
    QString shown = named.join(QLatin1Char('\n'));
    if (ids.size() > named.size())
        shown += tr("\nand %1 more").arg(ids.size() - named.size());
    auto *box = new QMessageBox(
        QMessageBox::Question, tr("Connect"),
        ids.size() == 1 ? tr("Connect to the host of %1?").arg(m_workspace->title())
                        : tr("Connect to the %1 hosts of %2?").arg(ids.size()).arg(m_workspace->title()),
        QMessageBox::NoButton, this);
    widgets::prepareMessageBox(box, shown);
    QPushButton *yes = box->addButton(tr("Connect"), QMessageBox::AcceptRole);
    box->setDefaultButton(
        box->addButton(tr("Not now"), QMessageBox::RejectRole)); // the file may come from anyone
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(yes, &QPushButton::clicked, m_workspace, &WorkspaceController::connectAll);
    if (isVisible())
        box->open();
    else // at startup: the window is shown first
        QTimer::singleShot(0, box, [box] { box->open(); });
}

bool MainWindow::saveWorkspace(QString path) {
    if (path.isEmpty())
        path = QFileDialog::getSaveFileName(this, tr("Save workspace"), QStringLiteral("workspace.fswork"),
                                            filter());
    if (path.isEmpty())
        return false;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".fswork");
    const auto saved = m_workspace->save(path, currentState());
    if (!saved) {
        auto *box =
            new QMessageBox(QMessageBox::Critical, tr("Not saved"),
                            QString::fromStdString(saved.error().toString()), QMessageBox::Close, this);
        widgets::prepareMessageBox(box);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
        return false;
    }
    m_settings.addRecentWorkspace(m_workspace->path());
    m_status->showMessage(
        saved->isEmpty()
            ? tr("Saved %1").arg(m_workspace->title())
            : tr("Saved %1, but: %2").arg(m_workspace->title(), saved->join(QStringLiteral("; "))));
    return true;
}

/// Calls `then` immediately if nothing would be lost; otherwise asks the user.
void MainWindow::whenSaved(const std::function<void()> &then) {
    if (!m_workspace->isUnsaved())
        return then();
    auto *box = new QMessageBox(QMessageBox::Question, tr("Unsaved changes"),
                                tr("%1 has unsaved changes.").arg(m_workspace->title()),
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setDefaultButton(QMessageBox::Save);
    widgets::prepareMessageBox(box);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [this, then](int answer) {
        if (answer == QMessageBox::Discard ||
            (answer == QMessageBox::Save && saveWorkspace(m_workspace->path())))
            then();
    });
    box->open();
}

} // namespace fabricscope::app::window
