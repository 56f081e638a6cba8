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

# Settings of the kernel that readiness checks need, below /proc/sys.
fs_settings='vm/zone_reclaim_mode vm/nr_hugepages vm/swappiness vm/overcommit_memory vm/max_map_count
    net/core/rmem_max net/core/wmem_max kernel/pid_max kernel/threads-max kernel/yama/ptrace_scope'
fs_net_settings='rp_filter arp_ignore arp_announce'

# Counters of RDMA ports that show faults: those of the port, and those of the drivers of mlx5, bnxt_re, irdma, efa and
# ionic.
fs_port_counters='counters/symbol_error counters/link_downed counters/link_error_recovery
    counters/local_link_integrity_errors counters/excessive_buffer_overrun_errors counters/port_rcv_errors
    counters/port_rcv_remote_physical_errors counters/port_xmit_discards counters/VL15_dropped
    hw_counters/out_of_sequence hw_counters/out_of_buffer hw_counters/packet_seq_err
    hw_counters/local_ack_timeout_err hw_counters/implied_nak_seq_err hw_counters/rnr_nak_retry_err
    hw_counters/duplicate_request hw_counters/np_cnp_sent hw_counters/np_ecn_marked_roce_packets
    hw_counters/rp_cnp_handled hw_counters/rp_cnp_ignored hw_counters/roce_adp_retrans
    hw_counters/roce_adp_retrans_to hw_counters/roce_slow_restart hw_counters/rx_icrc_encapsulated
    hw_counters/req_cqe_error hw_counters/resp_cqe_error hw_counters/rx_roce_discards hw_counters/tx_roce_discards
    hw_counters/rx_roce_error hw_counters/tx_roce_errors hw_counters/oos_drop_count hw_counters/seq_err_naks_rcvd
    hw_counters/max_retry_exceeded hw_counters/rnr_naks_rcvd hw_counters/missing_resp hw_counters/to_retransmits
    hw_counters/rx_cnp_pkts hw_counters/tx_cnp_pkts hw_counters/retrans_pkts hw_counters/retrans_timeout_events
    hw_counters/rx_rdma_ecn_pkts hw_counters/tx_rdma_ack_timeout hw_counters/rx_rdma_cnp_pkts
    hw_counters/req_rx_pkt_seq_err hw_counters/tx_rdma_retx_pkts'

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
    fs_touch_settings
    fs_touch_nodes
    fs_touch_verbs
    fs_touch_nccl
}

# Another program's settings of the kernel decide how fast copies, interrupts and RoCE are.
fs_touch_settings() {
    if fs_in settings /; then
        fs_under=
        fs_whole=1
        for fs_each in $fs_settings; do
            fs_setting "$fs_each"
        done
        fs_seen=' '
        fs_net_setting all
        fs_net_setting default
        for fs_each in sys/class/infiniband/*/device/net/*; do
            [ -e "$fs_each" ] && [ ! -e "${fs_each%/net/*}/physfn" ] || continue
            fs_net_setting "${fs_each##*/}"
            # Addresses and filters are those of the bond.
            cd -P "sys/class/net/${fs_each##*/}/master" && fs_net_setting "${PWD##*/}"
            cd -P "$fs_root/" || :
        done
        fs_queue sys/kernel/mm/transparent_hugepage/enabled sys/kernel/mm/transparent_hugepage/defrag \
            sys/devices/system/cpu/cpufreq/boost sys/devices/system/cpu/intel_pstate/no_turbo \
            sys/devices/system/cpu/amd_pstate/status sys/devices/system/cpu/cpuidle/current_driver \
            proc/swaps proc/loadavg
        for fs_each in sys/devices/system/cpu/cpu0/cpuidle/state*; do
            [ ! -e "$fs_each" ] || fs_queue "$fs_each/name" "$fs_each/disable"
        done
        fs_denied
        fs_queue_end
        fs_whole=
        fs_tally sys/devices/system/cpu/cpufreq/scaling_governor \
            sys/devices/system/cpu/cpufreq/policy*/scaling_governor
        fs_tally sys/devices/system/cpu/cpufreq/scaling_driver sys/devices/system/cpu/cpufreq/policy*/scaling_driver
        for fs_each in sys/kernel/mm/memory_peers sys/kernel/memory_peers sys/memory_peers; do
            fs_peers "$fs_each"
        done
    fi
    fs_end
}

# fs_net_setting INTERFACE: once.
fs_net_setting() {
    case $fs_seen in *" $1 "*) return ;; esac
    fs_seen="$fs_seen$1 "
    for fs_name in $fs_net_settings; do
        fs_setting "net/ipv4/conf/$1/$fs_name"
    done
}

