// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "widgets/common/theme/Theme.h"

#include <QFont>
#include <QPainter>
#include <QRect>
#include <QStyleOption>

namespace fabricscope::widgets {

/// One line of a row of a list; elided with "…" if there is no space.
void paintRowText(QPainter &painter, const QRect &rect, const QString &words, const QFont &font, Token token,
                  Qt::Alignment align = Qt::AlignLeft);
/// The square of a glyph or icon of `px` of the design at `left`, in the middle of the row; it grows with the
/// UI font, as the text next to it does.
[[nodiscard]] QRectF rowGlyphRect(const QRect &row, int left, int px);
/// A number and the glyph of what it counts, left of `right`; returns its left edge. Nothing if it is 0.
int paintRowCount(QPainter &painter, const QRect &row, int right, int count, draw::Glyph glyph);
/// Selected, hovered or neither.
void paintRowGround(QPainter &painter, const QStyleOption &option);
void paintRowFocus(QPainter &painter, const QStyleOption &option);

} // namespace fabricscope::widgets
