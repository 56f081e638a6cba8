// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/theme/Fonts.h"

#include <QStyledItemDelegate>

namespace fabricscope::widgets {

/// A row of the strip: its background and focus, and at the left a glyph; derived classes paint the rest.
class StripDelegate : public QStyledItemDelegate {
public:
    /// `height`: of a row, in the design's px.
    StripDelegate(int height, QObject *parent) : QStyledItemDelegate(parent), m_height(height) {}
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    static constexpr int kSide = 14;  ///< px at both ends of a row
    static constexpr int kGlyph = 13; ///< px of the design
    /// From the left of a row to its first words.
    [[nodiscard]] static int textLeft() { return kSide + scaledToUi(kGlyph) + kAfterGlyph; }
    virtual void paintRow(QPainter &painter, const QRect &row, const QModelIndex &index) const = 0;

private:
    static constexpr int kAfterGlyph = 9; ///< px
    int m_height;
};

} // namespace fabricscope::widgets
