// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// Call first: the start for --timing.
void storeStartTime();
[[nodiscard]] std::chrono::steady_clock::time_point startTime();

/// Every user can read the arguments of a process: after this, `argv` no longer contains the values of --set,
/// --env and of other secrets.
void storeCommandLine(int argc, char **argv);
/// As typed, the name of this program first.
[[nodiscard]] const std::vector<std::string> &commandLine();

} // namespace fabricscope::app::cli
