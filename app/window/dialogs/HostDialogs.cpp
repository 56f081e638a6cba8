// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs/HostDialogs.h"

#include "app/window/session/ShownHost.h"
#include "app/window/shell/ActionRegistry.h"
#include "widgets/common/dialog/MessageBoxText.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/connect/HostListDialog.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace fabricscope::app::window {

HostDialogs::HostDialogs(SessionController &sessions, const Settings &settings, QWidget *window)
    : QObject(window), m_sessions(sessions), m_settings(settings), m_window(window) {
    connect(&m_sessions, &SessionController::listRead, this, &HostDialogs::showHostList);
    connect(&m_sessions, &SessionController::openFailed, this,
            qOverload<const QString &, const QString &>(&HostDialogs::showNotOpened));
}

void HostDialogs::bindTo(ActionRegistry &actions, const ShownHost &shown) {
    actions.bind(ActionId::Connect, [this] { openConnect(); });
    actions.bind(ActionId::ImportList, [this] { importList(); });
    actions.bind(ActionId::EditConnection, [this, &shown] { editConnection(shown.id()); });
}

void HostDialogs::openConnect(const widgets::ConnectRequest &request, quint64 edited) {
    auto *dialog = new widgets::ConnectDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setRecent(m_settings.recentTargets());
    connect(&m_sessions, &SessionController::aliasesRead, dialog, &widgets::ConnectDialog::setAliases);
    m_sessions.queries().readAliases();
    if (const HostSession *session = m_sessions.find(edited))
        dialog->setEdited(session->name());
    dialog->setRequest(request);
    connect(dialog, &widgets::ConnectDialog::resolveRequested, &m_sessions,
            [this](const QString &target) { m_sessions.queries().resolve(target); });
    connect(&m_sessions, &SessionController::resolved, dialog, &widgets::ConnectDialog::showResolved);
    connect(dialog, &QDialog::accepted, this, [this, dialog, edited] {
        if (const QString why = m_sessions.whyNotEdited(edited, dialog->request()); !why.isEmpty())
            return showNotEdited(why);
        // It may have been removed meanwhile.
        const quint64 id = m_sessions.find(edited) != nullptr
                               ? m_sessions.editConnection(edited, dialog->request())
                               : m_sessions.connectTo(dialog->request());
        Q_EMIT accepted(id);
    });
    dialog->open();
}

void HostDialogs::editConnection(quint64 host) {
    const HostSession *session = m_sessions.find(host);
    if (session == nullptr || session->isCapture())
        return;
    const remote::Endpoint &endpoint = session->endpoint;
    openConnect(
        {QString::fromStdString(endpoint.target), QString::fromStdString(endpoint.user), endpoint.port,
         endpoint.identities.empty() ? QString() : QString::fromStdString(endpoint.identities.front()),
         session->root},
        host);
}

void HostDialogs::showNotOpened(const QString &path, const QString &what) {
    auto *box =
        new QMessageBox(QMessageBox::Warning, tr("Not opened"),
                        tr("%1: %2").arg(QFileInfo(path).fileName(), what), QMessageBox::Close, m_window);
    widgets::prepareMessageBox(box);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void HostDialogs::showNotOpened(const QString &path, const Error &why) {
    showNotOpened(path,
                  QString::fromStdString(why.hint.empty() ? why.what : why.what + " (" + why.hint + ")"));
}

void HostDialogs::showNotEdited(const QString &why) {
    auto *box = new QMessageBox(QMessageBox::Information, tr("Connection not changed"), why,
                                QMessageBox::Close, m_window);
    box->setObjectName(QStringLiteral("notEdited"));
    widgets::prepareMessageBox(box);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void HostDialogs::importList() {
    const QString file = QFileDialog::getOpenFileName(
        m_window,
        tr("Import host list: one per line, mpirun hostfile, Ansible inventory, dstack fleet, Slurm"));
    if (!file.isEmpty())
        m_sessions.queries().readList(file);
}

void HostDialogs::showHostList(const QString &path, const Result<workspace::HostList> &list) {
    if (!list)
        return showNotOpened(path, list.error());
    auto *dialog = new widgets::HostListDialog(*list, path, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        quint64 first = 0;
        m_sessions.holdFleet(true); // one update of the sidebar, not one per host
        for (const workspace::HostEntry &host : dialog->chosen()) {
            const quint64 id = m_sessions.connectTo(host, dialog->root());
            first = first == 0 ? id : first;
        }
        m_sessions.holdFleet(false);
        Q_EMIT accepted(first);
    });
    dialog->open();
}

} // namespace fabricscope::app::window
