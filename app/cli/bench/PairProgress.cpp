// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/PairProgress.h"

#include "app/cli/bench/BenchWatch.h"
#include "app/cli/terminal/CountInterrupts.h"
#include "app/jobs/collect/PartRun.h"
#include "core/base/Print.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/output/text/LogFinding.h"
#include "core/bench/view/BenchProgress.h"
#include "core/present/bench/BenchCharts.h"
#include "core/present/bench/ChartScale.h"

#include <chrono>
#include <cstdio>

namespace fabricscope::app::cli {

PairProgress::PairProgress(const bench::PairPlan &plan, const std::string &log, bool isVerbose)
    : m_plan(plan)
    , m_parser(bench::makeParser("perftest-mesh"))
    , m_log(log)
    , m_isVerbose(isVerbose)
    , m_reported(plan.rows.size(), std::vector<bool>(plan.columns.size())) {}

ToolRun::Events PairProgress::events() {
    ToolRun::Events events;
    events.output = [this](remote::Stream, std::string_view bytes) {
        take(bytes);
    };
    events.finished = [this](const bench::RunState &state) {
        m_parser->end();
        const std::scoped_lock lock(m_mutex);
        m_state = state;
        m_isOver = true;
        m_changed.notify_all();
    };
    return events;
}

bench::RunState PairProgress::wait(ToolRun &run) {
    int seen = 0;
    std::unique_lock lock(m_mutex);
    while (!m_changed.wait_for(lock, std::chrono::milliseconds(100), [this] { return m_isOver; })) {
        const int asked = CountInterrupts::count();
        if (asked == seen)
            continue;
        if (std::exchange(seen, asked) > 0)
            return run.state(); // the hosts end it when the links close
        printText(stderr, "\nfabricscope: stopping both ends{}\n", CountInterrupts::exitHint());
        run.stop();
    }
    return m_state;
}

bench::RunSummary PairProgress::summary() const {
    return results().empty() ? bench::RunSummary() : bench::summaryOf(results().back());
}

void PairProgress::take(std::string_view bytes) {
    if (!m_log.write(bytes))
        m_isUnwritten = true;
    if (!m_startedMs) // the header is printed at the start
        m_startedMs = nowMs();
    m_parser->feed(bytes);
    if (m_isVerbose)
        report();
}

/// ", ETA 3 min"; empty while unknown, and at the end.
std::string PairProgress::etaText(const bench::Results &run) const {
    bench::BenchView view;
    view.results = std::make_shared<const bench::Results>(run);
    view.state.emplace();
    view.state->startedMs = m_startedMs;
    const auto rest = bench::progressOf(view, nowMs()).remainingSeconds;
    return rest ? ", ETA " + present::durationLabel(*rest) : std::string();
}

/// Reports what is new since the last call.
void PairProgress::report() {
    if (results().empty() || results().back().matrices.empty())
        return;
    const bench::Results &run = results().back();
    const bench::Matrix &matrix = run.matrices.front();
    const std::size_t cells = m_plan.cells();
    for (std::size_t row = 0; row < m_reported.size() && row < matrix.values.size(); ++row)
        for (std::size_t column = 0; column < m_reported[row].size(); ++column) {
            const auto &value = matrix.values[row].at(column);
            if (!value || m_reported[row][column])
                continue;
            m_reported[row][column] = true;
            printText(stderr, "{} of {}: {} to {}: {:.2f} {}{}\n", ++m_reportedCells, cells, matrix.rows[row],
                      matrix.columns[column], *value, bench::shownUnit(matrix.unit), etaText(run));
        }
    for (; m_reportedDiagnostics < run.diagnostics.size(); ++m_reportedDiagnostics)
        printText(stderr, "{} of {}: {}\n", ++m_reportedCells, cells,
                  bench::lineText(run.diagnostics[m_reportedDiagnostics]));
}

} // namespace fabricscope::app::cli
