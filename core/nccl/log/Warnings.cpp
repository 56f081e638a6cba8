// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/Warnings.h"

#include "core/nccl/log/Needles.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace fabricscope::nccl::log {

namespace {

/// What several texts of the library mean.
constexpr Explanation kLockedMemory{
    "", "the locked memory limit of the job is too low",
    "set ulimit -l unlimited where the job is started (limits.conf for logins, LimitMEMLOCK=infinity for "
    "slurmd, container: --ulimit memlock=-1)"};
constexpr Explanation kNicTimeout{
    "", "the connection between two NICs timed out: no route, different GID types, or a firewall",
    "check the subnets and the route; with RoCE, NCCL_IB_GID_INDEX, where it is set, must select a RoCE v2 "
    "GID of the same address family on both ends (show_gids)"};
constexpr Explanation kRetriesExceeded{
    "",
    "retries exceeded: the other NIC does not acknowledge packets (they are lost, or its process has ended)",
    "see whether the peer's process has ended; check GID index, MTU, PFC and ECN on the path, and the cable; "
    "then raise NCCL_IB_TIMEOUT or NCCL_IB_RETRY_CNT"};
constexpr Explanation kNotReady{"", "the other end posted no receive in time: it is stuck or far behind",
                                "find the first error of that peer: it hangs, has ended or is far behind"};
constexpr Explanation kRefusedAccess{
    "", "the other end refused the access: its memory is no longer registered",
    "find the first error of that peer; is the library the same on both ends?"};
constexpr Explanation kUnreachableBuffer{
    "", "the NIC could not reach the buffer: GPU memory is not registered for it",
    "check nvidia_peermem or DMA-BUF; NCCL_NET_GDR_LEVEL=LOC shows whether GPUDirect is the cause"};
constexpr Explanation kFlushed{"", "the connection was flushed after an earlier error",
                               "look for the earliest error in the logs of all ranks"};
constexpr Explanation kLinkDown{"", "a NIC's link went down during the run",
                                "check cable and optics; check dmesg for link down"};
constexpr Explanation kNoInterface{
    "", "no network interface can be used: none has an address, or none matches NCCL_SOCKET_IFNAME",
    "set NCCL_SOCKET_IFNAME to an interface that every node has"};
constexpr Explanation kUnreachedRank{
    "", "a rank could not reach another one's address",
    "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes; check the firewall"};
constexpr Explanation kEndedPeer{"", "another rank exited before this one",
                                 "find the first error of that peer"};
constexpr Explanation kInvalidXml{"", "the topology file is not valid XML for the library",
                                  "fabricscope show FILE names the line"};
constexpr Explanation kTranslatingIommu{
    "", "the IOMMU translates DMA addresses: GPU to NIC traffic can be slow, or the job can hang",
    "add iommu=pt to the kernel's command line; in a VM without an IOMMU of its own, to the hypervisor's"};
constexpr Explanation kOtherArchitecture{"", "the program was not built for this GPU",
                                         "build it for this architecture (NVCC_GENCODE, or GPU_TARGETS)"};
constexpr Explanation kFailedGpuCall{"", "a CUDA or HIP call failed; the cause is in the NCCL_DEBUG log",
                                     "run again with NCCL_DEBUG=INFO; is the program built for this GPU?"};
/// Errors of CUDA by code (cuda.h, CUresult), which HIP has with the same numbers and texts.
constexpr Explanation kInvalidArgument{
    "", "a CUDA or HIP call got an argument that it does not accept; this is no fault of the GPU",
    "check that all ranks have the same library version, and one that supports this driver; "
    "NCCL_CUMEM_ENABLE=0 and NCCL_NVLS_ENABLE=0 show whether these are the cause"};
constexpr Explanation kFullGpuMemory{"", "the GPU's memory is full",
                                     "use smaller messages; does another program use this GPU?"};
constexpr Explanation kNoGpu{
    "", "the process sees no GPU",
    "check nvidia-smi -L or rocminfo in the same container or job, and CUDA_, HIP_ or "
    "ROCR_VISIBLE_DEVICES"};
constexpr Explanation kInvalidGpuNumber{
    "", "the process uses a GPU number that it does not see",
    "check the ranks per node, the GPUs of the job, and CUDA_, HIP_ or ROCR_VISIBLE_DEVICES"};
constexpr Explanation kUncorrectableError{
    "", "the GPU met an uncorrectable memory error",
    "check nvidia-smi -q -d ECC and dmesg for Xid lines; reset the GPU"};
constexpr Explanation kIllegalAccess{
    "", "a GPU kernel accessed memory that it may not; all later calls of the process fail, too",
    "find the first error in the logs of all ranks; check dmesg for Xid lines; compute-sanitizer finds the "
    "access"};
constexpr Explanation kFailedKernel{
    "", "a GPU kernel ended abnormally",
    "find the first error in the logs of all ranks; check dmesg for Xid lines"};
constexpr Explanation kUnsupportedCall{"", "this driver, GPU or VM does not support the call",
                                       "check the driver's version; NCCL_CUMEM_ENABLE=0 and "
                                       "NCCL_NVLS_ENABLE=0 show whether these are the cause"};
constexpr Explanation kUninitializedSwitches{
    "", "the NVLink switches are not set up",
    "systemctl start nvidia-fabricmanager (same version as the driver)"};
constexpr Explanation kUnknownGpuError{
    "", "the driver states no cause: the GPU or the driver may need a reset",
    "check dmesg for Xid lines, and /dev/nvidia-uvm in the container; reset the GPU or reload the driver"};
/// What a call of the library returned, as frameworks print it (ncclGetErrorString).
constexpr Explanation kSystemError{
    "", "a system call failed, usually in the network: the cause is in the NCCL_DEBUG log",
    "run again with NCCL_DEBUG=INFO; usually NCCL_SOCKET_IFNAME names an interface that does not reach the "
    "other nodes"};
constexpr Explanation kRemoteError{"", "another rank exited, or the network failed",
                                   "look for the earliest error in the logs of all ranks"};
constexpr Explanation kInternalError{
    "", "the library met an unexpected state; the cause is in the NCCL_DEBUG log",
    "run again with NCCL_DEBUG=INFO"};
constexpr Explanation kInvalidUsage{"", "the library was used wrongly, usually two ranks on one GPU",
                                    "give each rank its own GPU; run again with NCCL_DEBUG=WARN"};
constexpr Explanation kLaggingRanks{
    "", "the others waited for these ranks, which did not take part in the operation",
    "look for the earliest error in the logs of these ranks"};
constexpr Explanation as(std::string_view needle, const Explanation &other) {
    return {needle, other.meaning, other.remedy};
}

/// The first row found in the line counts: texts that name the cause precede those that only follow from it.
/// Causes: issues of NVIDIA/nccl and NVIDIA/nccl-tests (#71, #166, #294, #131, #167), ROCm's and NVIDIA's
/// guides.
constexpr std::array kExplanations = {
    Explanation{"ibv_reg_mr failed with error Bad address",
                "the NIC could not register GPU memory: neither peer memory nor DMA-BUF works",
                "NVIDIA: load nvidia_peermem, or use DMA-BUF (open kernel modules, kernel 5.12 or later); "
                "AMD: with kernel 6.8 or later set NCCL_DMABUF_ENABLE=1, before that install the NIC "
                "vendor's driver with peer memory support"},
    Explanation{"ibv_reg_dmabuf_mr", "the NIC could not register GPU memory through DMA-BUF",
                "check that the kernel has CONFIG_DMABUF_MOVE_NOTIFY and CONFIG_PCI_P2PDMA, and that the "
                "NIC's provider library supports DMA-BUF"},
    Explanation{"ib_umem_get failed",
                "the NIC's driver cannot pin this kind of GPU memory (bnxt_re with ROCm 7.1 and later)",
                "set NCCL_CUMEM_ENABLE=1"},
    as("ibv_create_cq failed with error Cannot allocate memory", kLockedMemory),
    as("ibv_reg_mr failed with error Cannot allocate memory", kLockedMemory),
    as("RLIMIT_MEMLOCK", kLockedMemory),
    as("ibv_modify_qp failed with error 110", kNicTimeout),
    as("ibv_modify_qp failed with 110", kNicTimeout),
    Explanation{"ibv_modify_qp failed", "two NICs could not agree: GID index, RoCE version or MTU differ",
                "with RoCE, unset NCCL_IB_GID_INDEX, or set it to an index that is a RoCE v2 entry on every "
                "node; use the same MTU on all NICs and switches"},
    as("IBV_WC_RETRY_EXC_ERR", kRetriesExceeded),
    as("status=12", kRetriesExceeded),
    as("with status 12", kRetriesExceeded),
    as("with error 12", kRetriesExceeded),
    as("IBV_WC_RNR_RETRY_EXC_ERR", kNotReady),
    as("status=13", kNotReady),
    as("IBV_WC_REM_ACCESS_ERR", kRefusedAccess),
    as("status=10", kRefusedAccess),
    as("status=4", kUnreachableBuffer),
    as("IBV_WC_LOC_PROT_ERR", kUnreachableBuffer),
    as("IBV_WC_WR_FLUSH_ERR", kFlushed),
    as("status=5", kFlushed),
    as("with status 5", kFlushed),
    as("with error 5", kFlushed),
    Explanation{"local catastrophic", "the NIC stopped after an internal error",
                "check dmesg of that node; reset the NIC"},
    as("Got async event : port error", kLinkDown),
    as("port error", kLinkDown),
    Explanation{
        "P2P is disabled between NVLINK connected GPUs",
        "two GPUs are connected by NVLink, and the driver does not let them use it: probably a hardware or "
        "driver fault",
        "check nvidia-smi topo -p2p n, nvidia-smi nvlink -s, the fabric manager and dmesg for Xid; "
        "NCCL_IGNORE_DISABLED_P2P=1 runs on without the link"},
    Explanation{
        "P2P is disabled between connected GPUs",
        "the driver does not let two connected GPUs reach each other's memory directly",
        "check nvidia-smi topo -p2p r, ACS and the IOMMU; NCCL_IGNORE_DISABLED_P2P=1 hides the message"},
    Explanation{
        "GPU Direct RDMA Disabled",
        "this NIC cannot reach GPU memory: data between nodes passes through host memory",
        "load nvidia_peermem (AMD: the NIC driver's peer memory support), or use DMA-BUF; some devices have "
        "no GPUDirect RDMA"},
    Explanation{"No device found", "the library sees no RDMA device and uses sockets",
                "check NCCL_IB_HCA, NCCL_IB_DISABLE, and that the container has the provider library and "
                "/dev/infiniband"},
    as("No socket interface found", kNoInterface),
    as("no socket interface found", kNoInterface),
    as("Bootstrap : no socket interface", kNoInterface),
    as("socketStartConnect: Connect to", kUnreachedRank),
    Explanation{"Connection refused",
                "no process listens on the given address: wrong interface, or a rank died",
                "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes; look for the earliest "
                "error in the logs of all ranks"},
    as("Call to connect", kUnreachedRank),
    as("Connection timed out", kUnreachedRank),
    as("No route to host", kUnreachedRank),
    as("Connection closed by remote peer", kEndedPeer),
    as("Connection reset by peer", kEndedPeer),
    Explanation{"Could not open XML topology file",
                "the topology file was not read: the library uses what it detects itself",
                "check the path of NCCL_TOPO_FILE inside the container or VM"},
    Explanation{"Could not find real path", "sysfs does not show this device here",
                "check that the container or VM sees /sys of the device"},
    Explanation{
        "ibv_create_qp failed",
        "queue pair creation failed: locked memory limit too low, or no queue pairs left",
        "set ulimit -l unlimited where the job is started; lower NCCL_IB_QPS_PER_CONNECTION if it is set"},
    Explanation{"ibv_query_gid failed", "the port has no GID at that index",
                "set NCCL_IB_GID_INDEX to an entry that the port has (RoCE v2, IPv4), or unset it"},
    Explanation{"ibv_open_device failed", "the process is not allowed to open the NIC",
                "check the permissions of /dev/infiniband, in a container --device /dev/infiniband"},
    Explanation{"Failed to open libibverbs", "the RDMA library is not installed where the program runs",
                "install rdma-core (libibverbs1) and the NIC's provider, in the container too"},
    Explanation{"async fatal event", "the NIC stopped a connection after a fault",
                "check dmesg of that node; look for the earliest error in the logs of all ranks"},
    Explanation{"message truncated", "two ranks disagree on how many bytes to exchange",
                "start the same program with the same arguments and library on every rank"},
    Explanation{"mismatch in rank count", "processes were started with different numbers of ranks",
                "make the number of ranks the same everywhere; is an old process still running?"},
    Explanation{"has already checked in", "two processes claim the same rank",
                "check the launcher's rank numbers; is an old process still running?"},
    Explanation{"Network is unreachable", "there is no route from this interface to the other node",
                "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes"},
    Explanation{"no POLLOUT events", "a rank could not reach another one's address in time",
                "set NCCL_SOCKET_IFNAME to the interface that reaches the other nodes; check the firewall"},
    Explanation{"progressing operation=", "a rank's proxy thread failed",
                "look for the earliest warning in the logs of all ranks"},
    Explanation{"Proxy Call to rank", "a rank's proxy thread failed; the cause is in another line",
                "find the first warning of that rank"},
    Explanation{"Accept failed", "an expected rank did not connect",
                "look for the earliest error in the logs of all ranks"},
    Explanation{"NVLink SHARP (NVLS) Multicast", "memory could not be bound to the NVLink switches",
                "check nvidia-fabricmanager and its log; NCCL_NVLS_ENABLE=0 runs without it"},
    Explanation{"NVLS", "NVLink SHARP could not be used",
                "check nvidia-fabricmanager; NCCL_NVLS_ENABLE=0 runs without it"},
    as("system not yet initialized", kUninitializedSwitches),
    Explanation{"CUDA driver version is insufficient", "the driver is older than the program's CUDA",
                "install a newer driver, or a build for an older CUDA"},
    Explanation{"peer access is not supported", "these two GPUs cannot reach each other's memory",
                "check which GPUs support P2P (nvidia-smi topo -p2p r, rocm-smi --showtopoaccess); "
                "NCCL_P2P_DISABLE=1 works around it"},
    Explanation{"hipErrorPeerAccessUnsupported", "these two GPUs cannot reach each other's memory",
                "check large BAR, ACS and the IOMMU"},
    as("out of memory", kFullGpuMemory),
    as("Cuda failure 2 ", kFullGpuMemory),
    Explanation{
        "Could not find a path for pattern",
        "the library found no ring or tree for its topology and uses a simple order: bandwidth can be low",
        "check the topology file, NCCL_NET_GDR_LEVEL, NCCL_P2P_LEVEL and NCCL_CROSS_NIC"},
    as("XML Parse", kInvalidXml),
    as("ncclTopoGetXmlFromFile", kInvalidXml),
    Explanation{"Could not enable P2P", "two GPUs cannot reach each other's memory directly",
                "check ACS and the IOMMU; traffic goes through host memory"},
    Explanation{"Unable to load", "a requested library could not be loaded",
                "check LD_LIBRARY_PATH and the plugin's name"},
    Explanation{"Mismatched collective", "ranks disagree on the operation",
                "start the same program with the same arguments on every rank"},
    Explanation{"Mismatched versions", "ranks have different versions of the library",
                "install the same library version on every node; check LD_LIBRARY_PATH and the copy in the "
                "framework's package"},
    Explanation{"Duplicate GPU detected", "two ranks use the same GPU",
                "give each rank its own GPU: check -g of nccl-tests, the ranks per node, and CUDA_, HIP_ or "
                "ROCR_VISIBLE_DEVICES"},
    as("Missing 'iommu=pt'", kTranslatingIommu),
    as("Missing \"iommu=pt\"", kTranslatingIommu),
    Explanation{"NUMA auto balancing", "the kernel moves memory between NUMA nodes during the run",
                "sysctl kernel.numa_balancing=0"},
    Explanation{"HSA_NO_SCRATCH_RECLAIM",
                "before ROCm 6.4, results are too low without HSA_NO_SCRATCH_RECLAIM=1",
                "set HSA_NO_SCRATCH_RECLAIM=1"},
    Explanation{"/dev/shm", "/dev/shm is too small; containers default to 64 MiB",
                "start the container with --shm-size 16g or --ipc host"},
    Explanation{"Failed to execute operation Connect", "a connection failed; the cause is in another line",
                "look for the earliest warning in the logs of all ranks"},
    Explanation{"NET/Plugin", "a network plugin is missing or incompatible",
                "check NCCL_NET_PLUGIN, or set it to none"},
    as("invalid device function", kOtherArchitecture),
    as("no kernel image is available", kOtherArchitecture),
    as("'invalid argument'", kInvalidArgument),
    as("Cuda failure 1 ", kInvalidArgument),
    Explanation{
        "initialization error", "CUDA or HIP could not be initialized in this process",
        "check nvidia-smi or rocminfo in the same container; did the process fork after its first GPU "
        "call?"},
    Explanation{"devices are busy or unavailable", "another process has the GPU in exclusive mode",
                "check the processes and the compute mode with nvidia-smi -q"},
    as("-capable device is detected", kNoGpu),
    as("Cuda failure 100", kNoGpu),
    as("invalid device ordinal", kInvalidGpuNumber),
    as("Cuda failure 101", kInvalidGpuNumber),
    as("uncorrectable ECC error", kUncorrectableError),
    as("Cuda failure 214", kUncorrectableError),
    as("illegal memory access", kIllegalAccess),
    as("Cuda failure 700", kIllegalAccess),
    Explanation{"device-side assert", "a check of the program failed in a GPU kernel",
                "find the first error in the logs of all ranks; run again with CUDA_LAUNCH_BLOCKING=1"},
    as("unspecified launch failure", kFailedKernel),
    as("Cuda failure 719", kFailedKernel),
    as("'operation not supported'", kUnsupportedCall),
    as("Cuda failure 801", kUnsupportedCall),
    as("Cuda failure 802", kUninitializedSwitches),
    as("'unknown error'", kUnknownGpuError),
    as("Cuda failure 999", kUnknownGpuError),
    Explanation{"Cuda failure", "a CUDA call failed",
                "the text in quotes is CUDA's cause; check dmesg for Xid lines"},
    Explanation{"HIP failure", "a HIP call failed",
                "the text in quotes is HIP's cause; check dmesg for amdgpu lines"},
    as("unhandled cuda error", kFailedGpuCall),
    as("unhandled hip error", kFailedGpuCall),
    as("unhandled system error", kSystemError),
    as("remote process exited or there was a network error", kRemoteError),
    as("internal error", kInternalError),
    as("invalid usage", kInvalidUsage),
    as("ncclUnhandledCudaError", kFailedGpuCall),
    as("ncclSystemError", kSystemError),
    as("ncclRemoteError", kRemoteError),
    as("ncclInternalError", kInternalError),
    as("ncclInvalidUsage", kInvalidUsage),
    Explanation{"ncclInvalidArgument", "the program passed an invalid argument to the library",
                "the earliest NCCL WARN line of that rank names it"},
    Explanation{
        "Watchdog caught collective operation timeout",
        "these ranks waited until the time limit: some rank did not take part, or the network failed",
        "look for the earliest error in the logs of all ranks, and for what the ranks did last that are "
        "not in this list; TORCH_NCCL_TRACE_BUFFER_SIZE=2000 with TORCH_NCCL_DUMP_ON_TIMEOUT=1 records "
        "it"},
    as("are the lagging ranks", kLaggingRanks),
    as("but didn't join collective", kLaggingRanks),
    Explanation{"failed to pass monitoredBarrier", "these ranks did not reach the barrier in time",
                "look for the earliest error in their logs"},
};

/// Beginnings of INFO lines: "Could not enable P2P between dev 0(=1000) and dev 1(=2000)".
constexpr std::string_view kLosses[] = {"Could not enable P2P between dev", "P2P is disabled between ",
                                        "Failed to open libibverbs"};

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

bool isLoss(std::string_view info) {
    return std::any_of(std::begin(kLosses), std::end(kLosses),
                       [&](std::string_view begin) { return info.starts_with(begin); });
}

} // namespace fabricscope::nccl::log
