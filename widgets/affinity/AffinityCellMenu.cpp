// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityCellMenu.h"

#include "core/layout/affinity/AffinityMatrix.h"
#include "widgets/affinity/AffinityPresentation.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/common/text/QtText.h"

namespace fabricscope::widgets {

using layout::AffinityId;

AffinityCellMenu::AffinityCellMenu(const AffinityPresentation *shown, const AffinityId &cell, bool measurable,
                                   QWidget *parent)
    : QMenu(parent) {
    if (shown != nullptr && cell.part == AffinityId::Part::Cell)
        addPairActions(*shown, cell, measurable);
    if (shown != nullptr)
        if (const auto node = shown->table().fabric().gpus[cell.row].node)
            connect(addAction(tr("Show in Topology")), &QAction::triggered, this,
                    [this, node] { Q_EMIT topologyRequested(*node); });
    addCopyActions(
        this, this, [this](int format) { Q_EMIT copyRequested(format); }, [this] { Q_EMIT saveRequested(); });
}

void AffinityCellMenu::addPairActions(const AffinityPresentation &shown, const AffinityId &cell,
                                      bool measurable) {
    const present::AffinityTable &table = shown.table();
    const affinity::Fabric &fabric = table.fabric();
    const bool isPair = table.cell(cell.row, cell.column).pair != nullptr;
    QAction *use =
        addAction(tr("Use %1 for %2 (what-if)")
                      .arg(toQString(fabric.nics[cell.column].name), toQString(fabric.gpus[cell.row].name)));
    use->setEnabled(!isPair && fabric.nics[cell.column].isCandidate());
    connect(use, &QAction::triggered, this, &AffinityCellMenu::pairRequested);
    QAction *measure = addAction(tr("Measure this pair…"));
    measure->setEnabled(measurable && fabric.nics[cell.column].rdma);
    connect(measure, &QAction::triggered, this, &AffinityCellMenu::measurementRequested);
    addSeparator();
}

} // namespace fabricscope::widgets
