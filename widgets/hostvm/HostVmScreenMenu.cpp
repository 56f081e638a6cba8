// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of the Host <-> VM screen: its buttons, and the menu of a row.
#include "core/present/hostvm/HostVmExamination.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/hostvm/HostVmFileView.h"
#include "widgets/hostvm/HostVmPanel.h"
#include "widgets/hostvm/HostVmScreen.h"

#include <QMenu>

#include <algorithm>

namespace fabricscope::widgets {

using present::HostVmId;

namespace {

constexpr std::size_t kMaxInMenu = 64;

} // namespace

void HostVmScreen::generate() {
    openPanel();
    m_panel->setTab(HostVmPanel::Tab::Expected);
    m_panel->fileView()->setFocus();
    Q_EMIT statusMessageRequested(tr("Generated from hardware pairs; nothing was written"));
}

void HostVmScreen::verify() {
    openPanel();
    m_panel->setTab(HostVmPanel::Tab::File);
    m_panel->showFinding(0);
    if (m_content.examination && m_content.examination->verification)
        Q_EMIT statusMessageRequested(toQString(m_content.examination->verification->sentence()));
}

void HostVmScreen::addOverrides(QMenu &menu, const HostVmId &guest) {
    const present::HostVmRow *row = table()->row(guest);
    QMenu *hosts = menu.addMenu(tr("Host device of %1").arg(toQString(row->name)));
    const auto now = table()->other(guest);
    const auto offer = [&](const QString &words, qint64 node, bool checked) {
        QAction *action = hosts->addAction(words);
        action->setCheckable(true);
        action->setChecked(checked);
        connect(action, &QAction::triggered, this,
                [this, guest, node] { Q_EMIT overrideRequested(guest.node, node); });
    };
    std::size_t count = 0;
    for (const present::HostVmRow &other : table()->hostRows())
        if (other.kind == row->kind && ++count <= kMaxInMenu)
            offer(tr("%1   %2").arg(toQString(other.name), toQString(other.address)), other.id.node,
                  now == other.id);
    hosts->addSeparator();
    offer(tr("Not on host"), kNoDevice, false);
    const auto &overrides = m_content.examination->guestMapping.matches;
    const topology::Node &node = m_content.examination->guest->node(guest.node);
    const bool isManual = std::any_of(overrides.begin(), overrides.end(), [&](const hostvm::Match &match) {
        return match.guest == node.bdf && !match.proofs.empty() &&
               match.proofs.front().source == hostvm::Source::Manual;
    });
    QAction *forget = menu.addAction(tr("Use detected match"));
    forget->setEnabled(isManual || (row->alone && m_content.examination->host));
    connect(forget, &QAction::triggered, this,
            [this, guest] { Q_EMIT overrideRequested(guest.node, kByEvidence); });
}

QMenu *HostVmScreen::menuFor(std::uint32_t number) {
    auto *menu = new QMenu(this);
    const auto id = HostVmId::decoded(number);
    const present::HostVmRow *row = id && hasPicture() ? table()->row(*id) : nullptr;
    if (row == nullptr)
        return menu;
    if (id->guest && m_content.examination->host) {
        addOverrides(*menu, *id);
        menu->addSeparator();
    }
    const quint64 host = id->guest ? m_content.guest.id : m_content.host.id;
    connect(menu->addAction(tr("Show in Topology")), &QAction::triggered, this,
            [this, host, node = id->node] { Q_EMIT topologyRequested(host, node); });
    for (const auto &[words, value] : {std::pair(tr("Copy name"), toQString(row->name)),
                                       std::pair(tr("Copy BDF"), toQString(row->address))})
        connect(menu->addAction(words), &QAction::triggered, this, [this, value = value] {
            copyText(value);
            Q_EMIT statusMessageRequested(tr("Copied: %1").arg(value));
        });
    return menu;
}

void HostVmScreen::popUpMenu(std::uint32_t row, const QPoint &where) {
    QMenu *menu = menuFor(row);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (menu->isEmpty()) // the clicked place has no device
        return menu->deleteLater();
    menu->popup(where);
}

} // namespace fabricscope::widgets
