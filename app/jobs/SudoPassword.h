// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Secret.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::app {

/// sudo on a host needs a password.
struct SudoRequest {
    std::string host;                ///< as the user named it
    int attempt = 1;                 ///< above 1: sudo refused the one before
    std::function<bool()> cancelled; ///< true once nobody waits for the answer any more
    /// Whoever gives no password may call it, before it returns, with the reason: "timed out after
    /// 5 s".
    std::function<void(std::string)> unanswered{};
};

/// Called on a thread that may wait for a person, until `cancelled` returns true. Nothing, or an empty
/// password: nobody gives one.
using AskSudoPassword = std::function<std::optional<remote::Secret>(const SudoRequest &)>;

/// Each is one authentication; many systems lock an account after five or ten that failed.
inline constexpr int kMaxSudoPasswords = 3;

/// Whether sudo, in English, refuses for a reason that no password changes: the user is not in sudoers,
/// sudo requires a terminal, it is not installed.
[[nodiscard]] bool isPasswordUseless(std::string_view message);

} // namespace fabricscope::app
