// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/Scene.h"

namespace fabricscope::layout {

/// What the colours and lines mean, of those that occur, and how GPUs are joined. Wraps at `width`; without
/// a header (in a window) it keeps to one line, and leaves out first what the picture says in words. Returns
/// its height.
double paintLegend(Scene &scene, double x, double y, double width);

} // namespace fabricscope::layout
