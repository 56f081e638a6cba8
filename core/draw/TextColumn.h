// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::draw {

/// Lines of at most `room` px, broken at blanks, and in the middle of a word only where it is longer than a
/// line. At most `maxLines`; what is over ends in "…".
[[nodiscard]] std::vector<std::string> wrapped(Sketch &sketch, std::string_view text, const TextStyle &style,
                                               double room, std::size_t maxLines = 12);

/// Sections of text below one another, for panels: grows downwards from `y`.
struct TextColumn {
    Sketch &sketch;
    double x = 0, y = 0, width = 0;
    std::string accessibleText; ///< all that was written, for accessibility

    void gap(double pixels) { y += pixels; }
    void line(const std::string &text, const TextStyle &style, double height, Align align = Align::Left);
    void paragraph(std::string_view text, const TextStyle &style, double lineHeight);
    /// A line over the whole width, and a title below it.
    void section(const std::string &title);
    /// A label and its value; the value wraps.
    void row(const std::string &label, std::string_view value, const TextStyle &valueStyle);
};

} // namespace fabricscope::draw
