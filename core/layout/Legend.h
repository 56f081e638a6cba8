// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/Scene.h"

namespace fabricscope::layout {

/// What the colours and lines mean, of those that occur. Wraps at `width`; returns its height.
double paintLegend(Scene &scene, double x, double y, double width);

} // namespace fabricscope::layout
