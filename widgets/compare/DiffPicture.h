// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/Difference.h"
#include "core/layout/DisplayList.h"

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

/// The nodes of one side that the shown differences are about: those that have a place in the picture, or the
/// nearest above them that has. The gravest difference of a node counts.
[[nodiscard]] DiffMarks diffMarks(const fleet::Comparison &comparison, const topology::Topology &topology,
                                  bool isBefore, const std::function<bool(const fleet::Difference &)> &shown,
                                  const std::function<bool(std::uint32_t)> &hasArea);
/// The node for a device of the comparison; std::nullopt where this side has none.
[[nodiscard]] std::optional<std::uint32_t> nodeOf(const std::optional<fleet::Address> &address,
                                                  const topology::Topology &topology,
                                                  const std::function<bool(std::uint32_t)> &hasArea);
/// The nodes of one side that one difference is about, in its order.
[[nodiscard]] std::vector<std::uint32_t> nodesOf(const fleet::Difference &difference,
                                                 const topology::Topology &topology, bool isBefore,
                                                 const std::function<bool(std::uint32_t)> &hasArea);

/// The picture in greys, but for the marked nodes, which keep their colours and get an outline and a word:
/// "gone", "new", "moved", "changed".
[[nodiscard]] layout::DisplayList diffPicture(layout::DisplayList list, const DiffMarks &marks,
                                              const layout::MeasureText &measure);

/// The colour of a mark; gravity decides, and what came is never alarming.
[[nodiscard]] layout::Token markToken(const DiffMark &mark);

} // namespace fabricscope::widgets
