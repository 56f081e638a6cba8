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
    Starting, ///< connecting, and until the tool's own process exists
    Running,
    Stopping, ///< Stop was requested; the process tree is not yet known to be gone
    Ended,    ///< by itself
    Stopped,  ///< by this program, and its process tree is gone, as far as `containment` shows
    Lost,     ///< the connection is lost: the host ends the run when its lease expires; nothing more is known
    Failed,   ///< it never started: `why`
    MayStillRun, ///< it was ended, except for `remaining` or processes that are not visible
    Interrupted, ///< the program that managed it was killed; found later, so its end is unknown
};

/// A process of a run, or a container that it started, which is not known to be gone.
struct RemainingProcess {
    enum class Reason : std::uint8_t {
        Denied, ///< it belongs to another user, such as root through sudo: no signal may be sent to it
        Stuck,  ///< no signal ends it: it is stuck in the kernel
        Unsure, ///< it may belong to the run: nothing tracked the run's processes, or another manager has it
    };
    int pid = 0; ///< on its host; 0: a container
    /// As the host reports, only letters, digits and `_.+-`; may be empty. `name` of a container: its id.
    std::string name, owner;
    Reason reason = Reason::Stuck;
    std::string engine = {}; ///< of a container: "docker", "podman", "nerdctl"; likewise
    /// The name of the container, or of that in which the process runs; empty: unknown, or none.
    std::string container = {};
    friend bool operator==(const RemainingProcess &, const RemainingProcess &) = default;
};

/// The state of a run on a host. Times are Unix time in milliseconds of this machine.
struct RunState {
    std::string id; ///< of the run, unique: also the mark in its processes' environment
    Phase phase = Phase::Waiting;
    std::optional<std::int64_t> startedMs, endedMs;
    std::optional<int> pid;        ///< of the tool on its host
    std::optional<int> exitStatus; ///< 128 + N where signal N ended it
    std::string why;               ///< as text
    std::uint64_t outputBytes = 0, outputLines = 0;
    /// Its host reported how it ended. Otherwise that was inferred here, and a detached run may still be
    /// running.
    bool endReported = false;
    /// What tracks its processes on the host, so that none is lost: "cgroup", "scope" (the user's systemd),
    /// "subreaper", or "session" if none of these is available; empty: unknown.
    std::string containment = {};
    /// Of Phase::MayStillRun; as last seen, those of other users (sudo) in a run that goes on, or was lost.
    std::vector<RemainingProcess> remaining = {};
    std::string simulated =
        {}; ///< a simulated host's description of itself; empty: the host is real, or unknown
    friend bool operator==(const RunState &, const RunState &) = default;
};

} // namespace fabricscope::bench
