// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace fabricscope::test {

/// A run of one of our programs as from a script: without a terminal and without standard input.
struct ProgramRun {
    int status = -1; ///< exit status; -1 if a signal ended it
    std::string out, err;
};

/// The `arguments` are passed unchanged; no shell is involved.
[[nodiscard]] ProgramRun runProgram(const std::string &name, const std::vector<std::string> &arguments);

} // namespace fabricscope::test
