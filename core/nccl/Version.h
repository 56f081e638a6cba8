// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/PathType.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fabricscope::nccl {

enum class Flavor : std::uint8_t { Nccl, Rccl };

enum class NodeType : std::uint8_t { Gpu, Pci, Nvs, Cpu, Nic, Net, Dev };
inline constexpr std::size_t kNodeTypes = 7;

enum class CpuArch : std::int8_t { Undefined = -1, X86 = 1, Power = 2, Arm = 3 };
enum class CpuVendor : std::int8_t { Undefined = -1, Other = 0, Intel = 1, Amd = 2, Zhaoxin = 3 };

/// "a value that begins with `text` means `value`": the library's kvDict, first hit wins.
struct ClassRow {
    std::string_view text;
    NodeType type;
};
struct LinkSpeedRow {
    std::string_view text;
    int perLane; ///< in 100 Mbit/s: GB/s = width * perLane / 80
};
struct PathName {
    PathType type;
    int number; ///< as the library counts and logs it
    std::string_view text;
};
/// Bandwidth between two CPUs of a host (ncclTopoGetInterCpuBw), GB/s; first row that fits.
struct InterCpuRow {
    CpuArch arch;
    CpuVendor vendor;          ///< Undefined: any
    std::optional<int> family; ///< absent: any
    int minModel;
    int maxModel;
    double bandwidth;
};
/// NVLink per link, GB/s, by compute capability (90 = 9.0); first row that fits.
struct NvlinkRow {
    int minSm;
    int maxSm;
    double bandwidth;
};
/// XGMI per link, GB/s, by the start of the gcn name; first row that fits.
struct XgmiRow {
    std::string_view gcn;
    double bandwidth;
};
/// PXN by default for GPUs whose gcn begins so, in a job of at least so many ranks (rcclSetPxn).
struct PxnRanksRow {
    std::string_view gcn;
    int ranks;
};
/// A number that stands for a gcn name in old files (convertGcnArchToGcnArchName).
struct GcnRow {
    std::string_view text, value;
};
/// Which elements may be below which (ncclTopoXmlLoad*).
struct GrammarRow {
    std::string_view parent; ///< empty: the file itself
    std::string_view child;
};
/// direct GPU to GPU up to this distance, on hosts of this kind (ncclTopoCheckP2p); first row that fits.
struct P2pRow {
    CpuArch arch;     ///< Undefined: any
    CpuVendor vendor; ///< Undefined: any
    int maxGpus;      ///< physical ones; 0: any number
    PathType level;
};

/// How findLocalCpu looks for the CPU above a GPU, for a link whose class is that of a CPU.
enum class LocalCpuSearch : std::uint8_t {
    Up,        ///< never back to where it came from (NCCL since 2.26, RCCL since 2.26)
    Switches,  ///< over switches, also down and up again without end (NCCL to 2.25, RCCL 2.22)
    Neighbours ///< over any PCI link (RCCL 2.21)
};

/// Where ncclTopoGetLocalNet begins to count among the NICs of a GPU.
enum class LocalNetStart : std::uint8_t {
    DevModuloLocalGpus, ///< dev % GPUs that are local to the first candidate (NCCL since 2026-04)
    Dev,                ///< dev (NCCL 2.18.5-2.22 and 2.25-2.29, newer RCCL)
    IndexAmongLocalGpus ///< place of the GPU among those (NCCL 2.23-2.24, RCCL 2.21)
};

/// Which pairs of a GPU whose way to the CPU is C2C and a NIC below that CPU become P2C.
enum class P2cPairs : std::uint8_t {
    None,
    All,   ///< 2.27, 2.28
    Local, ///< only with the NICs that are the GPU's local ones (since 2.29.2)
};

/// When GPUDirect RDMA is used although the way is longer than PXB, by C2C (NCCL_NET_GDR_C2C).
enum class GdrOverC2c : std::uint8_t {
    No,
    PhbIfAsked, ///< PHB of a GPU with a C2C link, with NCCL_NET_GDR_C2C=1 (2.26)
    P2c,        ///< P2C, unless NCCL_NET_GDR_C2C=0
};

