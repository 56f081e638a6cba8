// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Command.h"

namespace fabricscope::bench {

/// perftest's two ends as one command for a host: the words of `end` as a server on a TCP port on which
/// nothing listens, and once it listens the same words as its client over 127.0.0.1, whose output and exit
/// status are the command's. The server ends with it. `end` names neither port nor address. What listens is
/// read from /proc/net/tcp*. A server is awaited as long as it works; every 15 s standard error reports
/// for how much longer. After `idleSeconds` without activity the client connects anyway, and both are
/// retried once if that fails. One that ends before it listens gives its own status, unless another
/// process took its port: then another port is tried, three in all. The words stay words: the shell's
/// script is the same for all.
[[nodiscard]] Command loopback(Command end, unsigned idleSeconds = 60);

} // namespace fabricscope::bench
