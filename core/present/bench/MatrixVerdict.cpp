// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/MatrixVerdict.h"

#include "core/bench/command/CommandText.h"
#include "core/bench/judge/JudgeParts.h"
#include "core/bench/run/Ceiling.h"
#include "core/bench/run/MatrixPairs.h"
#include "core/bench/run/Statistics.h"
#include "core/present/bench/BenchCharts.h"
#include "core/present/bench/ChartScale.h"
#include "core/present/bench/HeatDomain.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace fabricscope::present {

using bench::BenchView;

namespace {

struct Pair {
    double value = 0;
    std::size_t row = 0, column = 0;
};

struct Pairs {
    std::vector<Pair> measured;
    std::size_t missing = 0;
};

Pairs measuredPairs(const bench::Matrix &matrix) {
    Pairs pairs;
    for (const bench::MatrixPair &pair : bench::pairsOf(matrix))
        if (pair.value)
            pairs.measured.push_back({*pair.value, pair.row, pair.column});
        else
            ++pairs.missing;
    return pairs;
}

std::string valueText(double value, const bench::Matrix &matrix) {
    const std::string unit =
        bench::shownUnit(matrix.unit.substr(0, matrix.unit.find(','))); // "Gb/s, both directions"
    return valueLabel(value, decimalsOf(value)) + (unit.empty() ? "" : " " + unit);
}

std::string named(const Pair &pair, const bench::Matrix &matrix) {
    return bench::pairName(matrix, pair.row, pair.column) + ", " + valueText(pair.value, matrix);
}

std::string missingText(std::size_t missing, bool isRunning) {
    return missing == 0 ? ""
                        : fmt::format(" {} pair{} {}.", missing, missing == 1 ? "" : "s",
                                      isRunning ? "to go" : "not measured");
}

/// For bandwidths, low is bad.
std::string belowText(const Pairs &pairs, double median) {
    const auto below = std::count_if(pairs.measured.begin(), pairs.measured.end(), [&](const Pair &pair) {
        return pair.value < bench::kOutlierShare * median;
    });
    return below == 0
               ? ", no pair more than 10 % below it."
               : fmt::format(", {} of {} pairs more than 10 % below it.", below, pairs.measured.size());
}

} // namespace

std::string matrixVerdict(const BenchView &view, std::size_t index) {
    if (index >= view.results->matrices.size())
        return {};
    const bench::Matrix &matrix = view.results->matrices[index];
    const Pairs pairs = measuredPairs(matrix);
    const std::string missing = missingText(pairs.missing, view.isRunning());
    if (pairs.measured.empty())
        return pairs.missing == 0 ? "" : "No measurements yet:" + missing;
    if (pairs.measured.size() == 1)
        return "One pair: " + named(pairs.measured.front(), matrix) + "." + missing;
    const auto [least, most] =
        std::minmax_element(pairs.measured.begin(), pairs.measured.end(),
                            [](const Pair &a, const Pair &b) { return a.value < b.value; });
    if (least->value == most->value)
        return fmt::format("All {} pairs measure {}.", pairs.measured.size(),
                           valueText(least->value, matrix)) +
               missing;
    std::vector<double> values;
    for (const Pair &pair : pairs.measured)
        values.push_back(pair.value);
    const double median = bench::spreadOf(values)->median;
    const bool isBandwidth = bench::fromUnit(1, matrix.unit).has_value();
    return fmt::format("{}: {}. {}: {}. Median {}", isBandwidth ? "Slowest" : "Lowest", named(*least, matrix),
                       isBandwidth ? "Fastest" : "Highest", named(*most, matrix), valueText(median, matrix)) +
           (isBandwidth ? belowText(pairs, median) : ".") + missing;
}

} // namespace fabricscope::present
