// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QIcon>
#include <QRectF>

class QPainter;

namespace fabricscope::widgets {

/// resources/icons/NAME.svg in the colour of a token of the current theme.
void paintIcon(QPainter &painter, const char *name, const QRectF &rect, const QColor &colour);
[[nodiscard]] QPixmap iconPixmap(const char *name, int px, const QColor &colour, double ratio = 1);
[[nodiscard]] QIcon icon(const char *name, draw::Token token = draw::Token::Text2);

} // namespace fabricscope::widgets
