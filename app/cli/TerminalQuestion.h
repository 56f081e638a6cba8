// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Secret.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace fabricscope::app::cli {

struct TerminalQuestion {
    std::string text; ///< as it is written: without control characters of a host
    bool echo = true; ///< of what is typed
    /// Asked some times a second; true: nobody waits for the answer any more.
    std::function<bool()> cancelled{};
    std::optional<std::chrono::milliseconds> limit{}; ///< since it is on the screen
    std::function<void()> late{};                     ///< called where the limit is over
};

/// A line typed at the controlling terminal; one question at a time, however many threads ask. Nothing where
/// there is no terminal, its end was typed, or the answer is not awaited any more.
/// However the question ends, the terminal's settings are those from before it: also by SIGINT, SIGTERM,
/// SIGHUP, SIGQUIT, which then do what they would have done, and while the process is stopped (SIGTSTP).
[[nodiscard]] std::optional<remote::Secret> askTerminal(const TerminalQuestion &question);

/// There is a terminal to ask at.
[[nodiscard]] bool hasTerminal();
/// A question is on the screen: whatever else is written there would cover it.
[[nodiscard]] bool isAsking();
/// Writes lines of a host, made safe, to the terminal.
void writeToTerminal(const std::string &text);

} // namespace fabricscope::app::cli
