// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

namespace fabricscope::layout {

/// Explains the colours and lines that occur, and how GPUs are connected. Wraps at `width`; without
/// a header (in a window) it keeps to one line, and first omits what the picture shows as text. Returns
/// its height.
double paintLegend(Scene &scene, double x, double y, double width);

} // namespace fabricscope::layout
