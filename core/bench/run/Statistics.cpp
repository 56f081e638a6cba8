// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/Statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <tuple>

namespace fabricscope::bench {

namespace {

struct Collected {
    std::vector<double> outOfPlace, inPlace;
};

void collect(const std::optional<CollectiveHalf> &half, std::vector<double> &values) {
    if (half && half->busbw)
        values.push_back(*half->busbw);
}

/// By name, unit and axis of the curve, and then by x.
using Curve = std::tuple<std::string, std::string, Axis>;
using Curves = std::map<Curve, std::map<double, std::vector<double>>>;

void collect(const Results &run, Curves &curves) {
    for (const Series &series : run.series) {
        if (!isCurve(series))
            continue;
        auto &byX = curves[{series.name, series.unit, series.axis}];
        for (const Point &point : series.points)
            if (point.y && std::isfinite(point.x))
                byX[point.x].push_back(*point.y);
    }
}

std::vector<BaselineSeries> seriesOf(Curves curves) {
    std::vector<BaselineSeries> all;
    for (auto &[curve, byX] : curves) {
        BaselineSeries &series =
            all.emplace_back(BaselineSeries{std::get<0>(curve), std::get<1>(curve), std::get<2>(curve), {}});
        for (auto &[x, values] : byX)
            if (const auto spread = spreadOf(std::move(values)))
                series.points.push_back({x, *spread});
    }
    return all;
}

enum class Factor : std::uint8_t { Both, Others, One };
struct FactorRow {
    std::string_view test;
    Factor factor;
};
constexpr FactorRow kFactors[] = {
    {"all_reduce", Factor::Both}, {"all_gather", Factor::Others}, {"reduce_scatter", Factor::Others},
    {"alltoall", Factor::Others}, {"gather", Factor::Others},     {"scatter", Factor::Others},
    {"broadcast", Factor::One},   {"reduce", Factor::One},        {"sendrecv", Factor::One},
    {"hypercube", Factor::One},
};

} // namespace

bool isGood(const Results &results) {
    if (!results.complete || results.summary.outOfBounds.value_or(0) > 0)
        return false;
    const auto isWrong = [](const std::optional<CollectiveHalf> &half) {
        return half && half->wrong.value_or(0) > 0;
    };
    // In the column "error" of old versions differences are not errors, and none counts as out of bounds.
    return results.summary.outOfBounds.has_value() ||
           std::none_of(results.rows.begin(), results.rows.end(), [&](const CollectiveRow &row) {
               return isWrong(row.outOfPlace) || isWrong(row.inPlace);
           });
}

double Spread::percent() const {
    return median > 0 ? (most - least) / 2 / median * 100 : 0;
}

std::optional<Spread> spreadOf(std::vector<double> values) {
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (values.empty())
        return std::nullopt;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    return Spread{values.size(), median, values.front(), values.back()};
}

const BaselineRow *Baseline::at(std::uint64_t sizeBytes) const {
    const auto found =
        std::lower_bound(rows.begin(), rows.end(), sizeBytes,
                         [](const BaselineRow &row, std::uint64_t size) { return row.sizeBytes < size; });
    return found == rows.end() || found->sizeBytes != sizeBytes ? nullptr : &*found;
}

const Spread *BaselineSeries::at(double x) const {
    const auto found = std::lower_bound(points.begin(), points.end(), x,
                                        [](const At &point, double target) { return point.x < target; });
    return found == points.end() || found->x != x ? nullptr : &found->spread;
}

const BaselineSeries *Baseline::of(const Series &other) const {
    const auto found = std::find_if(series.begin(), series.end(), [&](const BaselineSeries &each) {
        return each.name == other.name && each.unit == other.unit && each.axis == other.axis;
    });
    return found == series.end() ? nullptr : &*found;
}

bool isCurve(const Series &series) {
    return series.axis != Axis::Seconds && series.axis != Axis::Index && !series.points.empty();
}

bool hasCurve(const Results &results) {
    return !results.rows.empty() || std::any_of(results.series.begin(), results.series.end(), isCurve);
}

Baseline baselineOf(std::span<const Results *const> runs) {
    std::map<std::uint64_t, Collected> bySize;
    Curves curves;
    Baseline baseline;
    for (const Results *run : runs) {
        if (run == nullptr || !isGood(*run) || !hasCurve(*run))
            continue;
        ++baseline.runs;
        for (const CollectiveRow &row : run->rows) {
            collect(row.outOfPlace, bySize[row.sizeBytes].outOfPlace);
            collect(row.inPlace, bySize[row.sizeBytes].inPlace);
        }
        collect(*run, curves);
    }
    for (auto &[size, values] : bySize)
        baseline.rows.push_back(
            {size, spreadOf(std::move(values.outOfPlace)), spreadOf(std::move(values.inPlace))});
    baseline.series = seriesOf(std::move(curves));
    return baseline;
}

AverageComparison compareAverages(const Results &a, const Results &b) {
    if (!a.summary.avgBusbw || !b.summary.avgBusbw)
        return {false, "one run has no average"};
    if (a.test != b.test)
        return {false, fmt::format("{} and {} are different tests", a.test, b.test)};
    const auto isSame = [](const CollectiveRow &left, const CollectiveRow &right) {
        return left.sizeBytes == right.sizeBytes &&
               left.outOfPlace.has_value() == right.outOfPlace.has_value() &&
               left.inPlace.has_value() == right.inPlace.has_value();
    };
    if (!std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), isSame))
        return {false, "the averages cover different sizes and cannot be compared: small sizes lower them"};
    return {true, {}};
}

std::optional<double> busFactor(std::string_view test, int ranks) {
    if (ranks < 1)
        return std::nullopt;
    const auto *row = std::find_if(std::begin(kFactors), std::end(kFactors),
                                   [&](const FactorRow &one) { return test.starts_with(one.test); });
    if (row == std::end(kFactors))
        return std::nullopt;
    if (ranks == 1)
        return 0.0;
    const double others = static_cast<double>(ranks - 1) / ranks;
    return row->factor == Factor::Both ? 2 * others : row->factor == Factor::Others ? others : 1.0;
}

} // namespace fabricscope::bench
