// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace fabricscope::app::demo {

/// Behind kDemoHostArgument: holds a TCP port of 127.0.0.1 open until the process that started it ends, so
/// that the kernel shows it like that of a real perftest server. No connection is answered.
inline constexpr const char *kListenArgument = "--listen";
[[nodiscard]] int listenOn(const char *port);

/// Puts this program into a host's tree, for its simulated servers to listen with.
void linkListener(const std::filesystem::path &tree);

} // namespace fabricscope::app::demo
