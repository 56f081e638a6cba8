// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

class QWidget;

namespace fabricscope::widgets {

/// Sizes of widgets in the design's pixels, at the UI font that it was made with. They are in proportion to
/// the UI font from then on, also where it changes later: widgets with a line of text call these in place
/// of QWidget's own.
void setScaledFixedWidth(QWidget *widget, int px);
void setScaledFixedHeight(QWidget *widget, int px);
void setScaledFixedSize(QWidget *widget, int width, int height);
void setScaledMinimumWidth(QWidget *widget, int px);
void setScaledMinimumHeight(QWidget *widget, int px);
void setScaledMaximumWidth(QWidget *widget, int px);

/// The UI font, and the fixed one, at this many pixels of the design, in the same way: code that gives a
/// widget its own font calls these in place of QWidget::setFont().
void applyFont(QWidget *widget, double px, QFont::Weight weight = QFont::Normal);
void applyMonoFont(QWidget *widget, double px, QFont::Weight weight = QFont::Normal);

/// Updates these sizes and the font after the UI font has changed. After another style sheet, too: it
/// puts the fonts back that widgets had when it first met them.
void reapplySizes(QWidget &widget);
void reapplyFont(QWidget &widget);

} // namespace fabricscope::widgets
