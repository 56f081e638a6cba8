// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/HostShell.h"

namespace fabricscope::app {

/// The command line that a script of resources/supervisor goes to: one of two constants, or for a container
/// containerShell(). The shell gets a session of its own, where there is setsid, on this machine and for a
/// run that `goesOn` without us: this program, and some servers, kill the group of a command whose channel
/// closes, and the supervisor must live on. It means the same to every login shell.
[[nodiscard]] std::string supervisorLine(const HostShell &shell, bool goesOn);

} // namespace fabricscope::app
