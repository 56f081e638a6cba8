// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/FoundSecrets.h"

#include <string_view>

namespace fabricscope {

/// Values of names as people write them: "AWS Secret Access Key [None]: X", "Enter your token (hidden): X",
/// "PIN: 4711"; rows "| password | X |"; fields of forms, <input type="password" value="X">; input of a
/// program, <(echo X); and keys of Ceph, "key = X==". In time linear in the line.
void addSpokenSecrets(std::string_view line, bool (*isSecret)(std::string_view name), FoundSecrets &found);

} // namespace fabricscope
