// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/layout/DisplayList.h"

#include <QFont>

namespace fabricscope::widgets {

/// The system's font, and its fixed one, at this many pixels at 100 %.
[[nodiscard]] QFont uiFont(double px, QFont::Weight weight = QFont::Normal);
[[nodiscard]] QFont monoFont(double px, QFont::Weight weight = QFont::Normal);
[[nodiscard]] QFont displayFont(layout::Font font, double px);

/// Widths in the fonts that the window paints with, for core/layout.
[[nodiscard]] layout::MeasureText windowMeasure();

/// An error where text would come out as empty boxes: a program without a font draws a picture that looks
/// finished and says nothing.
[[nodiscard]] Result<> usableFonts();

} // namespace fabricscope::widgets
