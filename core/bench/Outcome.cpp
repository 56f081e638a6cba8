// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/Outcome.h"

#include <algorithm>

namespace fabricscope::bench {

namespace {

struct Gathered {
    Outcome outcome;
    std::vector<const Results *> results;
    std::vector<double> best;
    bool isSameSize = true;
};

void add(Gathered &gathered, const MeasuredRun &run) {
    ++gathered.outcome.runs;
    if (run.results.empty())
        return;
    gathered.results.push_back(&run.results.back());
    const RunSummary summary = summaryOf(run.results.back());
    const bool isGood = summary.complete && summary.wrong.value_or(0) == 0 && summary.best;
    if (!isGood || (!gathered.best.empty() && summary.unit != gathered.outcome.unit))
        return;
    gathered.isSameSize =
        gathered.isSameSize && (gathered.best.empty() || gathered.outcome.atBytes == summary.atBytes);
    gathered.outcome.unit = summary.unit;
    gathered.outcome.atBytes = summary.atBytes;
    gathered.best.push_back(*summary.best);
}

} // namespace

std::vector<Outcome> outcomesOf(std::span<const MeasuredRun> runs) {
    std::vector<Gathered> all;
    for (const MeasuredRun &run : runs) {
        auto found = std::find_if(all.begin(), all.end(), [&](const Gathered &one) {
            return one.outcome.step == run.step && one.outcome.value == run.value;
        });
        if (found == all.end()) {
            all.emplace_back();
            found = all.end() - 1;
            found->outcome.step = run.step;
            found->outcome.value = run.value;
        }
        add(*found, run);
    }
    std::vector<Outcome> outcomes;
    for (Gathered &one : all) {
        one.outcome.best = spreadOf(std::move(one.best));
        one.outcome.sizes = baselineOf(one.results);
        if (!one.isSameSize)
            one.outcome.atBytes.reset();
        outcomes.push_back(std::move(one.outcome));
    }
    return outcomes;
}

} // namespace fabricscope::bench
