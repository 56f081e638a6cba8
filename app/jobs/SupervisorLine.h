// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/HostShell.h"

namespace fabricscope::app {

/// The command line that a script of resources/supervisor goes to: one of two constants, in a container by
/// containerShell(). The shell gets a session of its own, where there is setsid, on this machine and for a
/// run that `continues` without us: this program, and some servers, kill the group of a command whose channel
/// closes, and the supervisor must live on. Where perl or python3 is there the shell is a subreaper: its
/// first argument is then "adopts", its second the process that waits for it
/// (resources/supervisor/common.sh). It means the same to every login shell.
[[nodiscard]] std::string supervisorLine(const HostShell &shell, bool continues);

} // namespace fabricscope::app
