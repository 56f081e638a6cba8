// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/bench/ChartScale.h"
#include "core/present/bench/ChartSpec.h"

#include <optional>

// The next zoom of a chart: within `whole`, at least half a doubling or a millionth of it; unset where it is
// all of it.
namespace fabricscope::present {

/// `factor` times as much of the axis; `at` keeps its place.
[[nodiscard]] std::optional<ChartRange> zoomedBy(const ChartRange &whole,
                                                 const std::optional<ChartRange> &zoom, ScaleKind kind,
                                                 double at, double factor);
/// Moved by a share of what is seen.
[[nodiscard]] std::optional<ChartRange>
pannedBy(const ChartRange &whole, const std::optional<ChartRange> &zoom, ScaleKind kind, double share);
/// From one x to another, in any order.
[[nodiscard]] std::optional<ChartRange> zoomedTo(const ChartRange &whole, ScaleKind kind, double from,
                                                 double to);
/// The same width, moved as little as possible, so that x is in it.
[[nodiscard]] std::optional<ChartRange>
revealing(const ChartRange &whole, const std::optional<ChartRange> &zoom, ScaleKind kind, double x);

} // namespace fabricscope::present
