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
    Explanation{"status=13", "the other end had no receive ready in time: it is stuck or far behind",
                "look for the first error of that peer; then NCCL_IB_RETRY_CNT"},
    Explanation{"status=10", "the other end refused the access: its memory is no longer registered",
                "look for the first error of that peer; is the library the same on both ends?"},
    Explanation{
        "status=4", "the NIC could not reach the buffer: GPU memory is not registered for it",
        "check nvidia_peermem or dma-buf; NCCL_NET_GDR_LEVEL=LOC shows whether GPU Direct is to blame"},
    Explanation{"status=5", "the connection was flushed after an earlier error",
                "look for the first error of any rank"},
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
    Explanation{"ibv_create_qp failed",
                "the NIC could not make a queue pair: too little memory may be locked, or it has no more",
                "ulimit -l unlimited in the launch context; fewer NCCL_IB_QPS_PER_CONNECTION"},
    Explanation{"ibv_query_gid failed", "the port has no GID of that index",
                "set NCCL_IB_GID_INDEX to an entry that the port has (RoCE v2, IPv4), or leave it out"},
    Explanation{"ibv_open_device failed", "the process may not open the NIC",
                "check the rights of /dev/infiniband, in a container --device /dev/infiniband"},
    Explanation{"Failed to open libibverbs", "the RDMA library is not installed where the program runs",
                "install rdma-core (libibverbs1) and the NIC's provider, in the container too"},
    Explanation{"async fatal event", "the NIC stopped a connection after a fault",
                "look into dmesg of that node and for the first error of that peer"},
    Explanation{"message truncated", "two ranks disagree on how many bytes to exchange",
                "start the same program with the same arguments and library on every rank"},
    Explanation{"mismatch in rank count", "processes were started with different numbers of ranks",
                "make the number of ranks the same everywhere; is an old process still running?"},
    Explanation{"has already checked in", "two processes say that they are the same rank",
                "check the launcher's rank numbers; is an old process still running?"},
    Explanation{"Network is unreachable", "there is no route from this interface to the other node",
                "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes"},
    Explanation{"no POLLOUT events", "a rank could not reach another one's address in time",
                "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes; check the firewall"},
    Explanation{"progressing operation=", "the thread that serves a rank's connections met an error",
                "look for the first warning of any rank"},
    Explanation{"Proxy Call to rank", "a rank's own helper thread failed; the cause is another line",
                "look for the first warning of that rank"},
    Explanation{"Accept failed", "a rank that should have connected did not come",
                "look for the first error of any rank"},
    Explanation{"NVLink SHARP (NVLS) Multicast", "memory could not be bound to the NVLink switches",
                "check nvidia-fabricmanager and its log; NCCL_NVLS_ENABLE=0 runs without it"},
    Explanation{"NVLS", "NVLink SHARP could not be used",
                "check nvidia-fabricmanager; NCCL_NVLS_ENABLE=0 runs without it"},
    Explanation{"system not yet initialized", "the NVLink switches are not set up",
                "systemctl start nvidia-fabricmanager, of the same version as the driver"},
    Explanation{"CUDA driver version is insufficient", "the driver is older than the program's CUDA",
                "install a newer driver, or a build for an older CUDA"},
    Explanation{"peer access is not supported", "these two GPUs cannot reach each other's memory",
                "check ACS and the IOMMU; NCCL_P2P_DISABLE=1 shows whether that is the cause"},
    Explanation{"hipErrorPeerAccessUnsupported", "these two GPUs cannot reach each other's memory",
                "check large BAR, ACS and the IOMMU"},
    Explanation{"out of memory", "the GPU's memory is full",
                "ask for smaller sizes; does another program use this GPU?"},
    Explanation{"Could not find a path for pattern",
                "the library finds no way between the GPUs and the network in its topology",
                "look at the topology file, NCCL_NET_GDR_LEVEL, NCCL_P2P_LEVEL and NCCL_CROSS_NIC"},
    Explanation{"XML Parse", "the topology file is no valid XML of the library",
                "fabricscope show FILE names the line"},
    Explanation{"ncclTopoGetXmlFromFile", "the topology file is no valid XML of the library",
                "fabricscope show FILE names the line"},
    Explanation{"Could not enable P2P", "two GPUs cannot reach each other's memory directly",
                "check ACS and the IOMMU; traffic goes through host memory"},
    Explanation{"Unable to load", "a library that was asked for could not be loaded",
                "check LD_LIBRARY_PATH and the plugin's name"},
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
