// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Client.h"

#include <optional>
#include <string>

namespace fabricscope::app::cli {

/// Questions of a connection on the controlling terminal; without one the answer is no. `acceptNew` stores
/// unknown host keys without asking (like ssh's StrictHostKeyChecking=accept-new); changed ones are refused
/// always.
[[nodiscard]] remote::Prompts terminalPrompts(bool acceptNew);

/// Typed without echo; nothing where there is no terminal.
[[nodiscard]] std::optional<std::string> askSecret(const std::string &question);

/// "yes" was typed, and nothing else; false where there is no terminal.
[[nodiscard]] bool askYes(const std::string &question);
/// There is somebody to ask.
[[nodiscard]] bool hasTerminal();

} // namespace fabricscope::app::cli
