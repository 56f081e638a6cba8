// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/ModeBar.h"

class QPainter;
class QRectF;

namespace fabricscope::app::window {

/// The shape of a screen that has no data yet, in dashed lines: the future layout. Never mistaken for
/// data, since nothing in it has a colour or a word.
void paintPlaceholderSketch(QPainter &painter, Screen screen, const QRectF &room);

} // namespace fabricscope::app::window
