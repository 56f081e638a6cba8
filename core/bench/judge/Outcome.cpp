// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/Outcome.h"

#include <algorithm>

namespace fabricscope::bench {

namespace {

struct Group {
    Outcome outcome;
    std::vector<const Results *> results;
    std::vector<double> best;
    bool isSameSize = true;
};

void add(Group &group, const MeasuredRun &run) {
    ++group.outcome.runs;
    if (run.results.empty())
        return;
    group.results.push_back(&run.results.back());
    const RunSummary summary = summaryOf(run.results.back());
    const bool isGood = summary.complete && summary.wrong.value_or(0) == 0 && summary.best;
    if (!isGood || (!group.best.empty() && summary.unit != group.outcome.unit))
        return;
    group.isSameSize = group.isSameSize && (group.best.empty() || group.outcome.atBytes == summary.atBytes);
    group.outcome.unit = summary.unit;
    group.outcome.atBytes = summary.atBytes;
    group.best.push_back(*summary.best);
}

} // namespace

std::vector<Outcome> outcomesOf(std::span<const MeasuredRun> runs) {
    std::vector<Group> all;
    for (const MeasuredRun &run : runs) {
        auto found = std::find_if(all.begin(), all.end(), [&](const Group &one) {
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
    for (Group &one : all) {
        one.outcome.best = spreadOf(std::move(one.best));
        one.outcome.sizes = baselineOf(one.results);
        if (!one.isSameSize)
            one.outcome.atBytes.reset();
        outcomes.push_back(std::move(one.outcome));
    }
    return outcomes;
}

} // namespace fabricscope::bench
