// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/Statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>

namespace fabricscope::bench {

namespace {

struct Collected {
    std::vector<double> outOfPlace, inPlace;
};

void collect(const std::optional<CollectiveHalf> &half, std::vector<double> &values) {
    if (half && half->busbw)
        values.push_back(*half->busbw);
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
    // In the column "error" of old versions differences are no faults; they count none out of bounds.
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

Baseline baselineOf(std::span<const Results *const> runs) {
    std::map<std::uint64_t, Collected> bySize;
    Baseline baseline;
    for (const Results *run : runs) {
        if (run == nullptr || !isGood(*run) || run->rows.empty())
            continue;
        ++baseline.runs;
        for (const CollectiveRow &row : run->rows) {
            collect(row.outOfPlace, bySize[row.sizeBytes].outOfPlace);
            collect(row.inPlace, bySize[row.sizeBytes].inPlace);
        }
    }
    for (auto &[size, values] : bySize)
        baseline.rows.push_back(
            {size, spreadOf(std::move(values.outOfPlace)), spreadOf(std::move(values.inPlace))});
    return baseline;
}

AverageComparison compareAverages(const Results &a, const Results &b) {
    if (!a.summary.avgBusbw || !b.summary.avgBusbw)
        return {false, "one of them has no average"};
    if (a.test != b.test)
        return {false, fmt::format("{} and {} are different tests", a.test, b.test)};
    const auto isSame = [](const CollectiveRow &left, const CollectiveRow &right) {
        return left.sizeBytes == right.sizeBytes &&
               left.outOfPlace.has_value() == right.outOfPlace.has_value() &&
               left.inPlace.has_value() == right.inPlace.has_value();
    };
    if (!std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), isSame))
        return {false, "the averages are over different sizes: small ones pull them down"};
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
