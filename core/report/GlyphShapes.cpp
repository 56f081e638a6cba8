// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/GlyphShapes.h"

#include <array>

namespace fabricscope::report {
namespace {

using draw::Glyph;

constexpr std::string_view kRing = "M1.5 8a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z";

constexpr std::array kShapes{
    GlyphShape{Glyph::Error, "M5 .8h6l4.2 4.2v6L11 15.2H5L.8 11V5z", "", "M5.4 5.4l5.2 5.2m0-5.2l-5.2 5.2"},
    GlyphShape{Glyph::Warning, "M8 1L15.4 14.6H.6z", "", "M8 6v4.2M8 12.3v.4"},
    GlyphShape{Glyph::Note, "", "M1.5 8a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0zM8 7.4v4M8 4.5v.4", ""},
    GlyphShape{Glyph::Ok, "M.8 8a7.2 7.2 0 1 0 14.4 0a7.2 7.2 0 1 0-14.4 0z", "", "M4.7 8.3l2.3 2.3 4.3-4.8"},
    GlyphShape{Glyph::Unreachable, "", "M1.5 8a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0zM12.6 3.4l-9.2 9.2", ""},
    GlyphShape{Glyph::Running, "M8 4a4 4 0 0 1 0 8z", kRing, ""},
    GlyphShape{Glyph::Waiting, "", kRing, "", " stroke-dasharray=\"2.6 2.5\""},
    GlyphShape{Glyph::Lock, "M3 7h10v7.6H3z", "M5 7.4V5a3 3 0 0 1 6 0v2.4", ""},
};

} // namespace

const GlyphShape *glyphShape(Glyph glyph) {
    for (const GlyphShape &shape : kShapes)
        if (shape.glyph == glyph)
            return &shape;
    return nullptr;
}

} // namespace fabricscope::report
