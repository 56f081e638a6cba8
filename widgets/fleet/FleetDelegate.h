// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace fabricscope::widgets {

/// A row of the sidebar, 24 px: chevron, connection dot, name, SKU badge, counts; VMs on an elbow line.
class FleetDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    static constexpr int kRowHeight = 24;
    /// The part of a row that folds it.
    [[nodiscard]] static QRect chevronRect(const QRect &row, int depth);
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace fabricscope::widgets
