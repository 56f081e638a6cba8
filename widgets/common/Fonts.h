// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/layout/DisplayList.h"

#include <QFont>

namespace fabricscope::widgets {

/// The design's size of the UI font, and what a user may choose, in pixels at 100 %.
inline constexpr int kUiFontSize = 13;
inline constexpr int kMinUiFontSize = 11;
inline constexpr int kMaxUiFontSize = 18;

/// The UI font at this size, and all others in proportion; clamped. Widgets that are there already take it
/// over, so that it can be tried out.
void setUiFontSize(int px);
[[nodiscard]] int uiFontSize();
/// uiFontSize() by the design's: for heights that hold a line of text.
[[nodiscard]] double uiScale();
[[nodiscard]] int scaledToUi(int px);

/// The UI font, and the fixed one, at this many pixels of the design. The desktop's, where it names one;
/// else, as on a bare X server or without a display, the first that is there of those the design was made
/// with.
[[nodiscard]] QFont uiFont(double px, QFont::Weight weight = QFont::Normal);
[[nodiscard]] QFont monoFont(double px, QFont::Weight weight = QFont::Normal);
/// Of a display list: pictures have a zoom of their own, and keep their sizes.
[[nodiscard]] QFont displayFont(layout::Font font, double px);

/// Widths in the fonts that the window paints with, for core/layout.
[[nodiscard]] layout::MeasureText windowMeasure();

/// An error where text would come out as empty boxes: a program without a font draws a picture that looks
/// finished and reports nothing.
[[nodiscard]] Result<> usableFonts();

/// Whether a desktop named this family, or it is only an alias ("Sans Serif").
[[nodiscard]] bool isNamedFamily(const QString &family);

} // namespace fabricscope::widgets
