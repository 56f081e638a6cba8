// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// Exit statuses of design/cli.md, the same for every subcommand.
enum ExitStatus : int {
    kDone = 0,
    kFindings = 1,
    kUsage = 2,
    kUnreachable = 3, ///< a target could not be reached or read; what was read is saved
    kBadInput = 4,    ///< the input is not what it claims to be
};

/// The whole program without a window. Text or, with --json, one document on standard output;
/// messages, progress and warnings on standard error.
int run(int argc, char **argv);

/// The command line of this program as typed, its name first: the process's own arguments no longer contain
/// the values of --set.
[[nodiscard]] const std::vector<std::string> &commandLine();

/// When run() was entered, for --timing.
[[nodiscard]] std::chrono::steady_clock::time_point startTime();

} // namespace fabricscope::app::cli
