// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/JudgeParts.h"

#include "core/base/Text.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/run/MatrixPairs.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::bench {

namespace {

constexpr double kBitsOfByte = 8;

findings::Place placeOf(const Measured &measured) {
    findings::Place place;
    place.sizeBytes = static_cast<std::uint64_t>(measured.sizeBytes);
    return place;
}

std::string figure(double value, std::string_view unit) {
    return fmt::format("{:.5g} {}", value, unit == "Gb/sec" ? "Gb/s" : unit); // as on all screens
}

void addCauses(const std::vector<SlowdownCause> &causes, Finding &finding) {
    std::vector<std::string> detected;
    for (const SlowdownCause &cause : causes) {
        finding.evidence.push_back({cause.name, (cause.detected == true    ? "detected: "
                                                 : cause.detected == false ? "ruled out: "
                                                                           : "unknown: ") +
                                                    cause.why});
        if (cause.detected != true)
            continue;
        finding.evidence.insert(finding.evidence.end(), cause.evidence.begin(), cause.evidence.end());
        detected.push_back(cause.name);
        finding.commands.insert(finding.commands.end(), cause.commands.begin(), cause.commands.end());
        if (finding.argument("cause_remedy") == nullptr && !cause.remedy.empty())
            finding.set("cause_remedy", cause.remedy);
    }
    if (!causes.empty() && detected.empty())
        finding.set("no_cause");
}

/// Bits may have been meant only if the unit counts bytes.
bool countsBytes(std::string_view unit) {
    return unit == "GB/s" || unit == "GB/sec" || unit == "GBps";
}

/// Share of the ceiling that a value in the wrong unit must reach to be recognized as such.
constexpr double kPlausible = 0.5;

/// The finding for implausibly high values.
Finding aboveCeilingFinding(double value, const std::string &unit, const std::string &where,
                            const findings::Place &place, double most, const Ceiling &ceiling) {
    const double asBits = value / kBitsOfByte / most;
    const bool inBits = countsBytes(unit) && asBits <= kAboveCeiling && asBits >= kPlausible;
    Finding finding(inBits ? "result.unit" : "result.above_ceiling");
    finding.set("value", figure(value, unit)).set("limit", figure(most, unit)).set("source", ceiling.source);
    if (inBits)
        finding.set("bits", fmt::format("{:.4g}", value))
            .set("as_bytes", figure(value / kBitsOfByte, "GB/s"))
            .set("limit_bytes", figure(most, "GB/s"));
    finding.evidence.push_back({where, figure(value, unit), place});
    return finding;
}

/// A table without a unit whose numbers match the NIC's rate in bits.
void judgeUnnamedUnit(double highest, const std::string &where, GigabytesPerSecond most,
                      std::vector<Finding> &findings) {
    const double bits = most.value * kBitsOfByte;
    if (highest > bits * kAboveCeiling || highest < bits * kPlausible)
        return;
    Finding finding("result.unit", "absent");
    finding.set("value", fmt::format("{:.5g}", highest))
        .set("times", fmt::format("{:.1f}", highest / most.value))
        .set("limit", toString(most))
        .set("limit_bits", fmt::format("{:.5g}", bits));
    finding.evidence.push_back({where, fmt::format("{:.5g}", highest)});
    findings.push_back(std::move(finding));
}

/// The lowest of a few copies between a CPU and GPUs, if the others are alike: its link has less width or
/// speed. Of pairs of GPUs some may have NVLink and others not.
bool isFarBelow(const Matrix &matrix, const std::vector<MatrixPair> &pairs, const MatrixPair &worst) {
    constexpr double kFar = 0.7, kAlike = 0.8;
    double low = 0, high = 0;
    for (const MatrixPair &pair : pairs)
        if (pair.value && &pair != &worst) {
            low = high == 0 ? *pair.value : std::min(low, *pair.value);
            high = std::max(high, *pair.value);
        }
    const bool isOfCpus = std::all_of(matrix.rows.begin(), matrix.rows.end(),
                                      [](const std::string &row) { return row.starts_with("CPU"); });
    return isOfCpus && low > 0 && low >= kAlike * high && *worst.value < kFar * low;
}

/// Whether there are any.
bool judgeOutliers(const Matrix &matrix, std::size_t index, const std::vector<MatrixPair> &pairs,
                   std::vector<Finding> &findings) {
    constexpr std::size_t kMinPairs = 12; // fewer pairs have no typical value
    constexpr std::size_t kMost = 8;
    std::vector<double> values;
    for (const MatrixPair &pair : pairs)
        if (pair.value)
            values.push_back(*pair.value);
    const auto spread = spreadOf(values);
    Finding outliers("result.outliers");
    std::size_t count = 0;
    const MatrixPair *worst = nullptr;
    for (const MatrixPair &pair : pairs) {
        if (!spread || !pair.value || *pair.value >= kOutlierShare * spread->median)
            continue;
        if (++count <= kMost)
            outliers.evidence.push_back({pairName(matrix, pair.row, pair.column),
                                         figure(*pair.value, matrix.unit),
                                         {{}, findings::MatrixCell{index, pair.row, pair.column}}});
        if (worst == nullptr || *pair.value < *worst->value)
            worst = &pair;
    }
    if (count == 0)
        return false;
    // If many differ, there are several kinds of pairs (own socket, other socket), and none is an outlier.
    constexpr std::size_t kFew = 5;
    const bool hasTypical = spread->count >= kMinPairs && count * kFew <= spread->count;
    if (!hasTypical && !(count == 1 && isFarBelow(matrix, pairs, *worst)))
        return false;
    outliers.set("count", count)
        .set("pairs", spread->count)
        .set("pair", pairName(matrix, worst->row, worst->column))
        .set("value", figure(*worst->value, matrix.unit))
        .set("percent", fmt::format("{:.1f}", 100 * (1 - *worst->value / spread->median)))
        .set("median", figure(spread->median, matrix.unit));
    if (count > 1)
        outliers.set("several");
    outliers.place.cell = findings::MatrixCell{index, worst->row, worst->column};
    findings.push_back(std::move(outliers));
    return true;
}

/// "CPU 01" and "GPU 03" are not: what a CPU writes is not as fast as what it reads. Readers name CPUs so;
/// all other names are of devices or hosts of one kind.
bool areOfOneKind(std::string_view a, std::string_view b) {
    constexpr std::string_view kCpu = "CPU";
    return a.starts_with(kCpu) == b.starts_with(kCpu);
}

/// A link carries as much in one direction as in the other: between the same devices, the lower value is
/// compared with that of the other direction. The worst pair is named.
void judgeDirections(const Matrix &matrix, std::size_t index, const std::vector<MatrixPair> &pairs,
                     std::vector<Finding> &findings) {
    constexpr double kLess = 2.0 / 3; // of the other direction
    constexpr std::size_t kMost = 8;
    if (matrix.rows != matrix.columns)
        return;
    const std::size_t width = matrix.columns.size();
    std::vector<std::optional<double>> values(width * width);
    for (const MatrixPair &pair : pairs)
        if (pair.row < width)
            values[pair.row * width + pair.column] = pair.value;
    Finding finding("result.one_direction");
    std::size_t count = 0;
    double worst = 1;
    for (const MatrixPair &pair : pairs) {
        if (pair.row >= width || !pair.value)
            continue;
        const std::optional<double> &back = values[pair.column * width + pair.row];
        if (!back || *back <= 0 || *pair.value >= kLess * *back ||
            !areOfOneKind(matrix.rows[pair.row], matrix.columns[pair.column]))
            continue;
        if (++count <= kMost)
            finding.evidence.push_back(
                {pairName(matrix, pair.row, pair.column),
                 fmt::format("{}, back {}", figure(*pair.value, matrix.unit), figure(*back, matrix.unit)),
                 {{}, findings::MatrixCell{index, pair.row, pair.column}}});
        if (*pair.value / *back >= worst)
            continue;
        worst = *pair.value / *back;
        finding.place.cell = findings::MatrixCell{index, pair.row, pair.column};
        finding.set("pair", pairName(matrix, pair.row, pair.column))
            .set("value", figure(*pair.value, matrix.unit))
            .set("back", figure(*back, matrix.unit));
    }
    if (count == 0)
        return;
    finding.set("where", matrix.title.empty() ? std::string("the table") : matrix.title);
    if (count > 1)
        finding.set("more", count - 1);
    findings.push_back(std::move(finding));
}

} // namespace

