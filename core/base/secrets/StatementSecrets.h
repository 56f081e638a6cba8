// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/FoundSecrets.h"

#include <string_view>

namespace fabricscope {

/// Secrets in a line that are known by the words before them: statements of SQL and Redis ("IDENTIFIED BY
/// 'X'", "PASSWORD 'X'", "requirepass X"), changes of Terraform (password = "X" -> "Y"), sentences ("the
/// password is X", "a temporary password is generated for root@localhost: X"), input of programs ("sudo -S
/// <<< X"), the answer of a script of expect (send "X\r"), logins of Oracle's programs ("sqlplus user/X@db"),
/// and options of QEMU ("secret,id=a,data=X"); and password hashes ("$6$salt$X", "{SSHA}X"). In time linear
/// in the line.
[[nodiscard]] FoundSecrets statementSecrets(std::string_view line, bool (*isSecret)(std::string_view name));

} // namespace fabricscope
