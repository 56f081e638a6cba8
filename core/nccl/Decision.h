// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/PathType.h"
#include "core/nccl/file/XmlTree.h"
#include "core/pci/Address.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::nccl {

struct Version;

/// Number of channels whose NIC is in Decisions. The library has more; the choice repeats.
inline constexpr std::size_t kReportedChannels = 16;

/// CPUs of a mask, as ranges that do not touch, ascending.
using CpuRanges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
[[nodiscard]] std::string cpuRangesText(const CpuRanges &ranges); ///< "0-23,48-71"

struct GpuNode {
    int rank = 0;                      ///< in the job, on this host
    int dev = 0;                       ///< NVML or HIP index, as the file has it
    std::string busIdText;             ///< as the file has it, made safe to show
    std::optional<pci::Address> busId; ///< absent where the text is no PCI address
    std::string gcn;                   ///< RCCL: "gfx942"
    int sm = 0;                        ///< NCCL: compute capability, 90 = 9.0
    bool gdr = false;
    std::optional<int> numa; ///< of the CPU that is local to it; absent where the library has none or -1
    CpuRanges affinity;      ///< of that CPU; empty: the library sets none
    std::uint32_t line = 0;  ///< of its `pci` in the file
    bool assumed = false;    ///< the file has only its `pci`: index, kind and GDR are assumptions
};

struct NicNode {
    int dev = 0; ///< of the network plugin
    std::string name;
    std::string busIdText; ///< of the nearest `pci` above; empty for a NIC below a `cpu`
    std::optional<pci::Address> busId;
    int port = 0;
    std::optional<std::uint64_t> guid;
    double bandwidth = 0; ///< GB/s, the port's own: speed / 8000
    bool gdr = false;
    bool coll = false;
    int rail = -1; ///< -1: none
    int plane = -1;
    std::optional<int> numa;         ///< of the `cpu` above it
    std::optional<int> localGpuRank; ///< ncclTopoGetLocalGpu: the GPU that it serves first
    std::uint32_t line = 0;          ///< of its `net` in the file
    bool assumed = false; ///< the file has only its `pci`: index, name, speed and GDR are assumptions
};

/// Which rule decided over GDR in one direction.
enum class GdrReason : std::uint8_t {
    NearEnough,       ///< on: the distance is within the level
    RomeNeighbour,    ///< on: RCCL's exception for a NIC next to the GPU on AMD "ROME"
    NicUnsupported,   ///< off: gdr="0" or none at the NIC
    GpuUnsupported,   ///< off: gdr="0" at the GPU
    MloPart,          ///< off: a part of a GPU without NCCL_NET_GDR_MLOPART=1
    ReadDisabled,     ///< off: NCCL_NET_GDR_READ=0
    ReadBeforeAmpere, ///< off: sm below 80 without an NVLink peer
    TooFar,           ///< off: the distance is beyond the level
};

struct GdrDecision {
    GdrReason reason = GdrReason::NicUnsupported;
    PathType distance = PathType::Dis; ///< that counted: the relay's for PXN
    PathType level = PathType::Loc;    ///< the level that it was compared with
    bool levelFromEnvironment = false; ///< by NCCL_NET_GDR_LEVEL
    /// On, though over PCIe, while the GPU has a C2C link to its CPU: "mode PCI" in the library's log.
    bool overPci = false;

    [[nodiscard]] bool on() const {
        return reason == GdrReason::NearEnough || reason == GdrReason::RomeNeighbour;
    }
};

/// How a GPU reaches a NIC: in the send direction, which PXN may redirect.
struct GpuNic {
    int gpu = 0; ///< index in Decisions::gpus
    int nic = 0; ///< index in Decisions::nics
    PathType type = PathType::Dis;
    double bandwidth = 0; ///< GB/s as the library computes it; not the link's physical bandwidth
    int hops = 0;         ///< as the library counts them
    GdrDecision gdrSend;
    GdrDecision gdrRecv;
    std::optional<int> relayGpu; ///< PXN: index in Decisions::gpus
};

