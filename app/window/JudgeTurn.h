// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>

namespace fabricscope::app::window {

/// When a run that grows is judged again: all of its rows are looked at each time, so the longer that takes,
/// the longer it waits. Of the thread's time it takes one part in kShare at most, however long the run is.
class JudgeTurn {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr int kShare = 20;
    static constexpr std::chrono::milliseconds kLongest{2000};   ///< its stop rules wait for it, too
    static constexpr std::chrono::milliseconds kUnwatched{1000}; ///< of a run that nobody looks at

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

} // namespace fabricscope::app::window
