// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

namespace fabricscope::layout {

inline constexpr double kHostHeaderHeight = 24;

/// The host's name, what it is, and `simulated` for a simulated host.
void paintHostHeader(Scene &scene, double x, double y, double width);

} // namespace fabricscope::layout
