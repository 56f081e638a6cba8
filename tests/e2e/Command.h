// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace fabricscope::e2e {

struct CommandResult {
    int status = -1; ///< exit status; 128 + N where signal N ended it; 124 where it took too long
    std::string out, err;
};

/// Runs a program without a shell, without a terminal and without standard input, in a session of its own
/// that is killed when the time is over. The first argument is a path, or a name that PATH leads to.
[[nodiscard]] CommandResult run(std::vector<std::string> arguments, std::chrono::seconds timeout,
                                std::vector<std::string> environment = {});

} // namespace fabricscope::e2e
