# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# shellcheck disable=SC2013,SC2015,SC2035,SC2154
# Reads what the tree is drawn from, all of it in the memory of the kernel: nothing here asks hardware or firmware.

fs_pci_files='class vendor device numa_node secondary_bus_number subordinate_bus_number'

# One process reads the files of most sections.
fs_safe_files() {
    fs_gathering
    fs_gather identity /
    fs_queue etc/hostname etc/machine-id etc/os-release etc/fabricscope-simulated proc/version proc/cmdline \
        proc/uptime proc/sys/kernel/random/boot_id proc/sys/kernel/hostname proc/sys/kernel/osrelease \
        proc/sys/kernel/dmesg_restrict proc/sys/kernel/numa_balancing
    fs_gather dmi /sys/class/dmi/id
    fs_queue sys_vendor product_name product_version board_vendor board_name bios_vendor bios_version bios_date \
        chassis_type
    # shellcheck disable=SC2086
    fs_gather_pci $fs_pci_files
    fs_gather pci-slots /sys/bus/pci/slots
    fs_queue_found "$fs_under"*/address
    fs_gather iommu /sys/kernel/iommu_groups
    fs_queue_found "$fs_under"*/type
    fs_gather numa /sys/devices/system/node
    fs_queue online possible has_cpu has_memory
    fs_gather_names cpulist distance meminfo -- "$fs_under"node*
    fs_gather cpu /sys/devices/system/cpu
    fs_queue online present possible smt/control
    fs_gather_text meminfo /proc/meminfo
    fs_gather net /sys/class/net
    fs_gather_names address mtu type operstate dev_port phys_port_name phys_switch_id -- "$fs_under"*
    fs_gather_rdma
    fs_gather_drm
    fs_gather kfd /sys/class/kfd/kfd/topology/nodes
    for fs_file in gpu_id name properties io_links/*/properties p2p_links/*/properties mem_banks/*/properties; do
        # shellcheck disable=SC2086
        fs_queue_found "$fs_under"*/$fs_file
    done
    fs_gather nvme /sys/class/nvme
    fs_gather_names address model serial firmware_rev state transport numa_node -- "$fs_under"*
    fs_gather nvidia /proc/driver/nvidia
    fs_queue version params
    fs_queue_found "$fs_under"gpus/*/information
    fs_queue_end
    fs_end
}

fs_gather_drm() {
    fs_gather drm /sys/class/drm
    fs_queue_names device/current_compute_partition device/available_compute_partition \
        device/current_memory_partition device/unique_id device/vbios_version device/mem_info_vram_total \
        device/xgmi_hive_info/xgmi_hive_id
    for fs_card in "$fs_under"card[0-9]*; do
        case $fs_card in *-* | *'*') ;; *) fs_queue_each "$fs_card" ;; esac
    done
}

# The place of each function in the tree, and its driver, its physical and its virtual functions. Entering a folder
# shows its place without a process. (The IOMMU group of a function is read from the group.)
fs_safe_functions() {
    fs_here=$PWD
    fs_links_out=
    fs_left=
    for fs_function in *; do
        cd -P -- "$fs_here/$fs_function" || continue
        fs_place=$PWD
        fs_out="${fs_out}l $fs_function -> ${fs_place#"$fs_physical"}$fs_nl"
        if [ -L physfn ] || [ -e sriov_numvfs ]; then
            for fs_link in physfn virtfn*; do
                cd -P "$fs_place/$fs_link" &&
                    fs_links_out="${fs_links_out}l $fs_function/$fs_link -> ${PWD#"$fs_physical"}$fs_nl"
            done
        fi
        if cd -P "$fs_place/driver"; then
            fs_links_out="${fs_links_out}l $fs_function/driver -> ${PWD#"$fs_physical"}$fs_nl"
        elif [ -L "$fs_place/driver" ]; then
            fs_left="$fs_left $fs_function/driver"
        fi
    done
    cd "$fs_here" || :
}

fs_safe_links() {
    fs_links_out=
    fs_in pci-devices /sys/bus/pci/devices && fs_safe_functions
    fs_end
    if fs_in pci-links /sys/bus/pci/devices; then
        fs_out=$fs_out$fs_links_out
        # shellcheck disable=SC2086
        fs_links $fs_left
    fi
    fs_end
    fs_in iommu-devices /sys/kernel/iommu_groups && fs_names */devices/*
    fs_end
    fs_in iommu-units /sys/class/iommu && fs_names *
    fs_end
    fs_in net-links /sys/class/net && fs_links * */device */master */bridge
    fs_end
    fs_in rdma-links /sys/class/infiniband && fs_links * */device
    fs_end
    if fs_in drm-links /sys/class/drm; then
        for fs_card in card[0-9]* renderD*; do
            case $fs_card in *-*) ;; *) fs_links "$fs_card" "$fs_card/device" ;; esac
        done
    fi
    fs_end
}

