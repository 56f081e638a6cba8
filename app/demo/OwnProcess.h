// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

namespace fabricscope::app::demo {

/// Runs `run` in a process of its own and waits for its end. SIGTERM is passed on; SIGINT, SIGHUP and SIGPIPE
/// are ignored in both, SIGTERM and SIGCHLD blocked in the child (signalfd(2)). Whatever the process leaves
/// behind, also what left its session, is killed, however it ended. Returns its exit status, 3 where it was
/// killed, nothing where it could not be started (errno). `run` is called with the id of the waiting process:
/// who asks for a signal at its death compares it with getppid(). To be called while the process has one
/// thread.
[[nodiscard]] std::optional<int> runInOwnProcess(const std::function<int(int parent)> &run);

} // namespace fabricscope::app::demo
