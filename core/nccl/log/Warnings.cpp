// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/Warnings.h"

#include "core/nccl/log/Needles.h"

#include <array>

namespace fabricscope::nccl::log {

namespace {

/// The first that a line holds counts: what names the cause stands before what only follows from it. Causes:
/// issues of NVIDIA/nccl and NVIDIA/nccl-tests (#71, #166, #294, #131, #167), ROCm's and NVIDIA's guides.
constexpr std::array kExplanations = {
    Explanation{
        "ibv_reg_mr failed with error Bad address",
        "the NIC could not register GPU memory: neither peer memory nor dma-buf is at work",
        "load nvidia_peermem (NVIDIA), or with a kernel of 6.8 or later set NCCL_DMABUF_ENABLE=1 (AMD)"},
    Explanation{
        "ibv_reg_dmabuf_mr", "the NIC could not register GPU memory through dma-buf",
        "check the kernel's CONFIG_DMABUF_MOVE_NOTIFY and CONFIG_PCI_P2PDMA, and the provider library"},
    Explanation{"ib_umem_get failed",
                "the NIC's driver cannot pin this kind of GPU memory (bnxt_re with ROCm 7.1 and later)",
                "set NCCL_CUMEM_ENABLE=1"},
    Explanation{"ibv_create_cq failed with error Cannot allocate memory",
                "too little memory may be locked where the job runs",
                "ulimit -l unlimited in the launch context (sshd, slurmd, container: --ulimit memlock=-1)"},
    Explanation{"ibv_reg_mr failed with error Cannot allocate memory",
                "too little memory may be locked where the job runs",
                "ulimit -l unlimited in the launch context (sshd, slurmd, container: --ulimit memlock=-1)"},
    Explanation{"RLIMIT_MEMLOCK", "too little memory may be locked where the job runs",
                "ulimit -l unlimited in the launch context (sshd, slurmd, container: --ulimit memlock=-1)"},
    Explanation{"ibv_modify_qp failed with error 110",
                "the connection between two NICs timed out: no route, another GID type, or a firewall",
                "check NCCL_IB_GID_INDEX on both ends (RoCE v2, IPv4), the subnets and the route"},
    Explanation{"ibv_modify_qp failed with 110",
                "the connection between two NICs timed out: no route, another GID type, or a firewall",
                "check NCCL_IB_GID_INDEX on both ends (RoCE v2, IPv4), the subnets and the route"},
    Explanation{"ibv_modify_qp failed", "two NICs could not agree: GID index, RoCE version or MTU differ",
                "set NCCL_IB_GID_INDEX to the RoCE v2 entry on every node, and make the MTU equal"},
    Explanation{"status=12", "retries exceeded: packets between two NICs are lost",
                "check GID index, MTU, PFC and ECN on the way, and the cable; then NCCL_IB_TIMEOUT"},
    Explanation{"with status 12", "retries exceeded: packets between two NICs are lost",
                "check GID index, MTU, PFC and ECN on the way, and the cable; then NCCL_IB_TIMEOUT"},
    Explanation{"with error 12", "retries exceeded: packets between two NICs are lost",
                "check GID index, MTU, PFC and ECN on the way, and the cable; then NCCL_IB_TIMEOUT"},
    Explanation{"with status 5", "the connection was flushed after an earlier error",
                "look for the first error of any rank"},
    Explanation{"with error 5", "the connection was flushed after an earlier error",
                "look for the first error of any rank"},
    Explanation{"local catastrophic", "the NIC stopped after an internal error",
                "look into dmesg of that node; reset the NIC"},
    Explanation{"Got async event : port error", "a NIC's link went down during the run",
                "check cable and optics; look into dmesg for link down"},
    Explanation{"port error", "a NIC's link went down during the run",
                "check cable and optics; look into dmesg for link down"},
    Explanation{"No device found", "the library sees no RDMA device and goes over sockets",
                "check NCCL_IB_HCA, NCCL_IB_DISABLE, and that the container has the provider library and "
                "/dev/infiniband"},
    Explanation{"No socket interface found", "no network interface has the name that was asked for",
                "set NCCL_SOCKET_IFNAME to an interface that every node has"},
    Explanation{"no socket interface found", "no network interface has the name that was asked for",
                "set NCCL_SOCKET_IFNAME to an interface that every node has"},
    Explanation{"Bootstrap : no socket interface", "no network interface has the name that was asked for",
                "set NCCL_SOCKET_IFNAME to an interface that every node has"},
    Explanation{"socketStartConnect: Connect to", "a rank could not reach another one's address",
                "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes; check the firewall"},
    Explanation{
        "Connection refused",
        "nobody listens at the address that was given: the wrong interface, or a rank has died",
        "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes; look for the first error"},
    Explanation{"Call to connect", "a rank could not reach another one's address",
                "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes; check the firewall"},
    Explanation{"Connection timed out", "a rank could not reach another one's address",
                "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes; check the firewall"},
    Explanation{"No route to host", "a rank could not reach another one's address",
                "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes; check the firewall"},
    Explanation{"Connection closed by remote peer", "another rank ended before this one",
                "look for the first error of that peer"},
    Explanation{"Connection reset by peer", "another rank ended before this one",
                "look for the first error of that peer"},
    Explanation{"Could not open XML topology file",
                "the topology file was not read: the library uses what it detects itself",
                "check the path of NCCL_TOPO_FILE inside the container or VM"},
    Explanation{"Could not find real path", "sysfs does not show this device here",
                "check that the container or VM sees /sys of the device"},
    Explanation{"Mismatched collective", "ranks disagree on what is to be done",
                "start the same program with the same arguments on every rank"},
    Explanation{"Mismatched versions", "ranks have different versions of the library",
                "make LD_LIBRARY_PATH the same on every node"},
    Explanation{"Duplicate GPU detected", "two ranks use the same GPU",
                "one GPU a rank: check -g, the ranks of a node, and the VISIBLE_DEVICES variable"},
    Explanation{"Missing 'iommu=pt'",
                "the kernel translates DMA addresses: GPU to NIC traffic is slow or fails",
                "add iommu=pt to the kernel's command line"},
    Explanation{"Missing \"iommu=pt\"",
                "the kernel translates DMA addresses: GPU to NIC traffic is slow or fails",
                "add iommu=pt to the kernel's command line"},
    Explanation{"NUMA auto balancing", "the kernel moves memory between nodes while the test runs",
                "sysctl kernel.numa_balancing=0"},
    Explanation{"HSA_NO_SCRATCH_RECLAIM", "before ROCm 6.4 the numbers are too low without it",
                "set HSA_NO_SCRATCH_RECLAIM=1"},
    Explanation{"/dev/shm", "shared memory is too small, in a container 64 MiB by default",
                "start the container with --shm-size 16g or --ipc host"},
    Explanation{"Failed to execute operation Connect",
                "a connection could not be made; the cause is another line",
                "look for the first warning of any rank"},
    Explanation{"NET/Plugin", "a network plugin is missing or unfit",
                "check NCCL_NET_PLUGIN, or set it to none"},
    Explanation{"invalid device function", "the program was not built for this GPU",
                "build it for this architecture (NVCC_GENCODE, or GPU_TARGETS)"},
    Explanation{"no kernel image is available", "the program was not built for this GPU",
                "build it for this architecture (NVCC_GENCODE, or GPU_TARGETS)"},
    Explanation{"unhandled cuda error", "the GPU's driver failed; the cause is in the NCCL_DEBUG log",
                "run again with NCCL_DEBUG=INFO; is the program built for this GPU?"},
    Explanation{"unhandled hip error", "the GPU's driver failed; the cause is in the NCCL_DEBUG log",
                "run again with NCCL_DEBUG=INFO; is the program built for this GPU?"},
    Explanation{"Cuda failure", "the GPU's driver failed", "look into dmesg for Xid lines"},
    Explanation{"HIP failure", "the GPU's driver failed", "look into dmesg for amdgpu lines"},
    Explanation{
        "unhandled system error",
        "a call to the system failed, most often over the network: the cause is in the NCCL_DEBUG log",
        "run again with NCCL_DEBUG=INFO; most often NCCL_SOCKET_IFNAME names an interface that does not "
        "reach "
        "the other nodes"},
    Explanation{"remote process exited or there was a network error",
                "another rank ended, or the network failed", "look for the first error of any rank"},
    Explanation{"internal error",
                "the library met what it does not expect; the cause is in the NCCL_DEBUG log",
                "run again with NCCL_DEBUG=INFO"},
    Explanation{"invalid usage", "the library was called wrongly, most often two ranks on one GPU",
                "one GPU a rank; run again with NCCL_DEBUG=WARN"},
};

std::vector<std::string_view> needles() {
    std::vector<std::string_view> all;
    all.reserve(kExplanations.size());
    for (const Explanation &explanation : kExplanations)
        all.push_back(explanation.needle);
    return all;
}

} // namespace

const Explanation *explanationOf(std::string_view line) {
    static const Needles kNeedles(needles());
    const auto found = kNeedles.firstIn(line);
    return found ? &kExplanations[*found] : nullptr;
}

} // namespace fabricscope::nccl::log
