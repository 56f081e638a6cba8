// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Transport.h"

#include <chrono>
#include <cstddef>
#include <optional>

namespace fabricscope::app {

/// Network failures, which may be temporary: not failures of a login, nor of a host key.
[[nodiscard]] bool mayPass(remote::FailureKind kind);

/// When a lost connection is tried again. Reads no clock.
class RetrySchedule {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// The delay of the next attempt; std::nullopt once the link has been lost for longer than `limit`.
    [[nodiscard]] std::optional<std::chrono::seconds> next(TimePoint now, std::chrono::seconds limit);
    void reset() { m_attempts = 0; } ///< the host has answered

private:
    std::size_t m_attempts = 0; ///< since the link was lost
    TimePoint m_lost;
};

} // namespace fabricscope::app
