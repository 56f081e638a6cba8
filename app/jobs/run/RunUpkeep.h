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

/// This process, as the owner of the runs that it stores.
[[nodiscard]] store::RunOwner currentOwner();
/// Identifies a process by process id and start time, with the kernel's boot and the container in which it
/// ran. A process started before this boot of the machine no longer exists.
[[nodiscard]] store::OwnerState ownerState(const store::RunOwner &owner);

/// Marks as interrupted the runs that a killed program left in this database; returns their number. Writes
/// nothing if there are none; the database need not exist.
[[nodiscard]] Result<std::size_t> markInterruptedRuns(const std::string &path);

/// Unix time in milliseconds of the last local midnight: later runs are never deleted to free space.
[[nodiscard]] std::int64_t startOfToday();

/// "1.2 GiB"
[[nodiscard]] std::string storageText(std::uint64_t bytes);
/// The warning that the limit is still exceeded; empty if it is not.
[[nodiscard]] std::string overLimitText(const store::Pruned &pruned, const bench::StoreUsage &usage);
/// "2 old runs were deleted (1.2 GiB): saved runs are limited to 10.0 GiB"; empty: none was deleted.
[[nodiscard]] std::string prunedText(const store::Pruned &pruned, std::uint64_t limit);

} // namespace fabricscope::app
