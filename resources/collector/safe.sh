# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# shellcheck disable=SC2013,SC2015,SC2035,SC2154
# What the kernel holds in memory anyway: nothing here asks hardware or firmware.

fs_pci_files='class vendor device subsystem_vendor subsystem_device revision numa_node local_cpulist resource
    sriov_numvfs sriov_totalvfs sriov_offset sriov_stride sriov_vf_device enable power_state d3cold_allowed
    reset_method label acpi_index ari_enabled secondary_bus_number subordinate_bus_number
    aer_dev_correctable aer_dev_nonfatal aer_dev_fatal msi_bus'

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

fs_safe_host() {
    fs_in identity "/" && fs_loop etc/hostname etc/machine-id etc/os-release etc/fabricscope-simulated \
        proc/version proc/cmdline proc/uptime proc/sys/kernel/random/boot_id proc/sys/kernel/hostname \
        proc/sys/kernel/osrelease proc/sys/kernel/dmesg_restrict proc/sys/kernel/numa_balancing
    fs_end

    fs_section user id
    fs_command=
    [ -z "$fs_simulated" ] || fs_find id || :
    "${fs_command:-id}" 2>/dev/null
    fs_status=$?
    fs_end

    fs_in dmi /sys/class/dmi/id && fs_loop sys_vendor product_name product_version board_vendor board_name \
        bios_vendor bios_version bios_date chassis_type
    fs_end
}

fs_safe_pci() {
    fs_in pci-devices /sys/bus/pci/devices && fs_links *
    fs_end

    if fs_in pci /sys/bus/pci/devices; then
        # shellcheck disable=SC2086
        fs_queue_names $fs_pci_files
        for fs_function in *; do
            fs_queue_each "$fs_function"
        done
        fs_queue_end
    fi
    fs_end

    if fs_in pci-links /sys/bus/pci/devices; then
        for fs_function in *; do
            fs_links "$fs_function/driver" "$fs_function/iommu_group" "$fs_function/physfn"
            [ ! -e "$fs_function/sriov_numvfs" ] || fs_links "$fs_function"/virtfn*
        done
    fi
    fs_end

    fs_in pci-slots /sys/bus/pci/slots && fs_files */address
    fs_end

    fs_in iommu /sys/kernel/iommu_groups && fs_files */type */reserved_regions
    fs_end
    fs_in iommu-devices /sys/kernel/iommu_groups && fs_names */devices/*
    fs_end
    fs_in iommu-units /sys/class/iommu && fs_names *
    fs_end
}

fs_safe_cpu() {
    fs_in numa /sys/devices/system/node &&
        fs_files online possible has_cpu has_memory node*/cpulist node*/distance node*/meminfo
    fs_end

    if fs_in cpu /sys/devices/system/cpu; then
        fs_loop online present possible smt/control
        fs_queue_names topology/physical_package_id topology/die_id topology/core_id topology/thread_siblings_list
        for fs_cpu in cpu[0-9]*; do
            fs_queue_each "$fs_cpu"
        done
        fs_queue_end
    fi
    fs_end

    fs_section cpuinfo /proc/cpuinfo
    while IFS= read -r fs_line && [ -n "$fs_line" ]; do
        fs_out="$fs_out$fs_line$fs_nl"
    done 2>/dev/null <"$fs_root/proc/cpuinfo" || fs_status=1
    fs_end

    fs_section meminfo /proc/meminfo
    fs_text "$fs_root/proc/meminfo"
    fs_end
}

