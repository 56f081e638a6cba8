// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace fabricscope::e2e {

struct CommandResult {
    int status = -1; ///< exit status; 128 + N if signal N ended it; 124 on timeout
    std::string out, err;
};

/// Runs a program without a shell, a terminal or standard input, in a new session that is killed on timeout.
/// The first argument is a path, or a name found by PATH.
[[nodiscard]] CommandResult run(std::vector<std::string> arguments, std::chrono::seconds timeout,
                                std::vector<std::string> environment = {});

} // namespace fabricscope::e2e