double nearCeilingFrom(const Measured &measured) {
    constexpr double kLarge = 1024.0 * 1024 * 1024, kLargeMessage = 1024.0 * 1024;
    return measured.unit == "GB/s" ? kLarge : kLargeMessage; // collectives approach it only at large sizes
}

std::string sizeName(double bytes) {
    return sizeText(bytes);
}

std::string rowName(const CollectiveRow &row) {
    return sizeText(static_cast<double>(row.sizeBytes));
}

findings::Place placeOf(const CollectiveRow &row) {
    findings::Place place;
    place.sizeBytes = row.sizeBytes;
    return place;
}

std::optional<int> ranksOf(const Results &results) {
    // Rank lines are often removed from logs: the highest rank that is named counts too.
    int count = 0;
    constexpr std::string_view kRank = "rank_";
    for (const ContextFact &fact : results.context) {
        const std::string_view key = fact.key;
        if (key == "ranks")
            count = std::max(count, parseInteger<int>(fact.value).value_or(0));
        else if (key.starts_with(kRank))
            count = std::max(count, parseInteger<int>(key.substr(kRank.size())).value_or(-1) + 1);
    }
    return count > 0 ? std::optional(count) : std::nullopt;
}

void judgeAgainstCeiling(const std::vector<Measured> &measured, const Ceiling &ceiling,
                         std::vector<Finding> &findings) {
    if (!ceiling.most)
        return;
    const Measured *highest = nullptr;
    double share = 0;
    for (const Measured &one : measured) {
        const auto most = inUnit(*ceiling.most, one.unit);
        if (most && one.value / *most > share) {
            share = one.value / *most;
            highest = &one;
        }
    }
    if (highest == nullptr || share <= kAboveCeiling)
        return;
    const double most = *inUnit(*ceiling.most, highest->unit);
    constexpr double kMaxBySums = 1.15;
    if (ceiling.mayBeExceeded && share <= kMaxBySums) {
        Finding finding("result.nvls");
        finding.set("value", figure(highest->value, highest->unit)).set("limit", figure(most, highest->unit));
        finding.evidence.push_back(
            {highest->where, figure(highest->value, highest->unit), placeOf(*highest)});
        findings.push_back(std::move(finding));
        return;
    }
    findings.push_back(
        aboveCeilingFinding(highest->value, highest->unit, highest->where, placeOf(*highest), most, ceiling));
}

