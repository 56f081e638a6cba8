// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/layout/scene/Folds.h"
#include "core/layout/scene/MutedFindings.h"
#include "core/topology/Topology.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace fabricscope::affinity {
struct Judgement;
}

namespace fabricscope::present {
struct SeenByGuest;
}

namespace fabricscope::layout {

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
    /// Findings that are accepted: they do not colour their node; nullptr: none.
    std::shared_ptr<const MutedFindings> muted;
    bool ribbons = true;
    /// A GPU or NIC: the routes of its pairs are painted over the links, as those of mispaired ones always
    /// are.
    std::optional<topology::NodeId> traced;
    /// A guest's names for its devices, shown next to the host's names, and its pairs in place of the host's
    /// (SeenByGuest.h); nullptr: as the host sees them.
    std::shared_ptr<const present::SeenByGuest> seenBy;
    draw::MeasureText measure = draw::approximateTextWidth;
};

} // namespace fabricscope::layout