/// When ncclTopoSetPaths takes a new way instead of the one it has.
enum class PathReplacement : std::uint8_t {
    NearerThenFasterThenShorter, ///< better type, or as good and faster, or as fast and shorter (since
                                 ///< 2026-05)
    ShorterAndFaster             ///< none yet or a longer one, and faster in any case; the type follows
};

/// One version of a library. Every behaviour that differs between versions is a field: adding a version means
/// adding a row and, for new behaviour, a field. No code checks for a version by name.
// Grouped for readability: there are only as many instances as rows.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct Version {
    std::string_view name;    ///< "nccl-2.30"
    std::string_view release; ///< whose sources the row mirrors: "2.30.7"
    Flavor flavor;

    // The file (xml.cc, xml.h).
    int xmlVersion;                      ///< what `version` of `system` must state
    std::size_t maxXmlNodes;             ///< of a file together with what detection adds
    std::size_t maxChildren;             ///< of one element
    std::size_t maxAttributes;           ///< more are dropped
    std::size_t maxText;                 ///< MAX_STR_LEN: names and values are shorter than this by two
    bool longValueIsFatal;               ///< else the rest of it is dropped
    bool singleQuotes;                   ///< a value may be in single quotes
    std::span<const GrammarRow> grammar; ///< elements it knows; all others are ignored
    std::string_view gpuLinkElement;     ///< "nvlink", "xgmi"
    bool gpuHasGcn;                      ///< `gcn` and `arch` must be there; `sm` is a count of CUs
    int fixedSm;                         ///< compute capability of all GPUs; 0: by `sm`
    bool sysClassWins;                   ///< class of sysfs replaces that of the file
    std::span<const ClassRow> classes;   ///< anything else: a PCI bridge
    std::span<const LinkSpeedRow> linkSpeeds;
    int defaultLinkSpeed; ///< of a text that is not in the table

    // The graph (topo.cc, topo.h).
    std::size_t maxNodesPerType;
    std::size_t maxLinks;      ///< of one node
    bool deviceNodes;          ///< GPUs hang on a DEV by a LOC link: one more hop at each GPU
    std::int64_t nicBusIdMask; ///< NICs whose ids are equal under it are one node
    bool negativeNumaIsApart;  ///< a cpu with a negative numaid has no link to the others
    bool hostHashes;           ///< neither has one with another host_hash; else the host's own replaces it
    bool negativeNumaBecomesZero;
    LocalCpuSearch localCpuSearch;
    bool amdNeedsModel; ///< familyid and modelid must be there on AMD too
    std::span<const GcnRow> oldGcn;
    bool rails;            ///< `net` has `rail` and `plane`
    bool netMayBeOff;      ///< `net` with net="0" is left out
    bool emptyHostIsError; ///< a file without a `cpu` in use is ncclInvalidArgument
    bool readsUnusedLinks; ///< link_width and link_speed must be there for ignored devices too
    std::span<const InterCpuRow> interCpu; ///< anything else: as fast as a local link
    std::span<const NvlinkRow> nvlink;
    std::span<const XgmiRow> xgmi;

    // Paths and decisions (paths.cc, topo.cc).
    std::span<const PathName> pathNames;
    PathReplacement replacement;
    bool unreachedIsLocal;    ///< from the first GPU of those that reach each other; else it is DIS
    bool unreachedNetCrashes; ///< a NIC that no GPU reaches
    bool relayOverGpu;        ///< NVB; NCCL_NVB_DISABLE
    bool c2c;                 ///< a `c2c` link has a type of its own; else that of NVLink
    P2cPairs p2c;
    std::span<const P2pRow> p2p;
    bool p2pCpuRuleWins; ///< an own level of `p2p` below SYS counts whatever NCCL_P2P_LEVEL says
    PathType gdrLevel;   ///< without NCCL_NET_GDR_LEVEL
    GdrOverC2c gdrOverC2c;
    int gdrReadNeedsNvlinkBelowSm; ///< GPUs below this send by GDR only with an NVLink peer; 0: no rule
    bool mloPartNeedsOptIn;        ///< parts of a GPU: NCCL_NET_GDR_MLOPART=1
    bool romeGdr;                  ///< AMD "ROME": PHB for a NIC next to the GPU
    int pxnDisableDefault;         ///< NCCL_PXN_DISABLE where it is not set
    std::span<const PxnRanksRow> pxnByRanks; ///< where NCCL_PXN_DISABLE is not set, too
    std::optional<int>
        pxnC2cDefault;     ///< NCCL_PXN_C2C where it is not set, if there is one; 1: to P2C, else PXB
    bool pxnNeedsGdr;      ///< and by GDR
    PathType pxnInsteadOf; ///< own way worse than this
    LocalNetStart localNetStart;
    int maxChannels;            ///< MAXCHANNELS
    bool netDevsPolicy;         ///< NCCL_NETDEVS_POLICY
    int netDisableIntraDefault; ///< NCCL_NET_DISABLE_INTRA where it is not set
    bool maxBwOfDevices;        ///< of a DEV, whose paths nothing redirects; else of a GPU
    bool aloneIsLocal;          ///< one GPU without NICs counts as fast as a local link (ncclTopoSearchInit)
    std::span<const std::string_view> hyperV; ///< gcn names whose pairs by id become PXB under Hyper-V
    bool affinityByPath;                      ///< local CPU by bandwidth and type first; else by hops alone
    bool affinityByNoPath;                    ///< and then a CPU that the GPU does not reach is the nearest
    bool redirectByNoPath;                    ///< the same for the CPU over which paths are led

    // Detection and merging (topo.cc: ncclTopoGetSystem; xml.cc; net_ib; socket.cc). The defaults are those
    // of the newest NCCL.
    bool fusesRanks = true;   ///< each rank finds its own GPU, then all are put together; else one finds all
    bool gpuLinkOfNow = true; ///< link_speed of a GPU is its current one
    bool ibByPciOrder = true; ///< RDMA devices are numbered by PCI address, NCCL_IB_DEVICE_PCI_ORDER
    bool ibPathOfCard = true; ///< functions of a NIC have the path of the first; NCCL_IB_MERGE_VFS
    bool dmaBufByDefault = true;     ///< else only with NCCL_DMABUF_ENABLE=1
    bool fusesNicPorts = true;       ///< ports of one NIC become one vNIC; NCCL_NET_MERGE_LEVEL
    bool trimsNicsOfOneHost = false; ///< a job on one host loses its NICs, a slow port next to a fast one too
    bool matchesModels = false;      ///< rings are those of a model that the machine fits (rome_models.cc)
    bool modelsTakePixAsPxb = false; ///< and PIX fits where the model has PXB (permuteNetIds)
    bool modelsWidenDistances = true; ///< netOverride of a model applies: not where rail trees come first
    bool queriesP2pStatus = true;     ///< NVML's P2P status of two GPUs counts
    bool mnnvl = true;                ///< NVLink between hosts
    bool socketNeedsRunning = true;   ///< interfaces that are not running are skipped
    /// Taken only where nothing else is, in this order, by prefix.
    std::span<const std::string_view> lastInterfaces = kLastInterfaces;
    static constexpr std::array<std::string_view, 3> kLastInterfaces = {"docker", "lo", "virbr"};
    static constexpr std::array<std::string_view, 2> kLastInterfacesWithoutVirbr = {"docker", "lo"};

    [[nodiscard]] bool hasElement(std::string_view element) const; ///< by the grammar
    [[nodiscard]] std::string_view pathName(PathType type) const;
    [[nodiscard]] int pathNumber(PathType type) const; ///< -1 where it has none
    [[nodiscard]] std::optional<PathType> pathByName(std::string_view text) const;
};

/// All rows, newest of a flavour first.
[[nodiscard]] std::span<const Version> versions();
/// By the name of a row, or of any other version, "nccl-2.27.6" or "nccl-2.20": the row that decides as that
/// one does (reference: the releases' differences). Null where there is none.
[[nodiscard]] const Version *findVersion(std::string_view name);
/// Where nothing says which version runs: NCCL 2.30 and RCCL 2.21.
[[nodiscard]] const Version *assumedVersion(Flavor flavor);
/// The same for a file, by the `version` of its `system`. Null: no library takes that.
[[nodiscard]] const Version *assumedVersion(int xmlVersion);

} // namespace fabricscope::nccl
