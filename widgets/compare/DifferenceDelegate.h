// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace fabricscope::widgets {

/// A row of the differences: severity glyph, sentence, category at the right.
class DifferenceDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kRowHeight = 26;
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    /// The text of a row at this position, on as many lines as needed, so that addresses are complete.
    [[nodiscard]] static QStringList lines(const QModelIndex &index, const QRect &row);
    /// Of the category at the right of a row, px: as wide as its words, up to a third of the row; 0: none.
    [[nodiscard]] static int categoryWidth(const QModelIndex &index, const QRect &row);
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace fabricscope::widgets
