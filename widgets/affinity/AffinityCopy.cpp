// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of AffinityScreen for a cell, and the copies of its matrices.
#include "core/report/AffinityPlainText.h"
#include "core/report/AffinityText.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/SaveText.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

using layout::AffinityId;

} // namespace

QMenu *AffinityScreen::menuFor(const AffinityId &cell) {
    auto *menu = new QMenu(this);
    if (m_shown && cell.part == AffinityId::Part::Cell) {
        const present::AffinityTable &table = m_shown->table();
        const bool isPair = table.cell(cell.row, cell.column).pair != nullptr;
        QAction *use = menu->addAction(tr("Use %1 for %2 (what-if)")
                                           .arg(toQString(table.fabric().nics[cell.column].name),
                                                toQString(table.fabric().gpus[cell.row].name)));
        use->setEnabled(!isPair && table.fabric().nics[cell.column].isCandidate());
        connect(use, &QAction::triggered, this, [this, cell] { tryPair(cell.row, cell.column); });
        QAction *measure = menu->addAction(tr("Measure this pair…"));
        measure->setEnabled(m_isMeasurable && table.fabric().nics[cell.column].rdma);
        connect(measure, &QAction::triggered, this, [this, cell] {
            Q_EMIT measurementRequested(static_cast<quint32>(cell.row), static_cast<quint32>(cell.column));
        });
        menu->addSeparator();
    }
    if (m_shown)
        if (const auto node = m_shown->table().fabric().gpus[cell.row].node)
            connect(menu->addAction(tr("Show in Topology")), &QAction::triggered, this,
                    [this, node] { Q_EMIT topologyRequested(*node); });
    addCopyActions(
        menu, this, [this](int format) { copyAs(format); }, [this] { saveAs(); });
    return menu;
}

// Measuring

void AffinityScreen::setMeasurable(bool measurable) {
    m_isMeasurable = measurable;
    m_route->setMeasurable(measurable);
}

bool AffinityScreen::canMeasure() const {
    if (!m_isMeasurable || !m_shown || !m_cell)
        return false;
    const AffinityId id = AffinityId::decoded(*m_cell).value_or(AffinityId{AffinityId::Part::Peer, 0, 0});
    return id.part == AffinityId::Part::Cell && m_shown->table().fabric().nics[id.column].rdma;
}

void AffinityScreen::measure() {
    if (!canMeasure())
        return;
    if (const auto id = selectedCell())
        Q_EMIT measurementRequested(static_cast<quint32>(id->row), static_cast<quint32>(id->column));
}

// Copies

void AffinityScreen::copySelection() {
    if (!m_shown)
        return;
    if (m_cell && m_cellChosenByUser) {
        const QString simulated =
            m_content.host.simulated.isEmpty() ? QString() : tr("Simulated host.") + QLatin1Char('\n');
        copyText(simulated + m_route->title() + QLatin1Char('\n') + m_route->accessibleText());
        Q_EMIT statusMessageRequested(tr("Copied the selected cell as text"));
        return;
    }
    if (m_shown->isHypothesis()) // tried moves are not part of the examination
        return copyAs(static_cast<int>(report::AffinityFormat::TopoM));
    copyText(toQString(report::affinityPlainText(*m_content.examination, {0, m_shown->topology()})));
    Q_EMIT statusMessageRequested(tr("Copied as text"));
}

void AffinityScreen::copyAs(int format) {
    if (!m_shown)
        return;
    copyText(
        toQString(report::affinityText({m_shown->judgement(), &m_shown->decisions(), m_shown->topology()},
                                       static_cast<report::AffinityFormat>(format))));
    Q_EMIT statusMessageRequested(tr("Copied the matrices"));
}

void AffinityScreen::saveAs() {
    if (!m_shown)
        return;
    QStringList filters;
    for (const report::AffinityFormatName &format : report::affinityFormats())
        filters << QStringLiteral("%1 (*%2)").arg(toQString(format.title), toQString(format.suffix));
    QString filter;
    QString file = QFileDialog::getSaveFileName(this, tr("Save the matrices"), QStringLiteral("affinity"),
                                                filters.join(QLatin1String(";;")), &filter);
    if (file.isEmpty())
        return;
    const auto at = static_cast<std::size_t>(std::max<qsizetype>(0, filters.indexOf(filter)));
    const report::AffinityFormatName &format = report::affinityFormats()[at];
    if (QFileInfo(file).suffix().isEmpty())
        file += toQString(format.suffix);
    const std::string content = report::affinityText(
        {m_shown->judgement(), &m_shown->decisions(), m_shown->topology()}, format.format);
    Q_EMIT statusMessageRequested(writeText(file, QByteArray::fromStdString(content)));
}

} // namespace fabricscope::widgets
