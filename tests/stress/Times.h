// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace fabricscope::test {

/// The durations of one action, printed at the end.
class Times {
public:
    using Clock = std::chrono::steady_clock;

    explicit Times(const char *what) : m_what(what) {}
    void add(Clock::duration took) {
        m_ms.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(took).count());
    }
    ~Times() {
        if (m_ms.empty())
            return;
        std::sort(m_ms.begin(), m_ms.end());
        fmt::print("{}: {} times, all gone; median {} ms, longest {} ms\n", m_what, m_ms.size(),
                   m_ms[m_ms.size() / 2], m_ms.back());
    }
    Times(const Times &) = delete;
    Times &operator=(const Times &) = delete;

private:
    const char *m_what;
    std::vector<std::int64_t> m_ms;
};

} // namespace fabricscope::test
