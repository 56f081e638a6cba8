// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"

namespace fabricscope::draw {

/// The edge of a matrix cell without a value: as faint as a separator, and left out in high contrast like all
/// tints, where it would be louder than cells with a value.
inline constexpr Paint kEmptyCellEdge = tint(Token::Line2, 49, Token::Canvas);

} // namespace fabricscope::draw
