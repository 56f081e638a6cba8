// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QColor>
#include <QIcon>
#include <QRectF>

class QPainter;

namespace fabricscope::widgets {

/// The status glyphs of VISUAL-LANGUAGE.md: octagon with cross, triangle with bar, ring with i, disc with
/// check mark, ring with slash, half-filled ring, dashed ring, lock. `ink` is the colour of the marks in
/// filled ones.
void paintGlyph(QPainter &painter, draw::Glyph glyph, const QRectF &rect, const QColor &colour,
                const QColor &ink);

/// A status glyph in its own colour of the current theme, for views that need icons.
[[nodiscard]] QIcon glyphIcon(draw::Glyph glyph, int px);

/// The token of a glyph's colour.
[[nodiscard]] draw::Token glyphToken(draw::Glyph glyph);

} // namespace fabricscope::widgets