enum class Transport : std::uint8_t { Self, P2p, Shm, Net };
/// Which rule decided over P2P.
enum class P2pReason : std::uint8_t {
    SameGpu,
    NearEnough, ///< P2P: the distance is within the level
    TooFar,     ///< over host memory: the distance is beyond the level
    Disabled,   ///< NCCL_P2P_DISABLE=1
    NetFaster,  ///< NET: both GPUs reach a NIC faster than each other
};

struct GpuGpu {
    int from = 0; ///< index in Decisions::gpus
    int to = 0;
    PathType type = PathType::Dis; ///< after a redirection over the CPU, where P2P is not used
    double bandwidth = 0;          ///< GB/s as the library computes it
    int hops = 0;
    Transport transport = Transport::Self;
    P2pReason reason = P2pReason::SameGpu;
    PathType distance = PathType::Dis; ///< compared with `level`: before a redirection
    PathType level = PathType::Loc;
};

/// A built-in machine model of RCCL that a host matches (rome_models.cc): its rings are taken, none are
/// searched.
struct RingModel {
    int index = -1;   ///< as logged, "Found matching Rome model index 40"; -1: it has none
    std::string name; ///< "40", "GigaIO"
    int channels = 0; ///< number of rings
    /// By GPU: the NICs (indices in Decisions::nics) on which rings enter or leave the host there.
    std::vector<std::vector<int>> nics;
};

/// Why RCCL removes the NICs of a job on one host (ncclTopoTrimSystem).
enum class NicTrim : std::uint8_t {
    None,
    AllXgmi, ///< XGMI connects all GPUs
    NoGdr,   ///< a GPU has no GPUDirect RDMA to its NIC
};

/// What a library makes of a host: from its file, or from the file merged with a machine.
struct Decisions {
    const Version *library = nullptr;
    std::string installed;          ///< release of the host's library, "2.27.6"; empty: unknown
    std::optional<FileError> error; ///< the run fails with it; the rest is then empty
    std::vector<FileWarning> warnings;
    std::vector<GpuNode> gpus; ///< in the library's order
    std::vector<NicNode> nics;
    std::vector<GpuNic> gpuNic; ///< all pairs, by GPU, then NIC
    std::vector<GpuGpu> gpuGpu; ///< all pairs of two, by from, then to
    double maxBandwidth = 0;    ///< best GPU to NIC, else GPU to GPU; GB/s as the library computes it
    double totalBandwidth = 0;  ///< best of a GPU: its PCIe link, or its NVLinks together
    /// GB/s as the library computes it between two CPUs of this kind, also if its file has only
    /// one; absent if it has no figure for the kind.
    std::optional<double> interCpuBandwidth;
    NicTrim trim = NicTrim::None;   ///< the NICs here are then without effect
    std::optional<RingModel> model; ///< a machine model whose rings are taken
    /// Rings may be those of a model that is not worked out, or the user's, and use other NICs than those
    /// here.
    bool mayMatchModel = false;
    /// Which model matches, why none, or what is not worked out: without a full stop; empty: nothing.
    std::string ringText;
    /// By GPU: the NIC (index in `nics`) of each of the first channels; empty where it has none.
    std::vector<std::array<std::optional<int>, kReportedChannels>> localNetByChannel;

    [[nodiscard]] const GpuNic &pair(std::size_t gpu, std::size_t nic) const {
        return gpuNic[gpu * nics.size() + nic];
    }
    /// `from` and `to` must differ.
    [[nodiscard]] const GpuGpu &pairOfGpus(std::size_t from, std::size_t to) const {
        return gpuGpu[from * (gpus.size() - 1) + to - (to > from ? 1 : 0)];
    }
    [[nodiscard]] const std::optional<int> &localNic(std::size_t gpu, std::size_t channel) const {
        return localNetByChannel[gpu][channel % kReportedChannels];
    }
};

/// The deciding rule as a sentence without a full stop: "PHB is farther than PXB, the library's level".
[[nodiscard]] std::string gdrText(const Decisions &decisions, const GdrDecision &decision);
[[nodiscard]] std::string p2pText(const Decisions &decisions, const GpuGpu &pair);

} // namespace fabricscope::nccl
