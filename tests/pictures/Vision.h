// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QImage>

namespace fabricscope::test {

/// Kinds of colour vision. The two complete forms of colour blindness; most people who confuse red and green
/// have a weaker form.
enum class Vision { Typical, Grey, Protanopia, Deuteranopia };
inline constexpr Vision kVisions[] = {Vision::Typical, Vision::Grey, Vision::Protanopia,
                                      Vision::Deuteranopia};
[[nodiscard]] const char *wordOf(Vision vision);

/// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for Simulation of Color
/// Vision Deficiency, IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009: the matrices of
/// severity 1.0, on linear light. Grey is the luminance of WCAG 2.1.
[[nodiscard]] draw::Rgb seen(draw::Rgb colour, Vision vision);
[[nodiscard]] QImage seen(const QImage &picture, Vision vision);

/// CIE 1976 L*, 0 to 100; between neighbours, a difference of 10 is clearly visible.
[[nodiscard]] double lightnessOf(draw::Rgb colour);

} // namespace fabricscope::test
