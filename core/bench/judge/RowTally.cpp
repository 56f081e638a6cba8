// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/RowTally.h"

#include "core/bench/judge/JudgeParts.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::bench {

void DipFinder::add(const CollectiveRow &row, const std::function<void(const Dip &)> &found) {
    constexpr double kFrom = 8.0 * 1024 * 1024;
    forEachHalf(row, [&](const CollectiveHalf &half, bool inPlace) {
        Before &before = m_before[inPlace ? 1 : 0];
        const std::optional<CollectiveHalf> &last = before.half;
        const bool larger =
            last && row.sizeBytes > before.sizeBytes && static_cast<double>(before.sizeBytes) >= kFrom;
        const bool ofBandwidth = larger && last->busbw && half.busbw && *half.busbw < kReached * *last->busbw;
        if (ofBandwidth)
            found({m_row, inPlace, false, *last->busbw, *half.busbw});
        else if (larger && !before.dipped && last->timeUs && half.timeUs &&
                 *half.timeUs < kReached * *last->timeUs)
            found({m_row, inPlace, true, *last->timeUs, *half.timeUs});
        before = {half, row.sizeBytes, ofBandwidth};
    });
    ++m_row;
}

RowTally::RowTally(int ranks, std::optional<double> factor)
    : m_ranks(ranks), m_factor(std::max(factor.value_or(0), 0.0)) {}

void RowTally::addHalf(const CollectiveRow &row, const CollectiveHalf &half) {
    ++halves;
    checked += half.wrong ? 1 : 0;
    if (half.wrong.value_or(0) > 0) {
        ++wrong;
        if (!firstWrong)
            firstWrong = row;
    }
    if (half.busbw) {
        busbwSum += *half.busbw;
        ++busbwCount;
    }
    if (m_factor <= 0 || !half.timeUs || !half.busbw || *half.timeUs <= 0)
        return;
    const double expected = static_cast<double>(row.sizeBytes) / *half.timeUs / 1000 * m_factor;
    constexpr double kRelative = 0.01, kRounding = 0.0101;
    if (std::abs(*half.busbw - expected) <= kRelative * expected + kRounding * m_factor)
        return;
    ++off;
    if (!firstOff) {
        firstOff = row;
        offExpected = expected;
        offReported = *half.busbw;
    }
}

void RowTally::add(const CollectiveRow &row) {
    ++rows;
    forEachHalf(row, [&](const CollectiveHalf &half, bool) { addHalf(row, half); });
    m_dips.add(row, [&](const Dip &dip) {
        ++dips;
        dipsInPlace += dip.inPlace ? 1 : 0;
        if (firstDips.size() < kMaxDips)
            firstDips.emplace_back(row, dip);
    });
}

} // namespace fabricscope::bench
