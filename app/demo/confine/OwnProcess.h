// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

namespace fabricscope::app::demo {

/// Runs `run` in a child process and waits for its end. SIGTERM is passed on; SIGINT, SIGHUP and SIGPIPE are
/// ignored in both, SIGTERM and SIGCHLD blocked in the child (signalfd(2)). All processes that it leaves
/// behind, including those that left its session, are killed, however it ended. Returns its exit status, 3 if
/// it was killed, nothing if it could not be started (errno). `run` is called with the id of the waiting
/// process: code that requests a signal at its death compares it with getppid(). Must be called while the
/// process has one thread.
[[nodiscard]] std::optional<int> runInOwnProcess(const std::function<int(int parent)> &run);

} // namespace fabricscope::app::demo
