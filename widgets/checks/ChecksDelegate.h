// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace fabricscope::widgets {

/// Glyph, title and host, below them evidence and rule. Where there is little room, the rule goes first, then
/// the host is cut, then the evidence and the title. For a heading its name and what is open below it.
class ChecksDelegate : public QStyledItemDelegate {
public:
    static constexpr int kRowHeight = 50;     ///< px of the design
    static constexpr int kHeadingHeight = 30; ///< likewise
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    /// Of the two texts of a line in px, of which each needs so much: the right one is cut first, and the
    /// left one only once the right one has nothing left; with `gap` px between them.
    struct LineWidths {
        int left = 0, right = 0;
    };
    [[nodiscard]] static LineWidths lineWidths(int width, int left, int right, int gap);
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace fabricscope::widgets
