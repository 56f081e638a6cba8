// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/form/BenchRunText.h"

#include "core/bench/command/Secrets.h"
#include "core/bench/plan/ExpectedDuration.h"
#include "widgets/common/text/QtText.h"

#include <QStringList>

#include <utility>
#include <vector>

namespace fabricscope::widgets {

namespace {

using Steps = Result<std::vector<bench::SweepStep>>;

/// One of each value.
Steps stepsOf(const bench::RunSpec &spec, Result<bench::Sweep> sweep) {
    if (!sweep || sweep->flag.empty())
        return Steps({{spec, {}, 0}});
    sweep->repeats = 1;
    return bench::stepsOf(spec, *sweep);
}

} // namespace

QString BenchRunText::commands(const bench::RunSpec &spec, const Result<bench::Sweep> &sweep) {
    constexpr std::size_t kMaxShown = 6;
    if (spec.command.words.empty())
        return {};
    const Steps steps = stepsOf(spec, sweep);
    if (!steps) // the obstacle shows why
        return toQString(bench::shellLine(bench::withoutSecrets(spec.command)));
    QStringList shown;
    const std::size_t count = steps->size() > kMaxShown ? kMaxShown - 1 : steps->size();
    for (std::size_t i = 0; i < count; ++i)
        shown << toQString(bench::shellLine(bench::withoutSecrets((*steps)[i].spec.command)));
    if (steps->size() > count)
        shown << tr("and %1 more, up to %2")
                     .arg(steps->size() - count)
                     .arg(toQString(bench::valueName(sweep->flag, steps->back().value)));
    return shown.join(QLatin1Char('\n'));
}

QString BenchRunText::longRun(const bench::RunSpec &spec, Result<bench::Sweep> sweep, const Expect &expect) {
    std::size_t runs = 0;
    std::chrono::seconds expected{0}; // if known
    const unsigned repeats = sweep ? sweep->repeats : 1;
    for (const bench::SweepStep &step :
         stepsOf(spec, std::move(sweep)).value_or(std::vector<bench::SweepStep>())) {
        const auto one = expect ? expect(step.spec) : bench::expectedDuration(step.spec, {});
        expected += repeats * one.value_or(std::chrono::seconds(0));
        runs += repeats;
    }
    if (spec.detached || expected < bench::kLongRun)
        return {};
    const QString duration = toQString(bench::durationText(expected));
    return runs > 1 ? tr("%1 runs take about %2. If this machine sleeps or is offline for longer than set in "
                         "Preferences, the host stops the current run. Choose Detached to let it continue.")
                          .arg(runs)
                          .arg(duration)
                    : tr("Takes about %1. If this machine sleeps or is offline for longer than set in "
                         "Preferences, the host stops the run. Choose Detached to let it continue.")
                          .arg(duration);
}

QString BenchRunText::plan(const bench::RunSpec &spec, const Result<bench::Sweep> &sweep) {
    const QString host = toQString(spec.host);
    const std::size_t values = sweep && !sweep->flag.empty() ? sweep->values.size() : 1;
    const std::size_t repeats = sweep ? sweep->repeats : 1;
    if (values > 1 && repeats > 1)
        return tr("Runs each of these %1 commands %2 times on %3, one after another.")
            .arg(values)
            .arg(repeats)
            .arg(host);
    if (values > 1)
        return tr("Runs these %1 commands on %2, one after another.").arg(values).arg(host);
    if (repeats > 1)
        return tr("Runs this %1 times on %2, one after another.").arg(repeats).arg(host);
    return tr("Runs this command on %1.").arg(host);
}

QString BenchRunText::sweepObstacle(const bench::RunSpec &spec, const Result<bench::Sweep> &sweep) {
    if (!sweep)
        return toQString(sweep.error().toString());
    if (sweep->flag.empty())
        return {};
    const auto steps = bench::stepsOf(spec, *sweep);
    return steps ? QString() : toQString(steps.error().toString());
}

QString BenchRunText::values(const Result<bench::Sweep> &sweep) {
    if (!sweep || sweep->flag.empty())
        return {};
    QStringList all;
    for (const std::string &value : sweep->values)
        all << toQString(value);
    return tr("Runs with %1 = %2.").arg(toQString(sweep->flag), all.join(QStringLiteral(", ")));
}

} // namespace fabricscope::widgets
