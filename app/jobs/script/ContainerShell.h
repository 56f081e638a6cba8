// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/ContainerTarget.h"

#include <string>
#include <string_view>

namespace fabricscope::app {

/// The command line that runs a shell in the container, for remote::Command: like `exec /bin/sh -s` it leaves
/// standard input to the script. Every login shell reads it the same way, as only one word of octal digits in
/// it differs between containers: that word is a POSIX script in which each word of the runtime's command was
/// quoted by shellQuoted(). With `sudo` the runtime is called through `sudo -n` if the user is not
/// root, sudo needs no password, and it helps: with docker and crictl, whose sockets are root's; podman's
/// containers and kubectl's credentials are the user's own. `line`: what the shell runs instead of its
/// standard input; not in a container of crictl, which takes no argument after the shell's name.
[[nodiscard]] std::string containerShell(const workspace::Container &container, bool sudo,
                                         std::string_view line = {});

/// "docker exec -i train /bin/sh -s", for the log.
[[nodiscard]] std::string shownShell(const workspace::Container &container);

} // namespace fabricscope::app
