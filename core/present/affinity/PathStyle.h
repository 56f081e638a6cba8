// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/nccl/PathType.h"
#include "core/topology/HardwarePath.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace fabricscope::present {

/// A row of the path table: appearance and meaning of a distance.
struct PathStyle {
    topology::PathWord word;
    draw::Token token;
    std::uint8_t percent; ///< of the cell's fill over the canvas
    std::string_view meaning;
};
[[nodiscard]] std::span<const PathStyle> pathStyles();
/// nullptr for unknown distances and for a device itself: they have no colour of quality.
[[nodiscard]] const PathStyle *pathStyleOf(topology::PathWord word);
/// What a library calls P2C or PXN has a dashed edge, wherever it is.
[[nodiscard]] bool isRelayed(nccl::PathType type);

} // namespace fabricscope::present
