// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of MainWindow that add hosts.
#include "app/window/MainWindow.h"
#include "widgets/common/dialog/MessageBoxText.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/connect/HostListDialog.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace fabricscope::app::window {

void MainWindow::openConnectDialog(const widgets::ConnectRequest &request, quint64 edited) {
    auto *dialog = new widgets::ConnectDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setRecent(m_settings.recentTargets());
    connect(&m_sessions, &SessionController::aliasesRead, dialog, &widgets::ConnectDialog::setAliases);
    m_sessions.readAliases();
    if (const HostSession *session = m_sessions.find(edited))
        dialog->setEdited(session->name());
    dialog->setRequest(request);
    connect(dialog, &widgets::ConnectDialog::resolveRequested, &m_sessions, &SessionController::resolve);
    connect(&m_sessions, &SessionController::resolved, dialog, &widgets::ConnectDialog::showResolved);
    connect(dialog, &QDialog::accepted, this, [this, dialog, edited] {
        if (const QString why = m_sessions.whyNotEdited(edited, dialog->request()); !why.isEmpty())
            return showNotEdited(why);
        // It may have been removed meanwhile.
        const quint64 id = m_sessions.find(edited) != nullptr
                               ? m_sessions.editConnection(edited, dialog->request())
                               : m_sessions.connectTo(dialog->request());
        showScreen(Screen::Topology);
        showHost(id);
    });
    dialog->open();
}

void MainWindow::editConnection() {
    const HostSession *session = m_sessions.find(m_host);
    if (session == nullptr || session->isCapture())
        return;
    const remote::Endpoint &endpoint = session->endpoint;
    openConnectDialog(
        {QString::fromStdString(endpoint.target), QString::fromStdString(endpoint.user), endpoint.port,
         endpoint.identities.empty() ? QString() : QString::fromStdString(endpoint.identities.front()),
         session->root},
        m_host);
}

void MainWindow::showNotOpened(const QString &path, const QString &what) {
    auto *box = new QMessageBox(QMessageBox::Warning, tr("Not opened"),
                                tr("%1: %2").arg(QFileInfo(path).fileName(), what), QMessageBox::Close, this);
    widgets::prepareMessageBox(box);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::showNotEdited(const QString &why) {
    auto *box = new QMessageBox(QMessageBox::Information, tr("Connection not changed"), why,
                                QMessageBox::Close, this);
    box->setObjectName(QStringLiteral("notEdited"));
    widgets::prepareMessageBox(box);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::importHostList() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Import host list: one per line, mpirun hostfile, Ansible inventory, dstack fleet, Slurm"));
    if (!file.isEmpty())
        m_sessions.readList(file);
}

void MainWindow::showHostList(const QString &path, const Result<workspace::HostList> &list) {
    if (!list) {
        showNotOpened(path, QString::fromStdString(list.error().hint.empty()
                                                       ? list.error().what
                                                       : list.error().what + " (" + list.error().hint + ")"));
        return;
    }
    auto *dialog = new widgets::HostListDialog(*list, path, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        quint64 first = 0;
        m_sessions.holdFleet(true); // one update of the sidebar, not one per host
        for (const workspace::HostEntry &host : dialog->chosen()) {
            const quint64 id = m_sessions.connectTo(host, dialog->root());
            first = first == 0 ? id : first;
        }
        m_sessions.holdFleet(false);
        showScreen(Screen::Topology);
        showHost(first);
    });
    dialog->open();
}

} // namespace fabricscope::app::window
