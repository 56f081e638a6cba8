#!/bin/bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# run_gui.sh GUI_BENCH CAPTURE.fscope [FILE...] (fabricscope is in the folder of GUI_BENCH): CPU time of the window
# with software rendering: frames of the largest FILE (default: the capture), of 64 hosts, of 10 000 devices; turns of
# the event loop, memory and idle costs with 64 hosts open, and while 64 are collected over SSH; and process start to
# first picture compared with an empty Qt window (medians of 9 alternating rounds; RUNS=N).
set -euo pipefail
program=$1
capture=$2
shift 2
runs=${RUNS:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$work

"$program" frames "$capture" "$@"
for host in $(seq -w 64); do
    cp "$capture" "$work/host-$host.fscope"
done
"$program" open "$work"/host-*.fscope
"$program" collect "$(dirname "$program")/fabricscope"

# Milliseconds of CPU time of the process, and of wall time.
measure() { # NAME COMMAND...
    local name=$1 begin end
    shift
    begin=$(date +%s%N)
    "$@" >>"$work/$name.cpu"
    end=$(date +%s%N)
    echo $(((end - begin) / 1000000)) >>"$work/$name.wall"
}
median() { sort -n "$1" | sed -n "$(((runs + 1) / 2))p"; }
for _ in $(seq "$runs"); do
    measure first "$program" first "$capture"
    measure empty "$program" empty
done
awk -v a="$(median "$work/first.cpu")" -v b="$(median "$work/empty.cpu")" -v c="$(median "$work/first.wall")" \
    -v d="$(median "$work/empty.wall")" 'BEGIN {
    printf "start to the first picture of a capture: %.0f ms of CPU (%d ms), an empty Qt window: %.0f (%d); ratio %.2f (%.2f)\n",
        a, c, b, d, a / b, c / d }'
