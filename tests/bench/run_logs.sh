#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# run_logs.sh LOG_BENCH FOLDER [ROUNDS]: CPU seconds (user and system: other load does not count) to read a NCCL_DEBUG
# log of 500 MB and a log of a million rows (created in FOLDER if missing), medians of ROUNDS, compared with a script
# that extracts the same numbers, and with grep -cF of one word, its count written to a file. Then the user commands
# `fabricscope nccl-log` and `fabricscope bench parse`, with their whole output, and their peak memory. LOG_BENCH is
# the parsers alone; `fabricscope` must be in the same folder.
set -eu
bench=$1
folder=$2
rounds=${3:-5}
here=$(dirname "$0")
[ -f "$folder/rows.log" ] || "$here/make_logs.py" "$folder"

# seconds COMMAND...: CPU seconds of one call
TIMEFORMAT='%U %S'
seconds() {
    { time "$@" >"$folder/out" 2>/dev/null; } 2>&1 | awk '{ printf "%.3f\n", $1 + $2 }'
}

median() {
    sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

status=0
printf '%-10s %9s %9s %9s %9s %9s\n' log ours script grep 'script/ours' 'ours/grep'
for what in nccl-log rows; do
    log=$folder/rows.log
    word=float
    [ "$what" = rows ] || { log=$folder/library.log; word=GDRDMA; }
    cat "$log" >/dev/null
    "$bench" "$what" "$log" >"$folder/ours.txt"
    "$here/read_log.py" "$what" "$log" >"$folder/script.txt"
    cmp -s "$folder/ours.txt" "$folder/script.txt" || { echo "$what: they differ:"; cat "$folder/ours.txt" "$folder/script.txt"; status=1; }
    : >"$folder/a" && : >"$folder/b" && : >"$folder/c"
    i=0
    while [ $i -lt "$rounds" ]; do
        seconds "$bench" "$what" "$log" >>"$folder/a"
        seconds "$here/read_log.py" "$what" "$log" >>"$folder/b"
        seconds grep -cF "$word" "$log" >>"$folder/c"
        i=$((i + 1))
    done
    awk -v n="$what" -v a="$(median <"$folder/a")" -v b="$(median <"$folder/b")" -v c="$(median <"$folder/c")" 'BEGIN {
        printf "%-10s %9.3f %9.3f %9.3f %10.1fx %9.2f\n", n, a, b, c, b / a, a / c
        exit !(b >= 20 * a) }' || status=1
done
program=$(dirname "$bench")/fabricscope
printf '%-34s %9s %9s\n' command seconds MiB
while read -r log words; do
    : >"$folder/a" && : >"$folder/b"
    i=0
    while [ $i -lt "$rounds" ]; do
        # shellcheck disable=SC2086 # words to be split
        python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[2:], stdout=open(sys.argv[1], "wb"), stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("%.3f %.1f" % (used.ru_utime + used.ru_stime, used.ru_maxrss / 1024))' "$folder/out" "$program" $words "$folder/$log" >"$folder/c"
        read -r taken memory <"$folder/c"
        echo "$taken" >>"$folder/a"
        echo "$memory" >>"$folder/b"
        i=$((i + 1))
    done
    printf '%-34s %9.2f %9.1f\n' "$words $log" "$(median <"$folder/a")" "$(median <"$folder/b")"
done <<COMMANDS
library.log nccl-log
library.log nccl-log --json
rows.log bench parse
rows.log bench parse --json
COMMANDS
[ $status = 0 ] || echo "below the aim: 20 times faster than the script" >&2
exit $status
