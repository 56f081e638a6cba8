# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# shellcheck disable=SC2013,SC2015,SC2035,SC2154
# What asks the hardware, or a firmware behind it, and may therefore hang. FS_ARGS says what to read: nothing = all;
# BDF, net/NAME, rdma/NAME = only these, with a - in front all but these; slow = one after another, each named before
# it is read, for finding the one that hangs; text = nothing binary in the output.

fs_touch_links='current_link_speed current_link_width max_link_speed max_link_width'

# fs_touch_each PREFIX KIND: reads what fs_code says of each folder here that is wanted.
fs_touch_folders() {
    fs_kind=$1
    shift
    for fs_folder; do
        [ -e "$fs_folder" ] || continue
        fs_wanted "$fs_kind${fs_folder%%/*}" || continue
        if [ -n "$fs_slow" ]; then
            fs_out="$fs_out$fs_folder/begin:$fs_nl"
            fs_flush
        fi
        fs_queue_each "$fs_folder"
        [ -z "$fs_slow" ] || fs_queue_end
    done
    fs_queue_end
}

fs_touch() {
    fs_begin touch
    # shellcheck disable=SC2086
    fs_choose ${FS_ARGS:-}
    fs_awake

    if fs_in pci-touch /sys/bus/pci/devices; then
        # shellcheck disable=SC2086
        fs_queue_names $fs_touch_links
        # shellcheck disable=SC2086
        fs_touch_folders '' $fs_functions
    fi
    fs_end

    fs_config

    if fs_in net-touch /sys/class/net; then
        fs_queue_names speed carrier duplex
        fs_touch_folders net/ *
    fi
    fs_end

    if fs_in rdma-touch /sys/class/infiniband; then
        fs_queue_names state phys_state rate
        fs_touch_folders rdma/ */ports/*
    fi
    fs_end
    fs_done
}
fs_touch </dev/null 2>/dev/null
