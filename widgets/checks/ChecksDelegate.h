// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace fabricscope::widgets {

/// Glyph, title and host, below them evidence and rule; for a heading its name and what is open below it.
class ChecksDelegate : public QStyledItemDelegate {
public:
    static constexpr int kRowHeight = 50;     ///< px of the design
    static constexpr int kHeadingHeight = 30; ///< likewise
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace fabricscope::widgets
