// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// Replaces this process by fabricscope-window (next to this program, else from PATH). Returns only where
/// that cannot be started: with kUsage and a message with the reason.
int startWindow(const std::vector<std::string> &arguments);

/// Runs fabricscope-window and waits; its exit status, 127 if it cannot be started, or 128 + N if signal N
/// ended it, which is printed unless it is a request to end (SIGTERM, SIGINT, SIGHUP). Without a display Qt's
/// offscreen platform is used. It ends with the calling thread, so call this from the main thread.
int runWindow(const std::vector<std::string> &arguments, bool offscreen);

} // namespace fabricscope::app::cli
