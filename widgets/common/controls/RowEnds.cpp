// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/RowEnds.h"

#include "widgets/common/theme/Theme.h"

#include <QPainter>

namespace fabricscope::widgets {

void FullHeader::paintEvent(QPaintEvent *event) {
    QHeaderView::paintEvent(event);
    const int from = length() - offset();
    if (from < viewport()->width())
        QPainter(viewport())
            .fillRect(QRect(from, viewport()->height() - 1, viewport()->width() - from, 1),
                      tokenColour(Token::Line));
}

void forRowEnds(const QTableView &table, const std::function<void(const QRect &end, int row)> &paint) {
    const QHeaderView &rows = *table.verticalHeader();
    const int from = table.horizontalHeader()->length() - table.horizontalHeader()->offset();
    const QSize room = table.viewport()->size();
    if (from >= room.width())
        return;
    for (int row = table.rowAt(0); row >= 0 && row < rows.count(); ++row) {
        const int top = table.rowViewportPosition(row);
        if (top >= room.height())
            return;
        if (!table.isRowHidden(row))
            paint(QRect(from, top, room.width() - from, table.rowHeight(row)), row);
    }
}

GridTable::GridTable(QWidget *parent) : QTableView(parent) {
    auto *header = new FullHeader(this);
    header->setSectionsClickable(true); // as a table's own header
    header->setHighlightSections(true);
    setHorizontalHeader(header);
}

void GridTable::paintEvent(QPaintEvent *event) {
    QTableView::paintEvent(event);
    QPainter painter(viewport());
    forRowEnds(*this, [&painter](const QRect &end, int) {
        painter.fillRect(QRect(end.left(), end.bottom(), end.width(), 1), tokenColour(Token::Line2));
    });
}

} // namespace fabricscope::widgets
