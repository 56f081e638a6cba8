// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/LiveRuns.h"

#include "app/window/bench/BenchKeys.h"
#include "app/window/bench/RunWords.h"
#include "core/bench/judge/Repeats.h"
#include "core/bench/view/BenchStops.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fabricscope::app::window {

using bench::Phase;

LiveRuns::LiveRuns(const std::shared_ptr<bridge::Mailbox> &box, WorkerPool &workers, QObject *parent)
    : QObject(parent)
    , m_judged(
          box,
          [this](bridge::Origin from, std::shared_ptr<const bench::JudgedRun> judged) {
              receive(from.id, std::move(judged));
          },
          bridge::Keep::newest())
    , m_workers(workers) {}

LiveRuns::Run *LiveRuns::find(std::uint64_t number) {
    const auto found =
        std::find_if(m_runs.begin(), m_runs.end(), [&](const Run &run) { return run.number == number; });
    return found == m_runs.end() ? nullptr : &*found;
}

const LiveRuns::Run *LiveRuns::find(const std::string &id) const {
    const auto found =
        std::find_if(m_runs.begin(), m_runs.end(), [&](const Run &run) { return run.state().id == id; });
    return found == m_runs.end() ? nullptr : &*found;
}

bool LiveRuns::isShown(const Run &run) const {
    return isOf(m_shown, keyOf(run.number));
}

// Beginning and waiting

std::uint64_t LiveRuns::add(const bench::SweepStep &step, BenchStepOf of, const std::string &simulated) {
    if (m_runs.size() >= kMaxRuns)
        if (const auto old =
                std::find_if(m_runs.begin(), m_runs.end(), [](const Run &run) { return run.hasEnded(); });
            old != m_runs.end())
            m_runs.erase(old);
    Run run;
    run.number = ++m_number;
    run.step = step;
    run.of = std::move(of);
    run.simulated = simulated;
    auto waiting = std::make_shared<bench::JudgedRun>();
    waiting->state.id = waitingId(run.number);
    waiting->base = baseOf(run);
    run.last = std::move(waiting);
    m_runs.push_back(std::move(run));
    Q_EMIT added();
    return m_number;
}

bench::BenchView LiveRuns::baseOf(const Run &run) const {
    bench::BenchView view;
    view.spec = run.step.spec;
    view.simulated = run.simulated;
    view.source = run.step.spec.host;
    view.hosts = {run.step.spec.host};
    view.sweepValue = run.step.value;
    view.stepValue = bench::stepName(run.of.variable, run.step, run.of.repeats);
    return view;
}

std::shared_ptr<BenchSession> LiveRuns::begin(const bench::RunSpec &spec, const std::string &simulated) {
    return begin(add({spec, {}, 0}, {}, simulated));
}

/// From the second step on, a shown run that is not of this queue stays shown.
std::shared_ptr<BenchSession> LiveRuns::begin(std::uint64_t number) {
    Run *run = find(number);
    if (run == nullptr)
        return nullptr;
    bool follows = run->of.group.empty() || m_shown.empty();
    bool isFirst = true;
    for (const Run &each : m_runs) {
        if (each.of.group != run->of.group || &each == run || each.session == nullptr)
            continue;
        isFirst = false;
        follows = follows || isShown(each);
    }
    if (follows || isFirst)
        Q_EMIT keyRequested(QString::fromStdString(keyOf(number)));
    const auto session = start(*run);
    Q_EMIT panelCloseRequested();
    Q_EMIT begun(run->step.spec);
    return session;
}

std::shared_ptr<BenchSession> LiveRuns::start(Run &run) {
    bench::BenchView base = run.last->base;
    base.state = run.last->state;
    run.session = BenchSession::make(
        std::move(base),
        [to = m_judged.sender(), number = run.number](std::shared_ptr<const bench::JudgedRun> judged) {
            to.post({number, 0}, std::move(judged));
        },
        {.workers = &m_workers});
    run.session->setWatched(m_isVisible && isShown(run));
    ask(run);
    return run.session;
}

/// The user did not request it: a run that is shown stays shown.
std::shared_ptr<BenchSession> LiveRuns::follow(const bench::RunRecord &record, const std::string &simulated) {
    const std::string &id = record.state.id;
    if (isInProgress(id))
        return nullptr;
    bool wasShown = isOf(m_shown, keyOf(id));
    std::erase_if(m_runs, [&](const Run &run) {
        const bool isIt = run.state().id == id;
        wasShown = wasShown || (isIt && isShown(run));
        return isIt;
    });
    Q_EMIT followed(QString::fromStdString(id));
    const std::uint64_t number = add({record.spec, record.sweepValue, record.repeat}, {}, simulated);
    Run &run = *find(number);
    run.isFollowed = true;
    auto started = std::make_shared<bench::JudgedRun>(*run.last);
    started->state.id = id;
    started->state.phase = Phase::Starting;
    started->state.startedMs = record.state.startedMs;
    run.last = std::move(started);
    const auto session = start(run);
    if (wasShown)
        Q_EMIT keyRequested(QString::fromStdString(keyOf(number)));
    Q_EMIT begun(record.spec);
    return session;
}

