// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Secret.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::app {

/// A request for the sudo password of a host.
struct SudoRequest {
    std::string host;                ///< as the user named it
    int attempt = 1;                 ///< above 1: sudo refused the one before
    std::function<bool()> cancelled; ///< true once the answer is not needed any more
    /// A callback that returns no password may first call this with the reason: "timed out after 5 s".
    std::function<void(std::string)> unanswered{};
};

/// Called on a thread that may wait for the user, until `cancelled` returns true. std::nullopt or an empty
/// password: none was given.
using AskSudoPassword = std::function<std::optional<remote::Secret>(const SudoRequest &)>;

/// Each is one authentication; many systems lock an account after five or ten that failed.
inline constexpr int kMaxSudoPasswords = 3;

/// Whether sudo, in English, refuses for a reason that no password changes: the user is not in sudoers,
/// sudo requires a terminal, it is not installed.
[[nodiscard]] bool isPasswordUseless(std::string_view message);

} // namespace fabricscope::app
