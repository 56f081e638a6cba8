# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# shellcheck disable=SC2013,SC2015,SC2035,SC2154
# Reads what only root may read. Run with sudo, if the user requested it.

# The processes that hold a VFIO group or device. Thousands of descriptors, few processes.
fs_root_fds() {
    for fs_process in [0-9]*; do
        set -- "$fs_process"/fd/*
        [ -L "$1" ] || continue
        fs_list="$fs_list $*"
        fs_queued=$((fs_queued + $#))
        [ "$fs_queued" -lt 2000 ] || fs_root_fds_end
    done
    fs_root_fds_end
}

fs_root_fds_end() {
    # shellcheck disable=SC2086
    [ -z "$fs_list" ] || ls -ld $fs_list
    fs_list=
    fs_queued=0
}

# Running VMs of libvirt, read-only.
fs_root_virsh() {
    fs_find virsh || return 0
    fs_section tool-virsh 'virsh -r dumpxml'
    fs_patience 20
    fs_flush
    fs_machines=$($fs_limit "$fs_command" -r list --name)
    IFS=$fs_nl
    for fs_machine in $fs_machines; do
        IFS=$fs_default_ifs
        $fs_limit "$fs_command" -r dumpxml "$fs_machine"
        fs_ended $? 0
    done
    IFS=$fs_default_ifs
    fs_end
}

# Cloud Hypervisor reports, on its API socket, the devices that were plugged in later and their addresses in the guest.
fs_root_cloud_hypervisor() {
    fs_find ch-remote || return 0
    fs_patience 20
    cd "$fs_root/proc" || return 0
    for fs_file in $(grep -lsE '[c]loud-hypervisor' [0-9]*/cmdline); do
        fs_socket=$(tr '\000' '\n' <"$fs_file" | sed -n -e '/^--api-socket$/{n;s/^path=//;s/,.*//;p;}' \
            -e 's/^--api-socket=\(path=\)\{0,1\}\([^,]*\).*/\2/p')
        case $fs_socket in /*) ;; *) continue ;; esac
        fs_section tool-ch-remote "ch-remote --api-socket $fs_socket info"
        fs_flush
        $fs_limit "$fs_command" --api-socket "$fs_socket" info
        fs_status=$?
        fs_end
        cd "$fs_root/proc" || return 0
    done
}

fs_root_part() {
    fs_begin root
    fs_eager=1
    if ! fs_is_root; then
        fs_note "not root: nothing more to read"
        fs_done
        return
    fi
    # shellcheck disable=SC2086
    fs_choose ${FS_ARGS:-}
    if [ -n "$fs_read_config" ]; then
        fs_awake
        fs_config
    fi

    fs_patience 10
    [ -z "$fs_read_log" ] || fs_tool dmesg dmesg
    fs_lldp

    fs_in dmi-root /sys/class/dmi/id && fs_loop product_serial product_uuid board_serial
    fs_end

    fs_vmms
    if fs_in vmm-fds /proc; then
        fs_flush
        fs_list=
        fs_queued=0
        fs_root_fds | grep -e '-> /dev/vfio/'
        cd -P "$fs_root/sys/class/vfio-dev" && fs_links */device
    fi
    fs_end

    fs_root_virsh
    fs_root_cloud_hypervisor
    fs_done
}
fs_root_part </dev/null 2>/dev/null
