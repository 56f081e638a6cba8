// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmRowMenu.h"

#include "core/present/hostvm/HostVmExamination.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

using present::HostVmId;

namespace {

constexpr std::size_t kMaxInMenu = 64;

} // namespace

HostVmRowMenu::HostVmRowMenu(const present::HostVmExamination &examination, const HostVmId &id,
                             QWidget *parent)
    : QMenu(parent) {
    const present::HostVmRow *row = examination.table.row(id);
    if (row == nullptr)
        return;
    if (id.guest && examination.host) {
        addOverrides(examination, id);
        addSeparator();
    }
    connect(addAction(tr("Show in Topology")), &QAction::triggered, this, &HostVmRowMenu::topologyRequested);
    for (const auto &[words, value] : {std::pair(tr("Copy name"), toQString(row->name)),
                                       std::pair(tr("Copy BDF"), toQString(row->address))})
        connect(addAction(words), &QAction::triggered, this, [this, value = value] {
            copyText(value);
            Q_EMIT statusMessageRequested(tr("Copied: %1").arg(value));
        });
}

void HostVmRowMenu::addOverrides(const present::HostVmExamination &examination, const HostVmId &guest) {
    const present::HostVmTable &table = examination.table;
    const present::HostVmRow *row = table.row(guest);
    QMenu *hosts = addMenu(tr("Host device of %1").arg(toQString(row->name)));
    const auto now = table.other(guest);
    const auto offer = [&](const QString &words, qint64 node, bool checked) {
        QAction *action = hosts->addAction(words);
        action->setCheckable(true);
        action->setChecked(checked);
        connect(action, &QAction::triggered, this,
                [this, guest, node] { Q_EMIT overrideRequested(guest.node, node); });
    };
    std::size_t count = 0;
    for (const present::HostVmRow &other : table.hostRows())
        if (other.kind == row->kind && ++count <= kMaxInMenu)
            offer(tr("%1   %2").arg(toQString(other.name), toQString(other.address)), other.id.node,
                  now == other.id);
    hosts->addSeparator();
    offer(tr("Not on host"), kNoDevice, false);
    const auto &overrides = examination.guestMapping.matches;
    const topology::Node &node = examination.guest->node(guest.node);
    const bool isManual = std::any_of(overrides.begin(), overrides.end(), [&](const hostvm::Match &match) {
        return match.guest == node.bdf && !match.proofs.empty() &&
               match.proofs.front().source == hostvm::Source::Manual;
    });
    QAction *forget = addAction(tr("Use detected match"));
    forget->setEnabled(isManual || (row->alone && examination.host));
    connect(forget, &QAction::triggered, this,
            [this, guest] { Q_EMIT overrideRequested(guest.node, kByEvidence); });
}

} // namespace fabricscope::widgets
