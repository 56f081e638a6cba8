// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/BigNumber.h"

#include "core/bench/command/CommandText.h"
#include "core/present/bench/ChartScale.h"
#include "core/present/bench/ChartSpec.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::present {

using bench::BenchView;

namespace {

/// The best value of a picture: the highest of its first line, or the lowest of times.
const ChartPoint *bestOf(const ChartSpec &spec) {
    const bool less = bench::lowerIsBetter(spec.unit);
    const ChartPoint *best = nullptr;
    if (!spec.lines.empty())
        for (const ChartPoint &point : spec.lines.front().points)
            if (point.y && (best == nullptr || (less ? *point.y < *best->y : *point.y > *best->y)))
                best = &point;
    return best;
}

std::string whereOf(const BenchChart &chart, double x) {
    if (chart.axis == bench::Axis::Bytes)
        return " at " + byteLabel(x);
    if (chart.axis == bench::Axis::Rate)
        return " at " + valueLabel(x, decimalsOf(x)) + " requests/s";
    return chart.axis == bench::Axis::Batch ? " at batch " + valueLabel(x, 0) : std::string();
}

std::string lowered(std::string title) {
    if (title.starts_with("Bus "))
        title[0] = 'b';
    return title;
}

} // namespace

BigNumber bigNumberOf(const BenchView &view) {
    BigNumber number;
    const auto charts = benchCharts(*view.results);
    const auto chart = std::find_if(charts.begin(), charts.end(), [](const BenchChart &each) {
        return each.kind != BenchChart::Kind::Matrix;
    });
    if (chart == charts.end())
        return number;
    const ChartSpec spec = chartSpecOf(view, *chart);
    const ChartPoint *best = bestOf(spec);
    if (best == nullptr)
        return number;
    number.figure = valueLabel(*best->y, decimalsOf(*best->y));
    number.unit = chart->unit;
    number.what = view.results->test + (view.results->test.empty() ? "" : ", ") + lowered(chart->title) +
                  whereOf(*chart, best->x);
    if (spec.ceiling && spec.ceiling->value > 0)
        number.against =
            fmt::format("{:.0f} % of the {}", 100 * *best->y / spec.ceiling->value, spec.ceiling->words);
    return number;
}

} // namespace fabricscope::present
