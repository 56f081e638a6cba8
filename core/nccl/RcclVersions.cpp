// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each row says in what a version differs from the older one above it.
#include "core/nccl/VersionRows.h"

#include <algorithm>

namespace fabricscope::nccl {

namespace {

constexpr GrammarRow kGrammar[] = {
    {"", "system"}, {"system", "cpu"}, {"cpu", "pci"}, {"cpu", "nic"},  {"pci", "pci"},
    {"pci", "gpu"}, {"pci", "nic"},    {"nic", "net"}, {"gpu", "xgmi"},
};
constexpr GrammarRow kGrammarSince222[] = {
    {"", "system"}, {"system", "cpu"}, {"cpu", "pci"}, {"cpu", "nic"},  {"pci", "pci"},
    {"pci", "gpu"}, {"pci", "nic"},    {"nic", "net"}, {"gpu", "xgmi"}, {"pci", "pcilink"},
};
// kvDictPciClass of topo.cc
constexpr ClassRow kClasses[] = {
    {"0x060400", NodeType::Pci}, {"0x068000", NodeType::Nvs}, {"0x068001", NodeType::Cpu},
    {"0x03", NodeType::Gpu},     {"0x02", NodeType::Nic},     {"0x120000", NodeType::Gpu},
};

// ncclTopoXGMISpeed of topo.h
constexpr XgmiRow kXgmi221[] = {{"gfx90a", 36}, {"gfx94", 48}, {"", 24}};
constexpr XgmiRow kXgmiSince222[] = {{"gfx90a", 36}, {"gfx942", 48}, {"gfx95", 48}, {"", 24}};

// convertGcnArchToGcnArchName
constexpr GcnRow kOldGcn221[] = {{"906", "gfx906"}, {"908", "gfx908"}, {"910", "gfx90a"},
                                 {"940", "gfx940"}, {"941", "gfx941"}, {"942", "gfx942"}};
constexpr GcnRow kOldGcnSince222[] = {
    {"906", "gfx906"}, {"908", "gfx908"}, {"910", "gfx90a"}, {"942", "gfx942"}, {"950", "gfx950"}};

constexpr std::string_view kHyperV221[] = {"gfx94"};
constexpr std::string_view kHyperVSince222[] = {"gfx942", "gfx950"};

// rcclSetPxn
constexpr PxnRanksRow kPxnSince226[] = {{"gfx942", 64}, {"gfx950", 32}};

// Its table of names lacks "NET": NET is printed as DIS.
constexpr PathName kPaths[] = {
    {PathType::Loc, 0, "LOC"}, {PathType::Nvl, 1, "XGMI"}, {PathType::Nvb, 2, "NVB"},
    {PathType::Pix, 3, "PIX"}, {PathType::Pxb, 4, "PXB"},  {PathType::Pxn, 5, "PXN"},
    {PathType::Phb, 6, "PHB"}, {PathType::Sys, 7, "SYS"},  {PathType::Net, 8, "DIS"},
    {PathType::Dis, 9, "DIS"},
};

constexpr Version k2215 = {
    .name = "rccl-2.21",
    .release = "2.21.5",
    .flavor = Flavor::Rccl,
    .xmlVersion = 2,
    .maxXmlNodes = 8192,
    .maxChildren = 512,
    .maxAttributes = 16,
    .maxText = 255,
    .longValueIsFatal = false,
    .singleQuotes = false,
    .grammar = kGrammar,
    .gpuLinkElement = "xgmi",
    .gpuHasGcn = true,
    .fixedSm = 60,
    .sysClassWins = true,
    .classes = kClasses,
    .linkSpeeds = kLinkSpeeds,
    .defaultLinkSpeed = 60,
    .maxNodesPerType = 256,
    .maxLinks = 128,
    .deviceNodes = false,
    .nicBusIdMask = ~std::int64_t{0xf},
    .negativeNumaIsApart = true,
    .hostHashes = true,
    .negativeNumaBecomesZero = true,
    .localCpuSearch = LocalCpuSearch::Neighbours,
    .amdNeedsModel = true,
    .oldGcn = kOldGcn221,
    .rails = false,
    .netMayBeOff = true,
    .emptyHostIsError = false,
    .readsUnusedLinks = false,
    .interCpu = kInterCpuBefore226,
    .nvlink = {},
    .xgmi = kXgmi221,
    .pathNames = kPaths,
    .replacement = PathReplacement::ShorterAndFaster,
    .unreachedIsLocal = true,
    .unreachedNetCrashes = true,
    .relayOverGpu = false,
    .c2c = false,
    .p2c = P2cPairs::None,
    .p2p = kP2pByCpu,
    .p2pCpuRuleWins = false,
    .gdrLevel = PathType::Pxb,
    .gdrOverC2c = GdrOverC2c::No,
    .gdrReadNeedsNvlinkBelowSm = 0,
    .mloPartNeedsOptIn = false,
    .romeGdr = true,
    .pxnDisableDefault = 1,
    .pxnByRanks = {},
    .pxnC2cDefault = std::nullopt,
    .pxnNeedsGdr = false,
    .pxnInsteadOf = PathType::Pxb,
    .localNetStart = LocalNetStart::IndexAmongLocalGpus,
    .maxChannels = 64,
    .netDevsPolicy = false,
    .netDisableIntraDefault = 1,
    .maxBwOfDevices = false,
    .aloneIsLocal = true,
    .hyperV = kHyperV221,
    .affinityByPath = false,
    .affinityByNoPath = true,
    .redirectByNoPath = true,
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
};

constexpr VersionStep kNewer[] = {
    [](Version &v) {
        v.name = "rccl-2.22.3";
        v.release = "2.22.3";
        v.grammar = kGrammarSince222; // ncclTopoAddPciLinks
        v.xgmi = kXgmiSince222;
        v.oldGcn = kOldGcnSince222;
        v.hyperV = kHyperVSince222;
        v.localCpuSearch = LocalCpuSearch::Switches; // findLocalCpu
    },
    [](Version &v) {
        v.name = "rccl-2.26.6";
        v.release = "2.26.6";
        v.negativeNumaIsApart = false; // NCCL_TOPO_ID
        v.redirectByNoPath = false;    // ncclGetLocalCpu; ncclTopoGetCpuAffinity stays
        v.unreachedIsLocal = false;    // ncclTopoSetPaths
        v.localCpuSearch = LocalCpuSearch::Up;
        v.interCpu = kInterCpuSince226;
        v.localNetStart = LocalNetStart::Dev; // ncclTopoGetLocalNet
        v.nicBusIdMask = -1;                  // ncclTopoAddPci
        v.pxnByRanks = kPxnSince226;
        v.ibPathOfCard = false; // ncclIbGetPciPath
    },
    [](Version &v) {
        v.name = "rccl-2.27.3";
        v.release = "2.27.3";
        v.p2pCpuRuleWins = true; // ncclTopoCheckP2p
        v.ibPathOfCard = true;
        v.longValueIsFatal = true;
        v.singleQuotes = true;
        v.modelsTakePixAsPxb = true; // permuteNetIds
    },
    [](Version &v) {
        v.name = "rccl-2.27.7";
        v.release = "2.27.7";
        v.pxnC2cDefault = 0;
        v.emptyHostIsError = true;
        v.modelsWidenDistances = false; // parseA2a8P: treeRail of models with four NICs
        v.unreachedNetCrashes = false;  // ncclTopoSearchRecNet: from the GPU that is local to the NIC
    },
    [](Version &v) {
        v.name = "rccl-2.28.3";
        v.release = "2.28.3";
        v.netDevsPolicy = true;
    },
};

} // namespace

std::vector<Version> rcclVersions() {
    std::vector<Version> rows = rowsFrom(k2215, kNewer);
    std::reverse(rows.begin(), rows.end());
    return rows;
}

} // namespace fabricscope::nccl
