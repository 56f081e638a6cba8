# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# shellcheck disable=SC2013,SC2015,SC2035,SC2154
# What the kernel holds in memory anyway: nothing here asks hardware or firmware.

# What the tree is drawn from; the touch part brings the rest.
fs_pci_files='class vendor device subsystem_vendor subsystem_device revision numa_node local_cpulist sriov_numvfs
    sriov_totalvfs power_state secondary_bus_number subordinate_bus_number'

# Drivers whose parameters and version tell something about GPUs, NICs, passthrough or PCIe.
fs_drivers='nvidia nvidia_uvm nvidia_modeset nvidia_peermem gdrdrv amdgpu amdkcl xe i915 habanalabs
    mlx5_core mlx5_ib mlx4_core ionic ionic_rdma bnxt_en bnxt_re ice irdma i40e efa ena
    ib_core ib_uverbs ib_umad ib_ipoib rdma_cm rdma_ucm rdma_rxe siw nvme nvme_core
    vfio vfio_pci vfio_pci_core vfio_iommu_type1 iommufd kvm kvm_amd kvm_intel pcie_aspm pciehp acpiphp'

# Where topology files lie by custom, besides NCCL_TOPO_FILE.
fs_topology_files='/var/run/nvidia-topologyd/virtualTopology.xml /opt/microsoft/ndv4-topo.xml
    /opt/microsoft/ndv5-topo.xml /opt/microsoft/ncv4/topo.xml /etc/nccl/topo.xml /etc/nccl-topo.xml
    /etc/nccl/nccl-topology.xml /etc/crusoe/nccl_topo/a100-80gb-sxm-ib-cloud-hypervisor.xml
    /etc/crusoe/nccl_topo/h100-80gb-sxm-ib-cloud-hypervisor.xml'

# fs_gather NAME FOLDER: its files come in the one stream of all; the splitter sorts them by the paths' beginnings.
fs_gather() {
    fs_status_here=0
    [ -e "$fs_root$2" ] || fs_status_here=1
    fs_under=$fs_up${2#/}
    case $2 in */) ;; *) fs_under=$fs_under/ ;; esac
    fs_out="$fs_out$fs_mark gather $1 $fs_status_here ${fs_under:--} $2$fs_nl"
}

# fs_gather_text NAME FILE: likewise, a file of which every line is wanted as it is.
fs_gather_text() {
    fs_gather "$1" "$2"
    fs_out="${fs_out%"$fs_under $2$fs_nl"}$fs_up${2#/}: $2$fs_nl"
    fs_queue_found "$fs_up${2#/}"
}

# One process reads the files of most sections. It stands in the folder of the PCI functions, whose paths are most.
fs_safe_files() {
    fs_section '*' /
    fs_up=../../../../
    cd -P "$fs_root/sys/bus/pci/devices" 2>/dev/null || :
    [ "$PWD" = "$fs_physical/sys/bus/pci/devices" ] || {
        fs_up=
        cd -P "$fs_root/" || return
    }

    fs_gather identity /
    fs_queue etc/hostname etc/machine-id etc/os-release etc/fabricscope-simulated proc/version proc/cmdline \
        proc/uptime proc/sys/kernel/random/boot_id proc/sys/kernel/hostname proc/sys/kernel/osrelease \
        proc/sys/kernel/dmesg_restrict proc/sys/kernel/numa_balancing
    fs_gather dmi /sys/class/dmi/id
    fs_queue sys_vendor product_name product_version board_vendor board_name bios_vendor bios_version bios_date \
        chassis_type
    fs_gather_pci
    fs_gather pci-slots /sys/bus/pci/slots
    fs_queue_found "$fs_under"*/address
    fs_gather iommu /sys/kernel/iommu_groups
    fs_queue_found "$fs_under"*/type
    fs_queue_found "$fs_under"*/reserved_regions
    fs_gather numa /sys/devices/system/node
    fs_queue online possible has_cpu has_memory
    fs_gather_names cpulist distance meminfo -- "$fs_under"node*
    fs_gather cpu /sys/devices/system/cpu
    fs_queue online present possible smt/control
    fs_gather_names topology/physical_package_id topology/die_id topology/core_id topology/thread_siblings_list -- \
        "$fs_under"cpu[0-9]*
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
    fs_gather_text modules /proc/modules
    fs_gather_modules
    fs_queue_end
    fs_end
}

# fs_gather_names NAME... -- FOLDER...: these files of each of these folders.
fs_gather_names() {
    fs_names=
    while [ "$1" != -- ]; do
        fs_names="$fs_names $1"
        shift
    done
    shift
    [ -e "$1" ] || return 0
    # shellcheck disable=SC2086
    fs_queue_names $fs_names
    for fs_folder; do
        fs_queue_each "$fs_folder"
    done
}

