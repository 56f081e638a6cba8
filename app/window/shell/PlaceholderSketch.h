// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/ModeBar.h"

class QPainter;
class QRectF;

namespace fabricscope::app::window {

/// Draws the future layout of a screen that has no data yet, in dashed lines. It contains no colour and no
/// text, so that it cannot be mistaken for data.
void paintPlaceholderSketch(QPainter &painter, Screen screen, const QRectF &room);

} // namespace fabricscope::app::window
