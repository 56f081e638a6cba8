// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words of settings and counters of the kernel, of services, and of versions of software that GPUs and NICs
// need. One word a blank; sorted.
#include "core/capture/redact/KnownWords.h"

namespace fabricscope::capture::words {

const std::string_view kSettings =
    "aarch64-linux-gnu abi_version acpi-cpufreq acpi_idle activating active activestate all always amd- "
    "amd-pstate-epp amd_pstate amdkfd api arp_announce arp_ignore available bad-setting blocks boost boot "
    "bugs build c1 c10 c1_acpi c1e c2 c2_acpi c3 c3_acpi c6 c6p c7 c8 c9 capacity carrier_changes chrony "
    "chronyd conf config config_dmabuf_move_notify config_hsa_amd_p2p config_infiniband_on_demand_paging "
    "config_intel_iommu_default_on config_iommu_default_dma_lazy config_iommu_default_dma_strict "
    "config_iommu_default_on config_iommu_default_passthrough config_numa config_numa_balancing "
    "config_pci_iov config_pci_p2pdma config_zone_device configured conservative copyright core "
    "corporation counters cppc_cpufreq cpufreq cpuidle crw crw-r crw-r--r crw-rw crw-rw-r crw-rw-rw cuda "
    "current_driver deactivating default defer defrag details dev devtmpfs disable "
    "dma_buf_invalidate_mappings dma_buf_move_notify doca dri duplicate_request enabled error "
    "excessive_buffer_overrun_errors fabric failed file filename filesystem firewalld for guided gz "
    "haltpoll headers http hw_counters hydra ib_core ib_peer_mem ib_register_peer_memory_client "
    "ib_umem_dmabuf_get ib_uverbs ibdev id imex implied_nak_seq_err inactive infiniband input intel "
    "intel_cpufreq intel_idle intel_pstate internal ipv4 irqbalance is json kallsyms kernel kfd kvm lib "
    "lib64 libbnxt_re libcuda libcxgb4 libefa liberdma libgdrapi libhfi1verbs libhns libhns- libibverbs "
    "libionic libipathverbs libirdma libmana libmlx4 libmlx5 libmthca libocrdma libqedr libraries library "
    "librxe libsiw libvmw_pvrdma link_downed link_error_recovery linux linux-gnu loadavg loaded loadstate "
    "local local_ack_timeout_err local_link_integrity_errors madvise maintenance manager masked "
    "max_map_count max_retry_exceeded memory_peers menu missing_resp mlnx mlnx_ofed mlnx_ofed_linux "
    "mlx_compat mm modules mounted mpi mpirun name net never nftables no_turbo not not-found np_cnp_sent "
    "np_ecn_marked_roce_packets nr_hugepages ntp ntpd ntpsec numa_balancing nv_mem nv_mem_nc nvidia "
    "nvidia-fabricmanager nvidia-imex nvidia-persistenced nvidia-uvm nvidiactl ofed ofed-internal "
    "ofed_linux ondemand oos_drop_count open openibd opensm opensmd os ostree-boot out_of_buffer "
    "out_of_sequence overcommit_memory overlay packet_seq_err partition passive path pcc-cpufreq peers "
    "performance pid_max poll port_rcv_errors port_rcv_remote_physical_errors port_xmit_discards "
    "powersave priority pstate ptrace_scope rdma rdma_cm rdmav read reloading render renderd report "
    "req_cqe_error reserved resp_cqe_error retrans_pkts retrans_timeout_events revision rights rmem_max "
    "rnr_nak_retry_err rnr_naks_rcvd roce_adp_retrans roce_adp_retrans_to roce_slow_restart root "
    "rp_cnp_handled rp_cnp_ignored rp_filter rx_cnp_pkts rx_crc_errors rx_errors rx_icrc_encapsulated "
    "rx_rdma_cnp_pkts rx_rdma_ecn_pkts rx_roce_discards rx_roce_error scaling_driver scaling_governor "
    "schedutil seq_err_naks_rcvd service set shm size so statistics status stub swappiness swaps "
    "symbol_error systemd-timesyncd threads-max tmp tmpfs to_retransmits transparent_hugepage tuned "
    "tx_cnp_pkts tx_errors tx_rdma_ack_timeout tx_roce_discards tx_roce_errors type uct ucx ucx_info udev "
    "ufw used users userspace uverbs version version_json video vl15_dropped vm wmem_max www "
    "x86_64-linux-gnu yama zone_reclaim_mode";

} // namespace fabricscope::capture::words
