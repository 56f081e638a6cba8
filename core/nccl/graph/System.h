// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decision.h"
#include "core/nccl/Version.h"
#include "core/nccl/file/XmlTree.h"

#include <tl/expected.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

/// The graph that the library builds of a topology (src/graph/topo.cc), for Paths.h and Decide.h.
namespace fabricscope::nccl {

enum class LinkType : std::uint8_t { Loc, Nvl, C2c, Pci, Sys, Net };

inline constexpr float kLocalBandwidth = 5000.0F; ///< LOC_BW

struct Link {
    LinkType type = LinkType::Loc;
    bool hasReverse = false; ///< the other node has a link of this type back
    int remote = -1;         ///< index in System::nodes
    float bandwidth = 0;     ///< GB/s
};

struct SystemNode {
    NodeType type = NodeType::Pci;
    std::int64_t id = 0;      ///< bus id as a number, NUMA id, or dev of a NET
    int place = 0;            ///< among the nodes of its type
    int xml = -1;             ///< its element in the tree
    int cpu = -1;             ///< the CPU at the root of its PCI tree, index in System::nodes
    int device = -1;          ///< of a GPU: the DEV that it hangs on
    std::uint64_t pciIds = 0; ///< of a switch: vendor, device and subsystem ids
    std::vector<Link> links; ///< falling bandwidth, equal ones as they came; after sorting the uplink is last
};

struct GpuFacts {
    int rank = 0;
    int dev = 0;
    int sm = 0; ///< compute capability
    bool gdr = false;
    bool mloPart = false; ///< a part of a GPU (MLOPart)
    bool assumed = false;
    std::string gcn;
};

struct NetFacts {
    int dev = 0;
    std::int64_t busId = 0; ///< of its device as a number; 0 below a `cpu`
    bool gdr = false;
};

struct CpuFacts {
    int numa = 0;
    std::int64_t host = 0; ///< no link to a CPU with another one (NCCL_TOPO_ID_SYSTEM_ID)
    CpuArch arch = CpuArch::Undefined;
    CpuVendor vendor = CpuVendor::Undefined;
    int family = 0;
    int model = 0;
    CpuRanges affinity;
};

/// RCCL's CPU model "ROME" (ncclTopoAddCpu): AMD's families 17h from Rome on, and 19h.
[[nodiscard]] inline bool isRome(const CpuFacts &cpu) {
    return cpu.arch == CpuArch::X86 && cpu.vendor == CpuVendor::Amd &&
           ((cpu.family == 143 && cpu.model >= 49) || cpu.family == 175);
}

struct System {
    const Version *version = nullptr;
    std::vector<SystemNode> nodes;
    std::array<std::vector<int>, kNodeTypes> byType; ///< in the library's order; removed ones are not in it
    std::vector<GpuFacts> gpus;                      ///< by place
    std::vector<NetFacts> nets;
    std::vector<CpuFacts> cpus;
    std::vector<FileWarning> warnings;

    [[nodiscard]] const std::vector<int> &of(NodeType type) const {
        return byType[static_cast<std::size_t>(type)];
    }
    [[nodiscard]] std::size_t count(NodeType type) const { return of(type).size(); }
    [[nodiscard]] const SystemNode &node(NodeType type, std::size_t place) const {
        return nodes[static_cast<std::size_t>(of(type)[place])];
    }
};

/// What the version counts for the link from this CPU to another one, GB/s (ncclTopoGetInterCpuBw); nothing
/// where it knows no figure and takes the link for as fast as a local one.
[[nodiscard]] std::optional<double> interCpuBandwidth(const Version &version, const CpuFacts &cpu);

/// ncclTopoGetSystemFromXml. The errors are those of the library, with the place in the file.
[[nodiscard]] tl::expected<System, FileError> systemOf(const XmlTree &tree, const Version &version);

/// ncclTopoFlattenBcmSwitches: a Broadcom switch that shows itself as two levels becomes one.
void flattenBroadcomSwitches(System &system);

/// A CPU mask as sysfs and NCCL files write it, "00000000,0000ffff": hexadecimal, highest word first.
[[nodiscard]] CpuRanges cpuRangesOfMask(std::string_view mask);

} // namespace fabricscope::nccl
