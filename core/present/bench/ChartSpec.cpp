// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/ChartSpec.h"

#include "core/bench/command/CommandText.h"
#include "core/bench/judge/Repeats.h"
#include "core/bench/run/CollectiveHalf.h"
#include "core/bench/view/BenchProgress.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::present {

using bench::BenchView;
using bench::expectedSizes;
using bench::progressOf;

namespace {

constexpr std::size_t kMaxLines = 64; ///< more would be indistinguishable
constexpr double kPlateauShare = 0.9; ///< of the peak
constexpr std::size_t kMinPlateau = 4;

ChartLine halfLine(const bench::Results &results, bool outOfPlace) {
    ChartLine line{outOfPlace ? "out of place" : "in place", {}};
    for (const bench::CollectiveRow &row : results.rows) {
        const auto &half = bench::mainHalf(row, outOfPlace);
        line.points.push_back({static_cast<double>(row.sizeBytes), half ? half->busbw : std::nullopt});
    }
    return line;
}

bool hasAny(const ChartLine &line) {
    return std::any_of(line.points.begin(), line.points.end(),
                       [](const ChartPoint &point) { return point.y.has_value(); });
}

/// Values beyond what any tool measures would leave no space for the others.
bool isSane(double value) {
    constexpr double kMost = 1e100;
    return std::abs(value) < kMost; // false for NaN
}

/// The rows of a log may be in any order; curves go from left to right.
void sortPoints(ChartLine &line) {
    std::stable_sort(line.points.begin(), line.points.end(),
                     [](const ChartPoint &a, const ChartPoint &b) { return a.x < b.x; });
}

void fillCollective(ChartSpec &spec, const BenchView &view) {
    for (const bool outOfPlace : {true, false})
        if (ChartLine line = halfLine(*view.results, outOfPlace); hasAny(line))
            spec.lines.push_back(std::move(line));
    if (const auto sizes = expectedSizes(*view.results); !sizes.empty())
        spec.expectedRange = {sizes.front(), sizes.back()};
    if (view.isRunning())
        spec.running = progressOf(view, 0).running;
    if (view.baseline) {
        spec.band = view.baseline->points;
        spec.bandText = view.baseline->words;
    }
    spec.peak = true;
}

std::optional<std::pair<double, double>> spreadAt(const bench::Point &point) {
    const auto spread = point.fields.empty() ? std::nullopt : bench::spreadOf(point);
    if (!spread || spread->count < 2 || !isSane(spread->least) || !isSane(spread->most))
        return std::nullopt;
    return std::pair(spread->least, spread->most);
}

void fillLines(ChartSpec &spec, const BenchView &view, const BenchChart &chart) {
    const bool oneSubject = chart.series.size() == 1;
    for (const std::size_t index : chart.series) {
        if (spec.lines.size() == kMaxLines)
            break;
        const bench::Series &series = view.results->series[index];
        ChartLine line{series.subject.empty() || oneSubject ? series.name : series.subject, {}};
        line.points.reserve(series.points.size());
        for (const bench::Point &point : series.points)
            if (isSane(point.x))
                line.points.push_back({point.x, point.y, spreadAt(point)});
        spec.lines.push_back(std::move(line));
    }
    const auto *band = view.baseline && oneSubject
                           ? view.baseline->of(view.results->series[chart.series.front()])
                           : nullptr; // next to several curves it would be unclear
    if (band != nullptr) {
        spec.band = *band;
        spec.bandText = view.baseline->words;
    }
    spec.peak = chart.axis == bench::Axis::Bytes && oneSubject && !bench::lowerIsBetter(chart.unit);
}

} // namespace

ChartSpec seenOf(ChartSpec spec, const ChartSeen &seen) {
    spec.zoom = seen.zoom;
    spec.logarithmic = seen.logarithmic;
    for (std::size_t index = 0; index < spec.lines.size(); ++index)
        spec.lines[index].hidden = seen.hidden.contains(index);
    if (!seen.ceiling)
        spec.ceiling.reset();
    if (!seen.band) {
        spec.band.clear();
        spec.bandText.clear();
    }
    return spec;
}

bool isSimulated(const BenchView &view) {
    return !view.simulated.empty() || view.results->version.find("simulated") != std::string::npos;
}

ChartSpec chartSpecOf(const BenchView &view, const BenchChart &chart) {
    ChartSpec spec;
    spec.title = chart.title;
    spec.subtitle = chart.subtitle();
    spec.unit = chart.unit;
    spec.axis = chart.axis;
    spec.simulated = isSimulated(view);
    if (chart.kind == BenchChart::Kind::Collective)
        fillCollective(spec, view);
    else
        fillLines(spec, view, chart);
    for (ChartLine &line : spec.lines) {
        for (ChartPoint &point : line.points)
            if (point.y && !isSane(*point.y))
                point.y.reset();
        sortPoints(line);
    }
    if (view.ceiling && bench::sameUnit(view.ceiling->unit, chart.unit))
        spec.ceiling = view.ceiling;
    return spec;
}

std::optional<std::size_t> plateauOf(const ChartLine &line) {
    double peak = 0;
    for (const ChartPoint &point : line.points)
        peak = std::max(peak, point.y.value_or(0));
    std::size_t first = line.points.size();
    while (first > 0 && line.points[first - 1].y.value_or(0) >= kPlateauShare * peak && peak > 0)
        --first;
    const std::size_t length = line.points.size() - first;
    if (length < kMinPlateau || length > line.points.size() / 2)
        return std::nullopt;
    return first;
}

std::vector<ChartPoint> thinned(std::span<const ChartPoint> points, std::size_t columns) {
    columns = std::max<std::size_t>(columns, 1);
    if (points.size() <= 2 * columns)
        return {points.begin(), points.end()};
    std::vector<ChartPoint> few;
    few.reserve(2 * columns);
    for (std::size_t column = 0; column < columns; ++column) {
        const auto begin = points.begin() + static_cast<std::ptrdiff_t>(points.size() * column / columns);
        const auto end = points.begin() + static_cast<std::ptrdiff_t>(points.size() * (column + 1) / columns);
        auto least = end, greatest = end;
        for (auto at = begin; at != end; ++at) {
            if (!at->y)
                continue;
            if (least == end || *at->y < *least->y)
                least = at;
            if (greatest == end || *at->y > *greatest->y)
                greatest = at;
        }
        if (least == end) { // nothing but unknown: the gap stays
            few.push_back(*begin);
            continue;
        }
        few.push_back(*std::min(least, greatest));
        if (least != greatest)
            few.push_back(*std::max(least, greatest));
    }
    return few;
}

} // namespace fabricscope::present
