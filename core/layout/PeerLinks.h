// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/Scene.h"

#include <string>

namespace fabricscope::layout {

/// "XGMI full mesh, 8 GPUs, 28 pairs": links between GPUs that a sentence says all of. Empty where there are
/// none, or where they are drawn.
[[nodiscard]] std::string peerSentence(const topology::Topology &topology);

/// Where they are more than a sentence says (no full mesh), their picture: the GPUs in a row, an
/// arc from each to each that it has links to, wider where there are more of them. From `y` on; returns where
/// it ends, `y` where there is nothing to draw.
double paintPeerLinks(Scene &scene, double x, double y, double width);

} // namespace fabricscope::layout
