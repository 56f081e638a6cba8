// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"
#include "core/bench/run/RunState.h"

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::bench {

/// A name of a process or user that a host or a command states, in characters that need no quotes in a shell;
/// at most 64 of them.
[[nodiscard]] std::string processName(std::string_view text);

/// The processes of a run in a sentence: "process 812 (all_reduce_perf) or processes that it started", or, if
/// the process of the tool is not known, "processes of all_reduce_perf".
[[nodiscard]] std::string processesText(const RunSpec &spec, std::optional<int> pid);

/// "process 812 (sleep) of root in container train", or "podman container busy": by its id if it has no known
/// name.
[[nodiscard]] std::string remainingName(const RemainingProcess &process);

/// The command that shows what may be left of a run, of every user, and also after the process of the tool
/// has ended: "ssh gpu-07 ps -eo pid,ppid,user,lstart,args --sort=start_time", which lists the newest last.
[[nodiscard]] std::string lookupText(const RunSpec &spec);

/// Begins the reason of an ended run that left something behind, which was ended with it.
inline constexpr std::string_view kLeftInBackground = "left in the background, and ended with the run: ";

} // namespace fabricscope::bench
