// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/Judge.h"

#include "core/bench/JudgeParts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::bench {

namespace {

template<class Function> void eachHalf(const CollectiveRow &row, Function function) {
    if (row.outOfPlace)
        function(*row.outOfPlace, false);
    if (row.inPlace)
        function(*row.inPlace, true);
}

/// The tool's own verdict, where it gives one.
void judgeVerdict(const Results &results, std::vector<Finding> &findings) {
    if (results.summary.passed == false)
        findings.push_back(made("result.failed", Weight::Error, "The tool itself says that it failed."));
}

void judgeValues(const Results &results, std::vector<Finding> &findings) {
    std::size_t wrong = 0, checked = 0, halves = 0;
    const CollectiveRow *first = nullptr;
    for (const CollectiveRow &row : results.rows)
        eachHalf(row, [&](const CollectiveHalf &half, bool) {
            ++halves;
            checked += half.wrong ? 1 : 0;
            if (half.wrong.value_or(0) > 0) {
                ++wrong;
                first = first != nullptr ? first : &row;
            }
        });
    // Versions before 2.13 print a difference, which need not be 0; their footer counts.
    const bool counted = results.summary.outOfBounds.has_value();
    const bool isWrong = counted ? *results.summary.outOfBounds > 0 : wrong > 0;
    if (isWrong) {
        Finding &finding =
            findings.emplace_back(made("result.wrong", Weight::Error, "Wrong values came back."));
        finding.text = "Speed does not count until this is found: GPUDirect RDMA without a flush, ACS, or a "
                       "broken link.";
        finding.remedy = "Run again with NCCL_NET_GDR_LEVEL=LOC, then NCCL_P2P_DISABLE=1: what makes it go "
                         "away is the way that breaks data.";
        if (counted)
            finding.evidence.push_back(
                {"Out of bounds values", std::to_string(*results.summary.outOfBounds)});
        if (first != nullptr)
            finding.evidence.push_back({rowName(*first), "#wrong above 0", placeOf(*first)});
    } else if (halves > 0 && checked == 0) {
        findings.push_back(made("result.not_validated", Weight::Note, "The values were not checked (-c 0)."));
    }
}

/// |busbw - size/time * factor| within 1 % and what rounding hides.
void judgeArithmetic(const Results &results, std::optional<int> ranks, std::vector<Finding> &findings) {
    const auto factor = ranks ? busFactor(results.test, *ranks) : std::nullopt;
    if (!factor || *factor <= 0)
        return;
    std::size_t off = 0;
    const CollectiveRow *first = nullptr;
    double expectedFirst = 0, saidFirst = 0;
    for (const CollectiveRow &row : results.rows)
        eachHalf(row, [&](const CollectiveHalf &half, bool) {
            if (!half.timeUs || !half.busbw || *half.timeUs <= 0)
                return;
            const double expected = static_cast<double>(row.sizeBytes) / *half.timeUs / 1000 * *factor;
            constexpr double kRelative = 0.01, kRounding = 0.0101;
            if (std::abs(*half.busbw - expected) <= kRelative * expected + kRounding * *factor)
                return;
            ++off;
            if (first == nullptr) {
                first = &row;
                expectedFirst = expected;
                saidFirst = *half.busbw;
            }
        });
    if (off == 0)
        return;
    Finding &finding = findings.emplace_back(made(
        "result.arithmetic", Weight::Warning,
        fmt::format("busbw does not follow from size and time in {} place{}.", off, off == 1 ? "" : "s")));
    finding.text =
        fmt::format("With {} ranks busbw is size / time * {:.4g}: columns may have been mistaken, or "
                    "ranks were in groups.",
                    *ranks, *factor);
    finding.evidence.push_back({rowName(*first),
                                fmt::format("{:.2f} GB/s said, {:.2f} computed", saidFirst, expectedFirst),
                                placeOf(*first)});
}

void judgeDips(const Results &results, std::vector<Finding> &findings) {
    const std::vector<Dip> dips = dipsOf(results);
    if (dips.empty())
        return;
    std::size_t inPlace = 0;
    for (const Dip &dip : dips)
        inPlace += dip.inPlace ? 1 : 0;
    const std::string where = inPlace == 0             ? "out of place only"
                              : inPlace == dips.size() ? "in place only"
                                                       : "in both halves";
    Finding &finding = findings.emplace_back(made(
        "result.dip", Weight::Warning,
        fmt::format("{} dip{} among the large sizes, {}.", dips.size(), dips.size() == 1 ? "" : "s", where)));
    finding.text =
        "From one size to the next bandwidth should not fall by more than 5 %: something else used "
        "the links, or a GPU throttled, at that moment.";
    finding.remedy =
        "Repeat the run: a dip that stays at its size belongs to the library, one that moves to the "
        "host.";
    constexpr std::size_t kMost = 4;
    for (std::size_t i = 0; i < std::min(dips.size(), kMost); ++i)
        finding.evidence.push_back(
            {rowName(results.rows[dips[i].row]),
             fmt::format("{}: {:.6g} {} after {:.6g}", dips[i].inPlace ? "in place" : "out of place",
                         dips[i].after, dips[i].ofTime ? "us" : "GB/s", dips[i].before),
             placeOf(results.rows[dips[i].row])});
}

} // namespace

std::vector<Dip> dipsOf(const Results &results) {
    constexpr double kFrom = 8.0 * 1024 * 1024;
    std::vector<Dip> dips;
    const CollectiveHalf *before[2] = {nullptr, nullptr};
    std::uint64_t sizes[2] = {0, 0};
    bool dipped[2] = {false, false}; // the row before: time falls again behind it, which is the same event
    for (std::size_t i = 0; i < results.rows.size(); ++i) {
        const CollectiveRow &row = results.rows[i];
        eachHalf(row, [&](const CollectiveHalf &half, bool inPlace) {
            const CollectiveHalf *last = before[inPlace ? 1 : 0];
            const bool larger = last != nullptr && row.sizeBytes > sizes[inPlace ? 1 : 0] &&
                                static_cast<double>(sizes[inPlace ? 1 : 0]) >= kFrom;
            bool &after = dipped[inPlace ? 1 : 0];
            const bool ofBandwidth =
                larger && last->busbw && half.busbw && *half.busbw < kReached * *last->busbw;
            if (ofBandwidth)
                dips.push_back({i, inPlace, false, *last->busbw, *half.busbw});
            else if (larger && !after && last->timeUs && half.timeUs &&
                     *half.timeUs < kReached * *last->timeUs)
                dips.push_back({i, inPlace, true, *last->timeUs, *half.timeUs});
            after = ofBandwidth;
            before[inPlace ? 1 : 0] = &half;
            sizes[inPlace ? 1 : 0] = row.sizeBytes;
        });
    }
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
        eachHalf(row, [&](const CollectiveHalf &half, bool inPlace) {
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

std::vector<Finding> judge(const Results &results, const JudgeInput &input) {
    std::vector<Finding> findings;
    const std::vector<Measured> measured = measuredOf(results);
    judgeVerdict(results, findings);
    judgeValues(results, findings);
    judgeArithmetic(results, input.ranks ? input.ranks : ranksOf(results), findings);
    judgeAgainstCeiling(measured, input.ceiling, findings);
    for (std::size_t index = 0; index < results.matrices.size(); ++index)
        judgeMatrix(results.matrices[index], index, input.ceiling, findings);
    judgeAgainstBands(measured, input, findings);
    judgeAgainstBaseline(results, input.baseline, findings);
    judgeDips(results, findings);
    std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) {
        return a.weight < b.weight; // the worst is the least
    });
    return findings;
}

} // namespace fabricscope::bench
