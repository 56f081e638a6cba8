// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/WorkspaceFileController.h"

#include "app/window/bench/RunCloseGuard.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/Settings.h"
#include "app/window/workspace/WorkspaceController.h"
#include "widgets/common/dialog/MessageBoxText.h"
#include "widgets/common/text/ToolTip.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <utility>

namespace fabricscope::app::window {

namespace {

QString filter() {
    return WorkspaceFileController::tr("Workspaces (*.fswork)");
}

/// Maximum number of hosts that are listed before connecting to them; further ones are only counted.
constexpr qsizetype kMaxNamed = 8;

/// "ops@gpu-01, port 2222, through bastion".
QString placeOf(const workspace::Connection &how) {
    QString text = QString::fromStdString(how.user.empty() ? how.target : how.user + "@" + how.target);
    if (how.port != 0)
        text += WorkspaceFileController::tr(", port %1").arg(how.port);
    if (!how.jump.empty())
        text += WorkspaceFileController::tr(", through %1").arg(QString::fromStdString(how.jump));
    return text;
}

} // namespace

WorkspaceFileController::WorkspaceFileController(WorkspaceController &workspace, Settings &settings,
                                                 RunCloseGuard &runs,
                                                 std::function<workspace::WindowState()> state,
                                                 QWidget *window)
    : QObject(window)
    , m_workspace(workspace)
    , m_settings(settings)
    , m_runs(runs)
    , m_state(std::move(state))
    , m_window(window) {}

void WorkspaceFileController::bindTo(ActionRegistry &actions) {
    actions.bind(ActionId::NewWorkspace, [this] { close(); });
    actions.bind(ActionId::OpenWorkspace, [this] {
        const QString path = QFileDialog::getOpenFileName(m_window, tr("Open workspace"), {}, filter());
        if (!path.isEmpty())
            open(path);
    });
    actions.bind(ActionId::SaveWorkspace, [this] { save(m_workspace.path()); });
    actions.bind(ActionId::SaveWorkspaceAs, [this] { save({}); });
    m_recent = actions.menuOf(ActionId::OpenWorkspace)->addMenu(tr("&Recent"));
    connect(m_recent, &QMenu::aboutToShow, this, &WorkspaceFileController::fillRecent);
}

void WorkspaceFileController::fillRecent() {
    m_recent->clear();
    for (const QString &path : m_settings.recentWorkspaces()) {
        QAction *action = m_recent->addAction(QFileInfo(path).fileName());
        action->setToolTip(widgets::plainToolTip(path));
        connect(action, &QAction::triggered, this, [this, path] { open(path); });
    }
    if (m_recent->isEmpty())
        m_recent->addAction(tr("None yet"))->setEnabled(false);
}

void WorkspaceFileController::close() {
    whenSaved([this] { m_runs.whenEnded({}, tr("close"), [this] { m_workspace.clear(); }); });
}

void WorkspaceFileController::open(const QString &path) {
    const auto open = [this, path] {
        if (const auto opened = m_workspace.open(path); !opened) {
            Q_EMIT openFailed(path, opened.error());
            return;
        }
        m_settings.addRecentWorkspace(m_workspace.path());
        Q_EMIT statusMessageRequested(tr("Opened %1").arg(m_workspace.title()));
        askToConnect();
    };
    whenSaved([this, open] { m_runs.whenEnded({}, tr("close"), open); });
}

/// The file may have come by mail: lists its hosts before connecting to any.
void WorkspaceFileController::askToConnect() {
    if (!m_settings.preferences().connectsOnOpen || !m_workspace.isUnconfirmed())
        return;
    const QList<quint64> ids = m_workspace.hosts();
    QStringList named;
    for (const quint64 id : ids)
        if (const workspace::Member *member = m_workspace.current().member(id);
            member != nullptr && named.size() < kMaxNamed)
            named << placeOf(member->connection);
    QString shown = named.join(QLatin1Char('\n'));
    if (ids.size() > named.size())
        shown += tr("\nand %1 more").arg(ids.size() - named.size());
    auto *box = new QMessageBox(
        QMessageBox::Question, tr("Connect"),
        ids.size() == 1 ? tr("Connect to the host of %1?").arg(m_workspace.title())
                        : tr("Connect to the %1 hosts of %2?").arg(ids.size()).arg(m_workspace.title()),
        QMessageBox::NoButton, m_window);
    widgets::prepareMessageBox(box, shown);
    QPushButton *yes = box->addButton(tr("Connect"), QMessageBox::AcceptRole);
    box->setDefaultButton(
        box->addButton(tr("Not now"), QMessageBox::RejectRole)); // the file may come from anyone
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(yes, &QPushButton::clicked, &m_workspace, &WorkspaceController::connectAll);
    if (m_window->isVisible())
        box->open();
    else // at startup: the window is shown first
        QTimer::singleShot(0, box, [box] { box->open(); });
}

bool WorkspaceFileController::save(QString path) {
    if (path.isEmpty())
        path = QFileDialog::getSaveFileName(m_window, tr("Save workspace"),
                                            QStringLiteral("workspace.fswork"), filter());
    if (path.isEmpty())
        return false;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".fswork");
    const auto saved = m_workspace.save(path, m_state());
    if (!saved) {
        auto *box =
            new QMessageBox(QMessageBox::Critical, tr("Not saved"),
                            QString::fromStdString(saved.error().toString()), QMessageBox::Close, m_window);
        widgets::prepareMessageBox(box);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
        return false;
    }
    m_settings.addRecentWorkspace(m_workspace.path());
    Q_EMIT statusMessageRequested(
        saved->isEmpty()
            ? tr("Saved %1").arg(m_workspace.title())
            : tr("Saved %1, but: %2").arg(m_workspace.title(), saved->join(QStringLiteral("; "))));
    return true;
}

void WorkspaceFileController::whenSaved(const std::function<void()> &then) {
    if (!m_workspace.isUnsaved())
        return then();
    auto *box = new QMessageBox(QMessageBox::Question, tr("Unsaved changes"),
                                tr("%1 has unsaved changes.").arg(m_workspace.title()),
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    box->setDefaultButton(QMessageBox::Save);
    widgets::prepareMessageBox(box);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [this, then](int answer) {
        if (answer == QMessageBox::Discard || (answer == QMessageBox::Save && save(m_workspace.path())))
            then();
    });
    box->open();
}

} // namespace fabricscope::app::window
