// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QFont>
#include <QStaticText>

namespace fabricscope::widgets {

/// A text of a display list, elided to its cell and shaped.
struct PreparedText {
    QStaticText text;
    QFont font;
    double advance = 0, height = 0; ///< of the painted text, in list coordinates
};

/// Shaping takes most of the time of a frame, and panning paints the same texts again: those painted last are
/// cached. The reference is valid until the next call. GUI thread only.
[[nodiscard]] const PreparedText &preparedText(const draw::Item &item);
/// The same for a line painted elsewhere, with a font of this many pixels.
[[nodiscard]] const PreparedText &preparedText(const QString &text, draw::Font font, double px);

} // namespace fabricscope::widgets
