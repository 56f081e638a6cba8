// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::bench {

/// A name of a process or user that a host or a command states, in characters that need no quotes in a shell;
/// at most 64 of them.
[[nodiscard]] std::string processName(std::string_view text);

/// The processes of a run in a sentence: "process 812 (all_reduce_perf) and its children", or, if the process
/// of the tool is not known, "processes of all_reduce_perf".
[[nodiscard]] std::string processesText(const RunSpec &spec, std::optional<int> pid);

/// The command that shows whether the tool still runs: "ssh gpu-07 ps -fp 812".
[[nodiscard]] std::string lookupText(const RunSpec &spec, std::optional<int> pid);

} // namespace fabricscope::bench
