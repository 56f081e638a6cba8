// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

#include <string>

namespace fabricscope::layout {

/// "XGMI full mesh, 8 GPUs, 28 pairs": links between GPUs that one sentence fully describes. Empty if there
/// are none, or if they are drawn.
[[nodiscard]] std::string peerSentence(const topology::Topology &topology);

/// For links that a sentence cannot fully describe (no full mesh), their picture: the GPUs in a row, an
/// arc between each linked pair, wider for more links. Starts at `y`; returns where
/// it ends, `y` if there is nothing to draw.
double paintPeerLinks(Scene &scene, double x, double y, double width);

} // namespace fabricscope::layout
