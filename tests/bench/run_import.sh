#!/bin/sh
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# run_import.sh IMPORT_BENCH FILE|FOLDER|ARCHIVE...: instructions (callgrind) from files on disk to the tree, compared
# with hwloc_topology_load of the same files. Ours is everything: open and read the file, recognize it, parse the
# facts (import, read, build: its parts). hwloc's is hwloc_topology_set_xml and hwloc_topology_load for an XML file.
# An archive is unpacked first, outside of the measurement, and both read the unpacked folder (hwloc by HWLOC_FSROOT).
# hwloc runs without its plugins: with them it would read XML with libxml2 and look up all names, at two to ten times
# the cost.
set -eu
bench=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/no-plugins"
export HWLOC_PLUGINS_PATH="$work/no-plugins"
export LD_BIND_NOW=1 # resolve library symbols at startup, for both: not part of the measurement

# instructions FUNCTION ARGUMENTS...
instructions() {
    toggle=$1
    shift
    valgrind --tool=callgrind --toggle-collect="$toggle" --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

printf '%-40s %9s %12s %10s %10s %10s %12s %7s\n' source functions 'ours instr' import read build 'hwloc instr' ratio
status=0
for source in "$@"; do
    name=$(basename "$source")
    case $source in
    *.tar.*)
        mkdir "$work/$name"
        tar -xf "$source" -C "$work/$name"
        set -- "$work/$name"/*/
        ours=$1
        its=$1
        ;;
    *)
        ours=$source
        its=$source
        ;;
    esac
    functions=$("$bench" ours "$ours" | sed -n 's/^functions //p')
    seen=$("$bench" hwloc "$its" | sed -n 's/^functions //p')
    [ "$functions" = "$seen" ] || echo "$name: hwloc sees $seen functions, we $functions" >&2
    all=$(instructions measured_ours "$bench" ours "$ours")
    import=$(instructions measured_import "$bench" ours "$ours")
    read=$(instructions measured_read "$bench" ours "$ours")
    build=$(instructions measured_build "$bench" ours "$ours")
    peer=$(instructions measured_hwloc "$bench" hwloc "$its")
    awk -v n="$name" -v f="$functions" -v a="$all" -v i="$import" -v r="$read" -v u="$build" -v h="$peer" 'BEGIN {
        printf "%-40s %9d %12d %10d %10d %10d %12d %6.1fx\n", n, f, a, i, r, u, h, h / a
        exit !(h >= 5 * a) }' || status=1
done
[ $status = 0 ] || echo "below the aim: 5 times fewer instructions" >&2
exit $status
