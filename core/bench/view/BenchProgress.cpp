// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/view/BenchProgress.h"

#include "core/base/Text.h"
#include "core/bench/judge/RowTally.h"
#include "core/bench/run/RunRecord.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace fabricscope::bench {
namespace {

constexpr std::size_t kMaxSizes = 4096;

/// The whole number at the beginning of a printed value: "1048576" of "1048576(bytes)".
std::optional<double> numberOf(const Results &results, std::string_view key) {
    const std::string *text = contextValue(results, key);
    if (text == nullptr)
        return std::nullopt;
    const std::size_t digits = std::min(text->find_first_not_of("0123456789"), text->size());
    const auto number = parseInteger<std::uint64_t>(std::string_view(*text).substr(0, digits));
    return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

/// Microseconds of all iterations of a size, both halves; 0 if none was printed.
double timeOf(const CollectiveRow &row) {
    double time = 0;
    for (const auto *half : {&row.outOfPlace, &row.inPlace})
        if (*half && (*half)->timeUs)
            time += *(*half)->timeUs;
    return time;
}

/// Sizes after the last one take longer in proportion to their size, if the last two show that time follows
/// size; else the same time.
std::optional<double> remaining(const Results &results, const std::vector<double> &sizes, double elapsed) {
    const auto &rows = results.rows;
    if (rows.empty() || elapsed <= 0)
        return std::nullopt;
    double measured = 0;
    for (const CollectiveRow &row : rows)
        measured += timeOf(row);
    const double last = timeOf(rows.back());
    if (measured <= 0 || last <= 0)
        return std::nullopt;
    const bool follows = rows.size() > 1 && last > 1.5 * timeOf(rows[rows.size() - 2]);
    const double lastSize = std::max(static_cast<double>(rows.back().sizeBytes), 1.0);
    double rest = 0;
    for (std::size_t index = rows.size(); index < sizes.size(); ++index)
        rest += last * (follows ? sizes[index] / lastSize : 1);
    return elapsed * rest / measured;
}

} // namespace

const std::string *contextValue(const Results &results, std::string_view key) {
    const auto found = std::find_if(results.context.begin(), results.context.end(),
                                    [key](const ContextFact &fact) { return fact.key == key; });
    return found == results.context.end() ? nullptr : &found->value;
}

std::vector<double> expectedSizes(const Results &results) {
    const auto least = numberOf(results, "min_bytes"), greatest = numberOf(results, "max_bytes");
    const auto step = numberOf(results, "step"); // "2(factor)", "1048576(bytes)"
    std::vector<double> sizes;
    if (!least || !greatest || *least <= 0 || *greatest < *least)
        return sizes;
    if (!step)
        return sizes;
    const bool multiplies = contextValue(results, "step")->find("factor") != std::string::npos;
    if (*step < (multiplies ? 2 : 1))
        return sizes;
    for (double size = *least; size <= *greatest; size = multiplies ? size * *step : size + *step) {
        if (sizes.size() == kMaxSizes)
            return {};
        sizes.push_back(size);
    }
    return sizes;
}

std::size_t missingSizes(const Results &results) {
    const std::size_t all = expectedSizes(results).size();
    return all > results.rows.size() ? all - results.rows.size() : 0;
}

std::string averageScope(const Results &results) {
    RowTally rows;
    for (const CollectiveRow &row : results.rows)
        rows.add(row);
    return averageScope(results, rows);
}

std::string averageScope(const Results &results, const RowTally &rows) {
    constexpr double kRounded = 0.005; // rows have fewer digits than the average of them
    constexpr double kDigit = 0.005;   // GB/s: half of a row's last digit
    const std::size_t shown = rows.rows, all = expectedSizes(results).size();
    const std::string sizes = fmt::format("{} size{}", shown, shown == 1 ? "" : "s");
    if (shown == 0)
        return "by the tool; no sizes in this log";
    if (all > shown)
        return fmt::format("{} sizes; {} in this log", all, shown);
    const double printed = results.summary.avgBusbw.value_or(0);
    const bool matchesAverage =
        rows.busbwCount > 0 && std::abs(rows.busbwSum / static_cast<double>(rows.busbwCount) - printed) <=
                                   std::max(kRounded * std::abs(printed), kDigit);
    return matchesAverage ? sizes : "by the tool; differs from the " + sizes + " in this log";
}

namespace {

/// Seconds until the last row arrived, and from then until now; unknown before the start of the run.
struct Elapsed {
    double untilRow = 0, since = 0;
};
std::optional<Elapsed> elapsedOf(const BenchView &view, std::int64_t nowMs) {
    if (!view.state || !view.state->startedMs)
        return std::nullopt;
    const std::int64_t rowMs = std::min(view.lastRowMs.value_or(nowMs), nowMs);
    return Elapsed{static_cast<double>(rowMs - *view.state->startedMs) / 1000,
                   static_cast<double>(nowMs - rowMs) / 1000};
}

/// For a matrix of pairs: all pairs take about the same time.
BenchProgress pairProgress(const BenchView &view, std::size_t planned, std::int64_t nowMs) {
    BenchProgress progress;
    progress.what = "pairs";
    progress.of = planned;
    progress.done =
        std::min(planned, static_cast<std::size_t>(numberOf(*view.results, "pairs_done").value_or(0)));
    if (view.results->complete || progress.done == planned || !summaryOf(*view.results).best)
        return progress; // the duration of failed pairs is unknown
    if (const auto elapsed = elapsedOf(view, nowMs); elapsed && elapsed->untilRow > 0)
        progress.remainingSeconds = std::max(0.0, elapsed->untilRow / static_cast<double>(progress.done) *
                                                          static_cast<double>(planned - progress.done) -
                                                      elapsed->since);
    return progress;
}

} // namespace

BenchProgress progressOf(const BenchView &view, std::int64_t nowMs) {
    BenchProgress progress;
    const Results &results = *view.results;
    if (const auto pairs = numberOf(results, "pairs_planned"); pairs && *pairs > 0)
        return pairProgress(view, static_cast<std::size_t>(*pairs), nowMs);
    progress.done = results.rows.size();
    const std::vector<double> sizes = expectedSizes(results);
    if (sizes.empty() || progress.done > sizes.size())
        return progress;
    progress.of = sizes.size();
    if (progress.done == sizes.size() || results.complete)
        return progress;
    progress.running = sizes[progress.done];
    const auto elapsed = elapsedOf(view, nowMs);
    if (!elapsed)
        return progress;
    // The estimate for the rest uses the rows, and so the time until the last of them; from then on it counts
    // down.
    if (const auto rest = remaining(results, sizes, elapsed->untilRow))
        progress.remainingSeconds = std::max(0.0, *rest - elapsed->since);
    return progress;
}

} // namespace fabricscope::bench
