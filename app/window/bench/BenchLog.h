// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/view/JudgedRun.h"
#include "core/bench/view/LogHost.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::nccl::log {
struct DebugLog;
}

namespace fabricscope::app::window {

// Saved logs. Called on workers.

/// Signs of benchmark output at the beginning of a file.
enum class BenchSign {
    None,
    ErrorLine, ///< only messages of a launcher, the shell or the kernel, which any text may contain
    Output,    ///< output of a benchmark or the library
};
[[nodiscard]] BenchSign benchSign(std::string_view head);

/// The contents of a log: its runs, and the library's own lines.
struct BenchLog {
    bench::Tables runs;
    std::shared_ptr<const nccl::log::DebugLog> library; ///< nullptr: it has no lines of the library
};
[[nodiscard]] Result<BenchLog> readBenchLog(const std::string &path);

/// The log's runs as the screen shows them. `chosen`: the key of the host chosen for the log, empty for none;
/// unset: the host that the log itself indicates, if any.
[[nodiscard]] std::vector<bench::BenchView> judgeBenchLog(const BenchLog &log, const std::string &name,
                                                          const std::vector<bench::LogHost> &hosts,
                                                          const std::optional<std::string> &chosen);

} // namespace fabricscope::app::window
