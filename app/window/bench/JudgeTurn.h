// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

namespace fabricscope::app::window {

/// When a growing run is judged again. Judging reads all rows, so the longer it takes, the longer the
/// interval: at most one part in kShare of the thread's time, as long as the interval is below kLongest.
class JudgeTurn {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr int kShare = 20;
    /// Maximum interval: stop rules are delayed by it, too.
    static constexpr std::chrono::milliseconds kLongest{2000};
    /// Minimum interval for a run that is not shown.
    static constexpr std::chrono::milliseconds kUnwatched{1000};

    [[nodiscard]] bool isDue(bool isWatched, Clock::time_point now) const {
        return !m_has ||
               now >= m_last + std::max<Clock::duration>(std::min<Clock::duration>(m_took * kShare, kLongest),
                                                         isWatched ? Clock::duration::zero() : kUnwatched);
    }
    void took(Clock::time_point from, Clock::time_point to) {
        m_has = true;
        m_last = to;
        m_took = to - from;
    }

private:
    bool m_has = false;
    Clock::time_point m_last;
    Clock::duration m_took{0};
};

/// Which of the runs that are due are judged in one iteration of the event loop: as many as fit in kMaxTime,
/// and at least one. The remaining runs come first in the next iteration.
class JudgeRound {
public:
    using Clock = JudgeTurn::Clock;
    static constexpr std::chrono::milliseconds kMaxTime{3};

    void begin() {
        m_from = m_left.value_or(0);
        m_left.reset();
        m_took = Clock::duration::zero();
    }
    /// Index of the `step`th of `runs` to check, both from 0.
    [[nodiscard]] std::size_t at(std::size_t step, std::size_t runs) const { return (m_from + step) % runs; }
    /// Whether there is time for this run; call in the order of at().
    [[nodiscard]] bool hasRoom(std::size_t run) {
        if (m_took < kMaxTime)
            return true;
        m_left = m_left.value_or(run);
        return false;
    }
    void took(Clock::duration time) { m_took += time; }
    /// Whether runs are left for the next iteration.
    [[nodiscard]] bool hasLeft() const { return m_left.has_value(); }

private:
    std::size_t m_from = 0;
    std::optional<std::size_t> m_left; ///< the first run left
    Clock::duration m_took{0};
};

} // namespace fabricscope::app::window
