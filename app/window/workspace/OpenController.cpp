// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/OpenController.h"

#include "app/window/bench/BenchController.h"
#include "app/window/session/SessionController.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/workspace/PastedText.h"
#include "app/window/workspace/WorkspaceController.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QProcess>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

/// Never a move, which an editor proposes: it would delete what is dropped.
void acceptCopy(QDropEvent &event) {
    event.setDropAction(Qt::CopyAction);
    event.accept();
}

} // namespace

OpenController::OpenController(SessionController &sessions, BenchController &bench, QString pasted,
                               QWidget *window)
    : QObject(window), m_sessions(sessions), m_bench(bench), m_pasted(std::move(pasted)), m_window(window) {
    m_window->setAcceptDrops(true);
    m_window->installEventFilter(this);
}

bool OpenController::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_window && event->type() == QEvent::DragEnter)
        acceptDrag(static_cast<QDragEnterEvent &>(*event));
    else if (watched == m_window && event->type() == QEvent::Drop)
        openDropped(static_cast<QDropEvent &>(*event));
    else
        return QObject::eventFilter(watched, event);
    return true;
}

void OpenController::acceptDrag(QDragEnterEvent &event) {
    const auto urls = event.mimeData()->urls();
    if (std::any_of(urls.begin(), urls.end(), [](const QUrl &url) { return url.isLocalFile(); }) ||
        (urls.isEmpty() && event.mimeData()->hasText()))
        acceptCopy(event);
}

void OpenController::openDropped(QDropEvent &event) {
    for (const QUrl &url : event.mimeData()->urls())
        if (url.isLocalFile())
            open(url.toLocalFile());
    if (event.mimeData()->urls().isEmpty())
        openText(event.mimeData()->text());
    acceptCopy(event);
}

void OpenController::bindTo(ActionRegistry &actions) {
    actions.bind(ActionId::OpenFiles, [this] { chooseFiles(); });
    actions.bind(ActionId::OpenTogether, [this] { chooseTogether(); });
    actions.bind(ActionId::OpenFolder, [this] { chooseFolder(); });
    actions.bind(ActionId::Paste, [this] { paste(); });
    actions.bind(ActionId::OpenDemo, [this] { startDemo(); });
    actions.bind(ActionId::OpenRun, [this] { m_bench.chooseLog(); });
}

void OpenController::open(const QString &path) {
    if (WorkspaceController::isWorkspaceFile(path))
        Q_EMIT workspaceRequested(path);
    else if (QFileInfo(path).isFile() && QFileInfo(path).suffix() == QLatin1String("toml"))
        Q_EMIT siteFileRequested(path);
    else if (BenchController::isBenchLog(path))
        m_bench.openLog(path);
    else
        Q_EMIT hostRequested(m_sessions.openCapture(path));
}

void OpenController::chooseFiles() {
    const QStringList files = QFileDialog::getOpenFileNames(
        m_window, tr("Open files, one host each"), {},
        tr("All files: captures, archives, lspci, hwloc, bundles (*);;Captures (*.fscope)"));
    for (const QString &file : files)
        open(file);
}

/// Copied files are opened like dropped ones.
void OpenController::paste() {
    const QMimeData *copied = QGuiApplication::clipboard()->mimeData();
    QStringList files;
    if (copied != nullptr)
        for (const QUrl &url : copied->urls())
            if (url.isLocalFile())
                files << url.toLocalFile();
    for (const QString &file : std::as_const(files))
        open(file);
    if (files.isEmpty())
        openText(copied != nullptr ? copied->text() : QString());
}

void OpenController::openText(const QString &text) {
    const Result<QString> path = keepPasted(m_pasted, text);
    if (path)
        open(*path);
    else
        Q_EMIT statusMessageRequested(QString::fromStdString(path.error().toString()));
}

void OpenController::chooseTogether() {
    const QStringList files = QFileDialog::getOpenFileNames(m_window, tr("Open files of one host"));
    if (!files.isEmpty())
        Q_EMIT hostRequested(m_sessions.openTogether(files));
}

void OpenController::chooseFolder() {
    const QString folder = QFileDialog::getExistingDirectory(
        m_window, tr("Open the folder of one host: a copy of /sys, or the files of a support bundle"));
    if (!folder.isEmpty())
        Q_EMIT hostRequested(m_sessions.openCapture(folder));
}

void OpenController::startDemo() {
    const QString sibling = QCoreApplication::applicationDirPath() + QStringLiteral("/fabricscope");
    const QString program = QFileInfo(sibling).isExecutable() ? sibling : QStringLiteral("fabricscope");
    if (QProcess::startDetached(program, {QStringLiteral("demo")}))
        Q_EMIT statusMessageRequested(tr("The demo hosts open in a new window"));
    else
        Q_EMIT statusMessageRequested(
            tr("The program fabricscope was not found next to this one or in PATH"));
}

} // namespace fabricscope::app::window
