// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/Database.h"

namespace fabricscope::store {

/// Makes the tables of runs where there are none, and upgrades those of an older version; if `readOnly`, it
/// only checks. Errors: it is another program's database, made by a newer version, or cannot be written.
[[nodiscard]] Result<> prepareTables(const Database &database, bool readOnly);

/// It was once opened over a network file system: this machine may export its local disk.
[[nodiscard]] Result<bool> isShared(const Database &database);

} // namespace fabricscope::store
