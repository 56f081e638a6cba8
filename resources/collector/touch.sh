# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# shellcheck disable=SC2013,SC2015,SC2035,SC2154
# What asks the hardware, or a firmware behind it, and may therefore hang. FS_ARGS says what to read: nothing = all;
# BDF, net/NAME, rdma/NAME = only these, with a - in front all but these; slow = one after another, each named before
# it is read, for finding the one that hangs; text = nothing binary in the output.

# Few at a time: where a read hangs, what grep read before it in the same batch is lost.
fs_touch_batch=256

# Not touching anything, but not needed for the tree either: 'pci' once more, of all functions.
fs_touch_files='resource sriov_offset sriov_stride sriov_vf_device enable d3cold_allowed reset_method label acpi_index
    ari_enabled msi_bus aer_dev_correctable aer_dev_nonfatal aer_dev_fatal'

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

# Processes that name vfio (devices given to a VM) or are a known VMM. Not in the safe part, since the command line of a
# process that is stuck in the kernel cannot be read either. The brackets keep the pattern from matching the command
# line of a grep that runs beside us. Passwords on a command line are nobody's business.
fs_touch_vmm() {
    if [ -n "$fs_grep" ]; then
        fs_hits=$(grep -lsE '[v]fio|[q]emu-(system|kvm)|[c]loud-hypervisor|[f]irecracker|[c]rosvm|[l]kvm' \
            [0-9]*/cmdline 2>/dev/null)
    else
        fs_hits=
        for fs_file in [0-9]*/cmdline; do
            fs_line=
            read -r fs_line <"$fs_file"
            case $fs_line in
            *vfio* | *qemu-system* | *qemu-kvm* | *cloud-hypervisor* | *firecracker* | *crosvm* | *lkvm*)
                fs_hits="$fs_hits $fs_file"
                ;;
            esac
        done 2>/dev/null
    fi
    for fs_file in $fs_hits; do
        fs_out="$fs_out@pid ${fs_file%/cmdline}$fs_nl"
        fs_flush
        tr '\n\000' ' \n' <"$fs_file" 2>/dev/null |
            sed -e 's/^/=/' -e 's/\([Pp]assword\|[Pp]asswd\|[Ss]ecret\|[Tt]oken\)=[^,]*/\1=***/g' \
                -e '/^=secret,/s/data=[^,]*/data=***/g' 2>/dev/null
    done
}

fs_touch_rest() {
    # shellcheck disable=SC2086
    fs_queue_names $fs_touch_files
    for fs_function in *; do
        fs_queue_each "$fs_function"
    done
    fs_queue_end
}

fs_touch() {
    fs_begin touch
    fs_eager=1
    fs_batch=$fs_touch_batch
    # shellcheck disable=SC2086
    fs_choose ${FS_ARGS:-}
    fs_awake

    if [ -z "$fs_slow$fs_only" ]; then
        fs_in pci /sys/bus/pci/devices && fs_touch_rest
        fs_end
    fi

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

    if [ -z "$fs_only" ]; then
        fs_in vmm /proc && fs_touch_vmm
        fs_end
    fi
    fs_done
}
fs_touch </dev/null 2>/dev/null