void LiveRuns::setState(Run &run, Phase phase, const std::string &why) {
    auto other = std::make_shared<bench::JudgedRun>(*run.last);
    other->state.phase = phase;
    other->state.why = why;
    run.last = std::move(other);
}

void LiveRuns::hold(std::uint64_t number, const std::string &why) {
    Run *run = find(number);
    if (run == nullptr || run->session != nullptr)
        return;
    setState(*run, run->state().phase, why);
    if (run->of.group.empty())
        Q_EMIT keyRequested(QString::fromStdString(keyOf(number)));
    Q_EMIT panelCloseRequested();
    Q_EMIT changed(true);
    Q_EMIT statusMessageRequested(
        tr("%1 waits: %2").arg(QString::fromStdString(run->step.spec.test), QString::fromStdString(why)));
}

void LiveRuns::drop(const std::vector<std::uint64_t> &numbers, const std::string &why) {
    for (const std::uint64_t number : numbers) {
        Run *run = find(number);
        if (run == nullptr || run->session != nullptr)
            continue;
        setState(*run, Phase::Stopped, why);
        run->isReported = true;
    }
    if (!numbers.empty())
        Q_EMIT changed(true);
}

// Questions about them

bool LiveRuns::isInProgress(const std::string &id) const {
    const Run *run = find(id);
    return run != nullptr && !run->hasEnded();
}

std::optional<bench::RunSpec> LiveRuns::specOf(const std::string &id) const {
    const Run *run = find(id);
    return run == nullptr ? std::nullopt : std::optional(run->step.spec);
}

std::vector<bench::RunRecord> LiveRuns::endedRuns(const std::string &host) const {
    std::vector<bench::RunRecord> records;
    for (const Run &run : m_runs) {
        if (run.step.spec.host != host || run.state().phase != Phase::Ended || run.last->tables.empty())
            continue;
        bench::RunRecord &record = records.emplace_back();
        record.spec = run.step.spec;
        record.state = run.state();
        record.createdMs = run.state().startedMs.value_or(0);
        record.summary = bench::summaryOf(*run.last->tables.back());
    }
    return records;
}

bool LiveRuns::isAnyRunning() const {
    return std::any_of(m_runs.begin(), m_runs.end(),
                       [](const Run &run) { return run.session != nullptr && !run.hasEnded(); });
}

// Judging

bench::BenchHost LiveRuns::factsOf(const std::string &target) const {
    return m_facts ? m_facts(target) : bench::BenchHost();
}

/// Output of a run that is followed again may be old, so no rule ends it.
void LiveRuns::ask(Run &run) {
    if (run.session == nullptr)
        return;
    if (bench::BenchHost now = factsOf(run.step.spec.host); now.topology || !run.hasEnded())
        run.facts = std::move(now); // a run that has ended keeps them when its host is closed
    auto question = std::make_shared<bench::RunQuestion>();
    question->version = ++m_version;
    question->host = run.facts;
    question->earlier = m_terms.earlier;
    question->compareWith = m_terms.compareWith;
    if (!run.isFollowed)
        question->stopRules = m_terms.stopRules;
    run.session->setQuestion(std::move(question));
}

void LiveRuns::setTerms(JudgeTerms terms) {
    m_terms = std::move(terms);
    for (Run &run : m_runs)
        ask(run);
}

void LiveRuns::refreshFacts() {
    for (Run &run : m_runs)
        if (run.session != nullptr && !run.hasEnded() &&
            factsOf(run.step.spec.host).examination != run.facts.examination)
            ask(run);
}

void LiveRuns::setShown(std::string key, bool isVisible) {
    m_shown = std::move(key);
    m_isVisible = isVisible;
    for (const Run &run : m_runs)
        if (run.session != nullptr)
            run.session->setWatched(m_isVisible && isShown(run));
}

/// On workers: each tick may copy the parser's values.
void LiveRuns::tick() {
    for (const Run &run : m_runs)
        if (run.session != nullptr && !run.hasEnded())
            m_workers.post([session = run.session] { session->tick(); });
}

