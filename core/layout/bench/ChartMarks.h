// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"
#include "core/layout/bench/Chart.h"
#include "core/present/bench/ChartScale.h"

namespace fabricscope::layout {

/// The style of the n-th line of a chart: its colour, dash and marker differ from the others'. From the
/// fifth on, colours repeat with another dash; from the seventeenth, everything repeats.
struct SeriesStyle {
    enum class Marker : std::uint8_t { Disc, Square, Triangle, Diamond };
    draw::Token token;
    float dash, gap; ///< 0: solid
    Marker marker;
};
[[nodiscard]] SeriesStyle seriesStyle(std::size_t index);

/// Where curves are painted: a plot and its two axes.
struct ChartFrame {
    draw::Rect plot;
    present::ChartScale x, y;
    double marker = 6; ///< px across
    [[nodiscard]] draw::Point at(const present::ChartPoint &point) const {
        return {x.at(point.x), y.at(*point.y)};
    }
};

void paintMarker(draw::Sketch &sketch, const draw::Point &centre, const SeriesStyle &look, double size);
/// With gaps where y is unknown, and markers if they fit.
void paintLine(draw::Sketch &sketch, const ChartFrame &frame, const present::ChartLine &line,
               const SeriesStyle &look);
void paintBand(draw::Sketch &sketch, const ChartFrame &frame, const std::vector<bench::BandPoint> &band);

/// From the highest place of these curves to their lowest (least y in px first) between two x in px; nothing
/// where none is there.
[[nodiscard]] std::optional<std::pair<double, double>>
spanWithin(const ChartFrame &frame, const std::vector<present::ChartLine> &lines, double from, double to);

} // namespace fabricscope::layout
