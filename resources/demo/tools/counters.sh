# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# Sourced by perftest.sh and collective.sh: increments the counters of a simulated host's NICs while a simulated tool
# runs. Set before it: here, the folder of the tools.

# Files of equal content are links to one file in the tree: counters that change get their own files.
own_counters() {
    for file in "$1/tx_rdma_ucast_bytes" "$1/rx_rdma_ucast_bytes"; do
        read -r counted <"$file" && echo "$counted" >"$file.$$" && mv "$file.$$" "$file"
    done
}

# count_bytes FILE BYTES: in place. The number never gets shorter, so no reader sees a part of it.
count_bytes() {
    [ "$2" -gt 0 ] && read -r counted <"$1" && echo "$((counted + $2))" 1<>"$1"
}

# The rest of these bytes to be counted, if their number is known.
within() {
    if [ "$1" -lt "${left:-$1}" ]; then echo "$1"; else echo "${left:-$1}"; fi
}

# move_counters PID NICS SENT RECEIVED [MOST]: for each NIC, both in Gb/s, while the process is alive, and at most MOST
# bytes in each direction. At least once, even if the process has already ended: its traffic did go over the NIC.
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
