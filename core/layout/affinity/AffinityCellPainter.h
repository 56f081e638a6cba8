// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"
#include "core/layout/affinity/AffinityMatrix.h"
#include "core/present/affinity/PathStyle.h"

namespace fabricscope::layout {

struct CellStyle {
    AffinityValues values = AffinityValues::PathAndBandwidth;
    bool changed = false; ///< by a hypothesis
};
void paintAffinityCell(draw::Sketch &sketch, const draw::Rect &rect, const present::AffinityCell &cell,
                       const CellStyle &style);
/// The outline alone, for the legend.
void paintCellMark(draw::Sketch &sketch, const draw::Rect &rect, present::CellMark mark);
/// A word in a box of its path's colour: "NODE".
void paintPathChip(draw::Sketch &sketch, const draw::Rect &rect, const topology::Reach &reach);

} // namespace fabricscope::layout
