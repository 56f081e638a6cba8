// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace fabricscope::widgets {

/// Cells of the row table: mono numbers, the difference with a bar from its middle, the running row's mark.
class BenchRowDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

    /// The background of a part of a row, and the line below it.
    static void paintGround(QPainter &painter, const QRect &part, const QModelIndex &index, bool isSelected);

    static constexpr double kFullBar = 5; ///< percent that fill half of the bar's room
};

} // namespace fabricscope::widgets
