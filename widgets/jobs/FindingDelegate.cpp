// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/FindingDelegate.h"

#include "widgets/common/Fonts.h"
#include "widgets/common/GlyphPainter.h"
#include "widgets/jobs/RowText.h"
#include "widgets/models/FindingsModel.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr layout::Glyph kGlyphs[] = {layout::Glyph::Note, layout::Glyph::Warning, layout::Glyph::Error};

} // namespace

void FindingDelegate::paintRow(QPainter &painter, const QRect &row, const QModelIndex &index) const {
    const layout::Glyph glyph = kGlyphs[index.data(FindingsModel::SeverityRole).toInt()];
    paintGlyph(painter, glyph, QRectF(row.left() + kSide, row.center().y() - 6, 13, 13),
               tokenColour(glyphToken(glyph)), tokenColour(Token::Panel));
    const QString target = index.data(FindingsModel::TargetRole).toString();
    const QString title = index.data().toString();
    const int width = row.width() - 2 * kSide;
    const int targetWidth = std::min(QFontMetrics(uiFont(12)).horizontalAdvance(target) + 2, width * 2 / 5);
    const int right = row.right() - kSide - targetWidth;
    const int left = row.left() + kText;
    const int titleWidth =
        std::min(QFontMetrics(uiFont(12.5)).horizontalAdvance(title) + 2, std::max(0, right - 12 - left));
    paintRowText(painter, {left, row.top(), titleWidth, row.height()}, title, uiFont(12.5), Token::Text);
    const int why = left + titleWidth + 14;
    if (right - 12 - why > 60)
        paintRowText(painter, {why, row.top(), right - 12 - why, row.height()},
                     index.data(FindingsModel::WhyRole).toString(), uiFont(12), Token::Text3);
    paintRowText(painter, {right, row.top(), targetWidth, row.height()}, target, uiFont(12), Token::Text2,
                 Qt::AlignRight);
}

} // namespace fabricscope::widgets
