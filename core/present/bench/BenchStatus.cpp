// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/BenchStatus.h"

#include "core/bench/output/text/LogFinding.h"
#include "core/bench/run/PrintedEnd.h"
#include "core/bench/run/RunProcesses.h"
#include "core/bench/view/BenchProgress.h"
#include "core/bench/view/LibraryPage.h"
#include "core/present/bench/BenchCharts.h"
#include "core/present/bench/ChartScale.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::present {

using bench::averageScope;
using bench::BenchStep;
using bench::BenchView;
using bench::LibraryPage;
using bench::missingSizes;
using bench::TransportFact;
using draw::Glyph;

namespace {

using bench::Phase;
using bench::Results;
using findings::Severity;

constexpr std::size_t kMaxDiagnostics = 20; ///< in one list

bool isWrong(const Results &results) {
    return results.summary.passed == false || results.summary.outOfBounds.value_or(0) > 0;
}

bool hasError(const BenchView &view) {
    return std::any_of(view.results->diagnostics.begin(), view.results->diagnostics.end(),
                       [](const findings::Finding &finding) { return finding.severity == Severity::Error; });
}

std::string after(const BenchView &view, std::int64_t nowMs) {
    const auto seconds = elapsedSeconds(view, nowMs);
    return seconds ? " after " + durationLabel(*seconds) : std::string();
}

std::string because(const bench::RunState &state) {
    return state.why.empty() ? std::string() : ": " + state.why;
}

/// Without its first word, which says the same as the status.
std::string becauseStopped(const bench::RunState &state) {
    constexpr std::string_view kStopped = "stopped";
    if (state.why.empty() || state.why == kStopped)
        return {};
    const std::string first = std::string(kStopped) + "; ";
    return ": " + (state.why.starts_with(first) ? state.why.substr(first.size()) : state.why);
}

/// "12 of 31 sizes"; empty if all are there.
std::string incompleteText(const Results &results) {
    const std::size_t missing = results.rows.empty() ? 0 : missingSizes(results);
    return missing == 0 ? std::string()
                        : fmt::format("{} of {} sizes", results.rows.size(), results.rows.size() + missing);
}

BenchStatus endedStatus(const BenchView &view, std::int64_t nowMs) {
    const int status = view.state->exitStatus.value_or(0);
    const bool isOwnReason = view.state->why.empty() || view.state->why.starts_with(bench::kLeftInBackground);
    if (status > 128)
        return {Glyph::Error, fmt::format("killed by signal {}{}{}", status - 128, after(view, nowMs),
                                          isOwnReason ? because(*view.state) : std::string())};
    if (status != 0 && isOwnReason)
        return {Glyph::Error,
                fmt::format("failed with status {}{}{}", status, after(view, nowMs), because(*view.state))};
    if (status != 0)
        return {Glyph::Error, view.state->why + after(view, nowMs)};
    if (isWrong(*view.results))
        return {Glyph::Error, "wrong values"};
    if (const std::string lacks = incompleteText(*view.results); !lacks.empty())
        return {Glyph::Warning, "done" + after(view, nowMs) + ": " + lacks +
                                    (view.state->why.empty() ? "" : "; " + view.state->why)};
    return {Glyph::Ok, "done" + after(view, nowMs) + because(*view.state)};
}

BenchStatus liveStatus(const BenchView &view, std::int64_t nowMs) {
    switch (view.state->phase) {
    case Phase::Waiting:
        return {Glyph::Waiting, "waiting" + because(*view.state)};
    case Phase::Starting:
        return {Glyph::Running, "starting"};
    case Phase::Running:
        return {Glyph::Running, "running" + because(*view.state)};
    case Phase::Stopping:
        return {Glyph::Running, "stopping"};
    case Phase::Ended:
        return endedStatus(view, nowMs);
    case Phase::Stopped:
        return {Glyph::Note, "stopped" + after(view, nowMs) + becauseStopped(*view.state)};
    case Phase::Lost:
        return {Glyph::Unreachable, "connection lost" + after(view, nowMs) + because(*view.state)};
    case Phase::Failed:
        return {Glyph::Error, "not started" + because(*view.state)};
    case Phase::MayStillRun:
        return {Glyph::Warning, "may still run" + because(*view.state)};
    case Phase::Interrupted:
        return {Glyph::Unreachable, "interrupted" + because(*view.state)};
    }
    return {};
}

bool isEmpty(const Results &results) {
    return benchCharts(results).empty();
}

/// Telemetry continues until it is stopped.
bool hasAnEnd(const Results &results) {
    return !results.rows.empty() || !results.matrices.empty() ||
           std::any_of(results.series.begin(), results.series.end(),
                       [](const bench::Series &series) { return series.axis != bench::Axis::Seconds; });
}

/// Without the line if only the line is known.
findings::Finding shownLine(findings::Finding finding) {
    if (bench::meaningOf(finding).empty() && finding.place.line == 0)
        finding.evidence.clear();
    finding.place = {};
    return finding;
}

/// Of its worst row.
Glyph glyphOf(const LibraryPage &page) {
    Glyph worst = Glyph::Ok;
    for (const LibraryPage::Section &section : page.sections)
        for (const LibraryPage::Row &row : section.rows) {
            if (row.rating == TransportFact::Rating::Bad)
                return Glyph::Error;
            if (row.rating == TransportFact::Rating::Warning)
                worst = Glyph::Warning;
        }
    return worst;
}

std::string sizesText(std::size_t count, double greatest) {
    return fmt::format("{} size{}, up to {}", count, count == 1 ? "" : "s", byteLabel(greatest));
}

std::string noteOf(const BenchView &view) {
    const Results &results = *view.results;
    if (!results.rows.empty()) {
        std::uint64_t greatest = 0;
        for (const bench::CollectiveRow &row : results.rows)
            greatest = std::max(greatest, row.sizeBytes);
        return sizesText(results.rows.size(), static_cast<double>(greatest));
    }
    if (!results.matrices.empty())
        return fmt::format("{} × {} pairs", results.matrices.front().rows.size(),
                           results.matrices.front().columns.size());
    std::size_t points = 0;
    std::set<double> sizes;
    for (const bench::Series &series : results.series) {
        points += series.points.size();
        if (series.axis == bench::Axis::Bytes)
            for (const bench::Point &point : series.points)
                sizes.insert(point.x);
    }
    if (!sizes.empty())
        return sizesText(sizes.size(), *sizes.rbegin());
    if (points == 0 && view.library)
        return "NCCL debug log";
    return points > 0 ? fmt::format("{} value{}", points, points == 1 ? "" : "s") : "no measurements";
}

} // namespace

