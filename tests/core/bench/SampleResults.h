// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace fabricscope::bench {

inline constexpr std::uint64_t kGibi = std::uint64_t{1} << 30, kMebi = std::uint64_t{1} << 20;

struct SampleRow {
    std::uint64_t size;
    double outOfPlace, inPlace; ///< busbw
};

/// A run with `ranks` ranks whose times are computed from busbw.
inline Results collective(std::vector<SampleRow> rows, const std::string &test = "all_reduce_perf",
                          int ranks = 8) {
    Results results;
    results.tool = "rccl-tests";
    results.test = test;
    results.complete = true;
    results.summary.outOfBounds = 0;
    results.context.push_back({"ranks", std::to_string(ranks)});
    const double factor = 2.0 * (ranks - 1) / ranks;
    double sum = 0;
    for (const SampleRow &row : rows) {
        const auto half = [&](double busbw) {
            sum += busbw;
            CollectiveHalf made;
            made.timeUs = static_cast<double>(row.size) / busbw / 1000 * factor;
            made.algbw = busbw / factor;
            made.busbw = busbw;
            made.wrong = 0;
            return made;
        };
        CollectiveRow made;
        made.sizeBytes = row.size;
        made.outOfPlace = half(row.outOfPlace);
        made.inPlace = half(row.inPlace);
        results.rows.push_back(std::move(made));
    }
    results.summary.avgBusbw = sum / static_cast<double>(rows.size() * 2);
    return results;
}

/// Results of perftest with the average column.
inline Results perftestRun(const std::string &device, const std::string &unit,
                           std::vector<std::pair<double, double>> values,
                           const std::string &test = "RDMA_Write BW Test") {
    Results results;
    results.tool = "perftest";
    results.test = test;
    results.complete = true;
    results.context.push_back({"device", device});
    Series series;
    series.name = "BW average";
    series.unit = unit;
    series.axis = Axis::Bytes;
    for (const auto &[size, value] : values)
        series.points.push_back({size, value, {}});
    results.series.push_back(std::move(series));
    return results;
}

} // namespace fabricscope::bench
