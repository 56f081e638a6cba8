// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Command.h"

namespace fabricscope::bench {

/// perftest's two ends as one command for a host: the words of `end` as a server on a TCP port on which
/// nobody listens, and once it listens the same words as its client over 127.0.0.1, whose output and exit
/// status are the command's. The server ends with it. `end` names neither port nor address. What listens is
/// read from /proc/net/tcp*; a server that is not seen there within 60 s is asked all the same, and one that
/// ends before gives its own status. The words stay words: the shell's script is the same for all of them.
[[nodiscard]] Command loopback(Command end);

} // namespace fabricscope::bench
