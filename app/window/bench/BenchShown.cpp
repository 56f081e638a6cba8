// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of BenchController that assembles what the screen shows: runs of logs, stored runs, runs of this
// session, and medians of queues; each is judged once per change.
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchHistory.h"
#include "app/window/bench/BenchKeys.h"
#include "core/bench/judge/Repeats.h"
#include "core/bench/view/BenchStops.h"
#include "core/bench/view/BenchTelemetry.h"
#include "core/bench/view/LibraryPage.h"
#include "core/present/bench/ChartScale.h"

#include <QDateTime>
#include <QLocale>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

using bench::Phase;

QString whenText(std::int64_t ms) {
    return QLocale(QLocale::English)
        .toString(QDateTime::fromMSecsSinceEpoch(ms), QStringLiteral("d MMM HH:mm"));
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

std::string chosenKey(const bench::CompareWith &with) {
    if (!with.id.empty())
        return std::string(kRunKey) + with.id;
    return with.last == 0 ? std::string(kNothingKey) : std::string(kLastKey) + std::to_string(with.last);
}

bench::BenchChoices choicesOf(const std::vector<const bench::EarlierRun *> &runs,
                              const bench::CompareWith &with) {
    bench::BenchChoices choices;
    if (runs.empty())
        return choices;
    const auto add = [&choices](const std::string &key, const QString &words) {
        choices.all.push_back({key, words.toStdString()});
    };
    for (const std::size_t count : {10, 3})
        add(std::string(kLastKey) + std::to_string(count),
            BenchController::tr("The last %1 runs").arg(count));
    add(std::string(kLastKey) + "1", BenchController::tr("The last run"));
    add(std::string(kNothingKey), BenchController::tr("Nothing"));
    for (const bench::EarlierRun *run : runs)
        add(std::string(kRunKey) + run->record.state.id, oneRun(run->record));
    choices.chosen = chosenKey(with);
    return choices;
}

/// The state of a run whose end was not reported: it cannot be stopped from here.
bench::RunState endedState(bench::RunState state) {
    if (state.phase > Phase::Stopping)
        return state;
    state.phase = Phase::Lost;
    state.why = "exit status unknown; another window still follows it, or fabricscope was closed";
    return state;
}

/// "vm-02a, read 22 Nov 18:03": the host states saved with the run.
std::vector<std::string> hostsOf(const bench::RunRecord &record) {
    std::vector<std::string> hosts;
    for (const bench::RunCapture &capture : record.captures)
        hosts.push_back(BenchController::tr("%1, read %2")
                            .arg(QString::fromStdString(capture.host), capture.takenMs > 0
                                                                           ? whenText(capture.takenMs)
                                                                           : BenchController::tr("earlier"))
                            .toStdString());
    if (hosts.empty())
        hosts.push_back(record.spec.host + ", " +
                        BenchController::tr("host state was not saved").toStdString());
    return hosts;
}

/// The line of a stored run: "23 Nov 01:09, ai1, 292.4 GB/s, -b 4M".
bench::BenchStep stepOf(const bench::RunRecord &record) {
    bench::BenchStep step;
    step.name = record.spec.test.empty() ? record.spec.tool : record.spec.test;
    QStringList note{whenText(record.createdMs), QString::fromStdString(record.spec.host)};
    const bool isOpen = record.state.phase <= Phase::Stopping;
    for (const QString &part : {record.damage.empty() ? QString() : BenchController::tr("damaged"),
                                bestText(record.summary), QString::fromStdString(record.sweepValue),
                                !isOpen                ? QString()
                                : record.spec.detached ? BenchController::tr("detached, not fetched")
                                                       : BenchController::tr("end unknown"),
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

template<class T> void append(std::vector<T> &to, const std::vector<T> &more) {
    to.insert(to.end(), more.begin(), more.end());
}

bool hasKey(const bench::BenchChoices &choices, const std::string &key) {
    return std::any_of(choices.all.begin(), choices.all.end(),
                       [&](const auto &choice) { return choice.key == key; });
}

} // namespace

// Judging

/// A chosen run is only compared with runs of its own kind.
void BenchController::findAgainst(const bench::BenchView &view, Against &against) const {
    Against now;
    now.stamp = m_stamp;
    now.participants = bench::participantsOf(*view.results);
    now.hasRows = bench::hasRows(*view.results);
    now.startedMs = view.state ? view.state->startedMs : std::nullopt;
    if (against.stamp == now.stamp && against.participants == now.participants &&
        against.hasRows == now.hasRows && against.startedMs == now.startedMs)
        return;
    bench::CompareWith with = m_compare;
    now.choices = choicesOf(bench::comparableRuns(view, m_history->runs()), with);
    if (!hasKey(now.choices, now.choices.chosen)) {
        with = {};
        now.choices.chosen = chosenKey(with);
    }
    now.compared = bench::compareBench(view, m_history->runs(), with);
    against = std::move(now);
}

void BenchController::judgeAgainst(bench::BenchView &view, const Against &against,
                                   const bench::BenchHost &facts) const {
    view.compareWith = against.choices;
    view.baseline = against.compared.shown;
    bench::judgeBench(view, facts, against.compared.baseline);
}

bench::BenchHost BenchController::factsOf(const bench::BenchView &view) const {
    return m_facts && view.spec ? m_facts(view.spec->host) : bench::BenchHost();
}

/// Each run has its own interval; all together take a short time.
void BenchController::judgeLive() {
    m_round.begin();
    for (std::size_t step = 0; step < m_live.size(); ++step)
        judge(m_round.at(step, m_live.size()));
    if (m_round.hasLeft())
        showSoon();
}

/// Judges only if there is something new: called at each tick.
void BenchController::judge(std::size_t index) {
    Live &live = m_live[index];
    if (live.telemetry != live.last.telemetry ||
        (live.telemetry && !live.telemetryHasEnded && live.last.state.phase > Phase::Stopping))
        updateTelemetry(live);
    if (live.last.runs.empty() || (live.judged.results == live.last.runs.back() && live.stamp == m_stamp &&
                                   live.library == live.last.library))
        return;
    const bool isOtherTable = live.tables != live.last.runs.size();
    const bool isSeen = isWatched(live);
    const bool hasEnded = live.last.state.phase > Phase::Stopping;
    const bool isNew = live.judged.results != live.last.runs.back() || live.library != live.last.library;
    if (hasEnded && !isNew && !isSeen && std::exchange(live.waits, m_stamp) != m_stamp) {
        m_isBehind = true; // only what it is compared with has changed: judged later
        return;
    }
    const bool mustBe =
        (hasEnded && isNew) || (live.stamp != m_stamp && (isSeen || !hasEnded)) || isOtherTable;
    const auto from = JudgeTurn::Clock::now();
    if (!mustBe && (!live.turn.isDue(isSeen, from) || (!isSeen && !m_round.hasRoom(index)))) {
        m_isBehind = true;
        return;
    }
    // Tables completed since then: any of them may contain what makes a run worthless.
    for (std::size_t table = live.tables > 0 ? live.tables - 1 : 0; table + 1 < live.last.runs.size();
         ++table)
        applyStopRules(live, *live.last.runs[table], {}, std::nullopt);
    live.tables = live.last.runs.size();
    judgeResults(live);
    const auto to = JudgeTurn::Clock::now();
    live.turn.took(from, to);
    m_round.took(to - from);
}

void BenchController::judgeResults(Live &live) {
    live.stamp = m_stamp;
    live.judged = viewOf(live);
    live.judged.results = live.last.runs.back();
    findAgainst(live.judged, live.against);
    judgeAgainst(live.judged, live.against, factsOf(live.judged));
    if (std::exchange(live.library, live.last.library) != live.last.library)
        live.page = std::make_shared<const bench::LibraryPage>(
            bench::libraryPage(*live.library, *live.judged.results, factsOf(live.judged)));
    live.judged.library = live.page;
    const auto &ceiling = live.judged.ceiling;
    applyStopRules(live, *live.judged.results, live.against.compared.baseline,
                   ceiling ? bench::fromUnit(ceiling->value, ceiling->unit) : std::nullopt);
}

void BenchController::updateTelemetry(Live &live) {
    live.telemetry = live.last.telemetry;
    live.telemetryHasEnded = live.last.state.phase > Phase::Stopping;
    live.telemetryView = viewOf(live);
    if (!live.last.runs.empty())
        live.telemetryView.results = live.last.runs.back(); // contains what the tool printed about the NIC
    bench::putTelemetry(live.telemetryView, *live.telemetry, factsOf(live.telemetryView));
}

void BenchController::applyStopRules(Live &live, const bench::Results &results,
                                     const bench::Baseline &baseline,
                                     std::optional<GigabytesPerSecond> ceiling) {
    // Output of a run that is followed again may be old.
    if (live.last.state.phase != Phase::Running || live.isFollowed || !live.endedWhy.empty())
        return;
    const auto reason = bench::reasonToStop(
        results, bench::stopConditions(bench::rulesFor(live.step.spec, m_stopRules)), baseline, ceiling);
    if (!reason)
        return;
    live.endedWhy = *reason;
    Q_EMIT statusMessageRequested(
        tr("Stopping %1 automatically: %2")
            .arg(QString::fromStdString(live.step.spec.test), QString::fromStdString(*reason)));
    Q_EMIT endRequested(QString::fromStdString(live.last.state.id));
}

void BenchController::judge(StoredRun &kept) const {
    if (kept.stamp == m_stamp)
        return;
    kept.stamp = m_stamp;
    kept.judged.clear();
    bench::BenchView base;
    base.spec = kept.record.spec;
    base.state = endedState(kept.record.state);
    base.source = kept.record.spec.host;
    base.hosts = hostsOf(kept.record);
    const bench::BenchHost facts = kept.facts.topology ? kept.facts : factsOf(base);
    base.simulated = kept.record.state.simulated;
    base.sweepValue = kept.record.sweepValue;
    base.stepValue = (tr("saved, ") + whenText(kept.record.createdMs)).toStdString();
    bridge::BenchResults tables = kept.tables;
    if (tables.empty())
        tables.push_back(std::make_shared<const bench::Results>());
    for (std::size_t table = 0; table < tables.size(); ++table) {
        bench::BenchView &view = kept.judged.emplace_back(base);
        view.key = keyOf(kept.record.state.id) + std::to_string(table);
        view.results = tables[table];
        if (view.results->version.find("simulated") != std::string::npos)
            view.simulated = view.results->version;
        Against against;
        findAgainst(view, against);
        judgeAgainst(view, against, facts);
        if (kept.telemetry && table + 1 == tables.size()) // as during the run: with the newest table
            bench::putTelemetry(view, *kept.telemetry, facts);
        if (!kept.isComplete)
            view.findings.emplace_back("run.truncated");
    }
}

// Content of the screen

bench::BenchView BenchController::viewOf(const Live &live) const {
    bench::BenchView view;
    view.results = std::make_shared<const bench::Results>();
    view.spec = live.step.spec;
    view.state = live.last.state;
    view.simulated = live.simulated;
    view.source = live.step.spec.host;
    view.hosts = {live.step.spec.host};
    view.key = keyOf(live.number) + "0";
    view.sweepValue = live.step.value;
    view.stepValue = bench::stepName(live.of.variable, live.step, live.of.repeats);
    return view;
}

/// Adds the runs of this session: each table that was printed is one run.
void BenchController::addLive(std::vector<bench::BenchView> &runs) {
    for (std::size_t index = 0; index < m_live.size(); ++index) {
        const Live &live = m_live[index];
        bench::BenchView view = viewOf(live);
        for (std::size_t table = 0; table + 1 < live.last.runs.size(); ++table) { // all but the last table
            view.results = live.last.runs[table];
            view.key = keyOf(live.number) + std::to_string(table);
            runs.push_back(view);
        }
        if (live.judged.results)
            view = live.judged;
        append(view.telemetry, live.telemetryView.telemetry);
        append(view.findings, live.telemetryView.findings);
        append(view.transport, live.telemetryView.transport);
        if (!live.last.runs.empty()) {
            view.results = live.last.runs.back(); // the newest, judged or not
            view.key = keyOf(live.number) + std::to_string(live.last.runs.size() - 1);
        }
        view.state = live.last.state;
        view.lastRowMs = live.last.lastRowMs;
        if (live.last.state.phase <= Phase::Stopping && !live.isFollowed)
            view.stopRules = bench::rulesFor(live.step.spec, m_stopRules);
        if (!live.endedWhy.empty()) {
            view.state->why = "automatically, " + live.endedWhy;
            findings::Finding ended("run.ended");
            ended.set("why", live.endedWhy);
            view.findings.insert(view.findings.begin(), std::move(ended));
        }
        runs.push_back(std::move(view));
        const bool isLastOfQueue = index + 1 == m_live.size() || m_live[index + 1].of.group != live.of.group;
        if (!live.of.group.empty() && isLastOfQueue)
            addMedians(runs, live);
    }
}

/// Once two steps have succeeded.
void BenchController::addMedians(std::vector<bench::BenchView> &runs, const Live &last) {
    std::vector<bench::StepResult> steps;
    for (const Live &live : m_live)
        if (live.of.group == last.of.group && live.last.state.phase == Phase::Ended &&
            !live.last.runs.empty() && bench::isGood(*live.last.runs.back()))
            steps.push_back({live.step.value, live.last.runs.back()});
    if (steps.size() < 2)
        return;
    Medians &medians = m_medians[last.of.group];
    if (std::exchange(medians.steps, steps.size()) != steps.size()) {
        bench::Results results = bench::resultsOfSteps(steps, last.of.variable);
        if (results.test.empty()) // not every version prints its name
            results.test = last.step.spec.test;
        medians.results = std::make_shared<const bench::Results>(std::move(results));
    }
    bench::BenchView view;
    view.results = medians.results;
    view.source = last.step.spec.host;
    view.hosts = {last.step.spec.host};
    view.simulated = last.simulated;
    view.key = medianKey(last.of.group);
    view.stepValue = tr("medians of %1 runs").arg(steps.size()).toStdString();
    const auto judged = std::find_if(m_live.begin(), m_live.end(), [&](const Live &live) {
        return live.of.group == last.of.group && live.judged.ceiling;
    });
    if (judged != m_live.end())
        view.ceiling = judged->judged.ceiling;
    runs.push_back(std::move(view));
}

std::vector<bench::RunRecord> BenchController::endedRuns(const std::string &host) const {
    std::vector<bench::RunRecord> records;
    for (const Live &live : m_live) {
        if (live.step.spec.host != host || live.last.state.phase != Phase::Ended || live.last.runs.empty())
            continue;
        bench::RunRecord &record = records.emplace_back();
        record.spec = live.step.spec;
        record.state = live.last.state;
        record.createdMs = live.last.state.startedMs.value_or(0);
        record.summary = bench::summaryOf(*live.last.runs.back());
    }
    return records;
}

const std::vector<widgets::BenchContent::Earlier> &BenchController::earlierRuns() {
    if (!std::exchange(m_isEarlierStale, false))
        return m_earlier;
    m_earlier.clear();
    for (const bench::RunRecord &record : m_history->records()) {
        const bool isHere = std::any_of(m_live.begin(), m_live.end(), [&](const Live &live) {
            return live.last.state.id == record.state.id;
        });
        if (!isHere)
            m_earlier.push_back({QString::fromStdString(record.state.id), stepOf(record)});
    }
    return m_earlier;
}

/// The requested run, else the one shown; a view of the last table of a run moves on to the next table.
std::size_t BenchController::currentOf(const std::vector<bench::BenchView> &runs) const {
    const bench::BenchView *shown = m_screen.view();
    std::string requested = m_requestedKey;
    if (requested.empty() && shown != nullptr) {
        requested = shown->key;
        const std::string family = requested.substr(0, requested.rfind(':') + 1);
        const auto &before = m_screen.content().runs;
        const std::size_t next = m_screen.content().current + 1;
        if (requested.starts_with("run:") && (next >= before.size() || !before[next].key.starts_with(family)))
            requested = family;
    }
    for (std::size_t index = runs.size(); index-- > 0 && !requested.empty();)
        if (isOf(runs[index].key, requested))
            return index;
    return runs.empty() ? 0 : std::min(m_screen.content().current, runs.size() - 1);
}

void BenchController::showSoon() {
    if (!m_soon->isActive())
        m_soon->start();
}

void BenchController::show() {
    m_soon->stop();
    m_isNew = m_isBehind = false;
    widgets::BenchContent content;
    content.id = m_content;
    content.title = m_logs.empty() ? tr("Runs") : m_logs.size() == 1 ? tr("Log") : tr("Logs");
    content.subtitle = m_logs.size() == 1 ? m_logs.front().name : QString();
    content.loading = isReading();
    addLogs(content.runs);
    for (StoredRun &kept : m_storedRuns) {
        if (kept.judged.empty() || isShown(keyOf(kept.record.state.id)))
            judge(kept);
        content.runs.insert(content.runs.end(), kept.judged.begin(), kept.judged.end());
    }
    judgeLive();
    addLive(content.runs);
    content.failure = content.runs.empty() ? m_failure : QString();
    content.earlier = earlierRuns();
    content.earlierHost = QString::fromStdString(m_history->host());
    for (const std::string &host : m_history->hosts())
        content.earlierHosts << QString::fromStdString(host);
    content.earlierNote = m_history->failure();
    if (content.earlierNote.isEmpty() && !m_history->isListWhole())
        content.earlierNote =
            tr("The newest %1 are listed. Scroll to the end for more.").arg(m_history->records().size());
    content.current = currentOf(content.runs);
    if (content.current < content.runs.size())
        compareLogs(content.runs[content.current]);
    if (!content.loading &&
        (content.runs.empty() || !isOf(content.runs[content.current].key, m_requestedKey)))
        m_requestedKey.clear(); // it does not exist
    m_screen.setContent(std::move(content));
    if (m_isBehind && !m_timer->isActive())
        m_timer->start(); // until all are judged
    if (isShownStale())
        showSoon(); // it was not shown a moment ago
}

} // namespace fabricscope::app::window
