# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# Read by perftest.sh and collective.sh: the counters of a simulated host's NICs move while a simulated tool runs.
# Before it: here, the folder of the tools.

# A file that holds the same as others of the tree is one with them: the counters that move get files of their own.
own_counters() {
    for file in "$1/tx_rdma_ucast_bytes" "$1/rx_rdma_ucast_bytes"; do
        read -r counted <"$file" && echo "$counted" >"$file.$$" && mv "$file.$$" "$file"
    done
}

# count_bytes FILE BYTES: in place. The number never gets shorter, so no reader sees a part of it.
count_bytes() {
    [ "$2" -gt 0 ] && read -r counted <"$1" && echo "$((counted + $2))" 1<>"$1"
}

# What of these bytes is left to be counted, where it is known how many there are.
within() {
    if [ "$1" -lt "${left:-$1}" ]; then echo "$1"; else echo "${left:-$1}"; fi
}

# move_counters PID NICS SENT RECEIVED [MOST]: of each NIC, both in Gb/s, as long as the process lives, and MOST bytes
# each way. One time even where it has ended before this looks: what it moved has gone over the NIC.
move_counters() {
    (
        ports=$here/../../../sys/class/infiniband
        for nic in $2; do own_counters "$ports/$nic/ports/1/hw_counters"; done
        read -r up _ </proc/uptime
        before=${up%.*}${up#*.} lives=1 left=${5:-}
        while [ "$lives" = 1 ]; do
            kill -0 "$1" || lives=0
            sleep 0.05
            read -r up _ </proc/uptime
            now=${up%.*}${up#*.} # in hundredths of a second
            sent=$(within "$(((now - before) * $3 * 1250000))") received=$(within "$(((now - before) * $4 * 1250000))")
            for nic in $2; do
                count_bytes "$ports/$nic/ports/1/hw_counters/tx_rdma_ucast_bytes" "$sent"
                count_bytes "$ports/$nic/ports/1/hw_counters/rx_rdma_ucast_bytes" "$received"
            done
            [ -z "$left" ] || left=$((left - (sent > received ? sent : received)))
            before=$now
        done
    ) </dev/null >/dev/null 2>&1 &
}
