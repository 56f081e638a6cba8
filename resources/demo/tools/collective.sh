#!/bin/sh
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Simulates rccl-tests on a simulated host: computes the result of the host's links and prints it like rccl-tests, at the
# same pace. First argument: the name of the test. The parameters of the host are in bench.conf next to this file.
# FABRICSCOPE_DEMO_PACE: 1 as on a real host, 0 without waiting.
test_name=$1
shift
here=${0%/*}
model='' fabric=0 network=0 gpus='' nics='' host='' sharing=''
. "$here/bench.conf"
. "$here/counters.sh"

first=33554432 last=33554432 step=1048576 factor=0 count_gpus=1 iters=20 warmup=5 check=1 op=sum type=float root=0

# "16G" in bytes; only digits and K, M, G are valid.
bytes_of() {
    case $1 in
    *[!0-9KMG]* | '' | *[KMG]?*) return 1 ;;
    *K) echo $((${1%K} * 1024)) ;;
    *M) echo $((${1%M} * 1048576)) ;;
    *G) echo $((${1%G} * 1073741824)) ;;
    *) echo "$1" ;;
    esac
}

fail() {
    echo "$1" >&2
    exit 1
}

number() {
    case $1 in '' | *[!0-9]*) fail "invalid value '$1'" ;; esac
    plain=${1#"${1%%[!0]*}"} # a leading zero means octal in shell arithmetic
    echo "${plain:-0}"
}

while [ "$#" -gt 0 ]; do
    option=$1
    case $option in
    -h | --help)
        echo "USAGE: $test_name [-t,--nthreads] [-g,--ngpus] [-b,--minbytes] [-e,--maxbytes] [-f,--stepfactor]"
        exit 0
        ;;
    -*) ;;
    *) fail "unexpected word '$option'" ;;
    esac
    [ "$#" -gt 1 ] || fail "option $option needs a value"
    case $option in
    -b | --minbytes) first=$(bytes_of "$2") || fail "invalid size '$2'" ;;
    -e | --maxbytes) last=$(bytes_of "$2") || fail "invalid size '$2'" ;;
    -i | --stepbytes) step=$(bytes_of "$2") || fail "invalid size '$2'" ;;
    -f | --stepfactor) factor=$(number "$2") || exit 1 ;;
    -g | --ngpus) count_gpus=$(number "$2") || exit 1 ;;
    -n | --iters) iters=$(number "$2") || exit 1 ;;
    -w | --warmup_iters) warmup=$(number "$2") || exit 1 ;;
    -c | --check) check=$(number "$2") || exit 1 ;;
    -o | --op) op=$2 ;;
    -d | --datatype) type=$2 ;;
    -r | --root) root=$(number "$2") || exit 1 ;;
    esac
    shift 2
done

set -- $gpus
if [ "$count_gpus" -lt 1 ] || [ "$count_gpus" -gt "$#" ]; then
    fail "[ERROR] The number of requested GPUs ($count_gpus) is greater than the number of GPUs available in the node ($#)"
fi
if [ "$factor" = 1 ] || [ "$step" -lt 1 ] || [ "$first" -lt 1 ] || [ "$first" -gt "$last" ]; then
    fail 'invalid sizes'
fi

# NICs carry the traffic if requested; else the links between the GPUs used.
plateau=$fabric
latency=30
if [ "${RCCL_ENABLE_INTRANET:-0}" = 1 ]; then
    plateau=$network
    latency=45
fi

step_text="$step(bytes)"
[ "$factor" -lt 2 ] || step_text="$factor(factor)"
printf '# nThread 1 nGpus %s minBytes %s maxBytes %s step: %s warmup iters: %s iters: %s agg iters: 1 validation: %s graph: 0\n#\n' \
    "$count_gpus" "$first" "$last" "$step_text" "$warmup" "$iters" "$check"
echo 'rccl-tests: Version simulated:fabricscope'
echo '# simulated: a demo host of fabricscope; the numbers are computed, nothing was measured'
[ -z "$sharing" ] || [ "$plateau" != "$network" ] || echo "# simulated: $sharing"
echo '# Using devices'
rank=0
for gpu in $gpus; do
    [ "$rank" -lt "$count_gpus" ] || break
    printf '#   Rank %2d Pid %6d on %10s device %2d [%s] %s\n' "$rank" "$$" "$host" "$rank" "$gpu" "$model"
    rank=$((rank + 1))
done
if [ "${NCCL_DEBUG:-}" = INFO ]; then
    way=P2P/IPC
    [ "$plateau" != "$network" ] || way=NET/IB/0/GDRDMA
    printf '%s:%d:%d [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via %s\n' "$host" "$$" "$$" "$way"
fi
# While it runs, its GPUs compute; if NICs carry the traffic, all of them send and receive the same.
carry() {
    mkdir -p "$here/run/traffic" 2>/dev/null
    each=0 count_nics=0 names=''
    for nic in $nics; do count_nics=$((count_nics + 1)) names="$names ${nic%%:*}"; done
    if [ "$plateau" = "$network" ] && [ "$count_nics" -gt 0 ]; then
        each=$(awk -v all="$network" -v nics="$count_nics" 'BEGIN { printf "%d", all * 8 / nics }')
        move_counters "$$" "$names" "$each" "$each"
    fi
    rank=0
    for _ in $gpus; do
        [ "$rank" -lt "$count_gpus" ] || break
        echo "$$ $each $each 1 0 1" >"$here/run/traffic/$rank.collective"
        rank=$((rank + 1))
    done
}
[ "${FABRICSCOPE_DEMO_PACE:-1}" = 0 ] || carry
[ "${FABRICSCOPE_DEMO_PACE:-1}" = 0 ] || sleep 3 # the communicator

exec awk -v test="$test_name" -v first="$first" -v last="$last" -v step="$step" -v factor="$factor" \
    -v ranks="$count_gpus" -v iters="$iters" -v warmup="$warmup" -v check="$check" -v op="$op" -v type="$type" \
    -v root="$root" -v plateau="$plateau" -v latency="$latency" -v pace="${FABRICSCOPE_DEMO_PACE:-1}" \
    -v seed="$$" -v fabric="$fabric" -v all="$#" '
# A number in seven places, shortened like getFloatStr of rccl-tests.
function short(value) {
    if (value < 999.995) return sprintf("%.2f", value)
    if (value < 9999.95) return sprintf("%.1f", value)
    if (value < 9999999) return sprintf("%.0f", value)
    return sprintf("%.1e", value)
}
function busfactor() {
    if (test == "all_reduce_perf") return 2 * (ranks - 1) / ranks
    if (test ~ /^(all_gather|reduce_scatter|alltoall|gather|scatter)/) return (ranks - 1) / ranks
    return ranks > 1 ? 1 : 0
}
# Microseconds of one operation. Small messages use LL, then LL128, which carry less; a ring of few GPUs uses few of the
# links.
function duration(size,    bandwidth, noise) {
    bandwidth = plateau
    if (plateau == fabric && ranks < all) bandwidth = plateau * (ranks > 1 ? ranks - 1 : 1) / (all - 1)
    if (size < 65536) bandwidth *= 0.25
    else if (size < 4194304) bandwidth *= 0.7
    noise = 1 + (rand() - 0.5) * (size < 1048576 ? 0.06 : 0.012)
    return (latency + (size >= 4194304 ? 15 : 0) + size / 1000 * (bus > 0 ? bus : 1) / bandwidth) * noise
}
function half(size,    us, algbw) {
    us = duration(size)
    spent += us * (iters + warmup) * (check ? 2 : 1)
    algbw = size / us / 1000
    sum += algbw * bus
    halves++
    return sprintf(" %7s %6s %6s %6s", short(us), short(algbw), short(algbw * bus), check ? "0" : "N/A")
}
# In short steps, so that ending this leaves no long sleep behind.
function pause(seconds) {
    for (; seconds > 0.25; seconds -= 0.25) system("sleep 0.25")
    if (seconds > 0.005) system(sprintf("sleep %.3f", seconds))
}
BEGIN {
    srand(seed)
    bus = busfactor()
    width = type ~ /double|int64/ ? 8 : type ~ /half|float16/ ? 2 : type ~ /8/ ? 1 : 4
    hasop = test ~ /reduce/
    hasroot = test ~ /^(broadcast|reduce_perf|gather|scatter)/
    print "#"
    print "#                                                              out-of-place                       in-place          "
    print "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong"
    print "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       "
    for (size = first; size <= last; size = factor > 1 ? size * factor : size + step) {
        spent = 0
        row = sprintf("%12.0f  %12.0f  %8s  %6s  %6s", size, int(size / width), type, hasop ? op : "none",
                      hasroot ? root : -1)
        row = row half(size)
        row = row half(size)
        pause(spent * pace / 1000000)
        print row
        fflush()
    }
    print "# Errors with asterisks indicate errors that have exceeded the maximum threshold."
    print "# Out of bounds values : 0 OK"
    printf "# Avg bus bandwidth    : %g \n#\n", sum / halves
}'
