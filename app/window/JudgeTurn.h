// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

namespace fabricscope::app::window {

/// When a run that grows is judged again: all of its rows are looked at each time, so the longer that takes,
/// the longer it waits. Of the thread's time it takes one part in kShare at most, however long the run is.
class JudgeTurn {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr int kShare = 20;
    static constexpr std::chrono::milliseconds kLongest{2000};   ///< its stop rules wait for it, too
    static constexpr std::chrono::milliseconds kUnwatched{1000}; ///< of a run that is not shown

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

/// Which of many runs are judged in one turn of the event loop, though all of them are due: as many as there
/// is time for, and at least one. Those that there was none for come first in the next one.
class JudgeRound {
public:
    using Clock = JudgeTurn::Clock;
    static constexpr std::chrono::milliseconds kMaxTime{3};

    void begin() {
        m_from = m_left.value_or(0);
        m_left.reset();
        m_took = Clock::duration::zero();
    }
    /// The one that is asked about as the `step`th of `runs`, both from 0.
    [[nodiscard]] std::size_t at(std::size_t step, std::size_t runs) const { return (m_from + step) % runs; }
    /// For this one; asked in the order of at().
    [[nodiscard]] bool hasRoom(std::size_t run) {
        if (m_took < kMaxTime)
            return true;
        m_left = m_left.value_or(run);
        return false;
    }
    void took(Clock::duration time) { m_took += time; }
    /// Whether some are left for the next one.
    [[nodiscard]] bool hasLeft() const { return m_left.has_value(); }

private:
    std::size_t m_from = 0;
    std::optional<std::size_t> m_left; ///< the first one
    Clock::duration m_took{0};
};

} // namespace fabricscope::app::window