# A GID table has hundreds of slots and few entries: each port's is searched until sixteen empty ones in a
# row, and only the entries found are read.
fs_gather_rdma() {
    fs_gather rdma /sys/class/infiniband
    fs_gather_names node_guid sys_image_guid fw_ver hca_type board_id node_type node_desc -- "$fs_under"*
    for fs_port in "$fs_under"*/ports/*; do
        [ -e "$fs_port" ] || continue
        fs_queue_found "$fs_port/link_layer"
        fs_queue_found "$fs_port/lid"
        fs_queue_found "$fs_port/sm_lid"
        fs_index=0
        fs_empty=0
        while [ "$fs_empty" -lt 16 ] && [ -r "$fs_port/gids/$fs_index" ]; do
            fs_gid=
            read -r fs_gid <"$fs_port/gids/$fs_index"
            case $fs_gid in
            *[1-9a-f]*)
                fs_empty=0
                fs_queue_found "$fs_port/gids/$fs_index"
                fs_queue_found "$fs_port/gid_attrs/types/$fs_index"
                fs_queue_found "$fs_port/gid_attrs/ndevs/$fs_index"
                ;;
            *) fs_empty=$((fs_empty + 1)) ;;
            esac
            fs_index=$((fs_index + 1))
        done 2>/dev/null
    done
}

fs_safe_user() {
    fs_section user id
    if [ -z "$fs_simulated" ] || ! fs_find id; then
        fs_user
    else
        fs_flush
        "$fs_command"
        fs_status=$?
    fi
    fs_end
}

# The output of id, without a process: "uid=1000(alice) gid=1000(alice) groups=27(sudo),1000(alice)".
fs_user() {
    fs_uid=
    fs_gid=
    fs_gids=
    while read -r fs_key fs_value fs_rest; do
        case $fs_key in
        Uid:) fs_uid=$fs_value ;;
        Gid:) fs_gid=$fs_value ;;
        Groups:)
            fs_gids="$fs_value $fs_rest"
            break
            ;;
        esac
    done </proc/self/status
    if [ -z "$fs_uid" ]; then
        fs_flush
        id
        fs_status=$?
        return
    fi
    fs_login=${LOGNAME:-}
    while IFS=: read -r fs_name fs_rest fs_value fs_rest; do
        [ "$fs_value" != "$fs_uid" ] || {
            fs_login=$fs_name
            break
        }
    done </etc/passwd
    fs_list=
    fs_group=
    while IFS=: read -r fs_name fs_rest fs_value fs_rest; do
        [ "$fs_value" != "$fs_gid" ] || fs_group=$fs_name
        case " $fs_gids " in *" $fs_value "*) fs_list="$fs_list $fs_value($fs_name)" ;; esac
    done </etc/group
    for fs_value in $fs_gids; do
        case "$fs_list " in *" $fs_value("*) ;; *) fs_list="$fs_list $fs_value" ;; esac
    done
    fs_out="${fs_out}uid=$fs_uid${fs_login:+($fs_login)} gid=$fs_gid${fs_group:+($fs_group)}"
    # shellcheck disable=SC2086
    set -- $fs_list
    IFS=,
    fs_out="$fs_out${fs_list:+ groups=$*}$fs_nl"
    IFS=$fs_default_ifs
    fs_queue_start
}

fs_safe() {
    fs_begin safe
    fs_safe_files
    fs_safe_links
    fs_safe_user
    fs_done
}
fs_safe </dev/null 2>/dev/null
