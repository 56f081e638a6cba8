// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings of a host that slow down or prevent the exchange of data between GPUs and NICs: made in
// core/checks. {expected} and {actual} are also keys of the document fabricscope.findings.
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kGroupType =
    "Linux, Documentation/ABI/testing/sysfs-kernel-iommu_groups: type; "
    "Documentation/admin-guide/kernel-parameters.txt: iommu=pt; AMD, GPU cluster networking guide";
constexpr std::string_view kExpress =
    "PCI Express Base Specification 6.0, 7.5.3.3 Device Capabilities and 7.5.3.4 Device Control";
constexpr std::string_view kLargeBar =
    "AMD, ROCm documentation: BAR memory, large BAR for peer-to-peer; PCI Express Base Specification 6.0, "
    "7.8.6 Resizable BAR";
constexpr std::string_view kLimits =
    "Linux, drivers/infiniband/core/umem.c: ib_umem_get(), RLIMIT_MEMLOCK; setrlimit(2)";

constexpr std::array kRules = {
    Rule{.id = "iommu.passthrough",
         .severity = Severity::Warning,
         .title = "the IOMMU translates the addresses of {devices} (group type {actual})",
         .sentence = "Each of their DMA transfers is looked up in page tables.",
         .remedy = "Add iommu=pt to the kernel's command line and reboot (a few minutes of downtime; devices "
                   "bound to vfio-pci stay isolated). Afterwards the type of these groups is identity",
         .source = kGroupType},
    Rule{.id = "iommu.guest",
         .severity = Severity::Warning,
         .title = "the VM's own IOMMU translates the addresses of {devices} (group type {actual})",
         .sentence = "Each of their DMA transfers is looked up twice, in the VM and on the hypervisor.",
         .remedy = "Start the VM without a virtual IOMMU, or add iommu=pt to the command line of its kernel",
         .source = kGroupType},
    Rule{.id = "iommu.off",
         .severity = Severity::Error,
         .title = "{devices} {count:is|are} bound to vfio-pci, but the IOMMU is off",
         .sentence =
             "A device without an IOMMU group cannot be passed to a VM, except without any protection "
             "(vfio's noiommu mode).",
         .remedy = "Enable AMD-Vi or VT-d in the BIOS, add amd_iommu=on or intel_iommu=on to the kernel's "
                   "command line, and reboot",
         .source = "Linux, Documentation/driver-api/vfio.rst; Documentation/admin-guide/"
                   "kernel-parameters.txt: iommu="},
    Rule{.id = "pcie.payload",
         .severity = Severity::Warning,
         .title = "{devices} {count:is|are} limited to payloads of {actual} {actual:byte|bytes}, although "
                  "all devices on "
                  "the way to the CPU support {expected}",
         .cost = "more headers for the same data",
         .remedy =
             "Set MaxPayloadSize to automatic or {expected} in the BIOS, or add pci=pcie_bus_perf to the "
             "kernel's command line, and reboot",
         .source = kExpress},
    Rule{.id = "pcie.read_request",
         .severity = Severity::Note,
         .title = "{devices} {count:reads|read} at most {actual} {actual:byte|bytes} at a time; {expected} "
                  "is recommended "
                  "for GPUDirect RDMA",
         .remedy = "Set MaxReadReq in the BIOS, or with setpci (bits 14:12 of CAP_EXP+8) at each boot",
         .source = "AMD, GPU cluster networking guide: PCIe MaxReadReq of NICs; PCI Express Base "
                   "Specification 6.0, 7.5.3.4"},
    Rule{.id = "pcie.relaxed_ordering",
         .severity = Severity::Warning,
         .title = "relaxed ordering is off at {devices}",
         .sentence = "Writes wait for each other: the device may not set the attribute.",
         .remedy = "Enable PCIe relaxed ordering in the BIOS and in the NIC's firmware (mlxconfig "
                   "PCI_WR_ORDERING, bnxt pcie_relaxed_ordering), and reboot",
         .source = kExpress},
    Rule{.id = "gpu.large_bar",
         .severity = Severity::Warning,
         .title = "{devices} {count:shows|show} {actual} of {expected} memory to other devices",
         .sentence = "Peers reach only that part directly.",
         .remedy = "Enable Above 4G Decoding and Resizable BAR in the BIOS, and reboot",
         .source = kLargeBar},
    Rule{.id = "gpu.large_bar",
         .severity = Severity::Error,
         .title = "{devices} {count:shows|show} {actual} of {expected} memory to other devices",
         .sentence = "Peer-to-peer transfers between these GPUs require all of it.",
         .remedy = "Enable Above 4G Decoding and Resizable BAR in the BIOS, and reboot",
         .source = kLargeBar,
         .variant = "accelerator"},
    Rule{.id = "gpu.no_driver",
         .severity = Severity::Error,
         .title = "{devices} {count:has|have} no driver, while {others} of {count:its|their} model "
                  "{others:has|have} {driver}",
         .remedy = "Look for the device in the kernel's log; bind it to {driver}, or restart the host",
         .source = "Linux, Documentation/ABI/testing/sysfs-bus-pci: driver"},
    Rule{.id = "gpu.vbios",
         .severity = Severity::Warning,
         .title = "GPUs of one model have different VBIOS versions: {devices} {count:has|have} {actual}, the "
                  "others {expected}",
         .remedy = "Update all GPUs of the host with one firmware bundle of its maker",
         .source = "AMD, ROCm release notes: supported firmware bundles; azurehpc-health-checks: VBIOS"},
    Rule{.id = "gpu.partition",
         .severity = Severity::Warning,
         .title = "GPUs are partitioned differently: {devices} {count:is|are} in {actual}, the others in "
                  "{expected}",
         .remedy = "Set one mode for all GPUs (amd-smi set --compute-partition, --memory-partition)",
         .source = "Linux, Documentation/gpu/amdgpu: current_compute_partition"},
    Rule{.id = "gpu.partition",
         .severity = Severity::Note,
         .title =
             "the GPUs are partitioned ({actual}): programs see {count} {count:GPU|GPUs} instead of {gpus}",
         .source = "Linux, Documentation/gpu/amdgpu: current_compute_partition",
         .variant = "all"},
    Rule{.id = "gpu.peer_memory",
         .severity = Severity::Error,
         .title = "NICs cannot access GPU memory: {reason}",
         .sentence = "Data goes through host memory, or registering GPU memory fails.",
         .remedy = "Boot a kernel of 5.12 or later, or load the peer memory module of the GPU's driver",
         .source = "Linux, drivers/infiniband/core/umem_dmabuf.c; NVIDIA, GPUDirect RDMA documentation: "
                   "nvidia-peermem"},
    Rule{.id = "gpu.peer_memory",
         .severity = Severity::Warning,
         .title = "NICs access GPU memory by DMA-BUF only, and {library} does not use it by default: "
                  "{reason}",
         .sentence = "Without it data goes through host memory, or registering GPU memory fails.",
         .remedy = "Set NCCL_DMABUF_ENABLE=1 in the environment of jobs",
         .source = "RCCL, src/misc/rocmwrap.cc: NCCL_DMABUF_ENABLE",
         .variant = "off"},
    Rule{.id = "rdma.no_device",
         .severity = Severity::Warning,
         .title = "{devices} {count:has|have} no RDMA device, while {others} of {count:its|their} model "
                  "{others:has|have} one",
         .remedy = "Load the RDMA driver of the NIC, look in the kernel's log why it did not start, and "
                   "compare firmware",
         .source = "Linux, Documentation/ABI/stable/sysfs-class-infiniband"},
    Rule{.id = "rdma.firmware",
         .severity = Severity::Warning,
         .title = "NICs of one model have different firmware: {devices} {count:has|have} {actual}, the "
                  "others {expected}",
         .remedy = "Update the NICs to one version with the vendor's tool",
         .source = "Linux, Documentation/ABI/stable/sysfs-class-infiniband: fw_ver; AMD, GPU cluster "
                   "networking guide"},
    Rule{.id = "rdma.gid",
         .severity = Severity::Warning,
         .title = "{devices} {count:is|are} active, but {count:has|have} no RoCE v2 address",
         .sentence = "RoCE v1 is not routed, and peers that use v2 do not answer.",
         .remedy = "Give the interface an IP address, and check that RoCE v2 is enabled at the NIC",
         .source = "Linux, Documentation/ABI/stable/sysfs-class-infiniband: gid_attrs/types; NCCL User "
                   "Guide, NCCL_IB_GID_INDEX"},
    Rule{.id = "rdma.gid",
         .severity = Severity::Note,
         .title = "the RoCE v2 address is not at one index of all NICs: {actual}",
         .sentence = "One value of NCCL_IB_GID_INDEX does not fit; NCCL and RCCL since 2.21 choose the index "
                     "themselves.",
         .source = "NCCL User Guide, NCCL_IB_GID_INDEX",
         .variant = "index"},
    Rule{.id = "rdma.gid",
         .severity = Severity::Note,
         .title = "{devices} {count:has|have} a RoCE v2 address, but none with IPv4",
         .sentence = "Link-local addresses reach only hosts of the same subnet.",
         .source = "NCCL User Guide, NCCL_IB_GID_INDEX",
         .variant = "no_ipv4"},
    Rule{.id = "rdma.mtu",
         .severity = Severity::Warning,
         .title = "the MTU of {devices} is {actual}: RoCE packets carry {payload} bytes instead of 4096",
         .remedy =
             "Set an MTU of 9000 on both ends and at the switch (ip link set INTERFACE mtu 9000, and in "
             "the network configuration)",
         .source = "Linux, include/rdma/ib_addr.h: iboe_get_mtu(); AMD, GPU cluster networking guide"},
    Rule{.id = "rdma.mtu",
         .severity = Severity::Warning,
         .title = "NICs of the fabric have different MTUs: {devices} {count:has|have} {actual}, the others "
                  "{expected}",
         .remedy = "Set one MTU on all NICs of the fabric and at the switch",
         .source = "AMD, GPU cluster networking guide",
         .variant = "differs"},
    Rule{.id = "library.flat_guest",
         .severity = Severity::Warning,
         .title = "the VM does not show which GPU is next to which NIC, and no NCCL file states it",
         .sentence = "The library cannot pair each GPU with its nearest NIC.",
         .remedy =
             "Make an NCCL file from the VM and its hypervisor (fabricscope nccl-topo generate), and name "
             "it with NCCL_TOPO_FILE",
         .source = "NCCL User Guide, NCCL_TOPO_FILE; NCCL, src/graph/topo.cc"},
    Rule{.id = "system.memlock",
         .severity = Severity::Warning,
         .title = "the user may lock {actual} of memory",
         .sentence =
             "RDMA registers memory by locking it: beyond the limit, registration fails. Other ways to "
             "start a job (srun, a container) may have another limit.",
         .remedy = "Set memlock to unlimited in /etc/security/limits.d, LimitMEMLOCK=infinity for sshd and "
                   "slurmd, --ulimit memlock=-1 for containers; then log in again",
         .source = kLimits},
    Rule{.id = "system.open_files",
         .severity = Severity::Note,
         .title = "the user may open {actual} {actual:file|files}; {expected} are recommended for large jobs",
         .remedy = "Set nofile to {expected} or more in /etc/security/limits.d, and log in again",
         .source = "NVIDIA and AMD, cluster deployment guides: nofile; getrlimit(2), RLIMIT_NOFILE"},
    Rule{.id = "system.numa_balancing",
         .severity = Severity::Warning,
         .title = "automatic NUMA balancing is on (kernel.numa_balancing = {actual})",
         .sentence =
             "The kernel moves pages of running jobs: page faults and TLB invalidation in collectives.",
         .remedy = "Turn it off: sysctl kernel.numa_balancing=0, permanently in /etc/sysctl.d",
         .source = "Linux, Documentation/admin-guide/sysctl/kernel.rst: numa_balancing; AMD, GPU cluster "
                   "networking guide"},
    Rule{.id = "system.numa_off",
         .severity = Severity::Warning,
         .title = "NUMA is off ({actual}), although the host has {sockets} {sockets:socket|sockets}",
         .sentence = "Neither the kernel nor the library knows which GPU and NIC is at which socket.",
         .remedy = "Remove it from the kernel's command line, and reboot",
         .source = "Linux, Documentation/admin-guide/kernel-parameters.txt: numa="},
    Rule{.id = "system.versions",
         .severity = Severity::Warning,
         .title = "{fact} is {actual}, on {count} other {count:host|hosts} of its kind {expected}",
         .remedy = "Install one version on all hosts of a job",
         .source = "AMD, ROCm/cvs: preflight version check; azurehpc-health-checks: versions of a cluster"},
    Rule{.id = "system.isolated_cpus",
         .severity = Severity::Note,
         .title = "the kernel's command line keeps CPUs from ordinary processes ({actual})",
         .sentence = "Threads of jobs run there only if they are bound to these CPUs.",
         .source = "Linux, Documentation/admin-guide/kernel-parameters.txt: isolcpus="},
};

} // namespace

std::span<const Rule> readiness() {
    return kRules;
}

} // namespace fabricscope::findings::areas
