// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/BenchCharts.h"

#include "core/base/Text.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/run/MatrixPairs.h"

#include <algorithm>

namespace fabricscope::present {

using bench::BenchView;

namespace {

using bench::Axis;
using bench::Results;
using bench::Series;

constexpr std::size_t kMaxNamesInTitle = 2;

/// The name of a series without its subject: "GPU 2 power" of "GPU 2" is "power".
std::string quantityOf(const Series &series) {
    std::string_view name = series.name;
    if (!series.subject.empty() && name.size() > series.subject.size() && name.starts_with(series.subject))
        name.remove_prefix(series.subject.size());
    name = trimmed(name);
    while (!name.empty() && (name.front() == ':' || name.front() == ',' || name.front() == '-'))
        name = trimmed(name.substr(1));
    return std::string(name.empty() ? std::string_view(series.name) : name);
}

/// Subjects that are compared share one chart, with each quantity in a separate one; quantities of the run
/// itself share a chart if they have the same unit.
bool belongTogether(const Series &a, const Series &b) {
    if (a.unit != b.unit || a.axis != b.axis || a.subject.empty() != b.subject.empty())
        return false;
    return a.subject.empty() || quantityOf(a) == quantityOf(b) ||
           (a.name == a.subject && b.name == b.subject);
}

std::string titleOf(const Results &results, const BenchChart &chart) {
    const Series &first = results.series[chart.series.front()];
    if (!first.subject.empty() && first.name != first.subject)
        return quantityOf(first);
    std::string title;
    for (std::size_t i = 0; i < chart.series.size() && i < kMaxNamesInTitle; ++i)
        title += (i > 0 ? ", " : "") + results.series[chart.series[i]].name;
    if (chart.series.size() > kMaxNamesInTitle)
        title += ", …";
    return title;
}

void addSeries(const Results &results, std::vector<BenchChart> &charts) {
    const std::size_t before = charts.size();
    for (std::size_t index = 0; index < results.series.size(); ++index) {
        const Series &series = results.series[index];
        const auto found = std::find_if(
            charts.begin() + static_cast<std::ptrdiff_t>(before), charts.end(), [&](const BenchChart &chart) {
                return belongTogether(results.series[chart.series.front()], series);
            });
        if (found != charts.end()) {
            found->series.push_back(index);
            continue;
        }
        BenchChart chart;
        chart.unit = bench::shownUnit(series.unit);
        chart.axis = series.axis;
        chart.series = {index};
        charts.push_back(std::move(chart));
    }
    for (std::size_t index = before; index < charts.size(); ++index) {
        BenchChart &chart = charts[index];
        const bool single = std::all_of(chart.series.begin(), chart.series.end(), [&](std::size_t each) {
            return results.series[each].points.size() <= 1;
        });
        chart.kind = single && chart.axis == Axis::Index ? BenchChart::Kind::Bars : BenchChart::Kind::Lines;
        chart.title = chart.kind == BenchChart::Kind::Bars && chart.series.size() > 1 && !results.test.empty()
                          ? results.test
                          : titleOf(results, chart);
    }
}

} // namespace

std::string BenchChart::subtitle() const {
    static constexpr std::string_view kBy[] = {"by message size", "over time", "", "by request rate",
                                               "by batch size"};
    const std::string_view by =
        kind == Kind::Collective || kind == Kind::Lines ? kBy[static_cast<std::size_t>(axis)] : "";
    return by.empty() || unit.empty() ? unit + std::string(by) : unit + " " + std::string(by);
}

std::vector<BenchChart> benchCharts(const Results &results) {
    std::vector<BenchChart> charts;
    if (!results.rows.empty()) {
        BenchChart chart;
        chart.kind = BenchChart::Kind::Collective;
        chart.title = "Bus bandwidth";
        chart.unit = "GB/s";
        chart.axis = Axis::Bytes;
        charts.push_back(std::move(chart));
    }
    for (std::size_t index = 0; index < results.matrices.size(); ++index) {
        if (!bench::isMeasured(results.matrices[index]))
            continue;
        BenchChart chart;
        chart.kind = BenchChart::Kind::Matrix;
        chart.title = results.matrices[index].title;
        chart.unit = bench::shownUnit(results.matrices[index].unit);
        chart.matrix = index;
        charts.push_back(std::move(chart));
    }
    addSeries(results, charts);
    return charts;
}

std::vector<BenchChart> chartsOf(const BenchView &view) {
    std::vector<BenchChart> charts = benchCharts(*view.results);
    if (view.library) {
        BenchChart &chart = charts.emplace_back();
        chart.kind = BenchChart::Kind::Library;
        chart.title = "NCCL debug log";
    }
    return charts;
}

} // namespace fabricscope::present
