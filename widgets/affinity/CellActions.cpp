// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/CellActions.h"

#include "core/report/AffinityPlainText.h"
#include "widgets/affinity/AffinityCellMenu.h"
#include "widgets/affinity/AffinityCopy.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"

namespace fabricscope::widgets {

using layout::AffinityId;

CellActions::CellActions(AffinityScreen &screen, RoutePanel &route)
    : QObject(&screen), m_screen(screen), m_route(route) {}

QMenu *CellActions::menuFor(const AffinityId &cell) {
    auto *menu = new AffinityCellMenu(m_screen.shown(), cell, m_isMeasurable, &m_screen);
    connect(menu, &AffinityCellMenu::pairRequested, this,
            [this, cell] { m_screen.tryPair(cell.row, cell.column); });
    connect(menu, &AffinityCellMenu::measurementRequested, this, [this, cell] {
        Q_EMIT measurementRequested(static_cast<quint32>(cell.row), static_cast<quint32>(cell.column));
    });
    connect(menu, &AffinityCellMenu::topologyRequested, &m_screen, &AffinityScreen::topologyRequested);
    connect(menu, &AffinityCellMenu::copyRequested, this, &CellActions::copyAs);
    connect(menu, &AffinityCellMenu::saveRequested, this, &CellActions::saveAs);
    return menu;
}

void CellActions::setMeasurable(bool measurable) {
    m_isMeasurable = measurable;
    m_route.setMeasurable(measurable);
}

bool CellActions::canMeasure() const {
    const auto cell = m_screen.selectedCell();
    return m_isMeasurable && m_screen.shown() != nullptr && cell && cell->part == AffinityId::Part::Cell &&
           m_screen.shown()->table().fabric().nics[cell->column].rdma;
}

void CellActions::measure() {
    if (!canMeasure())
        return;
    if (const auto id = m_screen.selectedCell())
        Q_EMIT measurementRequested(static_cast<quint32>(id->row), static_cast<quint32>(id->column));
}

void CellActions::copySelection() {
    const AffinityPresentation *shown = m_screen.shown();
    if (shown == nullptr)
        return;
    if (m_screen.isCellChosen()) {
        const QString simulated = m_screen.content().host.simulated.isEmpty()
                                      ? QString()
                                      : tr("Simulated host.") + QLatin1Char('\n');
        copyText(simulated + m_route.title() + QLatin1Char('\n') + m_route.accessibleText());
        Q_EMIT statusMessageRequested(tr("Copied the selected cell as text"));
        return;
    }
    if (shown->isHypothesis()) // tried moves are not part of the examination
        return copyAs(static_cast<int>(report::AffinityFormat::TopoM));
    copyText(toQString(report::affinityPlainText(*m_screen.content().examination, {0, shown->topology()})));
    Q_EMIT statusMessageRequested(tr("Copied as text"));
}

void CellActions::copyAs(int format) {
    const AffinityPresentation *shown = m_screen.shown();
    if (shown == nullptr)
        return;
    copyText(matricesText(*shown, static_cast<report::AffinityFormat>(format)));
    Q_EMIT statusMessageRequested(tr("Copied the matrices"));
}

void CellActions::saveAs() {
    const AffinityPresentation *shown = m_screen.shown();
    if (shown == nullptr)
        return;
    const QString done = saveMatrices(&m_screen, *shown);
    if (!done.isEmpty())
        Q_EMIT statusMessageRequested(done);
}

} // namespace fabricscope::widgets