void judgeMatrix(const Matrix &matrix, std::size_t index, const Ceiling &ceiling,
                 std::vector<Finding> &findings) {
    if (!isMeasured(matrix))
        return;
    const std::vector<MatrixPair> pairs = pairsOf(matrix);
    std::vector<double> values;
    double highest = 0;
    findings::MatrixCell highestCell{index, 0, 0};
    for (const MatrixPair &pair : pairs) {
        if (!pair.value)
            continue;
        values.push_back(*pair.value);
        if (*pair.value > highest) {
            highest = *pair.value;
            highestCell = {index, pair.row, pair.column};
        }
    }
    const auto spread = spreadOf(values);
    if (!spread)
        return;
    const std::string where = matrix.title.empty() ? std::string("the table") : matrix.title;
    const auto most = ceiling.most ? inUnit(*ceiling.most, matrix.unit) : std::nullopt;
    if (most && highest > kAboveCeiling * *most)
        findings.push_back(
            aboveCeilingFinding(highest, matrix.unit, where, {{}, highestCell}, *most, ceiling));
    if (matrix.unit.empty() && ceiling.most)
        judgeUnnamedUnit(highest, where, *ceiling.most, findings);
    // Of latencies a low one is good.
    if (!matrix.unit.empty() && !fromUnit(1, matrix.unit))
        return;
    if (!judgeOutliers(matrix, index, pairs, findings))
        judgeDirections(matrix, index, pairs, findings);
}

