// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/view/RunJudge.h"

#include "core/bench/run/Ceiling.h"
#include "core/bench/view/BenchStops.h"
#include "core/bench/view/BenchTelemetry.h"
#include "core/bench/view/LibraryPage.h"

#include <algorithm>
#include <utility>

namespace fabricscope::bench {

namespace {

bool hasEnded(const RunState &state) {
    return state.phase > Phase::Stopping;
}

RunComparison compare(const BenchView &view, const RunQuestion &question) {
    RunComparison made;
    made.earlier = question.earlier;
    made.with = question.compareWith;
    if (!made.earlier)
        return made;
    made.comparable = comparableRuns(view, *made.earlier);
    const bool isThere = std::any_of(made.comparable.begin(), made.comparable.end(),
                                     [&](const auto *each) { return each->record.state.id == made.with.id; });
    if (!made.with.id.empty() && !isThere)
        made.with = {};
    made.compared = compareBench(view, *made.earlier, made.with);
    return made;
}

/// The demo's tools name themselves in the version that they print.
std::string simulatedBy(const Results &results) {
    return results.version.find("simulated") != std::string::npos ? results.version : std::string();
}

} // namespace

bool RunJudge::hasOther(const RunSoFar &run, const RunQuestion &question) const {
    return !run.tables.empty() && (m_version != question.version || m_tables.size() != run.tables.size());
}

bool RunJudge::hasNew(const RunSoFar &run, const RunQuestion &question) const {
    return hasOther(run, question) ||
           (!run.tables.empty() &&
            (m_tables.back()->view.results != run.tables.back() || m_library != run.library));
}

void RunJudge::judge(const RunSoFar &run, const RunQuestion &question) {
    const bool isSame = std::exchange(m_version, question.version) == question.version;
    if (!isSame) {
        m_tables.clear();
        m_comparison.reset();
    }
    const bool isOtherLibrary = std::exchange(m_library, run.library) != run.library;
    if (m_library && !run.tables.empty() && (isOtherLibrary || !isSame))
        m_page =
            std::make_shared<const LibraryPage>(libraryPage(*m_library, *run.tables.back(), question.host));
    m_tables.resize(std::min(m_tables.size(), run.tables.size()));
    for (std::size_t table = 0; table < run.tables.size(); ++table) {
        const bool isLast = table + 1 == run.tables.size();
        const bool isThere = table < m_tables.size();
        if (isThere && m_tables[table]->view.results == run.tables[table] && !(isLast && isOtherLibrary))
            continue;
        auto made = judgedTable(run, table, question);
        if (isThere)
            m_tables[table] = std::move(made);
        else
            m_tables.push_back(std::move(made));
    }
    judgeTelemetry(run, question);
}

/// `library` is about the whole run, and is shown with its newest table.
std::shared_ptr<const JudgedTable> RunJudge::judgedTable(const RunSoFar &run, std::size_t table,
                                                         const RunQuestion &question) {
    auto made = std::make_shared<JudgedTable>();
    BenchView &view = made->view;
    view = m_base;
    view.results = run.tables[table];
    view.state = run.state;
    if (const std::string simulated = simulatedBy(*view.results); !simulated.empty())
        view.simulated = simulated;
    made->comparison = comparisonFor(view, question);
    view.baseline = made->comparison->compared.shown;
    const Baseline &baseline = made->comparison->compared.baseline;
    judgeBench(view, question.host, baseline);
    if (table + 1 == run.tables.size())
        view.library = m_page;
    if (view.spec)
        made->reasonToStop = bench::reasonToStop(
            *view.results, stopConditions(rulesFor(*view.spec, question.stopRules)), baseline,
            view.ceiling ? fromUnit(view.ceiling->value, view.ceiling->unit) : std::nullopt);
    return made;
}

/// Which runs are comparable depends on the participants, not on the rows.
std::shared_ptr<const RunComparison> RunJudge::comparisonFor(const BenchView &view,
                                                             const RunQuestion &question) {
    ComparedAs now{participantsOf(*view.results), hasRows(*view.results),
                   view.state ? view.state->startedMs : std::nullopt};
    if (m_comparison && m_comparedAs == now)
        return m_comparison;
    m_comparison = std::make_shared<const RunComparison>(compare(view, question));
    m_comparedAs = std::move(now);
    return m_comparison;
}

void RunJudge::judgeTelemetry(const RunSoFar &run, const RunQuestion &question) {
    const bool ended = hasEnded(run.state);
    if (!run.telemetry || (m_telemetry == run.telemetry && m_telemetryHasEnded == ended &&
                           m_telemetryVersion == question.version))
        return;
    m_telemetry = run.telemetry;
    m_telemetryHasEnded = ended;
    m_telemetryVersion = question.version;
    auto view = std::make_shared<BenchView>(m_base);
    view->state = run.state;
    view->results = run.tables.empty() ? std::make_shared<const Results>()
                                       : run.tables.back(); // what the tool printed about the NIC
    putTelemetry(*view, *m_telemetry, question.host);
    m_telemetryView = std::move(view);
}

std::string RunJudge::reasonToStop() const {
    const auto table = std::find_if(m_tables.begin(), m_tables.end(),
                                    [](const auto &each) { return each->reasonToStop.has_value(); });
    return table == m_tables.end() ? std::string() : *(*table)->reasonToStop;
}

} // namespace fabricscope::bench
