// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/ContainerTarget.h"

#include <string>
#include <string_view>

namespace fabricscope::app {

/// The command line that runs a shell in the container, for remote::Command: like `exec /bin/sh -s` it leaves
/// standard input to the script. It means the same to every login shell, as nothing of it but one word of
/// octal digits differs between containers: that word is a POSIX script in which each word of the runtime's
/// command has gone through remote::shellQuoted(). With `sudo` the runtime is called through `sudo -n`, where
/// the user is not root, sudo asks for no password, and it helps: with docker and crictl, whose sockets are
/// root's; podman's containers and kubectl's credentials are the user's own. `line`: what the shell runs
/// instead of its standard input; not in a container of crictl, which takes no word behind the shell's name.
[[nodiscard]] std::string containerShell(const workspace::Container &container, bool sudo,
                                         std::string_view line = {});

/// "docker exec -i train /bin/sh -s", for the log.
[[nodiscard]] std::string shownShell(const workspace::Container &container);

} // namespace fabricscope::app
