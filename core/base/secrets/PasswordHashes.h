// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/FoundSecrets.h"

#include <string_view>

namespace fabricscope {

/// Hashes of passwords, by their form: "$6$salt$X" of crypt(5), "{SSHA}X" of RFC 3112, "pbkdf2_sha256$1$X".
/// In time linear in the line.
void addPasswordHashes(std::string_view line, FoundSecrets &found);

} // namespace fabricscope
