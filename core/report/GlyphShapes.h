// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <string_view>

namespace fabricscope::report {

/// A glyph as SVG paths in a square of 16 units: solid parts and strokes in its colour, then marks cut out in
/// the background's colour.
struct GlyphShape {
    draw::Glyph glyph;
    std::string_view solid, stroke, mark;
    std::string_view strokeAttributes{};
};

/// nullptr for Glyph::None.
[[nodiscard]] const GlyphShape *glyphShape(draw::Glyph glyph);

} // namespace fabricscope::report
