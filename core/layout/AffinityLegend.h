// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/AffinityMatrix.h"
#include "core/layout/Sketch.h"

namespace fabricscope::layout {

/// What the colours and outlines of this matrix mean, and what of it is not shown; wraps into `width`. The
/// height that it took.
double paintAffinityLegend(Sketch &sketch, const AffinityTable &table, const AffinityMatrixOptions &options,
                           double x, double y, double width);

} // namespace fabricscope::layout
