#!/bin/bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# run_render.sh FABRICSCOPE FILE.xml...: CPU time (user and system, median of 9 interleaved runs) of `fabricscope
# render` compared with lstopo for the same hwloc XML, to SVG and to PNG; for PNG also pixels per second of that time.
# Both are whole programs from start to end; ours starts fabricscope-window for PNG. RUNS=N sets the number of runs.
set -euo pipefail
program=$1
shift
runs=${RUNS:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export QT_QPA_PLATFORM=offscreen

# seconds COMMAND...: user + system time of it and its children
seconds() {
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>"$work/errors"; } 2>&1 | awk '{ print $1 + $2 }'
}
median() { sort -n | sed -n "$(((runs + 1) / 2))p"; }
# pixels FILE.png: from its header
pixels() { od -An -tu1 -j16 -N8 "$1" | awk '{ print ($1*16777216+$2*65536+$3*256+$4) * ($5*16777216+$6*65536+$7*256+$8) }'; }

printf '%-28s %-5s %10s %10s %7s %14s %14s\n' file to 'ours s' 'lstopo s' ratio 'ours px/s' 'lstopo px/s'
for file in "$@"; do
    name=$(basename "$file" .xml)
    for format in svg png; do
        : >"$work/ours" && : >"$work/its"
        for _ in $(seq "$runs"); do
            seconds "$program" render "$file" -o "$work/ours.$format" >>"$work/ours"
            seconds lstopo -i "$file" --of "$format" -f "$work/its.$format" >>"$work/its"
        done
        for picture in "$work/ours.$format" "$work/its.$format"; do
            [ -s "$picture" ] || { echo "$name: no picture: $(cat "$work/errors")" >&2; exit 1; }
        done
        our_pixels=0 its_pixels=0
        if [ $format = png ]; then
            our_pixels=$(pixels "$work/ours.png")
            its_pixels=$(pixels "$work/its.png")
        fi
        awk -v n="$name" -v f=$format -v a="$(median <"$work/ours")" -v b="$(median <"$work/its")" -v p="$our_pixels" \
            -v q="$its_pixels" 'BEGIN {
            printf "%-28s %-5s %10.3f %10.3f %6.1fx", n, f, a, b, (a > 0 ? b / a : 0)
            if (p > 0) printf " %14.0f %14.0f", p / a, q / b
            printf "\n" }'
    done
done
