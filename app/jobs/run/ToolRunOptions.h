// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/WorkerPool.h"

#include <chrono>
#include <cstdint>

namespace fabricscope::app {

struct ToolRunOptions {
    /// Continues without this program, and keeps its output on the host until it is fetched.
    bool detached = false;
    /// The host ends the run after this time without contact. Renewed each second. The connection must permit
    /// the same time: outlast().
    std::chrono::seconds lease = kLease;
    static constexpr std::chrono::seconds kLease{4}, kMinLease{4}, kMaxLease{86400};
    std::chrono::seconds detachedLease{12 * 3600}; ///< renewed while a client follows it
    /// How long reconnecting is tried if the connection to a followed detached run is lost.
    std::chrono::seconds reconnectFor{3600};
    static constexpr std::chrono::seconds kUnlimited{std::int64_t{10} * 365 * 86400};
    std::uint64_t maxStoredBytes = std::uint64_t{1} << 30; ///< of a detached run's output
    /// A login whose start-up files still read input after this time reads to the end of its input: no run
    /// can start.
    std::chrono::seconds loginTimeout{30};
    WorkerPool *workers = nullptr; ///< where the events come; without it on the client's io thread
};

} // namespace fabricscope::app
