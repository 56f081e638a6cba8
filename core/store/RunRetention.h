// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/RunSizes.h"
#include "core/store/RunStore.h"

#include <cstdint>
#include <functional>
#include <string>

namespace fabricscope::store {

/// The largest first.
[[nodiscard]] Result<> visitSizes(const RunStore &store,
                                  const std::function<bool(const bench::RunSize &)> &take);

/// The runs with most output, the largest first, with only `output` filled in: fast.
[[nodiscard]] Result<std::vector<bench::RunSize>> largestOutputs(const RunStore &store, std::size_t most);

[[nodiscard]] Result<bench::StoreUsage> usageOf(const RunStore &store);

/// The size limit of all runs together, stored in the database itself so that each program that uses it knows
/// it; RunStore::kDefaultLimit until it is set.
inline constexpr std::uint64_t kMostSizeLimit = std::uint64_t{8388607} << 40; ///< bytes
/// 0: none. More than kMostSizeLimit is an Error.
[[nodiscard]] Result<> setSizeLimit(RunStore &store, std::uint64_t bytes);

/// A pinned run is deleted only by its id, never to free space. False: there is no such run.
[[nodiscard]] Result<bool> setPinned(RunStore &store, std::string_view id, bool pinned);

struct Pruned {
    std::size_t runs = 0;
    std::uint64_t bytes = 0;       ///< by which the database shrank
    bool isStillOverLimit = false; ///< what is left may not be deleted, and exceeds the limit
};
/// If the database is larger than its limit: deletes runs, the oldest first, until it is not. Never one
/// that is pinned, has not ended, or is from `retainFromMs` (Unix time; the beginning of today) or later.
[[nodiscard]] Result<Pruned> prune(RunStore &store, std::int64_t retainFromMs);

} // namespace fabricscope::store
