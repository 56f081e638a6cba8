// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each row says in what a version differs from the newer one above it. A bracket names where NCCL's sources
// have it.
#include "core/nccl/VersionRows.h"

namespace fabricscope::nccl {

namespace {

constexpr int kAnySm = std::numeric_limits<int>::max();

constexpr GrammarRow kGrammar[] = {
    {"", "system"}, {"system", "cpu"}, {"cpu", "pci"},     {"cpu", "nic"},    {"pci", "pci"}, {"pci", "gpu"},
    {"pci", "nic"}, {"nic", "net"},    {"pci", "pcilink"}, {"gpu", "nvlink"}, {"gpu", "c2c"},
};
/// Without pcilink, which came with 2.22.
constexpr GrammarRow kGrammar221[] = {
    {"", "system"}, {"system", "cpu"}, {"cpu", "pci"}, {"cpu", "nic"},    {"pci", "pci"},
    {"pci", "gpu"}, {"pci", "nic"},    {"nic", "net"}, {"gpu", "nvlink"}, {"gpu", "c2c"},
};

// kvDictPciClass of topo.cc
constexpr ClassRow kClasses[] = {
    {"0x060400", NodeType::Pci}, {"0x080100", NodeType::Pci}, // ConnectX-8 data direct
    {"0x068000", NodeType::Nvs}, {"0x068001", NodeType::Cpu},
    {"0x03", NodeType::Gpu},     {"0x02", NodeType::Nic},
};
constexpr ClassRow kClassesBefore228[] = {
    {"0x060400", NodeType::Pci}, {"0x068000", NodeType::Nvs}, {"0x068001", NodeType::Cpu},
    {"0x03", NodeType::Gpu},     {"0x02", NodeType::Nic},
};

// ncclTopoNVLinkBw of topo.h
constexpr NvlinkRow kNvlink[] = {
    {100, kAnySm, 40.1}, {90, kAnySm, 20.6}, {86, 86, 12.0},
    {70, kAnySm, 20.0},  {60, kAnySm, 18.0}, {0, kAnySm, 20.0},
};
constexpr NvlinkRow kNvlinkBefore2275[] = {
    {100, kAnySm, 40.0}, {90, kAnySm, 20.6}, {86, 86, 12.0},
    {70, kAnySm, 20.0},  {60, kAnySm, 18.0}, {0, kAnySm, 20.0},
};
constexpr NvlinkRow kNvlinkBefore225[] = {
    {90, kAnySm, 20.6}, {86, 86, 12.0}, {70, kAnySm, 20.0}, {60, kAnySm, 18.0}, {0, kAnySm, 20.0},
};

constexpr P2pRow kP2p[] = {
    {CpuArch::X86, CpuVendor::Amd, 2, PathType::Sys},
    {CpuArch::Undefined, CpuVendor::Undefined, 0, PathType::Pxb},
};

constexpr PathName kPaths[] = {
    {PathType::Loc, 0, "LOC"}, {PathType::Nvl, 1, "NVL"},  {PathType::Nvb, 2, "NVB"},
    {PathType::C2c, 3, "C2C"}, {PathType::Pix, 4, "PIX"},  {PathType::Pxb, 5, "PXB"},
    {PathType::P2c, 6, "P2C"}, {PathType::Pxn, 7, "PXN"},  {PathType::Phb, 8, "PHB"},
    {PathType::Sys, 9, "SYS"}, {PathType::Net, 10, "NET"}, {PathType::Dis, 11, "DIS"},
};
constexpr PathName kPaths2273[] = {
    {PathType::Loc, 0, "LOC"}, {PathType::Nvl, 1, "NVL"},  {PathType::Nvb, 2, "NVB"},
    {PathType::C2c, 3, "C2C"}, {PathType::Pix, 4, "PIX"},  {PathType::Pxb, 5, "PXB"},
    {PathType::Pxn, 6, "PXN"}, {PathType::P2c, 7, "P2C"},  {PathType::Phb, 8, "PHB"},
    {PathType::Sys, 9, "SYS"}, {PathType::Net, 10, "NET"}, {PathType::Dis, 11, "DIS"},
};
constexpr PathName kPaths226[] = {
    {PathType::Loc, 0, "LOC"}, {PathType::Nvl, 1, "NVL"},  {PathType::Nvb, 2, "NVB"},
    {PathType::C2c, 3, "C2C"}, {PathType::Pix, 4, "PIX"},  {PathType::Pxb, 5, "PXB"},
    {PathType::Pxn, 6, "PXN"}, {PathType::Phb, 7, "PHB"},  {PathType::Sys, 8, "SYS"},
    {PathType::Net, 9, "NET"}, {PathType::Dis, 10, "DIS"},
};
constexpr PathName kPathsBefore226[] = {
    {PathType::Loc, 0, "LOC"}, {PathType::Nvl, 1, "NVL"}, {PathType::Nvb, 2, "NVB"},
    {PathType::Pix, 3, "PIX"}, {PathType::Pxb, 4, "PXB"}, {PathType::Pxn, 5, "PXN"},
    {PathType::Phb, 6, "PHB"}, {PathType::Sys, 7, "SYS"}, {PathType::Net, 8, "NET"},
    {PathType::Dis, 9, "DIS"},
};

constexpr Version k2307 = {
    .name = "nccl-2.30",
    .release = "2.30.7",
    .flavor = Flavor::Nccl,
    .xmlVersion = 1,
    .maxXmlNodes = 256,
    .maxChildren = 640,
    .maxAttributes = 16,
    .maxText = 255,
    .longValueIsFatal = true,
    .singleQuotes = true,
    .grammar = kGrammar,
    .gpuLinkElement = "nvlink",
    .gpuHasGcn = false,
    .fixedSm = 0,
    .sysClassWins = true,
    .classes = kClasses,
    .linkSpeeds = kLinkSpeeds,
    .defaultLinkSpeed = 60,
    .maxNodesPerType = 640,
    .maxLinks = 576,
    .deviceNodes = true,
    .nicBusIdMask = -1,
    .negativeNumaIsApart = false,
    .hostHashes = false,
    .negativeNumaBecomesZero = false,
    .localCpuSearch = LocalCpuSearch::Up,
    .amdNeedsModel = false,
    .oldGcn = {},
    .rails = true,
    .netMayBeOff = true,
    .emptyHostIsError = true,
    .readsUnusedLinks = true,
    .interCpu = kInterCpuSince226,
    .nvlink = kNvlink,
    .xgmi = {},
    .pathNames = kPaths,
    .replacement = PathReplacement::NearerThenFasterThenShorter,
    .unreachedIsLocal = false,
    .unreachedNetCrashes = false,
    .relayOverGpu = true,
    .c2c = true,
    .p2c = P2cPairs::Local,
    .p2p = kP2p,
    .p2pCpuRuleWins = false,
    .gdrLevel = PathType::Pxb,
    .gdrOverC2c = GdrOverC2c::P2c,
    .gdrReadNeedsNvlinkBelowSm = 80,
    .mloPartNeedsOptIn = true,
    .romeGdr = false,
    .pxnDisableDefault = 0,
    .pxnByRanks = {},
    .pxnC2cDefault = 1,
    .pxnNeedsGdr = true,
    .pxnInsteadOf = PathType::Pxn,
    .localNetStart = LocalNetStart::DevModuloLocalGpus,
    .maxChannels = 64,
    .netDevsPolicy = true,
    .netDisableIntraDefault = 0,
    .maxBwOfDevices = true,
    .aloneIsLocal = false,
    .hyperV = {},
    .affinityByPath = true,
    .affinityByNoPath = false,
    .redirectByNoPath = false,
};

constexpr VersionStep kOlder[] = {
    [](Version &v) {
        v.name = "nccl-2.30.4";
        v.release = "2.30.4";
        v.replacement = PathReplacement::ShorterAndFaster; // ncclTopoSetPaths
        v.localNetStart = LocalNetStart::Dev;              // ncclTopoGetLocalNet
    },
    [](Version &v) {
        v.name = "nccl-2.29";
        v.release = "2.29.7";
        v.deviceNodes = false; // ncclTopoAddGpu
        v.maxBwOfDevices = false;
        v.mloPartNeedsOptIn = false;
        v.rails = false; // ncclTopoAddNet
        v.pxnNeedsGdr = false;
        v.affinityByPath = false; // ncclGetLocalCpu
        v.gpuLinkOfNow = false;   // ncclTopoSetAttrFromNvml
    },
    [](Version &v) {
        v.name = "nccl-2.28";
        v.release = "2.28.9";
        v.maxChildren = 128; // MAX_SUBS
        v.maxNodesPerType = 576;
        v.netMayBeOff = false; // ncclTopoAddNic
        v.p2c = P2cPairs::All; // ncclTopoComputePaths
        v.ibByPciOrder = false;
    },
    [](Version &v) {
        v.name = "nccl-2.27";
        v.release = "2.27.7";
        v.classes = kClassesBefore228;
        v.pxnC2cDefault = 0;
        v.netDevsPolicy = false;
        v.aloneIsLocal = true;        // ncclTopoSearchInit
        v.socketNeedsRunning = false; // ncclFindInterfaces
        v.lastInterfaces = Version::kLastInterfacesWithoutVirbr;
    },
    [](Version &v) {
        v.name = "nccl-2.27.5";
        v.release = "2.27.5";
        v.pxnInsteadOf = PathType::Pxb; // ncclTopoComputePaths
    },
    [](Version &v) {
        v.name = "nccl-2.27.3";
        v.release = "2.27.3";
        v.nvlink = kNvlinkBefore2275;
        v.pathNames = kPaths2273;
        v.emptyHostIsError = false; // ncclTopoGetSystemFromXml
    },
    [](Version &v) {
        v.name = "nccl-2.26";
        v.release = "2.26.5";
        v.longValueIsFatal = false; // xmlGetValue
        v.singleQuotes = false;
        v.maxNodesPerType = 256;
        v.pathNames = kPaths226;
        v.p2c = P2cPairs::None;
        v.gdrOverC2c = GdrOverC2c::PhbIfAsked; // ncclTopoCheckGdr
        v.pxnC2cDefault = std::nullopt;
        v.ibPathOfCard = false; // ncclIbGetPciPath
    },
    [](Version &v) {
        v.name = "nccl-2.26.2";
        v.release = "2.26.2";
    },
    [](Version &v) {
        v.name = "nccl-2.25";
        v.release = "2.25.1";
        v.localCpuSearch = LocalCpuSearch::Switches; // findLocalCpu
        v.interCpu = kInterCpuBefore226;
        v.pathNames = kPathsBefore226;
        v.c2c = false; // ncclTopoAddC2c
        v.gdrOverC2c = GdrOverC2c::No;
    },
    [](Version &v) {
        v.name = "nccl-2.24";
        v.release = "2.24.3";
        v.nvlink = kNvlinkBefore225;
        v.maxLinks = 128;
        v.maxChannels = 32;
    },
    [](Version &v) {
        v.name = "nccl-2.23";
        v.release = "2.23.4";
        v.nicBusIdMask = ~std::int64_t{0xf}; // ncclTopoAddPci
        v.ibPathOfCard = true;
        v.fusesNicPorts = false; // ncclTopoMakeVNics
    },
    [](Version &v) {
        v.name = "nccl-2.22";
        v.release = "2.22.3";
        v.p2p = kP2pByCpu;            // ncclTopoCheckP2p
        v.negativeNumaIsApart = true; // NCCL_TOPO_ID
        v.affinityByNoPath = true;    // ncclGetLocalCpu
        v.redirectByNoPath = true;
        v.unreachedIsLocal = true;    // ncclTopoSetPaths
        v.unreachedNetCrashes = true; // ncclTopoGetLocal
    },
    [](Version &v) {
        v.name = "nccl-2.21.5";
        v.release = "2.21.5";
        v.grammar = kGrammar221; // ncclTopoAddPciLinks
    },
};

} // namespace

std::vector<Version> ncclVersions() {
    return rowsFrom(k2307, kOlder);
}

} // namespace fabricscope::nccl
