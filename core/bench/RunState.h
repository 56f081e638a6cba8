// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

enum class Phase : std::uint8_t {
    Waiting,
    Starting, ///< connecting, and until the tool's own process is there
    Running,
    Stopping,    ///< Stop was asked for; the process tree is not yet known to be gone
    Ended,       ///< by itself
    Stopped,     ///< by us, and its process tree is gone
    Lost,        ///< the link is gone: by its lease the host ends it; nothing more is known
    Failed,      ///< it never started: `why`
    MayStillRun, ///< it was ended, except for `remaining` or processes that are not visible
    Interrupted, ///< the program that kept it was killed; found later, so nothing is known of its end
};

/// A process of a run, or a container that it started, which is not known to be gone.
struct RemainingProcess {
    enum class Reason : std::uint8_t {
        Denied, ///< it belongs to another user, root for instance by sudo: no signal may be sent to it
        Stuck,  ///< no signal ends it: it hangs in the kernel
        Unsure, ///< it may be of the run: nothing there held the run together, or another manager has it
    };
    int pid = 0; ///< on its host; 0: a container
    std::string name,
        owner; ///< as the host reports, only letters, digits and `_.+-`; a container's id; may be empty
    Reason reason = Reason::Stuck;
    friend bool operator==(const RemainingProcess &, const RemainingProcess &) = default;
};

/// The state of a run on a host. Times are Unix time in milliseconds of this machine.
struct RunState {
    std::string id; ///< of the run, unique: also the mark in its processes' environment
    Phase phase = Phase::Waiting;
    std::optional<std::int64_t> startedMs, endedMs;
    std::optional<int> pid;        ///< of the tool on its host
    std::optional<int> exitStatus; ///< 128 + N where signal N ended it
    std::string why;               ///< in words, for people
    std::uint64_t outputBytes = 0, outputLines = 0;
    /// Its host reported how it ended. Else that was concluded here, and a detached run may go on.
    bool endReported = false;
    /// What holds its processes together on the host, so that none is lost: "cgroup", "scope" (the user's
    /// systemd), "subreaper", or "session" where there is none of these; empty: not known.
    std::string containment = {};
    std::vector<RemainingProcess> remaining = {}; ///< of Phase::MayStillRun
    std::string simulated =
        {}; ///< what a simulated host says of itself; empty: the host is real, or not known
    friend bool operator==(const RunState &, const RunState &) = default;
};

} // namespace fabricscope::bench
