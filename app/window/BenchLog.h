// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Mailbox.h"
#include "core/layout/bench/LogHost.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app::window {

// Logs that were saved somewhere. For workers.

/// What the beginning of a file has of a benchmark.
enum class BenchSign {
    None,
    ErrorLine, ///< only what a launcher, the shell or the kernel reports, which any text may hold
    Output,    ///< what a benchmark or the library prints
};
/// `isAll`: it is the whole file.
[[nodiscard]] BenchSign benchSign(std::string_view head, bool isAll);

/// What a log holds: its runs, and the library's own lines.
struct BenchLog {
    bridge::BenchResults runs;
    std::shared_ptr<const nccl::log::DebugLog> library; ///< nullptr: no line of it is the library's
};
[[nodiscard]] Result<BenchLog> readBenchLog(const std::string &path);

/// Its runs as the screen shows them. `chosen`: the key of the host chosen for it, empty
/// for none of them; unset: the one that the log itself points to, if any.
[[nodiscard]] std::vector<layout::BenchView> judgeBenchLog(const BenchLog &log, const std::string &name,
                                                           const std::vector<layout::LogHost> &hosts,
                                                           const std::optional<std::string> &chosen);

} // namespace fabricscope::app::window
