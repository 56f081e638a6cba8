// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/fleet/Difference.h"

#include <functional>
#include <map>
#include <optional>

namespace fabricscope::widgets {

/// How a node of one side differs from the other side.
struct DiffMark {
    fleet::Change change = fleet::Change::Changed;
    fleet::Severity severity = fleet::Severity::Note;
};
using DiffMarks = std::map<std::uint32_t, DiffMark>;

/// The nodes of one side with shown differences: those in the picture, or the nearest parents in it. The most
/// severe difference of a node counts.
[[nodiscard]] DiffMarks diffMarks(const fleet::Comparison &comparison, const topology::Topology &topology,
                                  bool isBefore, const std::function<bool(const fleet::Difference &)> &shown,
                                  const std::function<bool(std::uint32_t)> &hasArea);
/// The node of a device of the comparison; std::nullopt if this side has none.
[[nodiscard]] std::optional<std::uint32_t> nodeOf(const std::optional<fleet::Address> &address,
                                                  const topology::Topology &topology,
                                                  const std::function<bool(std::uint32_t)> &hasArea);
/// The nodes of one side that one difference is about, in its order.
[[nodiscard]] std::vector<std::uint32_t> nodesOf(const fleet::Difference &difference,
                                                 const topology::Topology &topology, bool isBefore,
                                                 const std::function<bool(std::uint32_t)> &hasArea);

/// The picture in greys, except for the marked nodes, which keep their colours and get an outline and a
/// label: "gone", "new", "moved", "changed".
[[nodiscard]] draw::DisplayList diffPicture(draw::DisplayList list, const DiffMarks &marks,
                                            const draw::MeasureText &measure);

/// The colour of a mark, by severity; a new device is never shown as an error.
[[nodiscard]] draw::Token markToken(const DiffMark &mark);

} // namespace fabricscope::widgets
