// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

namespace fabricscope::layout {

/// Severities of everything in Wiring::faults at zooms below 25 %, where nothing else of them is visible: 9
/// px on the screen, errors before warnings, without overlaps. `width`, `height`: of the picture, which
/// they do not leave.
void paintFarGlyphs(Scene &scene, double width, double height);

} // namespace fabricscope::layout
