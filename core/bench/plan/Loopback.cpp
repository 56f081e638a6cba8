// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Loopback.h"

#include <fmt/format.h>

namespace fabricscope::bench {

namespace {

/// One line, since commands are edited one word per line; preceded by `m=SECONDS; `. The ports are below the
/// ephemeral ports of kernels, and above those of services; state 0A is listening. The server's activity is
/// its page faults and CPU times (proc(5), stat), including its children's. n: seconds without activity.
constexpr const char *kScript =
    "p=$((20000 + $$ % 9000)); k=0; on() { grep -q \":$(printf %04X $p) 0*:0000 0A\" /proc/net/tcp*; }; "
    "work() { for c in $s $(cat /proc/$s/task/*/children 2>/dev/null); do sed 's/.*) //' \"/proc/$c/stat\"; "
    "done "
    "2>/dev/null | cut -d' ' -f8-15; }; "
    "while :; do while on; do p=$((20000 + (p - 19003) % 9000)); done; "
    "\"$@\" -p $p >/dev/null & s=$!; n=0; t=0; w=; "
    "until on || [ $n -ge $m ]; do "
    "kill -0 $s 2>/dev/null || { wait $s; r=$?; on && [ $k -lt 2 ] && k=$((k + 1)) && continue 2; exit $r; "
    "}; "
    "v=$w; w=$(work); n=$((n + 1)); [ \"$v\" = \"$w\" ] || n=0; t=$((t + 1)); "
    "[ $((t % 15)) -ne 0 ] || echo \"loopback: server not listening after $t s; "
    "connecting once it does, or in $((m - n)) s if it stays idle\" >&2; "
    "sleep 1; done; "
    "\"$@\" -p $p 127.0.0.1; r=$?; kill $s 2>/dev/null; "
    "[ $r -ne 0 ] && [ $n -ge $m ] && [ $k -lt 2 ] || exit $r; k=2; "
    "echo \"loopback: retrying on another port\" >&2; p=$((p + 1)); done";

} // namespace

Command loopback(Command end, unsigned idleSeconds) {
    end.words.insert(end.words.begin(),
                     {"sh", "-c", fmt::format("m={}; {}", idleSeconds, kScript), "loopback"});
    return end;
}

} // namespace fabricscope::bench
