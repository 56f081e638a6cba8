// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Command.h"

namespace fabricscope::bench {

/// perftest's two ends as one command for a host: the words of `end` as a server on a TCP port on which
/// nobody listens, and once it listens the same words as its client over 127.0.0.1, whose output and exit
/// status are the command's. The server ends with it. `end` names neither port nor address. What listens is
/// read from /proc/net/tcp*. A server is awaited as long as it works, and standard error says each 15 s for
/// how long yet; one that stood still for `idleSeconds` is asked all the same, and both are tried once more
/// where that fails. One that ends before it listens gives its own status, but where somebody else took its
/// port: then another port is tried, three in all. The words stay words: the shell's script is the same for
/// all.
[[nodiscard]] Command loopback(Command end, unsigned idleSeconds = 60);

} // namespace fabricscope::bench
