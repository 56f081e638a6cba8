// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/Environment.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::bench {

namespace {

constexpr std::string_view kLevels = "LOC NVL PIX PXB PXN PHB SYS 0 1 2 3 4 5";
constexpr ValueKind kSwitch = ValueKind::Switch, kNumber = ValueKind::Number, kText = ValueKind::Text,
                    kChoice = ValueKind::Choice, kNames = ValueKind::Names, kPath = ValueKind::Path,
                    kIndices = ValueKind::Indices;

constexpr VariableRow kVariables[] = {
    // Where the library meets its peers
    {"NCCL_SOCKET_IFNAME", kNames, "",
     "Interfaces for bootstrap and sockets: prefixes, = for exact names, ^ to leave out.",
     "Without it docker0 or vmtap may be taken; the name must exist on every host."},
    {"NCCL_SOCKET_FAMILY", kChoice, "AF_INET AF_INET6", "Which kind of address is used.",
     "Hosts with both kinds may pick different ones."},
    {"NCCL_COMM_ID", kText, "", "Address and port of the bootstrap root.", ""},
    // RDMA
    {"NCCL_IB_HCA", kNames, "",
     "RDMA devices to use: prefixes, = for exact names, ^ to leave out, :N for a port.",
     "By prefix: mlx5_1 takes mlx5_10 too; =mlx5_1 does not. Its order pairs nothing."},
    {"NCCL_IB_GID_INDEX", kNumber, "", "Which address of a RoCE port is used.",
     "A wrong one on one host ends in \"retry exceeded\"; 3 for mlx5 and bnxt, 1 for ionic as a rule."},
    {"NCCL_IB_DISABLE", kSwitch, "", "1: no RDMA, sockets instead.", "Is left over in profiles."},
    {"NCCL_NET_GDR_LEVEL", kChoice, kLevels, "How far from a GPU a NIC may be for GPUDirect RDMA.",
     "SYS forces it over any distance: that hides a wrong topology, and is slow."},
    {"NCCL_NET_GDR_READ", kSwitch, "", "GPUDirect RDMA for sending too.", ""},
    {"NCCL_DMABUF_ENABLE", kSwitch, "", "Registers GPU memory by dma-buf.",
     "RCCL needs 1 from kernel 6.8 on, where peer memory is gone; NCCL has it on by itself."},
    {"NCCL_IB_TIMEOUT", kNumber, "", "Timeout of a queue pair: 4.096 us * 2^N.", "", true},
    {"NCCL_IB_RETRY_CNT", kNumber, "", "Retries of a queue pair, 0 to 7.", "", true},
    {"NCCL_IB_QPS_PER_CONNECTION", kNumber, "", "Queue pairs of a connection.", "", true},
    {"NCCL_IB_SPLIT_DATA_ON_QPS", kSwitch, "", "Data is split among the queue pairs.", "", true},
    {"NCCL_IB_TC", kNumber, "", "Traffic class of RoCE packets.",
     "Must match the DSCP of the lossless class.", true},
    {"NCCL_IB_SL", kNumber, "", "Service level of InfiniBand packets.", "", true},
    {"NCCL_IB_PCI_RELAXED_ORDERING", kChoice, "0 1 2",
     "Relaxed ordering of the NIC's writes; 2: where it can.", "", true},
    {"NCCL_GDR_FLUSH_DISABLE", kSwitch, "", "1: received data is not flushed.",
     "Wrong values (#wrong) on hardware that needs the flush."},
    {"NCCL_IB_CUDA_SUPPORT", kText, "", "Obsolete: libraries pass it over.", "It does nothing."},
    {"NCCL_NET", kText, "", "Network plugin by name: IB, Socket.",
     "A wrong name falls back with one line of INFO."},
    {"NCCL_NET_PLUGIN", kText, "", "Network plugin's library; none turns it off.",
     "A wrong name falls back with one line of INFO."},
    {"NCCL_NCHANNELS_PER_NET_PEER", kNumber, "", "Channels to each peer on the network.", "", true},
    // Topology
    {"NCCL_TOPO_FILE", kPath, "", "Topology file that detection starts from.",
     "An empty file is passed over without a word."},
    {"NCCL_TOPO_DUMP_FILE", kPath, "", "Writes the topology as the library sees it.", ""},
    {"NCCL_IGNORE_CPU_AFFINITY", kSwitch, "", "The topology's CPU mask counts, not the rank's.", ""},
    {"NCCL_CUMEM_ENABLE", kSwitch, "", "Memory by cuMem; needed for bnxt_re on ROCm 7.1 and later.",
     "Without it there: \"ib_umem_get failed! rc=-14\"."},
    {"RCCL_ENABLE_INTRANET", kSwitch, "", "1: NICs are used inside one host, to test them.",
     "Never for normal numbers: Infinity Fabric is left out."},
    // Ways inside a host
    {"NCCL_P2P_DISABLE", kSwitch, "", "1: GPUs never reach each other directly.", "", true},
    {"NCCL_P2P_LEVEL", kChoice, kLevels, "How far GPUs may be from each other for direct access.", "", true},
    {"NCCL_SHM_DISABLE", kSwitch, "", "1: no shared memory between ranks.", "", true},
    {"NCCL_NVLS_ENABLE", kChoice, "0 1 2", "NVLink SHARP: sums inside NVSwitches.",
     "With it busbw may exceed the wire's speed.", true},
    {"NCCL_CROSS_NIC", kChoice, "0 1 2", "Whether rings may change the rail; 2: as the library likes.", "",
     true},
    {"NCCL_COLLNET_ENABLE", kSwitch, "", "Sums inside of InfiniBand switches.", "", true},
    // Forced choices
    {"NCCL_ALGO", kText, "", "Forces the algorithm: Ring, Tree, ...", "", true},
    {"NCCL_PROTO", kText, "", "Forces the protocol: LL, LL128, Simple.",
     "LL128 where it is not supported corrupts data.", true},
    {"NCCL_MIN_NCHANNELS", kNumber, "", "Least number of channels.", "", true},
    {"NCCL_MAX_NCHANNELS", kNumber, "", "Most channels.", "", true},
    {"NCCL_NTHREADS", kNumber, "", "Threads of a block.", "", true},
    {"NCCL_BUFFSIZE", kNumber, "", "Bytes of a buffer between two GPUs.", "", true},
    // Talking
    {"NCCL_DEBUG", ValueKind::AnyCase, "VERSION WARN INFO ABORT TRACE", "How much the library tells.",
     "INFO on standard output mixes with rows: give NCCL_DEBUG_FILE."},
    {"NCCL_DEBUG_SUBSYS", kText, "", "What of: INIT,NET,GRAPH,ENV,TUNING,ALL.", ""},
    {"NCCL_DEBUG_FILE", kText, "", "File for it; %h is the host, %p the process.", ""},
    {"NCCL_TESTS_DEVICE", kNumber, "", "First GPU of the tests.", ""},
    {"NCCL_TESTS_SPLIT", kText, "", "Ranks in groups that run side by side.",
     "Bandwidth is then that of one group."},
    {"NCCL_TESTS_SPLIT_MASK", kText, "", "Ranks in groups by the bits of their numbers.",
     "Bandwidth is then that of one group."},
    {"NCCL_TESTS_MIN_BW", kNumber, "", "Below 0.9 of it the test fails.", ""},
    // AMD
    {"HSA_NO_SCRATCH_RECLAIM", kSwitch, "", "1: needed for RCCL's speed before ROCm 6.4.",
     "Without it numbers are too low there."},
    {"HSA_FORCE_FINE_GRAIN_PCIE", kSwitch, "", "1: peer access over PCIe on consumer cards.", ""},
    {"HSA_ENABLE_SDMA", kSwitch, "", "0: copies by kernels instead of copy engines.",
     "Changes what bandwidth tests measure."},
    {"HSA_ENABLE_PEER_SDMA", kSwitch, "", "0: no copy engines between GPUs.",
     "Changes what bandwidth tests measure."},
    {"HIP_VISIBLE_DEVICES", kIndices, "", "GPUs that a HIP program sees, renumbered from 0.",
     "--use_rocm=N then counts the visible ones."},
    {"ROCR_VISIBLE_DEVICES", kText, "", "GPUs that ROCm sees, before HIP counts.",
     "HIP_VISIBLE_DEVICES counts what it left over."},
    {"CUDA_VISIBLE_DEVICES", kText, "", "GPUs that a CUDA program sees, renumbered from 0.",
     "--use_cuda=N then counts the visible ones."},
    {"CUDA_DEVICE_ORDER", kChoice, "PCI_BUS_ID FASTEST_FIRST", "How CUDA counts GPUs.",
     "Only PCI_BUS_ID counts as nvidia-smi does."},
    {"ROCM_PATH", kPath, "", "Which ROCm is used.", ""},
    {"IONIC_LOCKFREE", kText, "", "all: Pollara NICs without locks.", ""},
    {"IB_RX_QUEUE_LEN", kNumber, "", "8192 for Pollara NICs.", ""},
    // Loader and MPI
    {"LD_LIBRARY_PATH", kText, "",
     "Where libraries are looked for first: decides which RCCL or NCCL is loaded.",
     "An old one of a container or module may win."},
    {"LD_PRELOAD", kText, "", "Libraries loaded before all others: a NIC's provider, or another RCCL.",
     "The provider must match the host's driver."},
    {"UCX_TLS", kText, "", "Transports of UCX: tcp keeps MPI off the NICs under test.",
     "A bad value hangs MPI_Init."},
    {"UCX_NET_DEVICES", kText, "", "Devices of UCX.", ""},
    {"HCOLL_ENABLE_MCAST_ALL", kSwitch, "", "0: no multicast in MPI's collectives.", ""},
    {"OMPI_MCA_*", kText, "", "Settings of Open MPI.", "Inherited ones surprise."},
    {"PMIX_MCA_*", kText, "", "Settings of PMIx.", "Inherited ones surprise."},
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
