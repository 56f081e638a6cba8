// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace fabricscope::test {

/// One run of a program of ours, as a script would run it: without a terminal and without standard input.
struct ProgramRun {
    int status = -1; ///< exit status; -1 where it was ended by a signal
    std::string out, err;
};

/// `arguments` go to the program as they are; no shell is between.
[[nodiscard]] ProgramRun runProgram(const std::string &name, const std::vector<std::string> &arguments);

} // namespace fabricscope::test
