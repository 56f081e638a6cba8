// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/RunRecord.h"

#include "core/bench/run/Ceiling.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench {

namespace {

void consider(RunSummary &summary, std::optional<double> value, const std::string &unit,
              std::optional<std::uint64_t> bytes) {
    if (!value || (summary.best && (*value <= *summary.best || unit != summary.unit)))
        return;
    summary.best = value;
    summary.unit = unit;
    summary.atBytes = bytes;
}

/// Versions before 2.13 print a difference, less than 1, instead of a count.
std::optional<std::uint64_t> wrongIn(const Results &results) {
    if (results.summary.outOfBounds)
        return results.summary.outOfBounds;
    constexpr double kMost = 1e15; // a hostile number
    double wrong = 0;
    for (const CollectiveRow &row : results.rows)
        for (const auto *half : {&row.outOfPlace, &row.inPlace})
            if (*half && (*half)->wrong.value_or(0) >= 1)
                wrong += *(*half)->wrong;
    return wrong > 0 ? std::optional(static_cast<std::uint64_t>(std::min(wrong, kMost))) : std::nullopt;
}

} // namespace

std::string_view toString(Phase phase) {
    constexpr std::array<std::string_view, 10> kNames = {"waiting",       "starting",   "running", "stopping",
                                                         "ended",         "stopped",    "lost",    "failed",
                                                         "may_still_run", "interrupted"};
    return kNames.at(static_cast<std::size_t>(phase));
}

std::vector<std::string> hostsOf(std::string_view host) {
    std::vector<std::string> hosts;
    for (std::size_t at = 0; at <= host.size();) {
        const std::size_t end = std::min(host.find(',', at), host.size());
        hosts.emplace_back(host.substr(at, end - at));
        at = end + 1;
    }
    return hosts;
}

RunSummary summaryOf(const Results &results) {
    RunSummary summary;
    summary.complete = results.complete;
    summary.average = results.summary.avgBusbw;
    summary.wrong = wrongIn(results);
    summary.rows = results.rows.size();
    for (const CollectiveRow &row : results.rows)
        for (const auto *half : {&row.outOfPlace, &row.inPlace})
            if (*half)
                consider(summary, (*half)->busbw, "GB/s", row.sizeBytes);
    for (const Series &series : results.series) {
        summary.rows += series.points.size();
        if (!fromUnit(1, series.unit))
            continue;
        for (const Point &point : series.points)
            consider(summary, point.y, series.unit,
                     series.axis == Axis::Bytes ? std::optional(static_cast<std::uint64_t>(point.x))
                                                : std::nullopt);
    }
    for (const Matrix &matrix : results.matrices) {
        summary.rows += matrix.values.size();
        for (const auto &row : matrix.values)
            for (const auto &value : row)
                consider(summary, value, matrix.unit, {});
    }
    return summary;
}

RunSummary summaryOfLast(const std::vector<Results> &results) {
    if (results.empty())
        return {};
    RunSummary summary = summaryOf(results.back());
    for (std::size_t table = 0; table + 1 < results.size(); ++table)
        if (const auto wrong = wrongIn(results[table]).value_or(0); wrong > 0)
            summary.wrong = summary.wrong.value_or(0) + wrong;
    return summary;
}

} // namespace fabricscope::bench
