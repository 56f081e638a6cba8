// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmToolbar.h"

#include "core/present/hostvm/HostVmExamination.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/SimulatedChip.h"
#include "widgets/common/dialog/FitRow.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kMinTextWidth = 90; ///< px of the design

} // namespace

HostVmToolbar::HostVmToolbar(QWidget *parent)
    : QWidget(parent)
    , m_host(button({}, "", this))
    , m_guest(button({}, "", this))
    , m_how(new ElidedLabel({}, draw::Token::Text3, this))
    , m_simulated(new SimulatedChip(this))
    , m_generate(button(tr("Generate topology XML"), "primary", this))
    , m_verify(button(tr("Verify NCCL_TOPO_FILE"), "", this))
    , m_copy(button(tr("Copy to VM…"), "", this))
    , m_more(button(tr("More"), "", this)) {
    setObjectName(QStringLiteral("toolbar"));
    setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(this, 45);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 1);
    row->setSpacing(8);
    for (QPushButton *each : {m_host, m_guest}) {
        each->setMenu(new QMenu(each));
        if (each == m_guest)
            row->addWidget(label(QStringLiteral("⇄"), "caption", 15, this));
        row->addWidget(each);
    }
    row->addSpacing(4);
    row->addWidget(m_simulated);
    row->addWidget(m_how, 1);
    row->addStretch(0); // if that is hidden
    for (QPushButton *each : {m_generate, m_verify, m_copy, m_more})
        row->addWidget(each);
    m_more->setMenu(new QMenu(m_more));
    m_more->setToolTip(plainToolTip(tr("More controls")));
    m_more->hide();
    connect(m_more->menu(), &QMenu::aboutToShow, this, [this] {
        m_more->menu()->clear();
        for (QPushButton *each : {m_verify, m_copy})
            if (each->isHidden()) {
                QAction *action = m_more->menu()->addAction(each->text());
                action->setEnabled(each->isEnabled());
                connect(action, &QAction::triggered, each, &QPushButton::click);
            }
    });
    m_generate->setToolTip(
        plainToolTip(tr("Generates a file that pairs the guest's GPUs and NICs like the host hardware. "
                        "Nothing is written.")));
    m_verify->setToolTip(plainToolTip(tr("Shows how NCCL or RCCL reads the VM's file.")));
    m_how->setMinimumWidth(1); // elided before a button is hidden
    setMinimumWidth(360);
}

/// Parts that the panel at the right shows too are hidden first.
bool HostVmToolbar::event(QEvent *event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        fitRow(this, m_how, 0, {{m_verify, true, m_more}, {m_copy}});
        fitTexts(this, m_how, kMinTextWidth);
    }
    return QWidget::event(event);
}

void HostVmToolbar::fill(QPushButton *button, const std::vector<HostVmContent::Choice> &choices,
                         const HostVmContent::Choice &current, const QString &role, bool guests) {
    button->setText(current.name.isEmpty() ? tr("no %1").arg(role) : current.name);
    button->setAccessibleName(tr("%1: %2").arg(role, button->text()));
    button->menu()->clear();
    for (const HostVmContent::Choice &choice : choices) {
        QAction *action =
            button->menu()->addAction(choice.id != 0 ? choice.name : tr("%1 (not open)").arg(choice.name));
        action->setCheckable(true);
        action->setChecked(choice == current);
        // Queued: the selection refills this menu.
        connect(
            action, &QAction::triggered, this,
            [this, choice, guests] {
                if (guests)
                    Q_EMIT guestRequested(choice.id, choice.name);
                else
                    Q_EMIT hostRequested(choice.id);
            },
            Qt::QueuedConnection);
    }
    button->setEnabled(!choices.empty());
}

void HostVmToolbar::setContent(const HostVmContent &content) {
    // Called for each host while a fleet is read: menus are rebuilt only if the choices changed.
    if (std::exchange(m_hosts, std::pair(content.hosts, content.host)) != m_hosts || m_host->text().isEmpty())
        fill(m_host, content.hosts, content.host, tr("host"), false);
    if (std::exchange(m_guests, std::pair(content.guests, content.guest)) != m_guests ||
        m_guest->text().isEmpty())
        fill(m_guest, content.guests, content.guest, tr("VM"), true);
    m_how->setText(content.how);
    m_simulated->setSource(content.simulated);
    const auto &examination = content.examination;
    const bool canGenerate = examination && !examination->generated.text.empty();
    const bool hasFile = examination && examination->verification;
    m_generate->setEnabled(canGenerate);
    m_verify->setEnabled(hasFile);
    m_verify->setToolTip(plainToolTip(
        hasFile ? tr("Shows how the library reads %1.").arg(QString::fromStdString(examination->path))
                : tr("The guest has no readable NCCL file.")));
    m_copy->setEnabled(examination && !examination->expected.empty());
    m_copy->setToolTip(plainToolTip(
        content.canCopy ? tr("Shows target, difference and command first. Writes only after you confirm.")
                        : tr("The VM is not connected. Shows the command to copy the file manually.")));
}

} // namespace fabricscope::widgets
