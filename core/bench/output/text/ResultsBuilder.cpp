// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/ResultsBuilder.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <utility>

namespace fabricscope::bench::output {

namespace {

constexpr std::size_t kMaxFacts = 4096, kMaxSeries = 4096, kMaxMatrices = 512, kWidestMatrix = 4096;
constexpr std::size_t kMaxSummary = 4096;

bool hasWrongCount(const CollectiveRow &row) {
    return (row.outOfPlace && row.outOfPlace->wrong) || (row.inPlace && row.inPlace->wrong);
}

} // namespace

std::size_t ResultsBuilder::begin(std::string_view tool) {
    if (!std::exchange(m_preface, false)) {
        if (m_results.size() == kMaxRuns) {
            if (!std::exchange(m_tooMany, true))
                diagnostic(kMaxRuns - 1, omitted("log.too_much", kMaxRuns, "runs"));
            m_overflow = {};
            return kNoRun;
        }
        m_results.emplace_back().firstLine = m_line;
    }
    const std::size_t run = m_results.size() - 1;
    m_results.back().tool = tool;
    changeOf(run).began = true;
    return run;
}

std::size_t ResultsBuilder::current() {
    if (m_results.empty()) {
        m_results.emplace_back().firstLine = m_line;
        m_results[0].tool = m_assumed;
        m_preface = true;
        changeOf(0).began = true;
    }
    return m_results.size() - 1;
}

Results &ResultsBuilder::at(std::size_t run) {
    return run < m_results.size() ? m_results[run] : m_overflow;
}

Change &ResultsBuilder::changeOf(std::size_t run) {
    if (run < m_results.size())
        m_change.run = m_change.any() ? std::min(m_change.run, run) : run;
    return m_change;
}

bool ResultsBuilder::countValue() {
    if (m_points < kMaxPoints) {
        ++m_points;
        return true;
    }
    if (!std::exchange(m_full, true))
        diagnostic(current(), omitted("log.too_much", kMaxPoints, "values"));
    return false;
}

void ResultsBuilder::addRow(std::size_t run, CollectiveRow &&row) {
    if (run == kNoRun || !countValue())
        return;
    if (m_rowSink)
        emitRow(run);
    at(run).rows.push_back(std::move(row));
    changeOf(run).rows += 1;
}

void ResultsBuilder::emitRow(std::size_t run) {
    GrowingList<CollectiveRow> &rows = at(run).rows;
    while (!rows.empty()) { // more than one if the sink was set late
        const CollectiveRow &row = std::as_const(rows).front();
        m_checked.resize(std::max(m_checked.size(), run + 1));
        m_checked[run] = m_checked[run] || hasWrongCount(row);
        m_rowSink(run, row);
        rows.dropFront(1);
    }
}

void ResultsBuilder::emitRows() {
    for (std::size_t run = 0; m_rowSink && run < m_results.size(); ++run)
        emitRow(run);
    for (std::size_t run = 0; m_pointSink && run < m_results.size(); ++run)
        for (Series &series : m_results[run].series)
            if (isStreamed(series))
                series.points.dropFront(series.points.size());
}

bool ResultsBuilder::hasChecked(std::size_t run) {
    const GrowingList<CollectiveRow> &rows = at(run).rows;
    return (run < m_checked.size() && m_checked[run]) || std::any_of(rows.begin(), rows.end(), hasWrongCount);
}

std::size_t ResultsBuilder::series(std::size_t run, std::string_view name, std::string_view subject,
                                   std::string_view unit, Axis axis) {
    std::vector<Series> &all = at(run).series;
    // Rows repeat their series in the same order.
    m_nextSeries = m_nextSeries < all.size() ? m_nextSeries : 0;
    if (m_nextSeries < all.size() && all[m_nextSeries].name == name)
        return m_nextSeries++;
    const std::string shown = HostText(name).plain(kLongestText);
    const auto same = [&](const Series &one) {
        return one.name == shown;
    };
    const auto found = std::find_if(all.begin(), all.end(), same);
    m_nextSeries = static_cast<std::size_t>(found - all.begin()) + 1;
    if (found != all.end())
        return m_nextSeries - 1;
    if (all.size() == kMaxSeries)
        return kMaxSeries; // addPoint() ignores this number
    Series &made = all.emplace_back();
    made.name = shown;
    made.subject = HostText(subject).plain(kLongestText);
    made.unit = HostText(unit).plain(kLongestText);
    made.axis = axis;
    return all.size() - 1;
}

void ResultsBuilder::addPoint(std::size_t run, std::size_t series, Point &&point) {
    std::vector<Series> &all = at(run).series;
    if (run == kNoRun || series >= all.size() || !countValue())
        return;
    GrowingList<Point> &points = all[series].points;
    points.push_back(std::move(point));
    changeOf(run).points += 1;
    if (m_pointSink && isStreamed(all[series])) {
        m_pointSink(run, series, std::as_const(points).back());
        points.dropFront(points.size() - 1);
    }
}

void ResultsBuilder::addSample(std::size_t run, std::string_view name, std::string_view subject,
                               std::string_view unit, std::optional<double> value,
                               std::optional<double> seconds, std::vector<Field> fields) {
    const std::size_t at = series(run, name, subject, unit, seconds ? Axis::Seconds : Axis::Index);
    const std::vector<Series> &all = this->at(run).series;
    if (at < all.size())
        addPoint(run, at,
                 {seconds.value_or(static_cast<double>(all[at].points.size())), value, std::move(fields)});
}

std::size_t ResultsBuilder::matrix(std::size_t run, std::string_view title, std::string_view unit,
                                   std::vector<std::string> columns) {
    std::vector<Matrix> &all = at(run).matrices;
    if (all.size() == kMaxMatrices)
        return kMaxMatrices;
    const std::string shown = HostText(title).plain(kLongestText);
    Matrix made{shown, HostText(unit).plain(kLongestText), std::move(columns), {}, {}};
    const auto taken = [&](const Matrix &one) {
        return one.title == made.title;
    };
    for (int again = 2; std::any_of(all.begin(), all.end(), taken); ++again)
        made.title = shown + " (" + std::to_string(again) + ")";
    if (made.columns.size() > kWidestMatrix)
        made.columns.resize(kWidestMatrix);
    for (std::string &column : made.columns)
        column = HostText(column).plain(kLongestText);
    all.push_back(std::move(made));
    return all.size() - 1;
}

void ResultsBuilder::addMatrixRow(std::size_t run, std::size_t matrix, std::string_view name,
                                  std::vector<std::optional<double>> values) {
    std::vector<Matrix> &all = at(run).matrices;
    if (run == kNoRun || matrix >= all.size() || !countValue())
        return;
    values.resize(all[matrix].columns.size());
    all[matrix].rows.push_back(HostText(name).plain(kLongestText));
    all[matrix].values.push_back(std::move(values));
    changeOf(run).matrixRows += 1;
}

void ResultsBuilder::addMatrixCell(std::size_t run, std::size_t matrix, std::string_view row,
                                   std::string_view column, double value) {
    std::vector<Matrix> &all = at(run).matrices;
    if (run == kNoRun || matrix >= all.size())
        return;
    Matrix &table = all[matrix];
    auto c = std::find(table.columns.begin(), table.columns.end(), column) - table.columns.begin();
    if (static_cast<std::size_t>(c) == table.columns.size()) {
        if (table.columns.size() == kWidestMatrix)
            return;
        table.columns.push_back(HostText(column).plain(kLongestText));
        for (auto &values : table.values)
            values.resize(table.columns.size());
    }
    auto r = std::find(table.rows.begin(), table.rows.end(), row) - table.rows.begin();
    if (static_cast<std::size_t>(r) == table.rows.size()) {
        if (table.rows.size() == kWidestMatrix)
            return;
        addMatrixRow(run, matrix, row, {});
    }
    if (static_cast<std::size_t>(r) < table.values.size()) {
        table.values[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = value;
        changeOf(run).matrixRows += 1;
    }
}

void ResultsBuilder::fact(std::size_t run, std::string_view key, std::string_view value) {
    std::vector<ContextFact> &facts = at(run).context;
    if (facts.size() < kMaxFacts && !trimmed(value).empty())
        facts.push_back({HostText(key).plain(kLongestText), HostText(trimmed(value)).plain(kLongestText)});
}

void ResultsBuilder::setFact(std::size_t run, std::string_view key, std::string_view value) {
    for (ContextFact &known : at(run).context)
        if (known.key == key) {
            known.value = HostText(trimmed(value)).plain(kLongestText);
            return;
        }
    fact(run, key, value);
}

void ResultsBuilder::summary(std::size_t run, std::string_view name, std::string_view unit,
                             std::string_view value) {
    std::vector<Field> &fields = at(run).summary.fields;
    if (fields.size() >= kMaxSummary)
        return;
    const auto number = numberOf(value);
    fields.push_back({HostText(name).plain(kLongestText), HostText(unit).plain(kLongestText), number,
                      number ? std::string() : HostText(value).plain(kLongestText)});
}

Finding ResultsBuilder::omitted(std::string_view rule, std::size_t count, std::string_view what) const {
    Finding finding(rule);
    finding.set("count", count).set("what", what);
    finding.place.line = m_line;
    return finding;
}

void ResultsBuilder::diagnostic(std::size_t run, Finding &&diagnostic) {
    std::vector<Finding> &all = at(run).diagnostics;
    if (all.size() > kMaxDiagnostics)
        return;
    if (all.size() == kMaxDiagnostics)
        diagnostic = omitted("log.omitted", kMaxDiagnostics, "lines");
    all.push_back(std::move(diagnostic));
    changeOf(run).diagnostics += 1;
}

void ResultsBuilder::ended(std::size_t run) {
    if (std::exchange(at(run).complete, true))
        return;
    if (m_rowSink && run < m_results.size())
        emitRow(run);
    changeOf(run).ended = true;
}

Change ResultsBuilder::takeChange() {
    return std::exchange(m_change, Change{});
}

} // namespace fabricscope::bench::output
