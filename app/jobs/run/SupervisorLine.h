// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/HostShell.h"

namespace fabricscope::app {

/// The command line that reads a script of resources/supervisor: one of two constants, in a container by
/// containerShell(). The shell gets its own session, if there is setsid, on this machine and for a run that
/// `continues` without a connection: this program, and some servers, kill the process group of a command
/// whose channel closes, and the supervisor must survive. With perl or python3 the shell is a subreaper: its
/// first argument is then "adopts", its second the process that waits for it
/// (resources/supervisor/common.sh). Outside a container it first prints LoginGreeting::kEnd. It has the same
/// meaning for every login shell.
[[nodiscard]] std::string supervisorLine(const HostShell &shell, bool continues);

} // namespace fabricscope::app
