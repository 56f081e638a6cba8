// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/RunWords.h"

#include "app/window/bench/BenchKeys.h"
#include "core/base/Text.h"
#include "core/present/bench/ChartScale.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

using bench::Phase;

QString tr(const char *text) {
    return QCoreApplication::translate("RunWords", text);
}

/// "367.3 GB/s"; empty if nothing was measured.
QString bestText(const bench::RunSummary &summary) {
    return summary.best ? QStringLiteral("%1 %2").arg(
                              QString::fromStdString(present::valueLabel(
                                  *summary.best, std::min(present::decimalsOf(*summary.best), 1))),
                              QString::fromStdString(summary.unit))
                        : QString();
}

/// "22 Nov 18:04, 367.3 GB/s".
QString oneRun(const bench::RunRecord &record) {
    const QString best = bestText(record.summary);
    return whenText(record.createdMs) + (best.isEmpty() ? QString() : QStringLiteral(", ") + best);
}

std::string keyOf(const bench::CompareWith &with) {
    if (!with.id.empty())
        return std::string(kRunKey) + with.id;
    return with.last == 0 ? std::string(kNothingKey) : std::string(kLastKey) + std::to_string(with.last);
}

} // namespace

QString whenText(std::int64_t ms) {
    return QLocale(QLocale::English)
        .toString(QDateTime::fromMSecsSinceEpoch(ms), QStringLiteral("d MMM HH:mm"));
}

std::vector<std::string> hostsOf(const bench::RunRecord &record) {
    std::vector<std::string> hosts;
    for (const bench::RunCapture &capture : record.captures)
        hosts.push_back(tr("%1, read %2")
                            .arg(QString::fromStdString(capture.host),
                                 capture.takenMs > 0 ? whenText(capture.takenMs) : tr("earlier"))
                            .toStdString());
    if (hosts.empty())
        hosts.push_back(record.spec.host + ", " + tr("host state was not saved").toStdString());
    return hosts;
}

bench::BenchStep stepOf(const bench::RunRecord &record) {
    bench::BenchStep step;
    step.name = record.spec.test.empty() ? record.spec.tool : record.spec.test;
    // What may be elided comes last.
    QStringList note{whenText(record.createdMs)};
    const bool isOpen = record.state.phase <= Phase::Stopping;
    for (const QString &part :
         {record.damage.empty() ? QString() : tr("damaged"), bestText(record.summary),
          QString::fromStdString(record.spec.host), QString::fromStdString(record.sweepValue),
          !isOpen                ? QString()
          : record.spec.detached ? tr("detached, not fetched")
                                 : tr("end unknown"),
          QString::fromStdString(record.note)})
        if (!part.isEmpty())
            note << part;
    step.note = note.join(QStringLiteral(", ")).toStdString();
    step.phase = endedState(record.state).phase;
    if (record.state.startedMs && record.state.endedMs)
        step.seconds = std::max(static_cast<double>(*record.state.endedMs) -
                                    static_cast<double>(*record.state.startedMs),
                                0.0) /
                       1000;
    const bool isBad = record.summary.wrong.value_or(0) > 0 || record.state.exitStatus.value_or(0) != 0;
    if (isBad || !record.damage.empty())
        step.worst = findings::Severity::Error;
    return step;
}

bench::RunState endedState(bench::RunState state) {
    if (state.phase > Phase::Stopping)
        return state;
    state.phase = Phase::Lost;
    state.why = "exit status unknown; another window still follows it, or fabricscope was closed";
    return state;
}

bench::BenchChoices choicesOf(const bench::RunComparison &comparison) {
    bench::BenchChoices choices;
    if (comparison.comparable.empty())
        return choices;
    const auto add = [&choices](const std::string &key, const QString &words) {
        choices.all.push_back({key, words.toStdString()});
    };
    for (const std::size_t count : {10, 3})
        add(std::string(kLastKey) + std::to_string(count), tr("The last %1 runs").arg(count));
    add(std::string(kLastKey) + "1", tr("The last run"));
    add(std::string(kNothingKey), tr("Nothing"));
    for (const bench::EarlierRun *run : comparison.comparable)
        add(std::string(kRunKey) + run->record.state.id, oneRun(run->record));
    choices.chosen = keyOf(comparison.with);
    return choices;
}

bench::CompareWith compareWithOf(std::string_view key) {
    bench::CompareWith with{0, {}};
    if (key.starts_with(kLastKey))
        with.last = parseInteger<std::size_t>(key.substr(kLastKey.size())).value_or(0);
    else if (key.starts_with(kRunKey))
        with.id = key.substr(kRunKey.size());
    return with;
}

} // namespace fabricscope::app::window
