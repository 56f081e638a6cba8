// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"
#include "core/layout/affinity/AffinityMatrix.h"

namespace fabricscope::layout {

/// Explains the colours and outlines of this matrix, and what it does not show; wraps at `width`. Returns the
/// height used.
double paintAffinityLegend(draw::Sketch &sketch, const present::AffinityTable &table,
                           const AffinityMatrixOptions &options, double x, double y, double width);

} // namespace fabricscope::layout