void judgeAgainstBands(const std::vector<Measured> &measured, const JudgeInput &input,
                       std::vector<Finding> &findings) {
    const Measured *worst = nullptr;
    const Band *missed = nullptr;
    for (const Band &band : input.bands) {        // measured values come before required ones
        double share = band.floor ? 1 : kReached; // a floor already includes its tolerance
        for (const Measured &one : measured) {
            const auto size = static_cast<std::uint64_t>(one.sizeBytes);
            const auto rate = fromUnit(one.value, one.unit), expected = fromUnit(band.low, band.unit);
            if (size < band.fromBytes || size > band.toBytes || !rate || !expected ||
                rate->value / expected->value >= share)
                continue;
            share = rate->value / expected->value;
            worst = &one;
            missed = &band;
        }
        if (worst != nullptr)
            break;
    }
    if (worst != nullptr) {
        Finding finding("result.below_band");
        finding.set("value", figure(worst->value, worst->unit))
            .set("where", worst->where)
            .set("expected", figure(missed->low, missed->unit))
            .set("source", missed->source);
        if (missed->floor)
            finding.set("floor");
        finding.evidence.push_back({worst->where, figure(worst->value, worst->unit), placeOf(*worst)});
        addCauses(input.causes, finding);
        findings.push_back(std::move(finding));
        return;
    }
    // Without published values: over NICs large messages should approach the rate, or something is wrong.
    if (!input.bands.empty() || !input.ceiling.most || input.ceiling.carrier != Carrier::Nics)
        return;
    constexpr double kLeast = 0.8;
    const Measured *best = nullptr;
    double bestShare = 0;
    for (const Measured &one : measured) {
        const auto rate = fromUnit(one.value, one.unit);
        if (rate && one.sizeBytes >= nearCeilingFrom(one) &&
            rate->value / input.ceiling.most->value >= bestShare) {
            bestShare = rate->value / input.ceiling.most->value;
            best = &one;
        }
    }
    if (best == nullptr || bestShare >= kLeast)
        return;
    Finding finding("result.below_ceiling");
    finding.set("percent", fmt::format("{:.0f}", bestShare * 100))
        .set("value", figure(best->value, best->unit))
        .set("where", best->where)
        .set("limit", toString(*input.ceiling.most))
        .set("source", input.ceiling.source);
    finding.evidence.push_back({best->where, figure(best->value, best->unit), placeOf(*best)});
    addCauses(input.causes, finding);
    findings.push_back(std::move(finding));
}

JudgeInput judgeInput(const Results &results, const RunFacts &facts) {
    JudgeInput input;
    input.ceiling = ceilingOf(results, facts);
    input.causes = slowdownCausesOf(facts);
    if (facts.topology == nullptr || facts.examination == nullptr)
        return input;
    std::string model;
    for (const topology::Node &node : facts.topology->nodes())
        if (node.kind == topology::NodeKind::Gpu && model.empty())
            model = *node.model;
    std::optional<double> gbits;
    if (input.ceiling.carrier == Carrier::Nics && input.ceiling.most)
        gbits = input.ceiling.most->value * kBitsOfByte;
    std::string test = results.test.empty() ? facts.test : results.test;
    if (results.tool == "perftest") {
        const bool bidirectional = test.find("Bidirectional") != std::string::npos;
        if (bidirectional && gbits)
            *gbits /= 2;
        test = test.find("Write") != std::string::npos && test.find("BW") != std::string::npos
                   ? (bidirectional ? "ib_write_bw -b" : "ib_write_bw")
                   : test;
    } else if (!test.empty() && !test.ends_with("_perf")) {
        test += "_perf";
    }
    input.bands = bandsFor(model, test, facts.nodes, input.ceiling.carrier, gbits);
    return input;
}

} // namespace fabricscope::bench
