// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/bench/ChartSpec.h"

#include <optional>
#include <string>
#include <vector>

// The points of a chart by their x, over all lines that are shown: what is selected, spoken and copied.
namespace fabricscope::present {

/// The x of a point, or what is being measured, that is nearest on the axis; unset: there is none in the
/// zoom.
[[nodiscard]] std::optional<double> nearestX(const ChartSpec &spec, double x);
/// The next one to the right (+1) or to the left (-1), also outside of the zoom.
[[nodiscard]] std::optional<double> nextX(const ChartSpec &spec, double x, int direction);

/// Whether there is a point, or what is being measured, also outside of the zoom.
[[nodiscard]] bool hasX(const ChartSpec &spec, double x);

/// All of them in the zoom, ascending; empty if they are more than `most`.
[[nodiscard]] std::vector<double> seenXs(const ChartSpec &spec, std::size_t most);

struct ChartReading {
    std::optional<std::size_t> line; ///< unset: the band
    std::string name, value;         ///< "unknown" where there is no value
};
/// What the lines have at this x, and the middle of the band, in their order.
[[nodiscard]] std::vector<ChartReading> readingsAt(const ChartSpec &spec, double x);
/// The same in a sentence: "16M: out of place 101.6 GB/s, baseline 99 to 103".
[[nodiscard]] std::string pointText(const ChartSpec &spec, double x);
/// The first line that has a value at this x.
[[nodiscard]] std::optional<double> firstValueAt(const ChartSpec &spec, double x);

/// What is seen, a row for each x: RFC 4180, one header, unknown is empty. Of a simulated run each row says
/// so.
[[nodiscard]] std::string chartCsv(const ChartSpec &spec);

} // namespace fabricscope::present
