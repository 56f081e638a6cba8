// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/Collect.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// What writeRuns() has done.
struct WrittenRuns {
    std::vector<std::filesystem::path> logs;
    bool isWritten = true; ///< false after a message
};

/// Runs a collective over the NICs of each of these demo hosts that has one, and leaves what it printed in
/// the folder, as HOST-all_reduce_perf.log. Gives these files.
WrittenRuns writeRuns(const std::filesystem::path &folder, const std::vector<std::string> &hosts,
                      const CollectFlags &flags);

} // namespace fabricscope::app::cli
