#!/bin/sh
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Simulates `rocm-smi -b` and `amd-smi monitor` on a simulated host. A GPU used by a simulated perftest or collective
# shows its traffic and load; all others are idle.
tool=$1
shift
here=${0%/*}
gpus='' tdp=1000
. "$here/bench.conf"
traffic=$here/run/traffic

# The current traffic over a GPU's PCIe link in Gb/s, and whether the GPU computes. Traffic staged in host memory does not
# use that link.
rate_of() {
    now=0 busy=0
    for file in "$traffic/$1".*; do
        [ -f "$file" ] && read -r pid own peer both staged load <"$file" && kill -0 "$pid" 2>/dev/null || continue
        one=$((own < peer ? own : peer))
        [ "$both" = 0 ] || one=$((one * 19 / 10))
        [ "$staged" != 0 ] || now=$((now + one))
        [ "$load" = 0 ] || busy=1
    done
    echo "$now:$busy"
}
rates() {
    index=0
    for _ in $gpus; do
        printf '%s ' "$(rate_of "$index")"
        index=$((index + 1))
    done
}
wait_for() {
    [ "${FABRICSCOPE_DEMO_PACE:-1}" = 0 ] || sleep "$1"
}

if [ "$tool" = rocm-smi ]; then
    wait_for 1
    awk -v rates="$(rates)" 'BEGIN {
        print "\n\n============================ ROCm System Management Interface ============================"
        print "================================ Measured PCIe Bandwidth ================================="
        n = split(rates, gbits, " ")
        for (i = 1; i <= n; ++i)
            printf "GPU[%d]\t\t: Estimated maximum PCIe bandwidth over the last second (MB/s): %.3f\n", i - 1, int(gbits[i]) * 1e9 / 8 / 1048576 + 0.1
        print "=========================================================================================="
        print "================================== End of ROCm SMI Log ==================================="
    }'
    exit 0
fi

flags='' interval='' rounds=1
while [ "$#" -gt 0 ]; do
    case $1 in
    -w | -i | -W)
        [ "$#" -gt 1 ] || { echo "amd-smi: argument $1: expected one argument" >&2; exit 2; }
        case $2 in '' | *[!0-9]*) echo "amd-smi: argument $1: invalid value: '$2'" >&2; exit 2 ;; esac
        case $1 in
        -w) interval=$2; rounds=${limited:-0} ;;
        -i) rounds=$2; limited=$2 ;;
        esac
        shift
        ;;
    -[ptumr]*) flags=$flags${1#-} ;;
    *) echo "amd-smi: simulated: monitor does not know '$1'" >&2; exit 2 ;;
    esac
    shift
done
round=0
while [ "$rounds" -eq 0 ] || [ "$round" -lt "$rounds" ]; do
    [ "$round" -eq 0 ] || wait_for "${interval:-1}"
    awk -v rates="$(rates)" -v flags="${flags:-ptum}" -v tdp="$tdp" -v seed="$((round + $$))" 'BEGIN {
        srand(seed)
        head = "GPU"
        if (flags ~ /p/) head = head "  POWER"
        if (flags ~ /t/) head = head "  GPU_TEMP  MEM_TEMP"
        if (flags ~ /u/) head = head "  GFX_UTIL  GFX_CLOCK"
        if (flags ~ /m/) head = head "  MEM_UTIL  MEM_CLOCK"
        if (flags ~ /r/) head = head "       PCIE_BW"
        print head
        n = split(rates, gbits, " ")
        for (i = 1; i <= n; ++i) {
            split(gbits[i], parts, ":")
            busy = parts[1] > 0
            load = parts[2]
            row = sprintf("%3d", i - 1)
            if (flags ~ /p/) row = row sprintf("  %3d W", tdp * (load ? 0.8 : busy ? 0.25 : 0.18) + rand() * 4)
            if (flags ~ /t/) row = row sprintf("     %2d °C     %2d °C", 40 + rand() * 3 + (load ? 36 : busy * 4), 38 + rand() * 3 + load * 20)
            if (flags ~ /u/) row = row sprintf("     %3d %%   %4d MHz", load ? 98 : busy * 3, load ? 2100 : busy ? 900 : 132)
            if (flags ~ /m/) row = row sprintf("     %3d %%   %4d MHz", load ? 61 : busy * 8, load || busy ? 1300 : 900)
            if (flags ~ /r/) row = row sprintf("  %6d Mb/s", parts[1] * 1000 + rand() * 3)
            print row
        }
        fflush()
    }'
    round=$((round + 1))
done
