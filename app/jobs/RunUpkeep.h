// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/store/RunOwners.h"
#include "core/store/RunRetention.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace fabricscope::app {

/// This process, as the owner of the runs that it keeps.
[[nodiscard]] store::RunOwner currentOwner();
/// By its process id and start time, where it ran under this kernel and in this container. A process of this
/// machine that was started before its kernel is gone.
[[nodiscard]] store::OwnerState ownerState(const store::RunOwner &owner);

/// Marks as interrupted the runs that a killed program left in this database; gives their number. Nothing is
/// written where there is none, and there need be no database.
[[nodiscard]] Result<std::size_t> markInterruptedRuns(const std::string &path);

/// Unix time in milliseconds of the last midnight here: runs from then on are never deleted to make room.
[[nodiscard]] std::int64_t startOfToday();

/// "1.2 GiB"
[[nodiscard]] std::string storageText(std::uint64_t bytes);
/// "2 old runs were deleted (1.2 GiB): saved runs are limited to 10.0 GiB"; empty: nothing was.
/// Empty: it is not above its limit.
[[nodiscard]] std::string overLimitText(const store::Pruned &pruned, const bench::StoreUsage &usage);
[[nodiscard]] std::string prunedText(const store::Pruned &pruned, std::uint64_t limit);

} // namespace fabricscope::app
