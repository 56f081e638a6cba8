// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/FleetEntry.h"

#include <QStyledItemDelegate>

namespace fabricscope::widgets {

enum class FleetRow;

/// A row of the sidebar, 24 px: chevron, connection dot, name, SKU badge, counts; VMs on an elbow line,
/// identical hosts below a dotted one. If there is not enough space, the badge is hidden before the name is
/// cut.
class FleetDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    /// At the usual font size; groups have 4 px more above them.
    static constexpr int kRowHeight = 24;
    /// The part of a row that folds it when clicked.
    [[nodiscard]] static QRect chevronRect(const QRect &row, FleetRow kind);
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const override;
    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const override;
};

} // namespace fabricscope::widgets
