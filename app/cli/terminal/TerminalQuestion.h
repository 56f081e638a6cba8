// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Secret.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace fabricscope::app::cli {

struct TerminalQuestion {
    std::string text; ///< as written: without control characters of a host
    bool echo = true; ///< of what is typed
    /// Polled a few times a second; true: the answer is no longer needed.
    std::function<bool()> cancelled{};
    std::optional<std::chrono::milliseconds> limit{}; ///< since it is on the screen
    std::function<void()> late{};                     ///< called when the limit has passed
};

/// A line typed at the controlling terminal; one question at a time, however many threads ask. Empty if there
/// is no terminal, end-of-file was typed, or the answer is no longer needed. The terminal's settings are
/// always restored: also on SIGINT, SIGTERM, SIGHUP and SIGQUIT, which then take their normal effect, and
/// while the process is stopped (SIGTSTP).
[[nodiscard]] std::optional<remote::Secret> askTerminal(const TerminalQuestion &question);

/// There is a terminal for questions.
[[nodiscard]] bool hasTerminal();
/// A question is on the screen: whatever else is written there would cover it.
[[nodiscard]] bool isAsking();
/// Writes sanitized lines of a host to the terminal.
void writeToTerminal(const std::string &text);

} // namespace fabricscope::app::cli
