#!/bin/sh
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Simulates perftest on a simulated host: a server waits, a client with an address finds it among the simulated hosts,
# and both print computed results like perftest. First argument: the name of the program. While a client runs, its rate
# is in run/traffic for the simulated rocm-smi and amd-smi, and the counters of the NIC increase.
# shellcheck disable=SC2034 # read by perftest-options.sh
program=$1
shift
here=${0%/*}
. "$here/perftest-options.sh"
. "$here/counters.sh"

title="${verb} BW Test"
[ -z "$both" ] || title="${verb} Bidirectional BW Test"
[ "$kind" = bw ] || title="${verb} Latency Test"
run=$here/run
mkdir -p "$run/ports" "$run/traffic" 2>/dev/null
rule='---------------------------------------------------------------------------------------'

banner() {
    echo "$rule"
    printf '                    %s\n' "$title"
    printf ' Dual-port       : OFF\t\tDevice         : %s\n' "$device"
    printf ' Number of qps   : %s\t\tTransport type : IB\n' "$qps"
    printf ' Connection type : RC\t\tUsing SRQ      : OFF\n'
    printf ' PCIe relax order: ON\n ibv_wr* API     : OFF\n'
    [ -z "$address" ] || printf ' TX depth        : 128\n'
    printf ' CQ Moderation   : 1\n Mtu             : 4096[B]\n Link type       : Ethernet\n'
    printf ' GID index       : %s\n Max inline data : 0[B]\n rdma_cm QPs\t : OFF\n' "$gid"
    [ -z "$gpu" ] || printf ' Use ROCm memory : ON\n'
    printf ' Data ex. method : Ethernet\n%s\n' "$rule"
    printf ' local address: LID 0000 QPN 0x%04x PSN 0x%06x RKey 0x%06x VAddr 0x00%010x\n' "$(($$ % 65536))" \
        "$(($$ * 7919 % 16777216))" "$(($$ * 31 % 16777216))" "$(($$ * 4096))"
    echo ' simulated: a demo host of fabricscope; the numbers are computed, nothing was measured'
    [ "$staged" = 0 ] || echo " simulated: $device is not at the GPU's switch: staged over host memory (assumed)"
    echo "$rule"
}

# The file of the port, shared by all simulated hosts: the pid of the server, alive or not, and the rate of its NIC.
find_server() {
    for found in "$run/ports/$port" "$here"/../../../../*/usr/share/simulated/run/ports/"$port"; do
        [ -f "$found" ] || continue
        read -r server_pid server_rate server_both _ <"$found" || continue
        names=$(cat "${found%/run/*}/addresses")
        [ "${found%/run/*}" != "$here" ] || names="$names localhost 127.0.0.1"
        case " $names " in *" $address "*) ;; *) continue ;; esac
        [ -d "/proc/$server_pid" ] && return 0 # a host must not signal processes of another, not even with 0
    done
    return 1
}

# What this side sends and receives from now on, until it ends.
carry() {
    carried=$((rate < peer_rate ? rate : peer_rate))
    sent=0 received=0
    case $1:$verb in
    client:RDMA_Read | server:RDMA_Write | server:Send) received=$carried ;;
    *) sent=$carried ;;
    esac
    [ -z "$both" ] || sent=$((carried * 19 / 20)) received=$((carried * 19 / 20))
    [ "${FABRICSCOPE_DEMO_PACE:-1}" != 0 ] && [ "$kind" = bw ] || return 0
    [ -z "$gpu" ] || echo "$$ $rate $peer_rate ${both:-0} $staged 0" >"$run/traffic/$gpu.$1"
    most=''
    if [ "$seconds" -eq 0 ]; then
        most=0
        for size in $sizes; do most=$((most + size * iterations)); done
    fi
    move_counters "$$" "$device" "$sent" "$received" $most
}

worker=
listener=
end_worker() {
    [ -z "$worker" ] || kill "$worker" 2>/dev/null
    [ -z "$listener" ] || kill "$listener" 2>/dev/null
}
end_server() {
    end_worker
    [ -z "${served:-}" ] || rm -f "$served" "$served.client" "$served.done"
    [ -z "$gpu" ] || rm -f "$run/traffic/$gpu.server"
}
end_client() {
    end_worker
    [ -z "$gpu" ] || rm -f "$run/traffic/$gpu.client"
    [ -z "${found:-}" ] || : >"$found.done"
}

