// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/judge/Judge.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace fabricscope::bench {

/// Finds dips (Judge.h) in rows that arrive one by one, in order.
class DipFinder {
public:
    void add(const CollectiveRow &row, const std::function<void(const Dip &)> &found);

private:
    struct Before {
        std::optional<CollectiveHalf> half;
        std::uint64_t sizeBytes = 0;
        bool dipped = false; ///< time falls again after a dip of bandwidth, which is the same event
    };
    Before m_before[2]; ///< out of place, in place
    std::size_t m_row = 0;
};

/// The statistics of a run's rows that judge() and the texts need, counted as they arrive: a log may have
/// more rows than fit into memory.
class RowTally {
public:
    /// `ranks` and `factor` (busFactor()) of the run; without a factor the arithmetic is not checked.
    explicit RowTally(int ranks = 0, std::optional<double> factor = {});
    void add(const CollectiveRow &row);
    [[nodiscard]] int ranks() const { return m_ranks; }
    [[nodiscard]] double factor() const { return m_factor; }

    std::size_t rows = 0, halves = 0;
    std::size_t checked = 0, wrong = 0; ///< of `halves`
    std::optional<CollectiveRow> firstWrong;
    std::size_t off = 0; ///< halves whose busbw does not match size and time
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
    double m_factor; ///< 0: unknown
    DipFinder m_dips;
};

/// An empty tally with the run's ranks and factor.
[[nodiscard]] RowTally tallyFor(const Results &results, const JudgeInput &input);
/// Like judge(), for a run whose rows were counted instead of stored. Only stored rows are compared with the
/// ceiling and bands.
[[nodiscard]] std::vector<Finding> judge(const Results &results, const JudgeInput &input,
                                         const RowTally &rows);

} // namespace fabricscope::bench
