// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/CopyToGuest.h"

#include "core/base/HostText.h"
#include "widgets/hostvm/HostVmCopyDialog.h"

#include <utility>

namespace fabricscope::app::window {

using widgets::HostVmCopyDialog;
using widgets::HostVmCopyPlan;
using State = HostVmCopyPlan::State;

HostVmCopyDialog *CopyToGuest::open(SessionController &sessions, const HostVmCopyPlan &known,
                                    QWidget *window) {
    auto *dialog = new HostVmCopyDialog(known, window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto *copying = new CopyToGuest(sessions, *dialog);
    dialog->open();
    if (known.state == State::Checking)
        copying->look();
    return dialog;
}

CopyToGuest::CopyToGuest(SessionController &sessions, HostVmCopyDialog &dialog)
    : QObject(&dialog), m_sessions(&sessions), m_dialog(dialog) {
    connect(&sessions.copies(), &HostCopies::copyPlanReady, this, &CopyToGuest::looked);
    connect(&sessions.copies(), &HostCopies::fileCopied, this, &CopyToGuest::copied);
    connect(&dialog, &HostVmCopyDialog::writeRequested, this, &CopyToGuest::copy);
    connect(&dialog, &HostVmCopyDialog::cancelRequested, this, &CopyToGuest::cancel);
    connect(&dialog, &HostVmCopyDialog::collectRequested, this, [this] {
        const quint64 id = m_dialog.plan().guest;
        if (const HostSession *guest = m_sessions ? m_sessions->find(id) : nullptr)
            m_sessions->collect(id, guest->root);
        m_dialog.accept();
    });
}

CopyToGuest::~CopyToGuest() {
    cancel();
}

void CopyToGuest::cancel() {
    if (m_sessions && m_running != 0)
        m_sessions->copies().cancelCopy(m_running);
}

void CopyToGuest::look() {
    const HostVmCopyPlan &known = m_dialog.plan();
    m_running = m_sessions->copies().prepareCopy(known.guest, known.text, known.path.toStdString());
    if (m_running == 0)
        fail(tr("Nothing copied: the guest is no longer open."));
}

void CopyToGuest::looked(const CopyPlanReady &looked) {
    if (looked.copy != m_running)
        return;
    m_running = 0;
    if (!looked.plan)
        return fail(copyFailureText(looked.plan.error()));
    m_plan = *looked.plan;
    HostVmCopyPlan plan = m_dialog.plan();
    plan.state = m_plan->isNeeded() ? State::Ready : State::Same;
    plan.before = m_plan->before;
    plan.exists = m_plan->exists;
    plan.backup = QString::fromStdString(HostText(m_plan->backup).plain(1100));
    plan.commands.clear();
    for (const std::string &command : m_plan->commands)
        plan.commands << QString::fromStdString(command);
    if (!m_plan->isNeeded())
        plan.message = tr("The file is already identical. Nothing to copy.");
    m_dialog.setPlan(plan);
}

void CopyToGuest::copy() {
    if (!m_plan || m_running != 0 || !m_sessions)
        return;
    HostVmCopyPlan plan = m_dialog.plan();
    m_running = m_sessions->copies().copyFile(plan.guest, *m_plan);
    if (m_running == 0)
        return fail(tr("Nothing copied: the guest is no longer open."));
    plan.state = State::Copying;
    m_dialog.setPlan(plan);
}

void CopyToGuest::copied(const FileCopied &copied) {
    if (copied.copy != m_running)
        return;
    m_running = 0;
    if (!copied.receipt)
        return fail(copied.receipt.error().kind == remote::FailureKind::Cancelled
                        ? tr("Cancelled. The file in the VM is complete, either the old or the new one.")
                        : copyFailureText(copied.receipt.error()));
    HostVmCopyPlan plan = m_dialog.plan();
    plan.state = State::Copied;
    plan.message = tr("Copied. %1").arg(copyReceiptText(*copied.receipt));
    m_dialog.setPlan(plan);
}

void CopyToGuest::fail(const QString &what) {
    HostVmCopyPlan plan = m_dialog.plan();
    plan.state = State::Failed;
    plan.message = what.left(1).toUpper() + what.mid(1);
    m_dialog.setPlan(plan);
}

} // namespace fabricscope::app::window
