// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"
#include "core/layout/Folds.h"
#include "core/topology/Topology.h"

namespace fabricscope::affinity {
struct Judgement;
}

namespace fabricscope::layout {

struct SeenByGuest;

enum class ColourBy : std::uint8_t { Kind, IommuGroup, Link, Owner };

struct TopologyOptions {
    double width = 880; ///< px the canvas has; columns wrap into it
    ColourBy colourBy = ColourBy::Kind;
    bool groupTags = true;
    /// The host's name, what it is, and whether it is simulated, above the picture: for exported
    /// pictures. False where a toolbar shows all of that.
    bool header = true;
    Folds folds; ///< what the user opened and closed
    /// Whose pairs are drawn: ribbons, and the severities of their devices. nullptr: none. Must outlive
    /// the call.
    const affinity::Judgement *judgement = nullptr;
    bool ribbons = true;
    /// A GPU or NIC: the routes of its pairs are painted over the links, as those of mispaired ones always
    /// are.
    std::optional<topology::NodeId> traced;
    /// A guest's names for its devices, shown next to the host's names, and its pairs in place of the host's
    /// (SeenByGuest.h); nullptr: as the host sees them.
    std::shared_ptr<const SeenByGuest> seenBy;
    MeasureText measure = approximateTextWidth;
};

/// The Topology screen of one host: NUMA bands, in each the root ports as columns, below them switch boxes
/// with their device boxes (visual-language.md, mock 1). Any machine gives a readable picture. Pure.
[[nodiscard]] DisplayList layoutTopology(const topology::Topology &topology,
                                         const TopologyOptions &options = {});

} // namespace fabricscope::layout
