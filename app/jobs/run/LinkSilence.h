// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>

namespace fabricscope::app {

/// The longest time between two signs of life that this program sent. It grows while the program is stopped,
/// or this machine asleep, and not when somebody sets the clock.
class LinkSilence {
public:
    void note() {
        timespec now{};
        clock_gettime(CLOCK_BOOTTIME, &now);
        if (m_last)
            m_longest = std::max(m_longest, std::chrono::seconds(now.tv_sec - *m_last));
        m_last = now.tv_sec;
    }
    [[nodiscard]] std::chrono::seconds longest() const { return m_longest; }

private:
    std::optional<time_t> m_last;
    std::chrono::seconds m_longest{0};
};

} // namespace fabricscope::app
