// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextSamples.h"

#include "core/bench/output/text/LogFinding.h"
#include "core/bench/run/PrintedEnd.h"
#include "core/bench/view/BenchProgress.h"
#include "core/report/TextRows.h"
#include "core/report/TextSeries.h"
#include "core/report/TextTable.h"

#include <optional>

namespace fabricscope::report {

namespace {

using namespace bench;

std::string rowsText(const GrowingList<CollectiveRow> &rows, std::size_t width) {
    RowsText table;
    for (const CollectiveRow &row : rows)
        table.measure(row);
    std::string all = table.head(width);
    for (const CollectiveRow &row : rows)
        all += table.line(row, width);
    return all;
}

/// Series of one point each, one value per name: one table for all of them.
bool isBar(const Series &series) {
    return series.axis == Axis::Index && series.points.size() == 1;
}

std::string barsText(const std::vector<Series> &all, std::size_t width) {
    TextTable table({"name", "value", "unit", "other values"});
    bool any = false;
    for (const Series &series : all) {
        if (!isBar(series))
            continue;
        any = true;
        std::string extra;
        for (const Field &field : series.points[0].fields)
            extra += (extra.empty() ? "" : ", ") + withUnit(field.name, field.unit) + " " + fieldText(field);
        table.addRow({series.name, numberText(series.points[0].y), series.unit, extra});
    }
    return any ? table.toString(width) : std::string();
}

std::string seriesText(const Series &series, std::size_t width) {
    if (series.points.empty() || isBar(series))
        return {};
    SeriesText table;
    for (const Point &point : series.points)
        table.measure(series, point);
    std::string all = table.head(width);
    for (const Point &point : series.points)
        all += table.line(point, width);
    return all + "\n";
}

std::string matrixText(const Matrix &matrix, std::size_t width) {
    std::vector<std::string> heads = {""};
    heads.insert(heads.end(), matrix.columns.begin(), matrix.columns.end());
    TextTable table(std::move(heads));
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
        std::vector<std::string> cells = {matrix.rows[row]};
        for (const auto &value : matrix.values[row])
            cells.push_back(numberText(value));
        table.addRow(std::move(cells));
    }
    return withUnit(matrix.title, matrix.unit) + "\n" + table.toString(width) + "\n";
}

std::string titleText(const Results &run) {
    std::string title = run.tool.empty() ? "not recognised" : run.tool;
    if (!run.version.empty())
        title += " " + run.version;
    if (!run.test.empty())
        title += " · " + run.test;
    title += " · from line " + std::to_string(run.firstLine);
    return title + (run.complete || !printsEnd(run.tool) ? "" : " · incomplete") + "\n";
}

std::string summaryText(const Results &run, const RowTally &rows, std::size_t width) {
    const Summary &summary = run.summary;
    TextTable table({"", ""});
    bool any = false;
    const auto add = [&](std::string name, std::string value) {
        any = true;
        table.addRow({std::move(name), std::move(value)});
    };
    if (summary.avgBusbw)
        add("average busbw, " + bench::averageScope(run, rows) + " [GB/s]", numberText(summary.avgBusbw));
    if (summary.outOfBounds)
        add("wrong results", std::to_string(*summary.outOfBounds));
    if (summary.passed)
        add("tool verdict", *summary.passed ? "passed" : "failed");
    for (const Field &field : summary.fields)
        add(withUnit(field.name, field.unit), fieldText(field));
    return any ? table.toString(width) : std::string();
}

std::string runText(const Results &run, std::size_t width) {
    RowTally tally;
    for (const CollectiveRow &row : run.rows)
        tally.add(row);
    return samplesHead(run, width) + (run.rows.empty() ? std::string() : rowsText(run.rows, width) + "\n") +
           samplesTail(run, tally, width);
}

} // namespace

std::string findingLines(const std::string &mark, const std::string &text, const std::string &meaning,
                         const std::string &remedy, std::size_t width) {
    std::string lines = wrapped(mark + ": " + text, width, 2);
    if (!meaning.empty())
        lines += "  " + wrapped("meaning: " + meaning, width, 4);
    if (!remedy.empty())
        lines += "  " + wrapped("to do: " + remedy, width, 4);
    return lines;
}

std::string samplesHead(const Results &run, std::size_t width) {
    std::string all = titleText(run);
    TextTable context({"", ""});
    for (const ContextFact &fact : run.context)
        context.addRow({fact.key, fact.value});
    if (!run.context.empty())
        all += context.toString(width);
    for (const ContextFact &fact : run.transport)
        all += cut(fact.value, width) + "\n";
    return all + '\n';
}

std::string samplesTail(const Results &run, const RowTally &rows, std::size_t width) {
    std::string all;
    for (const Series &series : run.series)
        all += seriesText(series, width);
    if (const std::string bars = barsText(run.series, width); !bars.empty())
        all += bars + "\n";
    for (const Matrix &matrix : run.matrices)
        all += matrixText(matrix, width);
    all += summaryText(run, rows, width);
    for (const findings::Finding &finding : run.diagnostics)
        all += findingLines(
            std::string(findings::toString(finding.severity)) +
                (finding.place.line > 0 ? ", line " + std::to_string(finding.place.line) : ""),
            bench::lineText(finding), bench::meaningOf(finding), findings::remedy(finding), width);
    return all;
}

std::string findingsText(std::span<const findings::Finding> findings, std::size_t width) {
    std::string all;
    for (const findings::Finding &finding : findings) {
        all += findingLines(std::string(findings::toString(finding.severity)), findings::claim(finding),
                            findings::sentence(finding), findings::withFullStop(findings::remedy(finding)),
                            width);
        for (const findings::Evidence &evidence : finding.evidence)
            all += "  " + wrapped(evidence.source + ": " + evidence.text, width, 4);
        for (const std::string &command : finding.commands)
            all += "  $ " + command + '\n';
    }
    return all;
}

std::string samplesText(std::span<const Results> runs, std::size_t width) {
    std::string all;
    for (const Results &run : runs)
        all += (all.empty() ? "" : "\n") + runText(run, width);
    return all;
}

} // namespace fabricscope::report