fs_gather_pci() {
    fs_gather pci /sys/bus/pci/devices
    # shellcheck disable=SC2086
    [ -n "$fs_up" ] || {
        fs_gather_names $fs_pci_files -- "$fs_under"*
        return
    }
    # Standing in this folder, paths have no beginning: what no other section takes is its.
    fs_out="${fs_out%"$fs_under /"*}- /sys/bus/pci/devices$fs_nl"
    # shellcheck disable=SC2086
    fs_gather_names $fs_pci_files -- *
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

fs_gather_modules() {
    fs_gather module-params /sys/module
    for fs_driver in $fs_drivers; do
        [ -d "$fs_under$fs_driver" ] || continue
        fs_queue "$fs_driver/version"
        fs_queue_found "$fs_under$fs_driver"/parameters/*
    done
}

# Where each function is in the tree, and, beside it, its driver, its physical and its virtual functions. Going into a
# folder tells where it is, and no process is needed. (Its IOMMU group is told by the group.)
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
    fs_in rdma-links /sys/class/infiniband && fs_links */device
    fs_end
    if fs_in drm-links /sys/class/drm; then
        for fs_card in card[0-9]* renderD*; do
            case $fs_card in *-*) ;; *) fs_links "$fs_card" "$fs_card/device" ;; esac
        done
    fi
    fs_end
}

# A GID table has hundreds of slots and few entries: each port's is looked at until sixteen empty ones follow each
# other, and only the entries found are read.
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

fs_safe_process() {
    fs_section user id
    if [ -z "$fs_simulated" ] || ! fs_find id; then
        fs_user
    else
        fs_flush
        "$fs_command"
        fs_status=$?
    fi
    fs_end

    fs_section cpuinfo /proc/cpuinfo
    fs_text "$fs_root/proc/cpuinfo" first
    fs_end

    # A simulated host has no limits of its own: those of the machine that plays it are not its.
    fs_section limits 'ulimit -a'
    if [ -n "$fs_simulated" ]; then
        fs_text "$fs_root/etc/fabricscope-limits"
    else
        fs_flush
        # shellcheck disable=SC3045
        ulimit -a 2>/dev/null
        fs_status=$?
    fi
    fs_end
}

# What id says, without a process: "uid=1000(alice) gid=1000(alice) groups=27(sudo),1000(alice)".
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

fs_safe_nccl() {
    fs_topology_file=${NCCL_TOPO_FILE:-}
    if fs_in nccl-conf /; then
        fs_conf=${HOME#/}/.nccl.conf
        # NCCL reads the user's file first, then the system's; a name may be given with NCCL_CONF_FILE.
        fs_loop etc/nccl.conf "${fs_conf#/}" ${NCCL_CONF_FILE:+"${NCCL_CONF_FILE#/}"}
        while IFS= read -r fs_line || [ -n "$fs_line" ]; do
            case $fs_line in NCCL_* | RCCL_*) fs_out="${fs_out}etc/environment:$fs_line$fs_nl" ;; esac
        done 2>/dev/null <etc/environment
        [ -n "$fs_topology_file" ] || fs_topology_named "$fs_out"
        # The shell reads this in one line, without the NULs between; only where it is worth it, env is asked.
        fs_line=NCCL_
        [ ! -r /proc/self/environ ] || read -r fs_line </proc/self/environ
        case $fs_line in
        *NCCL_* | *RCCL_*)
            fs_flush
            env | sed -n -e '/^NCCL_/s/^/env:/p' -e '/^RCCL_/s/^/env:/p' 2>/dev/null
            ;;
        esac
    fi
    fs_end

    for fs_file in $fs_topology_file $fs_topology_files; do
        [ -f "$fs_root$fs_file" ] && [ -r "$fs_root$fs_file" ] || continue
        case " $fs_seen " in *" $fs_file "*) continue ;; esac
        fs_seen="$fs_seen $fs_file"
        fs_section nccl-topo "$fs_file"
        fs_flush
        head -c 1048576 "$fs_root$fs_file" 2>/dev/null
        fs_status=$?
        fs_end
    done
}

# fs_topology_named LINES: the file that NCCL_TOPO_FILE of a configuration names.
fs_topology_named() {
    case $1 in
    *:NCCL_TOPO_FILE=*)
        fs_topology_file=${1#*:NCCL_TOPO_FILE=}
        fs_topology_file=${fs_topology_file%%"$fs_nl"*}
        ;;
    esac
}

fs_safe() {
    fs_begin safe
    fs_seen=
    fs_safe_files
    fs_safe_links
    fs_safe_process
    fs_safe_nccl
    fs_done
}
fs_safe </dev/null 2>/dev/null