std::optional<double> elapsedSeconds(const BenchView &view, std::int64_t nowMs) {
    if (!view.state || !view.state->startedMs)
        return std::nullopt;
    const std::int64_t end = view.state->endedMs.value_or(view.isRunning() ? nowMs : *view.state->startedMs);
    if (!view.state->endedMs && !view.isRunning())
        return std::nullopt;
    return static_cast<double>(std::max<std::int64_t>(end - *view.state->startedMs, 0)) / 1000;
}

BenchStatus benchStatus(const BenchView &view, std::int64_t nowMs) {
    if (view.state)
        return liveStatus(view, nowMs);
    if (isWrong(*view.results))
        return {Glyph::Error, "wrong values"};
    if (isEmpty(*view.results) && view.library)
        return {glyphOf(*view.library), "NCCL debug log"};
    if (isEmpty(*view.results))
        return {hasError(view) ? Glyph::Error : Glyph::Waiting, "no measurements"};
    if (!view.results->complete && hasAnEnd(*view.results) && bench::printsEnd(view.results->tool))
        return {Glyph::Warning, "incomplete: the log ends before the test does"};
    if (!view.results->complete && !hasError(view))
        return {Glyph::Ok, "end of log reached"};
    if (hasError(view))
        return {Glyph::Error, "done, with errors"};
    if (const std::string lacks = incompleteText(*view.results); !lacks.empty())
        return {Glyph::Warning, "incomplete: " + lacks};
    return {Glyph::Ok, "complete"};
}

