// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

#include <vector>

namespace fabricscope::layout {

inline constexpr double kBlockGap = 12;   ///< between frames and rows of boxes
inline constexpr double kBoxGap = 7;      ///< between boxes, at least
inline constexpr double kStubHeight = 19; ///< from a bus bar down to a device
inline constexpr double kBarHeight = 3;   ///< a bus bar
inline constexpr double kFoldGap = 7;     ///< from a heading to the chevron behind it
inline constexpr double kMaxTitle = 150;  ///< of a port or switch; longer ones end in "…"
inline constexpr double kLane = 36;       ///< below boxes, where ribbons run
inline constexpr double kGroupLane = 50;  ///< the same on a flat bus, where they run from row to row
inline constexpr double kStubX = 12;      ///< of a stub, from its box's left edge
inline constexpr double kTrunkX = 28;     ///< of the link below (and above) a root port, from its left edge

/// A subtree of the hardware, measured and placed relative to what it is in.
struct Block {
    enum class Form : std::uint8_t {
        Group,  ///< no frame of its own: devices of a flat bus side by side
        Port,   ///< a root port or bridge, with what hangs below it
        Switch, ///< a frame with a bus bar
        Device, ///< a box
        Row,    ///< a line
    };
    Form form = Form::Device;
    NodeId node = draw::Item::kNoNode;
    bool isFirst = true; ///< the first function of its device: the link ends at it, the others are tied to it
    bool startsRow = false; ///< wraps even if there is space
    double natural = 0;     ///< the minimum width
    double header = 0;      ///< height of the line at its top: Port and Switch
    double link = 0;        ///< how much longer the link above it is than others
    double x = 0, y = 0, width = 0, height = 0;
    std::vector<Block> boxes; ///< side by side, wrapped
    std::vector<Block> rows;  ///< below them, hanging on a leg at the left

    // Of Port and Switch, set by settle():
    std::vector<double> bars;   ///< y of the bus bars; one a row of boxes
    double contentX = 0;        ///< where its content begins
    std::size_t longestRow = 0; ///< of a group: devices of the kind of which there are most
    double lane = 0;            ///< of a device's box: kept free below its row, where ribbons run
    bool bus = false;           ///< a bus bar joins what is below; without it one link leads to one device
};

/// The block of a node and all below it, with the minimum size that shows everything. `depth` counts
/// enclosing frames: beyond a limit, what is below is listed in rows, so that no input makes it unbounded.
[[nodiscard]] Block measure(Scene &scene, NodeId node, unsigned depth, double maxWidth);
/// Devices of one flat bus, grouped by kind, NICs below the GPUs they belong to.
[[nodiscard]] Block measureGroup(Scene &scene, const std::vector<NodeId> &devices, double maxWidth);

/// The width in which each kind of a flat bus's devices fits into one row.
[[nodiscard]] double groupRowWidth(const Block &group);

/// Gives the block this width (never less than it needs) and places everything in it; sets its height.
void settle(Block &block, double width);

/// Paints it with its upper left corner at x, y.
void paintBlock(Scene &scene, const Block &block, double x, double y);

} // namespace fabricscope::layout
