// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/findings/Finding.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace fabricscope::draw {

/// Where boxes and links were painted, for ribbons and routes drawn over them. Recorded while painting.
struct Wiring {
    /// The bus bars of a switch, port or bridge, from top to bottom, joined at `left` where there are
    /// several.
    struct Bus {
        std::vector<double> bars; ///< y
        double left = 0;
        std::optional<Rect> trunk; ///< of a port: from its box down to the first bar
    };
    /// The top of a root port's column.
    struct Entry {
        double x = 0, top = 0; ///< of its trunk, and of its box
        std::size_t band = 0;  ///< index into `bands`
    };
    /// An element with a warning or an error.
    struct Fault {
        std::uint32_t node = 0;
        Rect rect;
        findings::Severity severity = findings::Severity::Warning;
    };
    struct Band {
        Rect frame;
        double header = 0; ///< its height
    };

    std::unordered_map<std::uint32_t, Rect> boxes; ///< of devices
    std::vector<Rect> obstacles; ///< what else is in the way of ribbons: words, and what they are in
    std::unordered_map<std::uint32_t, Rect> links; ///< above a node: down from its port or bus bar
    std::unordered_map<std::uint32_t, Bus> buses;
    std::unordered_map<std::uint32_t, Entry> entries;
    std::vector<Band> bands;
    std::vector<Fault> faults;
};

} // namespace fabricscope::draw
