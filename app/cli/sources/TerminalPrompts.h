// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/SudoPassword.h"
#include "remote/Client.h"

#include <chrono>
#include <optional>
#include <string>

namespace fabricscope::app::cli {

/// Questions of a connection on the controlling terminal; without one the answer is no. `acceptNew` stores
/// unknown host keys without asking (like ssh's StrictHostKeyChecking=accept-new); changed keys are always
/// refused. A question left unanswered for `limit` is abandoned, and reported on standard error.
[[nodiscard]] remote::Prompts terminalPrompts(bool acceptNew,
                                              std::optional<std::chrono::milliseconds> limit = std::nullopt);

/// The password for sudo, typed without echo; abandoned after this time on the screen.
[[nodiscard]] AskSudoPassword terminalSudo(std::chrono::milliseconds limit);

/// True only if exactly "yes" was typed; false without a terminal.
[[nodiscard]] bool askYes(const std::string &question);

} // namespace fabricscope::app::cli
