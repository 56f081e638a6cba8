// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/Loopback.h"

namespace fabricscope::bench {

namespace {

/// One line: a person edits commands a word a line. The ports are below those that kernels give to
/// connections, above those of services; state 0A is listening.
constexpr const char *kScript =
    "p=$((20000 + $$ % 9000)); on() { grep -q \":$(printf %04X $p) 0*:0000 0A\" /proc/net/tcp*; }; "
    "while on; do p=$((p + 1)); done; \"$@\" -p $p >/dev/null & s=$!; n=0; "
    "until on || [ $n -ge 60 ]; do kill -0 $s 2>/dev/null || { wait $s; exit; }; n=$((n + 1)); sleep 1; "
    "done; "
    "\"$@\" -p $p 127.0.0.1; r=$?; kill $s 2>/dev/null; exit $r";

} // namespace

Command loopback(Command end) {
    end.words.insert(end.words.begin(), {"sh", "-c", kScript, "loopback"});
    return end;
}

} // namespace fabricscope::bench
