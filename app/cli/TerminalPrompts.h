// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/SudoPassword.h"
#include "remote/Client.h"

#include <chrono>
#include <optional>
#include <string>

namespace fabricscope::app::cli {

/// Questions of a connection on the controlling terminal; without one the answer is no. `acceptNew` stores
/// unknown host keys without asking (like ssh's StrictHostKeyChecking=accept-new); changed ones are refused
/// always. A question that is on the screen for `limit` is given up, and reported on standard error.
[[nodiscard]] remote::Prompts terminalPrompts(bool acceptNew,
                                              std::optional<std::chrono::milliseconds> limit = std::nullopt);

/// The password for sudo, typed without echo; given up after so long on the screen.
[[nodiscard]] AskSudoPassword terminalSudo(std::chrono::milliseconds limit);

/// "yes" was typed, and nothing else; false where there is no terminal.
[[nodiscard]] bool askYes(const std::string &question);

} // namespace fabricscope::app::cli
