// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/RunStore.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace fabricscope::store {

/// What is known about the process that owns a run.
enum class OwnerState : std::uint8_t {
    Alive,
    Gone,
    Unknown, ///< on another machine, or in another container
};
using OwnerCheck = std::function<OwnerState(const RunOwner &)>;

/// Marks runs as interrupted whose program was killed: attached runs that have not ended and whose owner is
/// gone. If nothing is known about the owner, or an older version stored none, a run is interrupted once it
/// is kLongestSlackMs over its longest permitted time: by then its program has stopped it or was killed. A
/// detached run continues on its own: it is interrupted if its program was killed before its start was known,
/// or once it is kDetachedSlackMs over its longest permitted time; a fetch may still show how it ended.
/// Returns the number of runs marked.
[[nodiscard]] Result<std::size_t> markInterrupted(RunStore &store, std::int64_t nowMs,
                                                  const OwnerCheck &checkOwner);
inline constexpr std::int64_t kLongestSlackMs = std::int64_t{3600} * 1000;
inline constexpr std::int64_t kDetachedSlackMs = 13 * kLongestSlackMs; ///< its lease, and the slack

/// For RunStore::add(), within its transaction.
[[nodiscard]] Result<> setOwner(const Database &database, std::string_view id, const RunOwner &owner);
/// Makes this program the owner of the run. False: another live one owns it.
[[nodiscard]] Result<bool> takeOver(RunStore &store, std::string_view id, const RunOwner &self,
                                    const OwnerCheck &checkOwner);
/// Gives up ownership of the run, which may continue.
[[nodiscard]] Result<> release(RunStore &store, std::string_view id, const RunOwner &self);
/// Another live program owns the run.
[[nodiscard]] Result<bool> isOwnedByAnother(const RunStore &store, std::string_view id, const RunOwner &self,
                                            const OwnerCheck &checkOwner);

/// Whether there is a run that markInterrupted() would check: for a database opened read-only.
[[nodiscard]] Result<bool> hasUnfinished(const RunStore &store);

} // namespace fabricscope::store