void LiveRuns::receive(std::uint64_t number, std::shared_ptr<const bench::JudgedRun> judged) {
    Run *run = find(number);
    if (run == nullptr)
        return;
    const bench::RunState before = std::exchange(run->last, std::move(judged))->state;
    requestEnd(*run);
    const Phase phase = run->state().phase;
    const bool isNewlyEnded = run->hasEnded() && !std::exchange(run->isReported, run->hasEnded());
    if (run->state().id != before.id)
        Q_EMIT added(); // the stored one is no longer listed
    // Also if its last step was stopped or lost: the others still have medians. If none has, nothing has this
    // key and the selection stays.
    if (isNewlyEnded && isWholeQueue(*run))
        Q_EMIT keyRequested(QString::fromStdString(medianKey(run->of.group)));
    const QString id = QString::fromStdString(run->state().id),
                  why = QString::fromStdString(run->last->endedWhy);
    Q_EMIT changed(phase != before.phase); // new rows: those of all runs are shown together
    if (isNewlyEnded)
        Q_EMIT ended(number, phase, id, why);
}

void LiveRuns::requestEnd(Run &run) {
    if (run.last->endedWhy.empty() || std::exchange(run.isEndRequested, true))
        return;
    Q_EMIT statusMessageRequested(
        tr("Stopping %1 automatically: %2")
            .arg(QString::fromStdString(run.step.spec.test), QString::fromStdString(run.last->endedWhy)));
    Q_EMIT endRequested(QString::fromStdString(run.state().id));
}

/// Whether all steps of its queue have ended and one of them is shown: any other view stays.
bool LiveRuns::isWholeQueue(const Run &last) const {
    bool isShownHere = false;
    for (const Run &run : m_runs) {
        if (last.of.group.empty() || run.of.group != last.of.group)
            continue;
        if (!run.hasEnded())
            return false;
        isShownHere = isShownHere || isShown(run);
    }
    return isShownHere;
}

// Views

void LiveRuns::appendTo(std::vector<bench::BenchView> &views) {
    for (std::size_t index = 0; index < m_runs.size(); ++index) {
        Run &run = m_runs[index];
        appendRun(views, run);
        const bool isLastOfQueue = index + 1 == m_runs.size() || m_runs[index + 1].of.group != run.of.group;
        if (!run.of.group.empty() && isLastOfQueue)
            appendMedians(views, run);
    }
}

void LiveRuns::appendRun(std::vector<bench::BenchView> &views, Run &run) {
    std::vector<bench::BenchView> tables = run.last->views();
    for (std::size_t table = 0; table < tables.size(); ++table) {
        bench::BenchView &view = tables[table];
        view.key = keyOf(run.number) + std::to_string(table);
        if (table >= run.last->judged.size())
            continue;
        const auto &comparison = run.last->judged[table]->comparison;
        if (std::exchange(run.comparison, comparison) != comparison)
            run.choices = choicesOf(*comparison);
        view.compareWith = run.choices;
    }
    if (!run.hasEnded() && !run.isFollowed)
        tables.back().stopRules = bench::rulesFor(run.step.spec, m_terms.stopRules);
    std::move(tables.begin(), tables.end(), std::back_inserter(views));
}

/// Once two steps have succeeded.
void LiveRuns::appendMedians(std::vector<bench::BenchView> &views, const Run &last) {
    std::vector<bench::StepResult> steps;
    std::optional<bench::BenchCeiling> ceiling;
    for (const Run &run : m_runs) {
        if (run.of.group != last.of.group)
            continue;
        if (!ceiling && !run.last->judged.empty())
            ceiling = run.last->judged.back()->view.ceiling;
        if (run.state().phase == Phase::Ended && !run.last->tables.empty() &&
            bench::isGood(*run.last->tables.back()))
            steps.push_back({run.step.value, run.last->tables.back()});
    }
    if (steps.size() < 2)
        return;
    Medians &medians = m_medians[last.of.group];
    if (std::exchange(medians.steps, steps.size()) != steps.size()) {
        bench::Results results = bench::resultsOfSteps(steps, last.of.variable);
        if (results.test.empty()) // not every version prints its name
            results.test = last.step.spec.test;
        medians.results = std::make_shared<const bench::Results>(std::move(results));
    }
    bench::BenchView &view = views.emplace_back();
    view.results = medians.results;
    view.source = last.step.spec.host;
    view.hosts = {last.step.spec.host};
    view.simulated = last.simulated;
    view.key = medianKey(last.of.group);
    view.stepValue = tr("medians of %1 runs").arg(steps.size()).toStdString();
    view.ceiling = ceiling;
}

} // namespace fabricscope::app::window
