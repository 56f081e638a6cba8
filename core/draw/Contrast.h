// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

namespace fabricscope::draw {

/// A channel of sRGB as light, 0 to 1.
[[nodiscard]] double linear(std::uint8_t channel);
/// How much light, 0 to 1 (WCAG 2.1, relative luminance).
[[nodiscard]] double luminance(Rgb colour);
/// WCAG 2.1, contrast ratio: 1 to 21.
[[nodiscard]] double contrast(Rgb a, Rgb b);

} // namespace fabricscope::draw
