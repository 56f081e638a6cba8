// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/view/BenchEarlier.h"

#include "core/bench/run/CollectiveHalf.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::bench {

namespace {

/// Runs that started before the run in question, so that an old run is not compared with later ones.
bool isBefore(const RunRecord &record, const BenchView &view) {
    if (!view.state)
        return true;
    if (record.state.id == view.state->id)
        return false;
    return !view.state->startedMs || record.createdMs < *view.state->startedMs;
}

BenchBaseline shownOf(const BenchView &view, const Baseline &baseline,
                      const std::vector<const EarlierRun *> &runs) {
    BenchBaseline shown;
    shown.words = !view.spec
                      ? std::string("baseline, another log")
                      : fmt::format("baseline, {} earlier run{}{}", baseline.runs,
                                    baseline.runs == 1 ? "" : "s", baseline.runs == 1 ? "" : ", min to max");
    const bool outOfPlace = hasOutOfPlace(*view.results);
    for (const BaselineRow &row : baseline.rows)
        if (const auto &spread = outOfPlace ? row.outOfPlace : row.inPlace)
            shown.points.push_back(
                {static_cast<double>(row.sizeBytes), spread->least, spread->median, spread->most});
    for (const BaselineSeries &series : baseline.series) {
        SeriesBand &band = shown.series.emplace_back(SeriesBand{series.name, series.unit, {}});
        for (const auto &[x, spread] : series.points)
            band.points.push_back({x, spread.least, spread.median, spread.most});
    }
    if (view.spec)
        shown.changedVariables = changedVariables(view.spec->command, runs);
    return shown;
}

} // namespace

const std::vector<BandPoint> *BenchBaseline::of(const Series &curve) const {
    const auto found = std::find_if(series.begin(), series.end(), [&](const SeriesBand &band) {
        return band.name == curve.name && band.unit == curve.unit;
    });
    return found == series.end() || !isCurve(curve) ? nullptr : &found->points;
}

std::vector<const EarlierRun *> comparableRuns(const BenchView &view, std::span<const EarlierRun> earlier) {
    std::vector<const EarlierRun *> runs;
    if (!view.spec)
        return runs;
    for (const EarlierRun &each : earlier)
        if (isBefore(each.record, view) &&
            isComparable(*view.spec, *view.results, each, !view.sweepValue.empty()))
            if (const Results *results = each.results.get(); baselineOf(std::span(&results, 1)).runs == 1)
                runs.push_back(&each);
    return runs;
}

BenchCompared compareBench(const BenchView &view, std::span<const EarlierRun> earlier,
                           const CompareWith &with) {
    std::vector<const EarlierRun *> runs = comparableRuns(view, earlier);
    if (!with.id.empty())
        std::erase_if(runs, [&](const auto *each) { return each->record.state.id != with.id; });
    else
        runs.resize(std::min(runs.size(), with.last));
    std::vector<const Results *> results;
    for (const EarlierRun *each : runs)
        results.push_back(each->results.get());
    BenchCompared compared;
    compared.baseline = baselineOf(results);
    if (compared.baseline.runs > 0)
        compared.shown = shownOf(view, compared.baseline, runs);
    return compared;
}

std::optional<BenchBaseline> baselineOfLog(const BenchView &view, const Results &other) {
    const Results *results = &other;
    const Baseline baseline = baselineOf(std::span(&results, 1));
    return baseline.runs > 0 ? std::optional(shownOf(view, baseline, {})) : std::nullopt;
}

} // namespace fabricscope::bench
