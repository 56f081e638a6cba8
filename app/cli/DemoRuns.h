// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sources/Collect.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// Result of writeRuns().
struct WrittenRuns {
    std::vector<std::filesystem::path> logs;
    bool isWritten = true; ///< false: a message was printed
};

/// Runs a collective over the NICs of each of these demo hosts that has one, and writes its output to the
/// folder as HOST-all_reduce_perf.log. Returns these files.
WrittenRuns writeRuns(const std::filesystem::path &folder, const std::vector<std::string> &hosts,
                      const CollectFlags &flags);

} // namespace fabricscope::app::cli
