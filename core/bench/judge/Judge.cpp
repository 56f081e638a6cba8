// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/Judge.h"

#include "core/bench/judge/JudgeParts.h"
#include "core/bench/judge/RowTally.h"
#include "core/findings/WorstFirst.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::bench {

namespace {

/// The tool's own verdict, where it gives one.
void judgeVerdict(const Results &results, std::vector<Finding> &findings) {
    if (results.summary.passed == false)
        findings.emplace_back("result.failed");
}

void judgeValues(const Results &results, const RowTally &rows, std::vector<Finding> &findings) {
    // Versions before 2.13 print a difference, which need not be 0; their footer counts.
    const bool counted = results.summary.outOfBounds.has_value();
    const bool isWrong = counted ? *results.summary.outOfBounds > 0 : rows.wrong > 0;
    if (isWrong) {
        Finding &finding = findings.emplace_back("result.wrong");
        if (counted)
            finding.evidence.push_back(
                {"Out of bounds values", std::to_string(*results.summary.outOfBounds)});
        if (rows.firstWrong)
            finding.evidence.push_back(
                {rowName(*rows.firstWrong), "#wrong above 0", placeOf(*rows.firstWrong)});
    } else if (rows.halves > 0 && rows.checked == 0) {
        findings.emplace_back("result.not_validated");
    }
}

/// |busbw - size/time * factor| within 1 % plus rounding.
void judgeArithmetic(const RowTally &rows, std::vector<Finding> &findings) {
    if (!rows.firstOff)
        return;
    Finding &finding = findings.emplace_back("result.arithmetic");
    finding.set("count", rows.off)
        .set("ranks", fmt::format("{}", rows.ranks()))
        .set("factor", fmt::format("{:.4g}", rows.factor()));
    finding.evidence.push_back(
        {rowName(*rows.firstOff),
         fmt::format("{:.2f} GB/s printed, {:.2f} computed", rows.offReported, rows.offExpected),
         placeOf(*rows.firstOff)});
}

void judgeDips(const RowTally &rows, std::vector<Finding> &findings) {
    if (rows.dips == 0)
        return;
    const std::string where = rows.dipsInPlace == 0           ? "out of place only"
                              : rows.dipsInPlace == rows.dips ? "in place only"
                                                              : "in and out of place";
    Finding &finding = findings.emplace_back("result.dip");
    finding.set("count", rows.dips).set("where", where);
    for (const auto &[row, dip] : rows.firstDips)
        finding.evidence.push_back(
            {rowName(row),
             fmt::format("{}: {:.6g} {} after {:.6g}", dip.inPlace ? "in place" : "out of place", dip.after,
                         dip.ofTime ? "us" : "GB/s", dip.before),
             placeOf(row)});
}

} // namespace

std::vector<Dip> dipsOf(const Results &results) {
    DipFinder finder;
    std::vector<Dip> dips;
    for (const CollectiveRow &row : results.rows)
        finder.add(row, [&](const Dip &dip) { dips.push_back(dip); });
    return dips;
}

std::optional<Plateau> plateauOf(const Results &results) {
    std::optional<Plateau> plateau;
    for (const CollectiveRow &row : results.rows)
        if (!plateau || row.sizeBytes >= plateau->sizeBytes) {
            plateau = Plateau{row.sizeBytes, {}, {}};
            if (row.outOfPlace)
                plateau->outOfPlace = row.outOfPlace->busbw;
            if (row.inPlace)
                plateau->inPlace = row.inPlace->busbw;
        }
    return plateau;
}

std::vector<Measured> measuredOf(const Results &results) {
    std::vector<Measured> all;
    for (const CollectiveRow &row : results.rows)
        forEachHalf(row, [&](const CollectiveHalf &half, bool inPlace) {
            if (half.busbw)
                all.push_back({static_cast<double>(row.sizeBytes), *half.busbw, "GB/s",
                               rowName(row) + (inPlace ? ", in place" : ", out of place")});
        });
    if (results.tool != "perftest")
        return all;
    for (const Series &series : results.series)
        if (series.axis == Axis::Bytes && series.name.find("average") != std::string::npos)
            for (const Point &point : series.points)
                if (point.y)
                    all.push_back({point.x, *point.y, series.unit, sizeName(point.x)});
    return all;
}

RowTally tallyFor(const Results &results, const JudgeInput &input) {
    const std::optional<int> ranks = input.ranks ? input.ranks : ranksOf(results);
    return RowTally(ranks.value_or(0), ranks ? busFactor(results.test, *ranks) : std::nullopt);
}

std::vector<Finding> judge(const Results &results, const JudgeInput &input) {
    RowTally rows = tallyFor(results, input);
    for (const CollectiveRow &row : results.rows)
        rows.add(row);
    return judge(results, input, rows);
}

std::vector<Finding> judge(const Results &results, const JudgeInput &input, const RowTally &rows) {
    std::vector<Finding> findings;
    // The list of all rows is only needed if a ceiling or a band is known.
    const std::vector<Measured> measured =
        input.ceiling.most || !input.bands.empty() ? measuredOf(results) : std::vector<Measured>();
    judgeVerdict(results, findings);
    judgeValues(results, rows, findings);
    judgeArithmetic(rows, findings);
    judgeAgainstCeiling(measured, input.ceiling, findings);
    for (std::size_t index = 0; index < results.matrices.size(); ++index)
        judgeMatrix(results.matrices[index], index, input.ceiling, findings);
    judgeAgainstBands(measured, input, findings);
    judgeAgainstBaseline(results, input.baseline, findings);
    judgeDips(rows, findings);
    findings::sortWorstFirst(findings);
    return findings;
}

} // namespace fabricscope::bench
