// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/Repeats.h"

#include "core/bench/plan/Sweep.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace fabricscope::bench {

namespace {

constexpr std::string_view kLeast = "least", kMost = "most", kRuns = "runs";
constexpr std::string_view kBusBandwidth = "Bus bandwidth";

/// One quantity of one value of the variable, all repeats together.
struct Curve {
    std::string value, line, quantity, unit; ///< "16", "out of place", "Bus bandwidth", "GB/s"
    Axis axis = Axis::Bytes;
    std::map<double, std::vector<double>> points;
};

class Curves {
public:
    void take(const StepResult &step, bool mainOnly) {
        const Results &results = *step.results;
        bool hasOutOfPlace = false;
        for (const CollectiveRow &row : results.rows) {
            hasOutOfPlace = hasOutOfPlace || (row.outOfPlace && row.outOfPlace->busbw);
            takeHalf(step, row, row.outOfPlace, "out of place");
            if (!mainOnly || !hasOutOfPlace)
                takeHalf(step, row, row.inPlace, "in place");
        }
        for (const Series &series : results.series)
            if (series.axis != Axis::Seconds)
                for (const Point &point : series.points)
                    if (point.y)
                        curve({step.value, series.name, series.name, series.unit, series.axis, {}})
                            .points[point.x]
                            .push_back(*point.y);
    }
    [[nodiscard]] const std::vector<Curve> &all() const { return m_curves; }

private:
    void takeHalf(const StepResult &step, const CollectiveRow &row, const std::optional<CollectiveHalf> &half,
                  const char *name) {
        if (half && half->busbw)
            curve({step.value, name, std::string(kBusBandwidth), "GB/s", Axis::Bytes, {}})
                .points[static_cast<double>(row.sizeBytes)]
                .push_back(*half->busbw);
    }
    Curve &curve(Curve key) {
        const auto found = std::find_if(m_curves.begin(), m_curves.end(), [&](const Curve &each) {
            return std::tie(each.value, each.line, each.unit, each.axis) ==
                   std::tie(key.value, key.line, key.unit, key.axis);
        });
        return found != m_curves.end() ? *found : m_curves.emplace_back(std::move(key));
    }

    std::vector<Curve> m_curves;
};

Point pointOf(double x, const Spread &spread, const std::string &unit) {
    Point point{x, spread.median, {}};
    point.fields = {{std::string(kLeast), unit, spread.least, {}},
                    {std::string(kMost), unit, spread.most, {}},
                    {std::string(kRuns), {}, static_cast<double>(spread.count), {}}};
    return point;
}

Series seriesOf(const Curve &curve, std::string_view variable) {
    Series series;
    const bool isBusbw = curve.quantity == kBusBandwidth;
    series.subject =
        variable.empty() ? (isBusbw ? curve.line : std::string()) : valueName(variable, curve.value);
    series.name = series.subject.empty() ? curve.quantity : series.subject + " " + curve.quantity;
    series.unit = curve.unit;
    series.axis = curve.axis;
    for (const auto &[x, values] : curve.points)
        if (const auto spread = spreadOf(values))
            series.points.push_back(pointOf(x, *spread, curve.unit));
    return series;
}

/// The greatest median of a value, side by side with the others'.
std::optional<Series> bestOf(const Series &series) {
    const auto best =
        std::max_element(series.points.begin(), series.points.end(),
                         [](const Point &a, const Point &b) { return a.y.value_or(0) < b.y.value_or(0); });
    if (best == series.points.end())
        return std::nullopt;
    Point point = *best;
    point.x = 0;
    return Series{series.subject, {}, series.unit, Axis::Index, {std::move(point)}};
}

std::optional<double> valueOf(const Point &point, std::string_view name) {
    const auto found = std::find_if(point.fields.begin(), point.fields.end(),
                                    [&](const Field &field) { return field.name == name; });
    return found == point.fields.end() ? std::nullopt : found->value;
}

} // namespace

Results resultsOfSteps(std::span<const StepResult> steps, std::string_view variable) {
    Results all;
    Curves curves;
    for (const StepResult &step : steps) {
        if (!isGood(*step.results))
            continue;
        all.tool = step.results->tool;
        all.test = step.results->test;
        all.version = step.results->version;
        curves.take(step, !variable.empty());
    }
    std::vector<Series> best;
    for (const Curve &curve : curves.all()) {
        all.series.push_back(seriesOf(curve, variable));
        if (variable.empty() || curve.quantity != kBusBandwidth)
            continue;
        if (auto one = bestOf(all.series.back()))
            best.push_back(std::move(*one));
    }
    all.series.insert(all.series.end(), best.begin(), best.end());
    all.complete = !all.series.empty();
    return all;
}

std::optional<Spread> spreadOf(const Point &point) {
    const auto least = valueOf(point, kLeast), most = valueOf(point, kMost), runs = valueOf(point, kRuns);
    if (!least || !most || !runs || !point.y)
        return std::nullopt;
    return Spread{static_cast<std::size_t>(std::max(*runs, 0.0)), *point.y, *least, *most};
}

} // namespace fabricscope::bench
