// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/FleetModel.h"

#include <QRect>

class QPainter;

namespace fabricscope::widgets {

/// Positions of a row's parts, in px from the sidebar's left edge (mock 1).
struct FleetColumns {
    int chevron; ///< its middle
    int mark;    ///< middle of the dot or icon
    int name;
};
/// A host that is unfolded among identical ones is indented.
[[nodiscard]] FleetColumns fleetColumns(FleetRow row, bool inFold);

struct PreparedText;

/// Paints one row: from the chevron at its left and from the counts at its right; the name gets the rest.
class FleetRowPainter {
public:
    FleetRowPainter(QPainter &painter, const QRect &row, const QModelIndex &index);

    void paintChevron(bool open);
    void paintLines();
    void paintMark();
    void paintRight();
    void paintNameAndChips();

private:
    [[nodiscard]] bool isFaint() const;
    void paintText(const PreparedText &text, double left);
    void paintChip(int x, const QString &text, bool dashed);
    void paintCount(int count, bool error);
    void paintGlyphAtRight(draw::Glyph glyph);

    QPainter &m_painter;
    QRect m_row;
    const QModelIndex &m_index;
    FleetRow m_kind;
    HostLink m_link;
    FleetColumns m_columns;
    int m_right;
};

} // namespace fabricscope::widgets
