// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextOutcomes.h"

#include "core/base/HostText.h"
#include "core/bench/command/CommandText.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

namespace fabricscope::report {

namespace {

using bench::Spread;

/// "328.9 (327.1 to 330.2, ±0.5 %)"
std::string spreadText(const std::optional<Spread> &spread) {
    if (!spread)
        return {};
    return spread->count < 2 ? fmt::format("{:.5g}", spread->median)
                             : fmt::format("{:.5g} ({:.5g} to {:.5g}, ±{:.2g} %)", spread->median,
                                           spread->least, spread->most, spread->percent());
}

std::string bestText(const bench::Outcome &outcome) {
    if (!outcome.best)
        return "no complete result";
    const std::string at =
        outcome.atBytes ? " at " + bench::sizeText(static_cast<double>(*outcome.atBytes)) : "";
    return fmt::format("{} {}{}", spreadText(outcome.best), HostText(outcome.unit).plain(32), at);
}

void addSizes(TextTable &table, const bench::Outcome &outcome) {
    if (outcome.sizes.runs < 2)
        return;
    for (const bench::BaselineRow &row : outcome.sizes.rows)
        table.addRow({"", "", "", "  " + bench::sizeText(static_cast<double>(row.sizeBytes)),
                      spreadText(row.outOfPlace), spreadText(row.inPlace)});
}

} // namespace

std::string variedText(std::string_view flag, std::string_view value) {
    if (flag.empty())
        return {};
    const char *between = flag.ends_with('=') ? "" : bench::isVariableName(flag) ? "=" : " ";
    return HostText(fmt::format("{}{}{}", flag, between, value)).plain(128);
}

std::string outcomesText(const bench::Plan &plan, std::span<const bench::Outcome> outcomes,
                         std::size_t width) {
    TextTable table({"HOST", "TEST", "WITH", "RUNS", "MEDIAN", "IN PLACE"});
    for (const bench::Outcome &outcome : outcomes) {
        const bench::PlanStep &step = plan.steps[outcome.step];
        const std::string &test = step.spec.test.empty() ? step.spec.tool : step.spec.test;
        const std::string runs = outcome.best && outcome.best->count < outcome.runs
                                     ? fmt::format("{} of {}", outcome.best->count, outcome.runs)
                                     : std::to_string(outcome.runs);
        table.addRow({HostText(step.spec.host).plain(64), HostText(test).plain(64),
                      variedText(step.sweep.flag, outcome.value), runs, bestText(outcome), ""});
        addSizes(table, outcome);
    }
    return table.toString(width);
}

} // namespace fabricscope::report
