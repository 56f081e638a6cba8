// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/Scene.h"

#include <string>

namespace fabricscope::layout {

inline constexpr double kHostHeaderHeight = 24;

/// The host's name, what it is, `simulated` where it is no real host, and how its GPUs are joined.
void paintHostHeader(Scene &scene, double x, double y, double width);

/// "XGMI full mesh, 8 GPUs, 28 links"; empty where GPUs have no links of their own.
[[nodiscard]] std::string peerLinkText(const topology::Topology &topology);

} // namespace fabricscope::layout
