// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/store/RunStore.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app::cli {

// Subcommands of `fabricscope runs`. Each returns the exit status.

/// Disk usage: the whole database and its runs, the largest first; at most `most` of them.
[[nodiscard]] int showUsage(const store::RunStore &store, const std::string &path, std::size_t most,
                            bool json);
/// "2G" in bytes: up to store::kMostSizeLimit, with K, M, G or T for powers of 1024; 0 for no limit.
[[nodiscard]] Result<std::uint64_t> readSizeLimit(std::string_view text);
/// Sets the limit of all runs together, 0 for none, and deletes runs above it; without a value: shows it.
[[nodiscard]] int changeLimit(store::RunStore &store, std::optional<std::uint64_t> bytes);
[[nodiscard]] int pinRuns(store::RunStore &store, const std::vector<std::string> &ids, bool pinned);

/// The run with this id or prefix of an id.
[[nodiscard]] Result<bench::RunRecord> findRun(const store::RunStore &store, const std::string &id);

} // namespace fabricscope::app::cli
