// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

namespace fabricscope::widgets {

/// How a severity is shown, by its number.
struct SeverityLook {
    draw::Glyph glyph;
    const char *word;
};
inline constexpr SeverityLook kSeverityLooks[] = {
    {draw::Glyph::Note, "note"}, {draw::Glyph::Warning, "warning"}, {draw::Glyph::Error, "error"}};

} // namespace fabricscope::widgets
