// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace fabricscope::remote {

/// A span of time that runs only while this side waits for the host. Reads no clock.
struct Countdown {
    using TimePoint = std::chrono::steady_clock::time_point;

    std::chrono::nanoseconds left{0};
    std::optional<TimePoint> since{}; ///< when it began to run
    void run(TimePoint now) {
        if (!since)
            since = now;
    }
    void hold(TimePoint now) {
        if (since)
            left -= now - *since;
        since.reset();
    }
    /// When it is over; std::nullopt while it does not run.
    [[nodiscard]] std::optional<TimePoint> end() const {
        return since ? std::optional<TimePoint>(*since + left) : std::nullopt;
    }
};

} // namespace fabricscope::remote
