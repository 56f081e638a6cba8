// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Environment.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::bench {

namespace {

constexpr std::string_view kLevels = "LOC NVL PIX PXB PXN PHB SYS 0 1 2 3 4 5";
constexpr ValueKind kSwitch = ValueKind::Switch, kNumber = ValueKind::Number, kText = ValueKind::Text,
                    kChoice = ValueKind::Choice, kNames = ValueKind::Names, kPath = ValueKind::Path,
                    kIndices = ValueKind::Indices;

constexpr VariableRow kVariables[] = {
    // Bootstrap
    {"NCCL_SOCKET_IFNAME", kNames, "",
     "Interfaces for bootstrap and sockets: prefixes, = for exact names, ^ to exclude.",
     "Without it docker0 or vmtap may be used; the name must exist on every host."},
    {"NCCL_SOCKET_FAMILY", kChoice, "AF_INET AF_INET6", "Address family to use.",
     "Hosts with both may pick different ones."},
    {"NCCL_COMM_ID", kText, "", "Address and port of the bootstrap root.", ""},
    // RDMA
    {"NCCL_IB_HCA", kNames, "",
     "RDMA devices to use: prefixes, = for exact names, ^ to exclude, :N for a port.",
     "mlx5_1 also selects mlx5_10; =mlx5_1 does not. Order does not affect pairing."},
    {"NCCL_IB_GID_INDEX", kNumber, "", "GID index of the RoCE port.",
     "A wrong one on one host causes \"retry exceeded\"; usually 3 for mlx5 and bnxt, 1 for ionic."},
    {"NCCL_IB_DISABLE", kSwitch, "", "1: no RDMA, sockets instead.", "Often left over in profiles."},
    {"NCCL_NET_GDR_LEVEL", kChoice, kLevels, "Maximum GPU-NIC distance for GPUDirect RDMA.",
     "SYS forces it at any distance: slow, and it hides a wrong topology."},
    {"NCCL_NET_GDR_READ", kSwitch, "", "GPUDirect RDMA for sending too.", ""},
    {"NCCL_DMABUF_ENABLE", kSwitch, "", "Register GPU memory by dma-buf.",
     "RCCL needs 1 since kernel 6.8 (no peer memory); NCCL enables it by default."},
    {"NCCL_IB_TIMEOUT", kNumber, "", "Timeout of a queue pair: 4.096 us * 2^N.", "", true},
    {"NCCL_IB_RETRY_CNT", kNumber, "", "Retries of a queue pair, 0 to 7.", "", true},
    {"NCCL_IB_QPS_PER_CONNECTION", kNumber, "", "Queue pairs per connection.", "", true},
    {"NCCL_IB_SPLIT_DATA_ON_QPS", kSwitch, "", "Split data among the queue pairs.", "", true},
    {"NCCL_IB_TC", kNumber, "", "Traffic class of RoCE packets.",
     "The DSCP of the lossless class times 4: 104 for DSCP 26.", true},
    {"NCCL_IB_SL", kNumber, "", "Service level of InfiniBand packets.", "", true},
    {"NCCL_IB_PCI_RELAXED_ORDERING", kChoice, "0 1 2",
     "Relaxed ordering of the NIC's writes; 2: if supported.", "", true},
    {"NCCL_GDR_FLUSH_DISABLE", kSwitch, "", "1: received data is not flushed.",
     "Wrong values (#wrong) on hardware that needs the flush."},
    {"NCCL_IB_CUDA_SUPPORT", kText, "", "Obsolete: ignored by the library.", "No effect."},
    {"NCCL_NET", kText, "", "Network by name: IB, Socket, or a plugin's.",
     "An unknown name ends the job: \"network NAME not found\"."},
    {"NCCL_NET_PLUGIN", kText, "", "Network plugin library; 'none' disables it.",
     "If wrong, falls back with one INFO line."},
    {"NCCL_NCHANNELS_PER_NET_PEER", kNumber, "", "Channels to each peer on the network.", "", true},
    // Topology
    {"NCCL_TOPO_FILE", kPath, "", "Topology file used as the start of detection.",
     "An empty file is ignored silently."},
    {"NCCL_TOPO_DUMP_FILE", kPath, "", "Output file for the detected topology.", ""},
    {"NCCL_IGNORE_CPU_AFFINITY", kSwitch, "", "Use the topology's CPU mask, not the rank's.", ""},
    {"NCCL_CUMEM_ENABLE", kSwitch, "", "cuMem allocation; needed for bnxt_re on ROCm 7.1 and later.",
     "Otherwise: \"ib_umem_get failed! rc=-14\"."},
    {"RCCL_ENABLE_INTRANET", kSwitch, "", "1: use NICs inside one host, to test them.",
     "Not for normal results: Infinity Fabric is unused."},
    // Transports inside a host
    {"NCCL_P2P_DISABLE", kSwitch, "", "1: no direct access between GPUs.", "", true},
    {"NCCL_P2P_LEVEL", kChoice, kLevels, "Maximum GPU-GPU distance for direct access.", "", true},
    {"NCCL_SHM_DISABLE", kSwitch, "", "1: no shared memory between ranks.", "", true},
    {"NCCL_NVLS_ENABLE", kChoice, "0 1 2", "NVLink SHARP: reductions inside NVSwitches.",
     "busbw may exceed the link speed.", true},
    {"NCCL_CROSS_NIC", kChoice, "0 1 2",
     "0: a ring uses the same NIC on all hosts; 1: it may use others; 2: the same is preferred.", "", true},
    {"NCCL_COLLNET_ENABLE", kSwitch, "", "CollNet: reductions inside InfiniBand switches (SHARP).", "", true},
    // Forced choices
    {"NCCL_ALGO", kText, "", "Forces the algorithm: Ring, Tree, ...", "", true},
    {"NCCL_PROTO", kText, "", "Forces the protocol: LL, LL128, Simple.",
     "LL128 corrupts data if it is unsupported.", true},
    {"NCCL_MIN_NCHANNELS", kNumber, "", "Minimum channels.", "", true},
    {"NCCL_MAX_NCHANNELS", kNumber, "", "Maximum channels.", "", true},
    {"NCCL_NTHREADS", kNumber, "", "Threads per block.", "", true},
    {"NCCL_BUFFSIZE", kNumber, "", "Buffer size between two GPUs, bytes.", "", true},
    // Logging
    {"NCCL_DEBUG", ValueKind::AnyCase, "VERSION WARN INFO ABORT TRACE", "Log level of the library.",
     "INFO on standard output mixes with rows: set NCCL_DEBUG_FILE."},
    {"NCCL_DEBUG_SUBSYS", kText, "", "Parts to log: INIT,NET,GRAPH,ENV,TUNING,ALL.", ""},
    {"NCCL_DEBUG_FILE", kText, "", "Log file; %h: host name, %p: process ID.", ""},
    {"NCCL_TESTS_DEVICE", kNumber, "", "First GPU of the tests.", ""},
    {"NCCL_TESTS_SPLIT", kText, "", "Groups of ranks that run concurrently.", "Bandwidth is then per group."},
    {"NCCL_TESTS_SPLIT_MASK", kText, "", "Groups of ranks by bits of the rank number.",
     "Bandwidth is then per group."},
    {"NCCL_TESTS_MIN_BW", kNumber, "", "The test fails below 90 % of this average busbw, in GB/s.", ""},
    // AMD
    {"HSA_NO_SCRATCH_RECLAIM", kSwitch, "", "1: needed for full RCCL speed before ROCm 6.4.",
     "Without it results are too low."},
    {"HSA_FORCE_FINE_GRAIN_PCIE", kSwitch, "", "1: peer access over PCIe on consumer cards.", ""},
    {"HSA_ENABLE_SDMA", kSwitch, "", "0: copy with kernels instead of copy engines.",
     "Changes what bandwidth tests measure."},
    {"HSA_ENABLE_PEER_SDMA", kSwitch, "", "0: no copy engines between GPUs.",
     "Changes what bandwidth tests measure."},
    {"HIP_VISIBLE_DEVICES", kIndices, "", "GPUs visible to a HIP program, renumbered from 0.",
     "--use_rocm=N is then an index into the visible GPUs."},
    {"ROCR_VISIBLE_DEVICES", kText, "", "GPUs that ROCm sees and HIP can select.",
     "HIP_VISIBLE_DEVICES counts only these."},
    {"CUDA_VISIBLE_DEVICES", kText, "", "GPUs visible to a CUDA program, renumbered from 0.",
     "--use_cuda=N is then an index into the visible GPUs."},
    {"CUDA_DEVICE_ORDER", kChoice, "PCI_BUS_ID FASTEST_FIRST", "Order of GPUs in CUDA.",
     "Only PCI_BUS_ID matches nvidia-smi."},
    {"ROCM_PATH", kPath, "", "ROCm folder.", ""},
    {"IONIC_LOCKFREE", kText, "", "all: Pollara NICs without locks.", ""},
    {"IB_RX_QUEUE_LEN", kNumber, "", "8192 for Pollara NICs.", ""},
    // Loader and MPI
    {"LD_LIBRARY_PATH", kText, "", "Library search path: decides which RCCL or NCCL is loaded.",
     "An old one from a container or module may win."},
    {"LD_PRELOAD", kText, "", "Libraries loaded before all others: a NIC's provider, or another RCCL.",
     "The provider must match the host's driver."},
    {"UCX_TLS", kText, "", "Transports of UCX: tcp keeps MPI off the NICs under test.",
     "A bad value hangs MPI_Init."},
    {"UCX_NET_DEVICES", kText, "", "Devices of UCX.", ""},
    {"HCOLL_ENABLE_MCAST_ALL", kSwitch, "", "0: no multicast in MPI's collectives.", ""},
    {"OMPI_MCA_*", kText, "", "Settings of Open MPI.", "May be inherited."},
    {"PMIX_MCA_*", kText, "", "Settings of PMIx.", "May be inherited."},
    {"OMP_NUM_THREADS", kNumber, "", "Threads of an OpenMP program.", ""},
};

} // namespace

std::span<const VariableRow> variables() {
    return kVariables;
}

const VariableRow *variableRow(std::string_view name) {
    const auto fits = [name](const VariableRow &row) {
        return row.name.ends_with('*') ? name.starts_with(row.name.substr(0, row.name.size() - 1))
                                       : name == row.name;
    };
    const auto *found = std::find_if(std::begin(kVariables), std::end(kVariables), fits);
    return found == std::end(kVariables) ? nullptr : found;
}

} // namespace fabricscope::bench