BenchStep stepOf(const BenchView &view, std::int64_t nowMs) {
    BenchStep step;
    step.name = runName(view);
    const bool waits = view.state && view.state->phase == Phase::Waiting;
    step.note = waits ? "queued" : noteOf(view);
    if (!view.stepValue.empty())
        step.note = view.stepValue + ", " + step.note;
    step.phase = view.state ? view.state->phase : Phase::Ended;
    step.seconds = elapsedSeconds(view, nowMs);
    const auto take = [&step](Severity severity) {
        step.worst = std::max(step.worst.value_or(severity), severity);
    };
    for (const findings::Finding &finding : view.findings)
        take(finding.severity);
    for (const findings::Finding &finding : view.results->diagnostics)
        take(finding.severity);
    const Glyph glyph = benchStatus(view, nowMs).glyph;
    if (glyph == Glyph::Error)
        take(Severity::Error);
    else if (glyph == Glyph::Warning)
        take(Severity::Warning);
    return step;
}

std::string runName(const BenchView &view) {
    if (!view.results->test.empty())
        return view.results->test;
    if (view.spec && !view.spec->test.empty())
        return view.spec->test;
    return view.results->tool.empty() ? "run" : view.results->tool;
}

std::string runDetail(const BenchView &view) {
    std::string detail;
    const auto add = [&detail](const std::string &text) {
        if (!text.empty())
            detail += (detail.empty() ? "" : ", ") + text;
    };
    if (!view.results->rows.empty()) {
        const bench::CollectiveRow &row = view.results->rows.front();
        add(row.redop.empty() || row.redop == "none" ? row.type : row.type + " " + row.redop);
    }
    if (view.results->test != view.results->tool)
        add(view.results->tool + (view.results->version.empty() ? "" : " " + view.results->version));
    if (view.stepValue != view.source)
        add(view.stepValue);
    if (!view.source.empty())
        add((view.state ? "on " : "from ") + view.source);
    return detail;
}

std::string footerOf(const BenchView &view) {
    const Results &results = *view.results;
    std::string text;
    const auto add = [&text](const std::string &words) {
        text += (text.empty() ? "" : "   ") + words;
    };
    if (results.summary.outOfBounds)
        add(fmt::format("Wrong values: {}", *results.summary.outOfBounds));
    if (!results.rows.empty() && !results.summary.outOfBounds) {
        bool checked = false, right = true;
        for (const bench::CollectiveRow &row : results.rows)
            for (const auto *half : {&row.outOfPlace, &row.inPlace})
                if (*half && (*half)->wrong) {
                    checked = true;
                    right = right && *(*half)->wrong < 1;
                }
        add(!checked ? "Values not checked" : right ? "Wrong values: 0" : "Wrong values found");
    }
    if (results.summary.avgBusbw)
        add(fmt::format("Avg bus bandwidth {} GB/s ({})",
                        valueLabel(*results.summary.avgBusbw, decimalsOf(*results.summary.avgBusbw)),
                        averageScope(results)));
    for (const bench::Field &field : results.summary.fields)
        if (text.size() < 160)
            add(field.name + " " +
                (field.value ? valueLabel(*field.value, decimalsOf(*field.value)) : field.text) +
                (field.unit.empty() || !field.value ? "" : " " + field.unit));
    return text;
}

std::vector<findings::Finding> allFindings(const BenchView &view) {
    std::vector<findings::Finding> all = view.findings;
    for (const findings::Finding &line : view.results->diagnostics) {
        if (all.size() >= view.findings.size() + kMaxDiagnostics)
            break;
        findings::Finding finding = shownLine(line);
        const auto same = [title = findings::title(finding)](const findings::Finding &other) {
            return findings::title(other) == title;
        };
        if (std::none_of(all.begin(), all.end(), same))
            all.push_back(std::move(finding));
    }
    std::stable_sort(all.begin(), all.end(), [](const findings::Finding &a, const findings::Finding &b) {
        return a.severity > b.severity;
    });
    return all;
}

} // namespace fabricscope::present
