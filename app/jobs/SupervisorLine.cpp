// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/SupervisorLine.h"

#include "app/jobs/ContainerShell.h"

namespace fabricscope::app {

std::string supervisorLine(const HostShell &shell, bool goesOn) {
    if (shell.container)
        return containerShell(*shell.container, false);
    if (!shell.isLocal && !goesOn)
        return "exec /bin/sh -s";
    return "exec /bin/sh -c 'exec 3<&0; command -v setsid >/dev/null 2>&1 || exec /bin/sh -s <&3 3<&-; "
           "setsid /bin/sh -s <&3 3<&- & wait'";
}

} // namespace fabricscope::app
