// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/StopRules.h"

#include "core/bench/command/CommandText.h"
#include "core/bench/judge/JudgeParts.h"
#include "core/bench/output/text/LogFinding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace fabricscope::bench {

namespace {

/// The reached share of the expected value by size, of the better half.
using Shares = std::map<double, double>;

void take(Shares &shares, double sizeBytes, double share) {
    const auto [at, isNew] = shares.try_emplace(sizeBytes, share);
    if (!isNew)
        at->second = std::max(at->second, share);
}

std::optional<std::string> wrongReason(const Results &results) {
    // Versions before 2.13 print a difference, which need not be 0: only their footer counts.
    const bool counts = results.summary.outOfBounds.has_value();
    if (counts && *results.summary.outOfBounds > 0)
        return fmt::format("{} out-of-bounds values", *results.summary.outOfBounds);
    for (const CollectiveRow &row : results.rows)
        for (const auto *half : {&row.outOfPlace, &row.inPlace})
            if (!counts && *half && (*half)->wrong.value_or(0) >= 1)
                return fmt::format("#wrong is {:g} at {}", *(*half)->wrong, rowName(row));
    return std::nullopt;
}

std::optional<std::string> errorReason(const Results &results) {
    const auto found =
        std::find_if(results.diagnostics.begin(), results.diagnostics.end(),
                     [](const Finding &finding) { return finding.severity == Severity::Error; });
    if (found == results.diagnostics.end())
        return std::nullopt;
    return "error line: " + findings::title(*found);
}

Shares ofBaseline(const Results &results, const Baseline &baseline) {
    constexpr std::uint64_t kFrom = std::uint64_t{1} << 20;
    Shares shares;
    for (const CollectiveRow &row : results.rows) {
        const BaselineRow *earlier = row.sizeBytes >= kFrom ? baseline.at(row.sizeBytes) : nullptr;
        if (earlier == nullptr)
            continue;
        for (const auto &[half, spread] :
             {std::pair(&row.outOfPlace, &earlier->outOfPlace), std::pair(&row.inPlace, &earlier->inPlace)})
            if (*half && (*half)->busbw && *spread && (*spread)->median > 0)
                take(shares, static_cast<double>(row.sizeBytes), *(*half)->busbw / (*spread)->median);
    }
    return shares;
}

Shares ofCeiling(const Results &results, std::optional<GigabytesPerSecond> ceiling) {
    Shares shares;
    if (!ceiling || ceiling->value <= 0)
        return shares;
    for (const Measured &one : measuredOf(results))
        if (const auto value = fromUnit(one.value, one.unit); value && one.sizeBytes >= nearCeilingFrom(one))
            take(shares, one.sizeBytes, value->value / ceiling->value);
    return shares;
}

/// Rounded, but never up to the limit that it is below.
std::string percentBelow(double percent, double limit) {
    std::string text = fmt::format("{:.0f}", percent);
    return std::round(percent) < limit ? text : fmt::format("{:.1f}", std::floor(percent * 10) / 10);
}

std::optional<std::string> belowReason(const Shares &shares, const BelowRule &rule, const char *what) {
    unsigned below = 0;
    for (const auto &[size, share] : shares) {
        below = share * 100 < rule.percent ? below + 1 : 0;
        if (below >= std::max(rule.rows, 1U))
            return fmt::format("below {:g} % of the {} for {} size{}, {} % at {}", rule.percent, what, below,
                               below == 1 ? "" : "s", percentBelow(share * 100, rule.percent),
                               sizeText(size));
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> reasonToStop(const Results &results, const StopConditions &conditions,
                                        const Baseline &baseline, std::optional<GigabytesPerSecond> ceiling) {
    std::optional<std::string> reason;
    if (conditions.wrong)
        reason = wrongReason(results);
    if (!reason && conditions.errorLine)
        reason = errorReason(results);
    if (!reason && conditions.baseline)
        reason = belowReason(ofBaseline(results, baseline), *conditions.baseline, "baseline");
    if (!reason && conditions.ceiling)
        reason = belowReason(ofCeiling(results, ceiling), *conditions.ceiling, "ceiling");
    return reason;
}

} // namespace fabricscope::bench
