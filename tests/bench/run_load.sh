#!/bin/sh
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# run_load.sh LOAD_BENCH [CAPTURE...]: reading a host and building its tree, compared with hwloc_topology_load of the
# same tree, in one process each: instructions (callgrind) and peak resident memory (median of 5). Always a sample
# host with 4096 functions; then each given capture (its facts are written as files for hwloc). hwloc runs without its
# plugins: they look up all names, at one and a half times the instructions and twice the memory.
set -eu
bench=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/no-plugins"
export HWLOC_PLUGINS_PATH="$work/no-plugins"
export LD_BIND_NOW=1 # resolve library symbols at startup, for both: not part of the measurement

"$bench" write 4096 "$work/made"
names=made
for capture in "$@"; do
    name=$(basename "$capture" .fscope)
    "$bench" write-captured "$capture" "$work/$name"
    names="$names $name"
done

# instructions FUNCTION ARGUMENTS...
instructions() {
    toggle=$1
    shift
    valgrind --tool=callgrind --toggle-collect="$toggle" --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
# value KEY ARGUMENTS...
value() {
    key=$1
    shift
    for _ in 1 2 3 4 5; do "$@"; done | sed -n "s/^$key //p" | sort -n | sed -n 3p
}

printf '%-12s %9s %16s %16s %7s %12s %12s %7s\n' host functions 'ours instr' 'hwloc instr' ratio 'ours KiB' \
    'hwloc KiB' ratio
status=0
for name in $names; do
    set -- "$work/$name/capture.fscope" "$work/$name/root"
    functions=$(value functions "$bench" ours "$1")
    seen=$(value functions "$bench" hwloc "$2")
    [ "$functions" = "$seen" ] || echo "$name: hwloc sees $seen functions of $functions" >&2
    our_instructions=$(instructions measured_ours "$bench" ours "$1")
    its_instructions=$(instructions measured_hwloc "$bench" hwloc "$2")
    our_peak=$(value peak_kib "$bench" ours "$1")
    its_peak=$(value peak_kib "$bench" hwloc "$2")
    awk -v n="$name" -v f="$functions" -v a="$our_instructions" -v b="$its_instructions" -v c="$our_peak" -v d="$its_peak" 'BEGIN {
        printf "%-12s %9d %16d %16d %6.1fx %12d %12d %6.1fx\n", n, f, a, b, b / a, c, d, (c > 0 ? d / c : 0)
        exit !(b >= 5 * a && c < d) }' || status=1
done
[ $status = 0 ] || echo "below the aim: 5 times fewer instructions and less peak memory" >&2
exit $status
