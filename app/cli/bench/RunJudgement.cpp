// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/RunJudgement.h"

#include "app/cli/sources/ReadLog.h"
#include "app/cli/sources/Targets.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/jobs/judge/EarlierRuns.h"
#include "app/jobs/run/RunStorePath.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/bench/view/BenchStops.h"
#include "core/report/TextSamples.h"
#include "core/store/RunStore.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace fabricscope::app::cli {

namespace {

bench::BenchView baseOf(const bench::RunSpec &spec) {
    bench::BenchView base;
    base.spec = spec;
    base.source = spec.host;
    base.hosts = {spec.host};
    return base;
}

/// Without a database of runs, or one that cannot be read, there is nothing to compare with.
std::shared_ptr<const std::vector<bench::EarlierRun>> storedRunsLike(const bench::RunSpec &spec) {
    const std::string path = runStorePath();
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
        return nullptr;
    const auto store = store::RunStore::open(path, {.readOnly = true});
    if (!store)
        return nullptr;
    auto read = readEarlierRuns(*store, spec, {}, [] { return false; });
    return std::make_shared<const std::vector<bench::EarlierRun>>(std::move(read.runs));
}

/// Each once: what follows from the results of all tables, and what their error lines mean.
std::vector<findings::Finding> findingsOf(const bench::JudgedRun &judged) {
    std::vector<findings::Finding> all;
    const auto add = [&all](const std::vector<findings::Finding> &more) {
        for (const findings::Finding &finding : more)
            if (finding.rule != "run.ended" && // said when it was stopped
                std::find(all.begin(), all.end(), finding) == all.end())
                all.push_back(finding);
    };
    for (const bench::BenchView &view : judged.views()) {
        add(view.findings);
        add(view.results->diagnostics);
    }
    return all;
}

/// If the run was not stored, there is nothing to note.
void noteReason(const std::string &id, const std::string &why) {
    const std::string path = runStorePath();
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
        return;
    if (auto store = store::RunStore::open(path, {.readOnly = false}))
        (void)store->setNote(id, "stopped automatically: " + why);
}

} // namespace

RunJudgement::RunJudgement(const bench::RunSpec &spec, bench::BenchHost host,
                           std::vector<bench::StopRule> stopRules)
    : m_host(spec.host)
    , m_session(BenchSession::make(baseOf(spec),
                                   [this](std::shared_ptr<const bench::JudgedRun> judged) {
                                       const std::scoped_lock lock(m_mutex);
                                       m_judged = std::move(judged);
                                   },
                                   {})) {
    m_question.version = 1;
    m_question.host = std::move(host);
    m_question.stopRules = std::move(stopRules);
    m_session->setQuestion(std::make_shared<const bench::RunQuestion>(m_question));
    m_reader = std::thread([this, spec] { // the run need not wait for it
        ++m_question.version;
        m_question.earlier = storedRunsLike(spec);
        m_session->setQuestion(std::make_shared<const bench::RunQuestion>(m_question));
    });
}

RunJudgement::~RunJudgement() {
    finishReading();
}

void RunJudgement::finishReading() {
    if (m_reader.joinable())
        m_reader.join();
}

std::shared_ptr<const bench::JudgedRun> RunJudgement::judged() {
    const std::scoped_lock lock(m_mutex);
    return m_judged;
}

ToolRun::Events RunJudgement::wrap(ToolRun::Events events) const {
    ToolRun::Events read;
    read.output = [session = m_session, then = std::move(events.output)](remote::Stream stream,
                                                                         std::string_view bytes) {
        session->output(bytes);
        then(stream, bytes);
    };
    read.state = [session = m_session, then = std::move(events.state)](const bench::RunState &state) {
        session->state(state);
        then(state);
    };
    read.finished = [session = m_session, then = std::move(events.finished)](const bench::RunState &state) {
        session->finish(state);
        then(state);
    };
    return read;
}

void RunJudgement::tick(ToolRun &run) {
    m_session->tick();
    const auto judged = this->judged();
    if (m_isStopped || judged == nullptr || judged->endedWhy.empty())
        return;
    if (run.state().phase != bench::Phase::Running) // it has ended meanwhile
        return;
    m_isStopped = true;
    printText(stderr, "{}stopping automatically: {}\n", messagePrefix(m_host),
              HostText(judged->endedWhy).line(512));
    run.stop();
}

int RunJudgement::report(const bench::RunState &state) {
    finishReading();
    const auto judged = this->judged();
    if (judged == nullptr)
        return kDone;
    const std::vector<findings::Finding> findings = findingsOf(*judged);
    if (!findings.empty())
        printText(stderr, "\n{}", Lines{report::findingsText(findings, terminalWidth())});
    reportIdleRules(*judged);
    if (m_isStopped && state.phase != bench::Phase::Ended)
        noteReason(state.id, judged->endedWhy);
    else if (m_isStopped)
        printText(stderr, "{}the tool had already ended by itself\n", messagePrefix(m_host));
    const bool isError = std::any_of(findings.begin(), findings.end(), [](const findings::Finding &finding) {
        return finding.severity == findings::Severity::Error;
    });
    return isError ? kFindings : kDone;
}

/// A rule that was asked for and had nothing to compare with did not guard the run.
void RunJudgement::reportIdleRules(const bench::JudgedRun &judged) const {
    const bench::StopConditions asked = bench::stopConditions(m_question.stopRules);
    const bool hasTable = !judged.judged.empty();
    if (asked.ceiling && (!hasTable || !judged.judged.back()->view.ceiling))
        printText(stderr, "{}--stop-when below-ceiling had no effect: no ceiling is known for this run\n",
                  messagePrefix(m_host));
    if (asked.baseline && (!hasTable || judged.judged.back()->comparison->compared.baseline.runs == 0))
        printText(stderr, "{}--stop-when below-baseline had no effect: no earlier run can be compared\n",
                  messagePrefix(m_host));
}

std::vector<bench::Results> RunJudgement::results() {
    std::vector<bench::Results> results;
    if (const auto judged = this->judged())
        for (const auto &table : judged->tables)
            results.push_back(*table);
    return results;
}

} // namespace fabricscope::app::cli
