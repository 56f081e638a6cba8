// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Version.h"

#include <algorithm>
#include <limits>

namespace fabricscope::nccl {

namespace {

constexpr int kAnyModel = std::numeric_limits<int>::max();
constexpr int kAnySm = std::numeric_limits<int>::max();

constexpr GrammarRow kNcclGrammar[] = {
    {"", "system"}, {"system", "cpu"}, {"cpu", "pci"},     {"cpu", "nic"},    {"pci", "pci"}, {"pci", "gpu"},
    {"pci", "nic"}, {"nic", "net"},    {"pci", "pcilink"}, {"gpu", "nvlink"}, {"gpu", "c2c"},
};
constexpr GrammarRow kRcclGrammar[] = {
    {"", "system"}, {"system", "cpu"}, {"cpu", "pci"}, {"cpu", "nic"},  {"pci", "pci"},
    {"pci", "gpu"}, {"pci", "nic"},    {"nic", "net"}, {"gpu", "xgmi"},
};

// kvDictPciClass of topo.cc
constexpr ClassRow kNcclClasses[] = {
    {"0x060400", NodeType::Pci}, {"0x080100", NodeType::Pci}, // ConnectX-8 data direct
    {"0x068000", NodeType::Nvs}, {"0x068001", NodeType::Cpu},
    {"0x03", NodeType::Gpu},     {"0x02", NodeType::Nic},
};
constexpr ClassRow kRcclClasses[] = {
    {"0x060400", NodeType::Pci}, {"0x068000", NodeType::Nvs}, {"0x068001", NodeType::Cpu},
    {"0x03", NodeType::Gpu},     {"0x02", NodeType::Nic},     {"0x120000", NodeType::Gpu},
};

// kvDictPciGen of topo.cc; "16.0 GT/s" without " PCIe" is not in it.
constexpr LinkSpeedRow kLinkSpeeds[] = {
    {"2.5 GT/s", 15},        {"5 GT/s", 30},          {"8 GT/s", 60},          {"16 GT/s", 120},
    {"32 GT/s", 240},        {"2.5 GT/s PCIe", 15},   {"5.0 GT/s PCIe", 30},   {"8.0 GT/s PCIe", 60},
    {"16.0 GT/s PCIe", 120}, {"32.0 GT/s PCIe", 240}, {"64.0 GT/s PCIe", 480},
};

// ncclTopoGetInterCpuBw, with the classes of ncclTopoAddCpu
constexpr InterCpuRow kInterCpu2026[] = {
    {CpuArch::Power, CpuVendor::Undefined, std::nullopt, 0, kAnyModel, 32},
    {CpuArch::Arm, CpuVendor::Undefined, std::nullopt, 0, kAnyModel, 6},
    {CpuArch::X86, CpuVendor::Intel, 6, 0xCF, kAnyModel, 40}, // Emerald Rapids
    {CpuArch::X86, CpuVendor::Intel, 6, 0x8F, kAnyModel, 22}, // Sapphire Rapids
    {CpuArch::X86, CpuVendor::Intel, 6, 0x55, kAnyModel, 10}, // Skylake
    {CpuArch::X86, CpuVendor::Intel, std::nullopt, 0, kAnyModel, 6},
    {CpuArch::X86, CpuVendor::Amd, std::nullopt, 0, kAnyModel, 16},
    {CpuArch::X86, CpuVendor::Zhaoxin, 7, 0x5B, 0x5B, 9}, // Yongfeng
    {CpuArch::X86, CpuVendor::Zhaoxin, std::nullopt, 0, kAnyModel, 6},
};
constexpr InterCpuRow kInterCpu2024[] = {
    {CpuArch::Power, CpuVendor::Undefined, std::nullopt, 0, kAnyModel, 32},
    {CpuArch::Arm, CpuVendor::Undefined, std::nullopt, 0, kAnyModel, 6},
    {CpuArch::X86, CpuVendor::Intel, 6, 0x55, kAnyModel, 10},
    {CpuArch::X86, CpuVendor::Intel, std::nullopt, 0, kAnyModel, 6},
    {CpuArch::X86, CpuVendor::Amd, std::nullopt, 0, kAnyModel, 16},
    {CpuArch::X86, CpuVendor::Zhaoxin, 7, 0x5B, 0x5B, 9},
    {CpuArch::X86, CpuVendor::Zhaoxin, std::nullopt, 0, kAnyModel, 6},
};

// ncclTopoNVLinkBw of topo.h
constexpr NvlinkRow kNvlink[] = {
    {100, kAnySm, 40.1}, {90, kAnySm, 20.6}, {86, 86, 12.0},
    {70, kAnySm, 20.0},  {60, kAnySm, 18.0}, {0, kAnySm, 20.0},
};
// ncclTopoXGMISpeed of topo.h
constexpr XgmiRow kXgmi2024[] = {{"gfx90a", 36}, {"gfx94", 48}, {"", 24}};

constexpr P2pRow kNcclP2p[] = {
    {CpuArch::X86, CpuVendor::Amd, 2, PathType::Sys},
    {CpuArch::Undefined, CpuVendor::Undefined, 0, PathType::Pxb},
};
constexpr P2pRow kRcclP2p[] = {
    {CpuArch::Arm, CpuVendor::Undefined, 0, PathType::Pxb},
    {CpuArch::X86, CpuVendor::Intel, 0, PathType::Pxb},
    {CpuArch::X86, CpuVendor::Zhaoxin, 0, PathType::Pxb},
    {CpuArch::Undefined, CpuVendor::Undefined, 0, PathType::Sys},
};

constexpr PathName kNcclPaths[] = {
    {PathType::Loc, 0, "LOC"}, {PathType::Nvl, 1, "NVL"},  {PathType::Nvb, 2, "NVB"},
    {PathType::C2c, 3, "C2C"}, {PathType::Pix, 4, "PIX"},  {PathType::Pxb, 5, "PXB"},
    {PathType::P2c, 6, "P2C"}, {PathType::Pxn, 7, "PXN"},  {PathType::Phb, 8, "PHB"},
    {PathType::Sys, 9, "SYS"}, {PathType::Net, 10, "NET"}, {PathType::Dis, 11, "DIS"},
};
// Its table of names lacks "NET": NET is printed as DIS.
constexpr PathName kRcclPaths2024[] = {
    {PathType::Loc, 0, "LOC"}, {PathType::Nvl, 1, "XGMI"}, {PathType::Nvb, 2, "NVB"},
    {PathType::Pix, 3, "PIX"}, {PathType::Pxb, 4, "PXB"},  {PathType::Pxn, 5, "PXN"},
    {PathType::Phb, 6, "PHB"}, {PathType::Sys, 7, "SYS"},  {PathType::Net, 8, "DIS"},
    {PathType::Dis, 9, "DIS"},
};

constexpr Version kVersions[] = {
    {
        .name = "nccl-2.30",
        .flavor = Flavor::Nccl,
        .xmlVersion = 1,
        .maxXmlNodes = 256,
        .maxChildren = 640,
        .maxAttributes = 16,
        .maxText = 255,
        .longValueIsFatal = true,
        .singleQuotes = true,
        .grammar = kNcclGrammar,
        .gpuLinkElement = "nvlink",
        .gpuHasGcn = false,
        .fixedSm = 0,
        .sysClassWins = true,
        .classes = kNcclClasses,
        .linkSpeeds = kLinkSpeeds,
        .defaultLinkSpeed = 60,
        .maxNodesPerType = 640,
        .maxLinks = 576,
        .deviceNodes = true,
        .nicBusIdMask = -1,
        .negativeNumaCrashes = false,
        .negativeNumaBecomesZero = false,
        .amdNeedsModel = false,
        .emptyHostIsError = true,
        .readsUnusedLinks = true,
        .interCpu = kInterCpu2026,
        .nvlink = kNvlink,
        .xgmi = {},
        .pathNames = kNcclPaths,
        .replacement = PathReplacement::NearerThenFasterThenShorter,
        .relayOverGpu = true,
        .c2c = true,
        .p2p = kNcclP2p,
        .gdrLevel = PathType::P2c,
        .gdrReadNeedsNvlinkBelowSm = 80,
        .mloPartNeedsOptIn = true,
        .romeGdr = false,
        .pxnDisableDefault = 0,
        .pxnNicLevel = PathType::P2c,
        .pxnNeedsGdr = true,
        .pxnInsteadOf = PathType::Pxn,
        .localNetStart = LocalNetStart::DevModuloLocalGpus,
        .maxChannels = 64,
        .netDevsPolicy = true,
        .netDisableIntraDefault = 0,
        .hyperV = false,
        .affinityByPath = true,
    },
    {
        .name = "rccl-2.21",
        .flavor = Flavor::Rccl,
        .xmlVersion = 2,
        .maxXmlNodes = 8192,
        .maxChildren = 512,
        .maxAttributes = 16,
        .maxText = 255,
        .longValueIsFatal = false,
        .singleQuotes = false,
        .grammar = kRcclGrammar,
        .gpuLinkElement = "xgmi",
        .gpuHasGcn = true,
        .fixedSm = 60,
        .sysClassWins = true,
        .classes = kRcclClasses,
        .linkSpeeds = kLinkSpeeds,
        .defaultLinkSpeed = 60,
        .maxNodesPerType = 256,
        .maxLinks = 128,
        .deviceNodes = false,
        .nicBusIdMask = ~std::int64_t{0xf},
        .negativeNumaCrashes = true,
        .negativeNumaBecomesZero = true,
        .amdNeedsModel = true,
        .emptyHostIsError = false,
        .readsUnusedLinks = false,
        .interCpu = kInterCpu2024,
        .nvlink = {},
        .xgmi = kXgmi2024,
        .pathNames = kRcclPaths2024,
        .replacement = PathReplacement::ShorterAndFaster,
        .relayOverGpu = false,
        .c2c = false,
        .p2p = kRcclP2p,
        .gdrLevel = PathType::Pxb,
        .gdrReadNeedsNvlinkBelowSm = 0,
        .mloPartNeedsOptIn = false,
        .romeGdr = true,
        .pxnDisableDefault = 1,
        .pxnNicLevel = PathType::Pxb,
        .pxnNeedsGdr = false,
        .pxnInsteadOf = PathType::Pxb,
        .localNetStart = LocalNetStart::IndexAmongLocalGpus,
        .maxChannels = 64,
        .netDevsPolicy = false,
        .netDisableIntraDefault = 1,
        .hyperV = true,
        .affinityByPath = false,
        .fusesRanks = false,
        .gpuLinkOfNow = false,
        .ibByPciOrder = false,
        .dmaBufByDefault = false,
        .fusesNicPorts = false,
        .trimsNicsOfOneHost = true,
        .matchesModels = true,
        .queriesP2pStatus = false,
        .mnnvl = false,
        .socketNeedsRunning = false,
        .lastInterfaces = Version::kLastInterfacesWithoutVirbr,
    },
};

} // namespace

std::string_view Version::pathName(PathType type) const {
    const auto row = std::find_if(pathNames.begin(), pathNames.end(),
                                  [type](const PathName &path) { return path.type == type; });
    return row != pathNames.end() ? row->text : std::string_view("?");
}

int Version::pathNumber(PathType type) const {
    const auto row = std::find_if(pathNames.begin(), pathNames.end(),
                                  [type](const PathName &path) { return path.type == type; });
    return row != pathNames.end() ? row->number : -1;
}

std::optional<PathType> Version::pathByName(std::string_view text) const {
    const auto row = std::find_if(pathNames.begin(), pathNames.end(),
                                  [text](const PathName &path) { return path.text == text; });
    return row != pathNames.end() ? std::optional(row->type) : std::nullopt;
}

std::span<const Version> versions() {
    return kVersions;
}

const Version *findVersion(std::string_view name) {
    const auto *row = std::find_if(std::begin(kVersions), std::end(kVersions),
                                   [name](const Version &version) { return version.name == name; });
    return row != std::end(kVersions) ? row : nullptr;
}

const Version *newestVersion(Flavor flavor) {
    const auto *row = std::find_if(std::begin(kVersions), std::end(kVersions),
                                   [flavor](const Version &version) { return version.flavor == flavor; });
    return row != std::end(kVersions) ? row : nullptr;
}

} // namespace fabricscope::nccl
