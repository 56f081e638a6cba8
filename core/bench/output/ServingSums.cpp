// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/ServingSums.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace fabricscope::bench::output {

namespace {

/// Rates of a server, which add up over servers; latencies and durations do not.
constexpr std::string_view kAdded[] = {"Request throughput", "Request goodput", "Output token throughput",
                                       "Total Token throughput", "Total token throughput"};

struct Sum {
    double value = 0;
    std::size_t results = 0;
    bool isOfOneLog = false; ///< results of one task, which may have followed each other
    std::set<double> rates;
    std::string_view unit;
};

void add(const Series &series, Sum &sum) {
    const std::size_t before = sum.results;
    for (const Point &point : series.points) {
        if (!point.y)
            continue;
        sum.value += *point.y;
        ++sum.results;
        if (series.axis == Axis::Rate)
            sum.rates.insert(point.x);
        sum.unit = series.unit;
    }
    sum.isOfOneLog = sum.isOfOneLog || sum.results > before + 1;
}

} // namespace

void addServingSums(ResultsBuilder &builder) {
    const std::vector<Results> &all = builder.results();
    const auto isServing = [](const Results &run) {
        return run.test == "benchmark_serving";
    };
    const auto first = std::find_if(all.begin(), all.end(), isServing);
    if (first == all.end())
        return;
    for (const std::string_view name : kAdded) {
        Sum sum;
        for (const Results &run : all)
            for (const Series &series : run.series)
                if (isServing(run) && series.name == name)
                    add(series, sum);
        if (sum.results > 1 && sum.rates.size() <= 1)
            builder.summary(static_cast<std::size_t>(first - all.begin()),
                            fmt::format("{}, sum of {} results{}", name, sum.results,
                                        sum.isOfOneLog ? ", if they ran at once" : ""),
                            sum.unit, fmt::format("{:.2f}", sum.value));
    }
}

} // namespace fabricscope::bench::output
