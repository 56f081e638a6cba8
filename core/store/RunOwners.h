// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/RunStore.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace fabricscope::store {

/// What is known of the process that keeps a run.
enum class OwnerState : std::uint8_t {
    Alive,
    Gone,
    Unknown, ///< on another machine, or in another container
};
using OwnerCheck = std::function<OwnerState(const RunOwner &)>;

/// Marks runs as interrupted whose program was killed: attached runs that have not ended, of an owner that is
/// gone. Where nothing is known of the owner, or an older version kept none, a run is interrupted once it is
/// kLongestSlackMs over the longest time that it may take: by then its program has stopped it or was killed.
/// A detached run continues on its own: it is interrupted where its program was killed before it was known to
/// have begun, or once it is kDetachedSlackMs over the longest time that it may take; a fetch may still show
/// how it ended. Gives the number of runs that were marked.
[[nodiscard]] Result<std::size_t> markInterrupted(RunStore &store, std::int64_t nowMs,
                                                  const OwnerCheck &checkOwner);
inline constexpr std::int64_t kLongestSlackMs = std::int64_t{3600} * 1000;
inline constexpr std::int64_t kDetachedSlackMs = 13 * kLongestSlackMs; ///< its lease, and the slack

/// For RunStore::add(), within its transaction.
[[nodiscard]] Result<> setOwner(const Database &database, std::string_view id, const RunOwner &owner);
/// Makes this program the one that keeps the run. False: another one does, and lives.
[[nodiscard]] Result<bool> takeOver(RunStore &store, std::string_view id, const RunOwner &self,
                                    const OwnerCheck &checkOwner);
/// It no longer keeps the run, which may go on.
[[nodiscard]] Result<> release(RunStore &store, std::string_view id, const RunOwner &self);
/// Another program than this one keeps the run, and lives.
[[nodiscard]] Result<bool> isOwnedByAnother(const RunStore &store, std::string_view id, const RunOwner &self,
                                            const OwnerCheck &checkOwner);

/// Whether there is a run that markInterrupted() would check: for a database opened read-only.
[[nodiscard]] Result<bool> hasUnfinished(const RunStore &store);

} // namespace fabricscope::store
