// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace fabricscope::widgets {

/// Sizes of widgets in the design's pixels, at the UI font that it was made with. They are in proportion to
/// the UI font from then on, also where it changes later: whatever holds a line of text calls these in place
/// of QWidget's own.
void fixWidth(QWidget *widget, int px);
void fixHeight(QWidget *widget, int px);
void fixSize(QWidget *widget, int width, int height);
void leastWidth(QWidget *widget, int px);
void leastHeight(QWidget *widget, int px);
void mostWidth(QWidget *widget, int px);

/// After the UI font has changed: each of these sizes anew.
void resizeToUi(QWidget &widget);

} // namespace fabricscope::widgets
