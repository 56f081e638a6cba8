// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/StoredRuns.h"

#include "app/jobs/collect/ReleaseOnWorker.h"
#include "app/window/bench/BenchKeys.h"
#include "app/window/bench/RunWords.h"
#include "core/bench/view/RunJudge.h"

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

bench::BenchView baseOf(const bench::RunRecord &record) {
    bench::BenchView base;
    base.spec = record.spec;
    base.source = record.spec.host;
    base.simulated = record.state.simulated;
    base.sweepValue = record.sweepValue;
    return base;
}

/// A run without output has one empty table.
bench::RunSoFar wholeRun(const HistoryRead::Opened &opened) {
    bench::RunSoFar run{endedState(opened.record.state), opened.tables, nullptr, opened.telemetry};
    if (run.tables.empty())
        run.tables.push_back(std::make_shared<const bench::Results>());
    return run;
}

std::shared_ptr<const bench::JudgedRun> judgedRun(const HistoryRead::Opened &opened,
                                                  const bench::RunQuestion &question) {
    const bench::RunSoFar run = wholeRun(opened);
    bench::RunJudge judge(baseOf(opened.record));
    judge.judge(run, question);
    auto judged = std::make_shared<bench::JudgedRun>();
    judged->base = judge.base();
    judged->state = run.state;
    judged->tables = run.tables;
    judged->judged = judge.tables();
    judged->telemetry = judge.telemetry();
    judged->version = question.version;
    return judged;
}

} // namespace

StoredRuns::StoredRuns(const std::shared_ptr<bridge::Mailbox> &box, WorkerPool &workers, QObject *parent)
    : QObject(parent)
    , m_judged(box, [this](const std::shared_ptr<const bench::JudgedRun> &judged) { receive(judged); })
    , m_workers(workers) {}

void StoredRuns::open(const HistoryRead::Opened &opened) {
    Run run;
    run.id = opened.record.state.id;
    run.opened = opened;
    // The host's graph is released on a worker, not on the GUI thread.
    const Strand strand(&m_workers);
    run.opened.facts = {releasedOn(strand, opened.facts.topology),
                        releasedOn(strand, opened.facts.examination)};
    const auto found =
        std::find_if(m_runs.begin(), m_runs.end(), [&](const Run &each) { return each.id == run.id; });
    if (found != m_runs.end()) {
        run.judged = std::move(found->judged); // shown until the new one is judged
        run.views = std::move(found->views);
        *found = std::move(run);
        return judge(*found);
    }
    if (m_runs.size() >= kMaxRuns)
        m_runs.erase(m_runs.begin());
    m_runs.push_back(std::move(run));
    judge(m_runs.back());
}

void StoredRuns::close(const std::string &id) {
    std::erase_if(m_runs, [&](const Run &run) { return run.id == id; });
}

void StoredRuns::judge(Run &run) {
    run.terms = m_version;
    run.question = ++m_question;
    auto question = std::make_shared<bench::RunQuestion>();
    question->version = run.question;
    question->host = run.opened.facts;
    if (!question->host.topology && m_facts)
        question->host = m_facts(run.opened.record.spec.host);
    question->earlier = m_terms.earlier;
    question->compareWith = m_terms.compareWith;
    m_workers.post([to = m_judged.sender(), opened = run.opened, question = std::move(question)] {
        to.post(judgedRun(opened, *question));
    });
}

void StoredRuns::setTerms(JudgeTerms terms) {
    m_terms = std::move(terms);
    ++m_version;
    setShown(m_shown);
}

void StoredRuns::setShown(const std::string &key) {
    m_shown = key;
    for (Run &run : m_runs)
        if (run.terms != m_version && isOf(m_shown, keyOf(run.id)))
            judge(run);
}

void StoredRuns::receive(const std::shared_ptr<const bench::JudgedRun> &judged) {
    const auto run = std::find_if(m_runs.begin(), m_runs.end(),
                                  [&](const Run &each) { return each.question == judged->version; });
    if (run == m_runs.end()) // closed meanwhile, or asked again
        return;
    run->judged = judged;
    run->views = viewsOf(*run);
    Q_EMIT changed();
}

std::vector<bench::BenchView> StoredRuns::viewsOf(const Run &run) {
    const bench::RunRecord &record = run.opened.record;
    std::vector<bench::BenchView> views = run.judged->views();
    for (std::size_t table = 0; table < views.size(); ++table) {
        bench::BenchView &view = views[table];
        view.key = keyOf(run.id) + std::to_string(table);
        view.hosts = hostsOf(record);
        view.stepValue = (tr("saved, ") + whenText(record.createdMs)).toStdString();
        view.compareWith = choicesOf(*run.judged->judged.at(table)->comparison);
        if (!run.opened.isComplete)
            view.findings.emplace_back("run.truncated");
    }
    return views;
}

void StoredRuns::appendTo(std::vector<bench::BenchView> &views) const {
    for (const Run &run : m_runs)
        views.insert(views.end(), run.views.begin(), run.views.end());
}

bool StoredRuns::isPending() const {
    return std::any_of(m_runs.begin(), m_runs.end(),
                       [](const Run &run) { return !run.judged || run.judged->version != run.question; });
}

} // namespace fabricscope::app::window
