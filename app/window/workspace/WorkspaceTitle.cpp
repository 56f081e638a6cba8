// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/WorkspaceTitle.h"

#include "app/window/bench/RunCloseGuard.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/MenuCorners.h"
#include "app/window/workspace/WorkspaceController.h"

#include <QAction>
#include <QWidget>

namespace fabricscope::app::window {

WorkspaceTitle::WorkspaceTitle(const Parts &parts, QWidget *window)
    : QObject(window), m_parts(parts), m_window(window) {
    m_parts.actions.bind(ActionId::Undo, [this] {
        step(tr("undo"), &WorkspaceController::takenByUndo, &WorkspaceController::undo);
    });
    m_parts.actions.bind(ActionId::Redo, [this] {
        step(tr("redo"), &WorkspaceController::takenByRedo, &WorkspaceController::redo);
    });
    connect(&m_parts.workspace, &WorkspaceController::changed, this, &WorkspaceTitle::update);
}

/// Undoes or redoes a step. If that removes hosts, asks about their runs, as when the user removes hosts.
void WorkspaceTitle::step(const QString &verb, QList<quint64> (WorkspaceController::*taken)() const,
                          void (WorkspaceController::*go)()) {
    WorkspaceController &workspace = m_parts.workspace;
    const QList<quint64> ids = (workspace.*taken)();
    if (ids.isEmpty())
        return (workspace.*go)();
    m_parts.runs.whenEnded({ids.begin(), ids.end()}, verb, [&workspace, ids, taken, go] {
        if ((workspace.*taken)() == ids) // otherwise another step was made meanwhile
            (workspace.*go)();
    });
}

void WorkspaceTitle::update() {
    const WorkspaceController &workspace = m_parts.workspace;
    const bool unsaved = workspace.isUnsaved();
    m_window->setWindowModified(unsaved);
    m_window->setWindowTitle(tr("%1[*] - fabricscope").arg(workspace.title()));
    const QString name = workspace.path().isEmpty() ? QString() : workspace.title() + QStringLiteral("  ·  ");
    m_parts.corners.setNote((unsaved && !name.isEmpty() ? QStringLiteral("* ") : QString()) + name,
                            unsaved ? tr("The workspace has unsaved changes") : QString());
    const auto rename = [](QAction *action, const QString &word, const QString &step) {
        action->setText(step.isEmpty()
                            ? word
                            : QStringLiteral("%1: %2").arg(
                                  word, QString(step).replace(QLatin1Char('&'), QLatin1String("&&"))));
    };
    rename(m_parts.actions.action(ActionId::Undo), tr("&Undo"), workspace.undoName());
    rename(m_parts.actions.action(ActionId::Redo), tr("&Redo"), workspace.redoName());
    Q_EMIT updated();
}

} // namespace fabricscope::app::window
