# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# shellcheck disable=SC2013,SC2015,SC2035,SC2154
# Reads what asks the hardware, or its firmware, and may therefore hang. FS_ARGS selects what to read: nothing = all;
# BDF, net/NAME, rdma/NAME = only these, with a leading - all but these; slow = one after another, each named before
# it is read, to find the one that hangs; text = no binary data in the output.

# In small batches: if a read hangs, what grep read before it in the same batch is lost.
fs_touch_batch=256

# Also in kernel memory, but not needed to draw the tree: more of the sections of the safe part.
fs_touch_files='subsystem_vendor subsystem_device revision local_cpulist resource sriov_numvfs sriov_totalvfs sriov_offset sriov_stride sriov_vf_device enable power_state
    d3cold_allowed reset_method label acpi_index ari_enabled msi_bus aer_dev_correctable aer_dev_nonfatal
    aer_dev_fatal'

# Drivers whose parameters and version concern GPUs, NICs, passthrough or PCIe.
fs_drivers='nvidia nvidia_uvm nvidia_modeset nvidia_peermem gdrdrv amdgpu amdkcl xe i915 habanalabs
    mlx5_core mlx5_ib mlx4_core ionic ionic_rdma bnxt_en bnxt_re ice irdma i40e efa ena
    ib_core ib_uverbs ib_umad ib_ipoib rdma_cm rdma_ucm rdma_rxe siw nvme nvme_core
    vfio vfio_pci vfio_pci_core vfio_iommu_type1 iommufd kvm kvm_amd kvm_intel pcie_aspm pciehp acpiphp'

# Usual places of topology files, besides NCCL_TOPO_FILE.
fs_topology_files='/var/run/nvidia-topologyd/virtualTopology.xml /opt/microsoft/ndv4-topo.xml
    /opt/microsoft/ndv5-topo.xml /opt/microsoft/ncv4/topo.xml /etc/nccl/topo.xml /etc/nccl-topo.xml
    /etc/nccl/nccl-topology.xml /etc/crusoe/nccl_topo/a100-80gb-sxm-ib-cloud-hypervisor.xml
    /etc/crusoe/nccl_topo/h100-80gb-sxm-ib-cloud-hypervisor.xml'

fs_touch_links='current_link_speed current_link_width max_link_speed max_link_width'

# fs_touch_each PREFIX KIND: runs fs_code for each selected folder here.
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

fs_touch_rest() {
    fs_gathering
    # shellcheck disable=SC2086
    fs_gather_pci $fs_touch_files
    fs_gather iommu /sys/kernel/iommu_groups
    fs_queue_found "$fs_under"*/reserved_regions
    fs_gather cpu /sys/devices/system/cpu
    fs_gather_names topology/physical_package_id topology/die_id topology/core_id topology/thread_siblings_list -- \
        "$fs_under"cpu[0-9]*
    fs_gather_text modules /proc/modules
    fs_gather_modules
    fs_queue_end
    fs_end
    fs_touch_process
    fs_touch_routes
    fs_touch_nccl
}

# The main tables. A full internet table has a million routes: its start shows whether hosts reach each other.
fs_touch_routes() {
    fs_in routes /proc/net && fs_heads 1024 route ipv6_route
    fs_end
}

fs_touch_process() {
    fs_section cpuinfo /proc/cpuinfo
    fs_text "$fs_root/proc/cpuinfo" first
    fs_end

    # Not the limits of the machine that simulates a host.
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

fs_touch_nccl() {
    fs_seen=
    fs_topology_file=${NCCL_TOPO_FILE:-}
    if fs_in nccl-conf /; then
        fs_conf=${HOME#/}/.nccl.conf
        # NCCL reads the user's file first, then the system's; a name may be given with NCCL_CONF_FILE.
        fs_loop etc/nccl.conf "${fs_conf#/}" ${NCCL_CONF_FILE:+"${NCCL_CONF_FILE#/}"}
        while IFS= read -r fs_line || [ -n "$fs_line" ]; do
            case $fs_line in NCCL_* | RCCL_*) fs_out="${fs_out}etc/environment:$fs_line$fs_nl" ;; esac
        done 2>/dev/null <etc/environment
        [ -n "$fs_topology_file" ] || fs_topology_named "$fs_out"
        # The shell reads this in one line, without the NULs between; env runs only if needed.
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

fs_gather_modules() {
    fs_gather module-params /sys/module
    for fs_driver in $fs_drivers; do
        [ -d "$fs_under$fs_driver" ] || continue
        fs_queue "$fs_driver/version"
        fs_queue_found "$fs_under$fs_driver"/parameters/*
    done
}

fs_touch() {
    fs_begin touch
    fs_eager=1
    # shellcheck disable=SC2086
    fs_choose ${FS_ARGS:-}
    fs_awake

    [ -n "$fs_slow$fs_only" ] || fs_touch_rest
    fs_batch=$fs_touch_batch

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
        fs_vmms
    fi
    fs_done
}
fs_touch </dev/null 2>/dev/null
