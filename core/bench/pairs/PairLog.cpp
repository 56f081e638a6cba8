// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/pairs/PairLog.h"

#include "core/base/HostText.h"
#include "core/base/LineSplitter.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/run/OutputParser.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::bench {

namespace {

constexpr std::size_t kLongestText = 400, kLongestCommand = 4096;

/// Without line ends.
std::string oneLine(std::string_view text, std::size_t most = kLongestText) {
    std::string plain = HostText(text).plain(most);
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return plain;
}

std::string line(std::string_view key, std::string_view text) {
    return fmt::format("{}{}\n", key, oneLine(text));
}

/// Printed text with each line marked, so that none can be mistaken for one of ours: a carriage return also
/// ends a line.
std::string marked(std::string_view mark, std::string_view output) {
    std::string all;
    const auto take = [&](std::string_view each) {
        all.append(mark).append(each) += '\n';
    };
    LineSplitter lines;
    lines.feed(output, take);
    lines.end(take);
    return all;
}

/// The last point in this unit.
const Point *lastPoint(const std::vector<Results> &runs, std::string_view unit) {
    const Point *last = nullptr;
    for (const Results &run : runs)
        for (const Series &series : run.series)
            if (series.unit == unit && !series.points.empty())
                last = &series.points.back();
    return last;
}

bool lacksClock(const std::vector<Results> &runs) {
    for (const Results &run : runs)
        for (const Finding &finding : run.diagnostics)
            if (finding.rule == "log.correlation_coefficient")
                return true;
    return false;
}

} // namespace

std::string pairLogHeader(const PairPlan &plan) {
    using namespace pairlog;
    std::string head = line(kFirst, plan.test) + line(kTitle, plan.title) + line(kUnit, plan.unit);
    for (const std::string &row : plan.rows)
        head += line(kRow, row);
    for (const std::string &column : plan.columns)
        head += line(kColumn, column);
    for (const std::string &note : plan.notes)
        head += line(kNote, note);
    return head + fmt::format("{}{}\n", kBegin, plan.cells());
}

std::string pairLogRound(std::size_t round, std::size_t rounds) {
    return fmt::format("{}{} of {}\n", pairlog::kRound, round + 1, rounds);
}

std::string pairLogCell(const PairPlan &plan, const PairCell &cell, const PairOutcome &outcome) {
    using namespace pairlog;
    std::string all =
        fmt::format("{}{} {}, server on {}: {}\n", kPair, cell.row, cell.column, oneLine(plan.serverHost),
                    oneLine(shellLine(withoutSecrets(cell.server)), kLongestCommand));
    all +=
        fmt::format("{}{} {}, client on {}: {} {}\n", kPair, cell.row, cell.column, oneLine(plan.clientHost),
                    oneLine(shellLine(withoutSecrets(cell.client)), kLongestCommand), oneLine(cell.address));
    all += marked(kServer, outcome.serverOutput) + marked(kClient, outcome.clientOutput);
    all += fmt::format("{}{} {} ", kCell, cell.row, cell.column);
    return all + (outcome.value ? fmt::format("{}\n", *outcome.value) : line(kNone, outcome.why));
}

std::string pairLogEnd(const PairPlan &plan, std::size_t measured, bool stopped) {
    return fmt::format("{}{} of {} pairs measured{}\n", pairlog::kEnd, measured, plan.cells(),
                       stopped ? ", stopped" : "");
}

PairOutcome pairOutcome(std::string_view unit, std::string_view clientOutput) {
    PairOutcome outcome;
    const auto parser = makeParser("perftest");
    parser->feed(clientOutput);
    parser->end();
    const Point *point = lastPoint(parser->results(), unit);
    if (point == nullptr)
        outcome.why = fmt::format("the client printed no row in {}", unit);
    else if (point->y && *point->y > 0)
        outcome.value = point->y;
    else
        outcome.why = lacksClock(parser->results())
                          ? "not measured: perftest could not calibrate the client's clock"
                          : "not measured: the row has no value above 0";
    return outcome;
}

} // namespace fabricscope::bench
