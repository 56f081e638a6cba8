// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/PathStyle.h"
#include "core/layout/Sketch.h"
#include "core/layout/affinity/AffinityMatrix.h"

#include <cstdint>

namespace fabricscope::layout {

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

} // namespace fabricscope::layout