fs_safe_classes() {
    if fs_in net /sys/class/net; then
        fs_queue_names address mtu type operstate dev_port phys_port_name phys_switch_id
        for fs_interface in *; do
            fs_queue_each "$fs_interface"
        done
        fs_queue_end
    fi
    fs_end
    fs_in net-links /sys/class/net && fs_links * */device */master */bridge
    fs_end

    fs_in rdma /sys/class/infiniband && fs_safe_rdma
    fs_end
    fs_in rdma-links /sys/class/infiniband && fs_links */device
    fs_end

    if fs_in drm /sys/class/drm; then
        fs_queue_names current_compute_partition available_compute_partition current_memory_partition unique_id \
            vbios_version mem_info_vram_total xgmi_hive_info/xgmi_hive_id
        for fs_card in card[0-9]*; do
            case $fs_card in *-*) ;; *) fs_queue_each "$fs_card/device" ;; esac
        done
        fs_queue_end
    fi
    fs_end
    if fs_in drm-links /sys/class/drm; then
        for fs_card in card[0-9]* renderD*; do
            case $fs_card in *-*) ;; *) fs_links "$fs_card" "$fs_card/device" ;; esac
        done
    fi
    fs_end

    fs_in kfd /sys/class/kfd/kfd/topology/nodes && fs_files */gpu_id */name */properties \
        */io_links/*/properties */p2p_links/*/properties */mem_banks/*/properties
    fs_end

    if fs_in nvme /sys/class/nvme; then
        fs_queue_names address model serial firmware_rev state transport numa_node
        for fs_controller in *; do
            fs_queue_each "$fs_controller"
        done
        fs_queue_end
    fi
    fs_end

    fs_in nvidia /proc/driver/nvidia && fs_files version params gpus/*/information
    fs_end
}

# A GID table has hundreds of slots and few entries: each port's is read until sixteen empty ones follow each other,
# and the attributes only of the entries found.
fs_safe_rdma() {
    fs_queue_names node_guid sys_image_guid fw_ver hca_type board_id node_type node_desc
    for fs_device in *; do
        fs_queue_each "$fs_device"
    done
    for fs_port in */ports/*; do
        fs_list="$fs_list$fs_port/link_layer$fs_nl$fs_port/lid$fs_nl$fs_port/sm_lid$fs_nl"
        fs_index=0
        fs_empty=0
        while [ "$fs_empty" -lt 16 ] && [ -r "$fs_port/gids/$fs_index" ]; do
            fs_gid=
            read -r fs_gid <"$fs_port/gids/$fs_index"
            case $fs_gid in
            *[1-9a-f]*)
                fs_empty=0
                fs_out="$fs_out$fs_port/gids/$fs_index:$fs_gid$fs_nl"
                fs_list="$fs_list$fs_port/gid_attrs/types/$fs_index$fs_nl$fs_port/gid_attrs/ndevs/$fs_index$fs_nl"
                ;;
            *) fs_empty=$((fs_empty + 1)) ;;
            esac
            fs_index=$((fs_index + 1))
        done 2>/dev/null
    done
    fs_queue_end
}

fs_safe_software() {
    fs_section modules /proc/modules
    fs_text "$fs_root/proc/modules"
    fs_end

    if fs_in module-params /sys/module; then
        fs_list=
        for fs_driver in $fs_drivers; do
            [ -d "$fs_driver" ] || continue
            for fs_file in "$fs_driver"/version "$fs_driver"/parameters/*; do
                fs_list="$fs_list$fs_file$fs_nl"
            done
        done
        fs_queue_end
    fi
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

    fs_section vmm '/proc/*/cmdline'
    cd -P "$fs_root/proc" 2>/dev/null && fs_safe_vmm
    fs_end
}

# Processes that name vfio (devices given to a VM) or are a known VMM. The brackets keep the pattern from matching the
# command line of a grep that runs beside us. Passwords on a command line are nobody's business.
fs_safe_vmm() {
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
        fs_variables=$(set 2>/dev/null)
        case $fs_nl$fs_variables in
        *"${fs_nl}NCCL_"* | *"${fs_nl}RCCL_"*)
            fs_flush
            env | sed -n -e '/^NCCL_/s/^/env:/p' -e '/^RCCL_/s/^/env:/p' 2>/dev/null
            ;;
        esac
        fs_variables=
    fi
    fs_end

    for fs_file in $fs_topology_file $fs_topology_files; do
        [ -f "$fs_root$fs_file" ] && [ -r "$fs_root$fs_file" ] || continue
        case " $fs_seen " in *" $fs_file "*) continue ;; esac
        fs_seen="$fs_seen $fs_file"
        fs_section nccl-topo "$fs_file"
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
    fs_safe_host
    fs_safe_pci
    fs_safe_cpu
    fs_safe_classes
    fs_safe_software
    fs_safe_nccl
    fs_done
}
fs_safe </dev/null 2>/dev/null
