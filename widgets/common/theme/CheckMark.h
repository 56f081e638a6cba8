// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace fabricscope::widgets {

/// The mark of a check box or of a chosen entry of a menu, in the box around it.
void paintCheckMark(QPainter &painter, const QRectF &box, const QColor &ink);

} // namespace fabricscope::widgets
