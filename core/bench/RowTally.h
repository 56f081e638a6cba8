// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Judge.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace fabricscope::bench {

/// Finds dips (Judge.h) in rows that come one by one, in their order.
class DipFinder {
public:
    void add(const CollectiveRow &row, const std::function<void(const Dip &)> &found);

private:
    struct Before {
        std::optional<CollectiveHalf> half;
        std::uint64_t sizeBytes = 0;
        bool dipped = false; ///< time falls again behind a dip of bandwidth, which is the same event
    };
    Before m_before[2]; ///< out of place, in place
    std::size_t m_row = 0;
};

/// What judge() and the texts need of a run's rows, counted as they come: a log may have more of them than
/// fit into memory.
class RowTally {
public:
    /// `ranks` and `factor` (busFactor()) of the run; without a factor the arithmetic is not looked at.
    explicit RowTally(int ranks = 0, std::optional<double> factor = {});
    void add(const CollectiveRow &row);
    [[nodiscard]] int ranks() const { return m_ranks; }
    [[nodiscard]] double factor() const { return m_factor; }

    std::size_t rows = 0, halves = 0;
    std::size_t checked = 0, wrong = 0; ///< of `halves`
    std::optional<CollectiveRow> firstWrong;
    std::size_t off = 0; ///< halves whose busbw does not follow from size and time
    std::optional<CollectiveRow> firstOff;
    double offReported = 0, offExpected = 0; ///< of the first of them, GB/s
    std::size_t dips = 0, dipsInPlace = 0;
    std::vector<std::pair<CollectiveRow, Dip>> firstDips; ///< at most kMaxDips
    double busbwSum = 0;                                  ///< GB/s, of all halves that have one
    std::size_t busbwCount = 0;

private:
    static constexpr std::size_t kMaxDips = 4;
    void addHalf(const CollectiveRow &row, const CollectiveHalf &half);

    int m_ranks;
    double m_factor; ///< 0: not known
    DipFinder m_dips;
};

/// An empty one with the run's ranks and factor.
[[nodiscard]] RowTally tallyFor(const Results &results, const JudgeInput &input);
/// As judge(), of a run whose rows were counted instead of kept. Against a ceiling and bands only rows that
/// are kept are held.
[[nodiscard]] std::vector<Finding> judge(const Results &results, const JudgeInput &input,
                                         const RowTally &rows);

} // namespace fabricscope::bench
