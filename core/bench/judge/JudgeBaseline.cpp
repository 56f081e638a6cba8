// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/CommandText.h"
#include "core/bench/judge/JudgeParts.h"
#include "core/bench/run/Ceiling.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::bench {

namespace {

constexpr std::uint64_t kFromCollective = std::uint64_t{1} << 20; ///< smaller ones are judged by time
/// Below perftest's default size the rate is limited by the message rate, which varies with the CPU.
constexpr double kFromRate = 65536;

/// Values that are worse than all of the earlier runs.
class Regressions {
public:
    /// `name`: "2G, in place".
    void look(double value, const Spread *earlier, const std::string &unit, const std::string &name,
              const findings::Place &place) {
        if (earlier == nullptr || earlier->median <= 0)
            return;
        ++m_compared;
        const bool isTime = lowerIsBetter(unit);
        const bool isAsBefore = isTime ? value * kReached <= earlier->median || value <= earlier->most
                                       : value >= kReached * earlier->median || value >= earlier->least;
        if (isAsBefore)
            return;
        m_isTime = isTime;
        m_percent =
            std::max(m_percent, 100 * (isTime ? value / earlier->median - 1 : 1 - value / earlier->median));
        m_evidence.push_back({name,
                              fmt::format("{:.5g} {}, earlier {:.5g} ({:.5g} to {:.5g})", value, unit,
                                          earlier->median, earlier->least, earlier->most),
                              place});
    }

    void report(std::size_t runs, std::vector<Finding> &findings) {
        if (m_evidence.empty())
            return;
        const std::size_t count = m_evidence.size();
        Finding &finding =
            findings.emplace_back(m_isTime ? "result.above_baseline" : "result.below_baseline");
        finding.set("count", count)
            .set("compared", m_compared)
            .set("runs", runs)
            .set("percent", fmt::format("{:.0f}", m_percent));
        constexpr std::size_t kMost = 6;
        m_evidence.resize(std::min(count, kMost));
        finding.evidence = std::move(m_evidence);
    }

private:
    std::vector<findings::Evidence> m_evidence;
    std::size_t m_compared = 0;
    double m_percent = 0; ///< largest deviation from the median
    bool m_isTime = false;
};

const Spread *of(const std::optional<Spread> &spread) {
    return spread ? &*spread : nullptr;
}

void compareRows(const Results &results, const Baseline &baseline, Regressions &worse) {
    for (const CollectiveRow &row : results.rows) {
        const BaselineRow *earlier = row.sizeBytes >= kFromCollective ? baseline.at(row.sizeBytes) : nullptr;
        if (earlier == nullptr)
            continue;
        if (row.outOfPlace && row.outOfPlace->busbw)
            worse.look(*row.outOfPlace->busbw, of(earlier->outOfPlace), "GB/s",
                       rowName(row) + ", out of place", placeOf(row));
        if (row.inPlace && row.inPlace->busbw)
            worse.look(*row.inPlace->busbw, of(earlier->inPlace), "GB/s", rowName(row) + ", in place",
                       placeOf(row));
    }
}

std::string nameOf(const Series &series, double x) {
    return series.axis == Axis::Bytes ? series.name + " at " + sizeName(x)
                                      : fmt::format("{} at {:g}", series.name, x);
}

/// Only for quantities with a known better direction: bandwidths and times.
void compareSeries(const Series &series, const BaselineSeries &earlier, Regressions &worse) {
    const bool isRate = fromUnit(1, series.unit).has_value();
    if (!isRate && !lowerIsBetter(series.unit))
        return;
    for (const Point &point : series.points) {
        if (!point.y || (isRate && series.axis == Axis::Bytes && point.x < kFromRate))
            continue;
        findings::Place place;
        constexpr double kMost = 9e18; // larger than any size, but fits into an integer
        if (series.axis == Axis::Bytes && point.x >= 0 && point.x < kMost)
            place.sizeBytes = static_cast<std::uint64_t>(point.x);
        worse.look(*point.y, earlier.at(point.x), series.unit, nameOf(series, point.x), place);
    }
}

} // namespace

void judgeAgainstBaseline(const Results &results, const Baseline &baseline, std::vector<Finding> &findings) {
    if (baseline.runs == 0)
        return;
    Regressions rates, times;
    compareRows(results, baseline, rates);
    for (const Series &series : results.series)
        if (const BaselineSeries *earlier = isCurve(series) ? baseline.of(series) : nullptr)
            compareSeries(series, *earlier, lowerIsBetter(series.unit) ? times : rates);
    rates.report(baseline.runs, findings);
    times.report(baseline.runs, findings);
}

} // namespace fabricscope::bench