if [ -z "$address" ]; then
    served=$run/ports/$port
    if [ -f "$served" ] && read -r other _ <"$served" && kill -0 "$other" 2>/dev/null; then
        echo "Couldn't listen to port $port" >&2
        exit 1
    fi
    trap end_server EXIT
    trap 'exit 143' TERM INT HUP
    rm -f "$served.client" "$served.done"
    echo "$$ $rate ${both:-0} $qps" >"$served" # before the port is visible
    if [ -x "$here/listen" ]; then # the kernel shows the port too; with stdbuf's library no sanitized build starts
        LD_PRELOAD='' "$here/listen" --demo-host --listen "$port" >/dev/null 2>&1 &
        listener=$!
    fi
    while [ ! -f "$served.client" ]; do sleep 0.05; done
    read -r peer_rate <"$served.client"
    banner
    carry server
    while [ ! -f "$served.done" ]; do sleep 0.05; done
    pace=0
else
    if ! find_server; then
        found=
        echo "Couldn't connect to $address:$port" >&2
        echo 'Unable to open file descriptor for socket connection Unable to init the socket connection' >&2
        exit 1
    fi
    trap end_client EXIT
    trap 'exit 143' TERM INT HUP
    [ "$server_both" = "${both:-0}" ] || both='' # only one side: perftest then measures one direction without a message
    peer_rate=$server_rate
    echo "$rate" >"$found.client"
    banner
    pace=${FABRICSCOPE_DEMO_PACE:-1}
    carry client
fi

# A server of one-way writes prints only the last size.
[ -n "$address" ] || [ -n "$both" ] || sizes=${sizes##* }
# In the background, so that a signal ends this at once, not after the row.
awk -v sizes="$sizes" -v rate="$rate" -v peer="${peer_rate:-$rate}" -v both="${both:+1}" -v gbits="${gbits:+1}" \
    -v iterations="$iterations" -v seconds="$seconds" -v kind="$kind" -v seed="$$" -v pace="$pace" \
    -v wire="$wire" '
# In short steps, so that ending this leaves no long sleep behind.
function pause(seconds) {
    for (; seconds > 0.25; seconds -= 0.25) system("sleep 0.25")
    if (seconds > 0.005) system(sprintf("sleep %.3f", seconds))
}
BEGIN {
    srand(seed)
    least = rate < peer ? rate : peer
    unit = gbits ? "Gb/sec" : "MiB/sec"
    if (kind == "bw") printf " #bytes     #iterations    BW peak[%s]    BW average[%s]   MsgRate[Mpps]\n", unit, unit
    else print " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] "
    fflush()
    n = split(sizes, list, " ")
    for (i = 1; i <= n; ++i) {
        size = list[i]
        noise = 1 + (rand() - 0.5) * 0.01
        us = 1.9 + size * 8 / (wire * 1000)
        # The message rate is limited, then the wire.
        gb = size * 8 * 8.6 / 1000
        if (gb > least) gb = least
        gb *= noise * (both ? 1.9 : 1)
        rounds = seconds > 0 ? int(seconds * gb * 1e9 / 8 / size) : iterations
        wait = seconds > 0 ? seconds : iterations * size * 8 / (gb * 1e9)
        if (kind == "lat") wait = iterations * us / 1e6
        pause(wait * pace)
        rate_of = gb * 1e9 / 8 / size / 1e6
        value = gbits ? gb : gb / 8.388608e-3
        peak = 0 # not measured with -D
        if (seconds == 0) peak = value * 1.004
        if (kind == "lat")
            printf " %-7.0f %-10.0f          %-7.2f        %-7.2f      %-7.2f  \t       %-7.2f     \t%-7.2f\t\t%-7.2f \t\t%-7.2f\n", size, rounds, us * 0.97, us * 3.1, us * noise, us * noise, us * 0.02, us * 1.1, us * 1.6
        else if (value < 0.1)
            printf " %-7.0f    %-10.0f       %-7.6f            %-7.6f            %-7.6f\n", size, rounds, peak, value, rate_of
        else
            printf " %-7.0f    %-10.0f       %-7.2f            %-7.2f\t\t     %-7.6f\n", size, rounds, peak, value, rate_of
        fflush()
    }
    print "---------------------------------------------------------------------------------------"
}' &
worker=$!
wait "$worker"
status=$?
worker=
exit "$status"
