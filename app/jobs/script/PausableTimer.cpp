// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/PausableTimer.h"

#include <algorithm>
#include <utility>

namespace fabricscope::app {

void PausableTimer::run(std::function<void()> over) {
    if (m_stop)
        return;
    m_since = std::chrono::steady_clock::now();
    m_stop = m_client.after(m_left, std::move(over));
}

void PausableTimer::hold() {
    const auto stop = std::exchange(m_stop, nullptr);
    if (!stop)
        return;
    stop();
    const auto spent = std::chrono::steady_clock::now() - m_since;
    m_left = std::max(std::chrono::milliseconds(0),
                      m_left - std::chrono::duration_cast<std::chrono::milliseconds>(spent));
}

} // namespace fabricscope::app
