// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/Database.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::store {

// A run is removed in two steps. First it is marked: it gets the phase 100, which is not in bench::Phase, and
// is no longer shown. Then its rows are deleted, a few at a time, and its row of `run` with the last ones. If
// the program is killed in between, the next one that prunes continues.

/// Marks it, in a separate transaction. False: no such run, or it is marked already.
[[nodiscard]] Result<bool> beginRemoval(const Database &database, std::string_view id);
/// The same in the caller's transaction.
[[nodiscard]] Result<bool> markRemoved(const Database &database, std::string_view id);
/// Deletes a marked run, in transactions of at most kMaxAtOnce bytes (one row may have more), with time for
/// others between them. Several processes may do so at once. Unmarked runs are left alone.
[[nodiscard]] Result<> finishRemoval(const Database &database, std::string_view id);
inline constexpr std::size_t kMaxAtOnce = std::size_t{4} << 20;

/// A run that is marked.
[[nodiscard]] Result<std::optional<std::string>> unfinishedRemoval(const Database &database);

} // namespace fabricscope::store
