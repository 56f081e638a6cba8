// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fabricscope::app::cli {

/// Exit statuses of design/cli.md, the same for every subcommand.
enum ExitStatus : int {
    kDone = 0,
    kFindings = 1,
    kUsage = 2,
    kUnreachable = 3, ///< a target cannot be reached or read, or a file not written; what was read is saved
    kBadInput = 4,    ///< the input is not what it claims to be
};

} // namespace fabricscope::app::cli
