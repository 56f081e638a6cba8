// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fabricscope::bench {

enum class Phase : std::uint8_t {
    Waiting,
    Starting, ///< connecting, and until the tool's own process is there
    Running,
    Stopping, ///< Stop was asked for; the process tree is not yet known to be gone
    Ended,    ///< by itself
    Stopped,  ///< by us, and its process tree is gone
    Lost,     ///< the link is gone: by its lease the host ends it; nothing more is known
    Failed,   ///< it never started: `why`
};

/// A run on a host as it stands. Times are Unix time in milliseconds of this machine.
struct RunState {
    std::string id; ///< of the run, unique: also the mark in its processes' environment
    Phase phase = Phase::Waiting;
    std::optional<std::int64_t> startedMs, endedMs;
    std::optional<int> pid;        ///< of the tool on its host
    std::optional<int> exitStatus; ///< 128 + N where signal N ended it
    std::string why;               ///< in words, for people
    std::uint64_t outputBytes = 0, outputLines = 0;
    /// Its host said how it ended. Else that was concluded here, and a detached run may go on.
    bool endTold = false;
    friend bool operator==(const RunState &, const RunState &) = default;
};

} // namespace fabricscope::bench
