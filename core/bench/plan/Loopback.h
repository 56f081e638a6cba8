// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"

namespace fabricscope::bench {

/// perftest's two ends as one command for a host: the words of `end` run as a server on a free TCP port, and
/// once it listens the same words run as its client over 127.0.0.1; the client's output and exit status are
/// those of the command. The server ends with it. `end` contains neither port nor address. Listening ports
/// are read from /proc/net/tcp*. The command waits for the server as long as it is active; every 15 s
/// standard error reports the remaining time. After `idleSeconds` without activity the client connects
/// anyway, and both are retried once if that fails. If the server exits before it listens, its status is
/// returned, unless another process took its port: then another port is tried, three in all. The words are
/// passed as words: the shell script is the same for all.
[[nodiscard]] Command loopback(Command end, unsigned idleSeconds = 60);

} // namespace fabricscope::bench
