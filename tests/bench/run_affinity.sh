#!/bin/bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# run_affinity.sh AFFINITY_BENCH: instructions (callgrind) for judging one host with 16 GPUs and 32 NICs, and 64 of
# them: by hardware alone, and with the library's decisions. The ratio must be at most 70. Then the CPU time of the
# latter, over enough hosts for the resolution of the clock: must be under a millisecond per host.
set -euo pipefail
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# instructions FUNCTION HOSTS
instructions() {
    valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect="$1" "$program" "$2" >/dev/null 2>"$work/log" ||
        { cat "$work/log" >&2; exit 1; }
    awk '/^(summary|totals):/ { print $2; exit }' "$work/out"
}

printf '%-14s %15s %15s %8s\n' what '1 host' '64 hosts' ratio
for function in judgeHardware examineHosts; do
    one=$(instructions "$function" 1)
    many=$(instructions "$function" 64)
    awk -v n="$function" -v a="$one" -v b="$many" 'BEGIN { printf "%-14s %15d %15d %7.1fx\n", n, a, b, b / a }'
done
"$program" 512
