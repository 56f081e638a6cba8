// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

class QWidget;

namespace fabricscope::widgets {

/// Sizes of widgets in design pixels, at the UI font of the design. They stay in proportion to the UI font
/// when it changes: use these instead of QWidget's functions for widgets with a line of text.
void setScaledFixedWidth(QWidget *widget, int px);
void setScaledFixedHeight(QWidget *widget, int px);
void setScaledFixedSize(QWidget *widget, int width, int height);
void setScaledMinimumWidth(QWidget *widget, int px);
void setScaledMinimumHeight(QWidget *widget, int px);
void setScaledMaximumWidth(QWidget *widget, int px);

/// The UI font, and the fixed one, at this many design pixels, likewise: use these instead of
/// QWidget::setFont().
void applyFont(QWidget *widget, double px, QFont::Weight weight = QFont::Normal);
void applyMonoFont(QWidget *widget, double px, QFont::Weight weight = QFont::Normal);

/// Updates these sizes and the font after the UI font has changed. Also after a change of the style sheet,
/// which resets fonts to those that widgets had when it first applied to them.
void reapplySizes(QWidget &widget);
void reapplyFont(QWidget &widget);

} // namespace fabricscope::widgets
