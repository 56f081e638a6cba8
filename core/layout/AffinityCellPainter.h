// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/AffinityMatrix.h"
#include "core/layout/Sketch.h"

#include <span>
#include <string_view>

namespace fabricscope::layout {

/// A row of the path table: appearance and meaning of a distance.
struct PathStyle {
    topology::PathWord word;
    Token token;
    std::uint8_t percent; ///< of the cell's fill over the canvas
    std::string_view meaning;
};
[[nodiscard]] std::span<const PathStyle> pathStyles();
/// nullptr for unknown distances and for a device itself: they have no colour of quality.
[[nodiscard]] const PathStyle *pathStyleOf(topology::PathWord word);

/// The meaning of a cell's outline, the worst last.
enum class CellMark : std::uint8_t { None, Best, Assigned, Slow, Warning, Error };
[[nodiscard]] CellMark markOf(const AffinityCell &cell);

struct CellStyle {
    AffinityValues values = AffinityValues::PathAndBandwidth;
    bool changed = false; ///< by a hypothesis
};
void paintAffinityCell(Sketch &sketch, const Rect &rect, const AffinityCell &cell, const CellStyle &style);
/// The outline alone, for the legend.
void paintCellMark(Sketch &sketch, const Rect &rect, CellMark mark);
/// A word in a box of its path's colour: "NODE".
void paintPathChip(Sketch &sketch, const Rect &rect, const topology::Reach &reach);
/// What a library calls P2C or PXN has a dashed edge, wherever it is.
[[nodiscard]] bool isRelayed(nccl::PathType type);

} // namespace fabricscope::layout
