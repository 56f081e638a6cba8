// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/draw/DisplayList.h"

#include <QFont>

namespace fabricscope::widgets {

/// The design's size of the UI font and the permitted range, in pixels at 100 %.
inline constexpr int kUiFontSize = 13;
inline constexpr int kMinUiFontSize = 11;
inline constexpr int kMaxUiFontSize = 18;

/// Sets the UI font to this size, and all others in proportion; clamped. Existing widgets are updated, as a
/// preview.
void setUiFontSize(int px);
[[nodiscard]] int uiFontSize();
/// uiFontSize() relative to the design's: for heights that contain a line of text.
[[nodiscard]] double uiScale();
[[nodiscard]] int scaledToUi(int px);

/// The UI font, and the fixed one, at this many design pixels. The desktop's font if one is set; else, as on
/// a bare X server or without a display, the first installed one of the fonts of the design.
[[nodiscard]] QFont uiFont(double px, QFont::Weight weight = QFont::Normal);
[[nodiscard]] QFont monoFont(double px, QFont::Weight weight = QFont::Normal);
/// The font of a display list: pictures have their own zoom, and keep their sizes.
[[nodiscard]] QFont displayFont(draw::Font font, double px);

/// Widths in the fonts that the window paints with, for core/layout.
[[nodiscard]] draw::MeasureText windowMeasure();

/// Returns an error if texts would be shown as empty boxes: without a font a picture looks complete, and
/// nothing is reported.
[[nodiscard]] Result<> usableFonts();

/// Whether the desktop has set this family, or it is only an alias ("Sans Serif").
[[nodiscard]] bool isNamedFamily(const QString &family);

} // namespace fabricscope::widgets
