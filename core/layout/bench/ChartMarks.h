// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"
#include "core/layout/bench/Chart.h"
#include "core/present/bench/ChartExtent.h"

namespace fabricscope::layout {

/// The style of the n-th line of a chart: its colour, dash and marker differ from the others'. From the
/// fifth on, colours repeat with another dash; from the seventeenth, everything repeats.
struct SeriesStyle {
    enum class Marker : std::uint8_t { Disc, Square, Triangle, Diamond };
    draw::Token token;
    float dash, gap; ///< 0: solid
    Marker marker;
    std::size_t line = 0; ///< its number: curves with many points have their markers at different places
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

/// px between the edges of the plot and its first and last x.
[[nodiscard]] double chartAir(double plotWidth);
/// The scales of a plot at this place.
[[nodiscard]] ChartFrame chartFrame(const present::ChartSpec &spec, const present::ChartExtent &extent,
                                    const draw::Rect &plot);
/// Whether there is space for a marker at each of so many points.
[[nodiscard]] bool hasMarkers(std::size_t points, double plotWidth);
/// The points with a marker: all, if there is space, else some, so that a curve among many is found in the
/// legend. `first` is below the number of points, unless that is 0.
struct MarkedPoints {
    std::size_t first, step; ///< step: at least 1
};
[[nodiscard]] MarkedPoints markedPoints(std::size_t points, double plotWidth, const SeriesStyle &look);

void paintMarker(draw::Sketch &sketch, const draw::Point &centre, const SeriesStyle &look, double size);
/// From the least to the greatest of the repeats at each point that has several.
void paintSpreads(draw::Sketch &sketch, const ChartFrame &frame,
                  const std::vector<present::ChartPoint> &points, const SeriesStyle &look);
/// What a legend shows beside a name.
enum class LegendKey : std::uint8_t { Line, Band, Ceiling };
void paintLegendKey(draw::Sketch &sketch, const draw::Rect &rect, LegendKey kind, std::size_t line);
/// With gaps where y is unknown, and markers if they fit.
void paintLine(draw::Sketch &sketch, const ChartFrame &frame, const present::ChartLine &line,
               const SeriesStyle &look);
void paintBand(draw::Sketch &sketch, const ChartFrame &frame, const std::vector<bench::BandPoint> &band);

/// From the highest place of these curves to their lowest (least y in px first) between two x in px; nothing
/// where none is there.
[[nodiscard]] std::optional<std::pair<double, double>>
spanWithin(const ChartFrame &frame, const std::vector<present::ChartLine> &lines, double from, double to);

} // namespace fabricscope::layout
