// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace fabricscope::test {

/// Runs `fabricscope bench run`, with the runs stored in a temporary folder of the tests.
inline ProgramRun benchRun(const std::vector<std::string> &more) {
    static const TemporaryFolder data;
    ::setenv("XDG_DATA_HOME", data.path().c_str(), 1);
    std::vector<std::string> arguments = {"bench", "run"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runProgram("fabricscope", arguments);
}

} // namespace fabricscope::test