# fs_setting NAME: below /proc/sys. Unknown without grep: see fs_files.
fs_setting() {
    [ -z "$fs_grep" ] || fs_queue "proc/sys/$1"
}

# fs_denied: "!FILE" for each queued file that exists and that this user may not read.
fs_denied() {
    IFS=$fs_nl
    set -f
    for fs_file in $fs_list; do
        [ -r "$fs_file" ] || [ ! -e "$fs_file" ] || fs_out="$fs_out!$fs_file$fs_nl"
    done
    set +f
    IFS=$fs_default_ifs
}

# fs_tally NAME FILE...: "NAME:N VALUE" for each run of N files with one value: a server has hundreds that are equal.
fs_tally() {
    fs_name=$1
    shift
    fs_value=
    fs_count=0
    for fs_file; do
        fs_line=
        [ ! -r "$fs_file" ] || read -r fs_line <"$fs_file"
        [ -n "$fs_line" ] || continue
        if [ "$fs_line" != "$fs_value" ]; then
            [ "$fs_count" = 0 ] || fs_out="$fs_out$fs_name:$fs_count $fs_value$fs_nl"
            fs_value=$fs_line
            fs_count=0
        fi
        fs_count=$((fs_count + 1))
    done 2>/dev/null
    [ "$fs_count" = 0 ] || fs_out="$fs_out$fs_name:$fs_count $fs_value$fs_nl"
}

# fs_peers FOLDER: "FOLDER:NAME..." of the registered clients of peer memory, and their versions. An empty folder tells
# that the kernel has the interface and nobody uses it.
fs_peers() {
    [ -d "$1" ] || return 0
    fs_found=
    for fs_file in "$1"/*; do
        [ ! -e "$fs_file" ] || fs_found="$fs_found ${fs_file##*/}"
    done
    fs_out="$fs_out$1:${fs_found# }$fs_nl"
    fs_loop "$1"/*/version
}

# Files of devices that programs open: "PATH:MAY MODE OWNER GROUP", MAY what this user may do: rw, r-, -w, --. Not the
# owners on the machine that simulates a host.
fs_touch_nodes() {
    if [ -n "$fs_simulated" ]; then
        fs_section device-nodes /dev
        fs_text "$fs_root/etc/fabricscope-device-nodes"
    elif fs_in device-nodes /dev; then
        set --
        for fs_file in kfd nvidiactl nvidia-uvm nvidia[0-9]* dri/renderD* infiniband/rdma_cm infiniband/uverbs*; do
            [ ! -e "$fs_file" ] || [ "$#" -ge 512 ] || set -- "$@" "$fs_file"
        done
        fs_flush
        # shellcheck disable=SC2012
        [ "$#" = 0 ] || ls -ld -- "$@" 2>/dev/null | while read -r fs_mode fs_rest fs_owner fs_group fs_file; do
            fs_file=${fs_file##* }
            fs_may=-
            [ ! -r "$fs_file" ] || fs_may=r
            if [ -w "$fs_file" ]; then fs_may=${fs_may}w; else fs_may=$fs_may-; fi
            printf '%s:%s %s %s %s\n' "$fs_file" "$fs_may" "$fs_mode" "$fs_owner" "$fs_group"
        done
    fi
    fs_end
}

# The interface that the provider libraries must support. Those of virtual functions are like their physical one's.
fs_touch_verbs() {
    if fs_in verbs /sys/class/infiniband_verbs; then
        fs_queue_names abi_version ibdev
        for fs_each in *; do
            [ -e "$fs_each/ibdev" ] && [ ! -e "$fs_each/device/physfn" ] || continue
            fs_queue_each "$fs_each"
        done
        fs_queue_end
    fi
    fs_end
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

    # What went wrong since boot. Some drivers ask their firmware for it, so the states of ports come first.
    if fs_in net-counters /sys/class/net; then
        set --
        for fs_each in */device; do
            [ ! -e "$fs_each" ] || [ -e "$fs_each/physfn" ] || set -- "$@" "${fs_each%/device}"
        done
        fs_queue_names carrier_changes statistics/rx_errors statistics/tx_errors statistics/rx_crc_errors
        fs_touch_folders net/ "$@"
    fi
    fs_end

    if fs_in rdma-counters /sys/class/infiniband; then
        set --
        for fs_each in */ports/*; do
            fs_device=${fs_each%%/*}/device
            [ ! -e "$fs_device" ] || [ -e "$fs_device/physfn" ] || set -- "$@" "$fs_each"
        done
        # shellcheck disable=SC2086
        fs_queue_names $fs_port_counters
        fs_touch_folders rdma/ "$@"
    fi
    fs_end

    if [ -z "$fs_only" ]; then
        fs_vmms
    fi
    fs_done
}
fs_touch </dev/null 2>/dev/null
