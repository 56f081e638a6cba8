// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"
#include "core/topology/findings/BarFindings.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string function(const std::string &header, const std::string &regions) {
    return "41:00.0 " + header +
           " (rev 01)\n\tControl: I/O- Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr+ Stepping- SERR+ "
           "FastB2B- DisINTx-\n" +
           regions + "\tKernel driver in use: x\n";
}

std::vector<std::string> titlesOf(const std::string &text) {
    const auto topology = build(std::make_shared<host::Host>(formats::hostOfText(text)));
    std::vector<std::string> titles;
    for (const auto &[node, finding] : barFindings(*topology)) {
        EXPECT_EQ(topology->node(node).kind, NodeKind::Gpu);
        EXPECT_EQ(finding.severity, findings::Severity::Warning);
        titles.push_back(findings::title(finding));
    }
    return titles;
}

const char *const kMi300 = "Processing accelerators [1200]: Advanced Micro Devices, Inc. [AMD/ATI] Aqua "
                           "Vanjaram [Instinct MI300X] [1002:74a1]";
const char *const kMi210 =
    "Display controller [0380]: Advanced Micro Devices, Inc. [AMD/ATI] Aldebaran/MI200 "
    "[Instinct MI210] [1002:740f]";
const char *const kH100 = "3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330]";
const char *const kA100 = "3D controller [0302]: NVIDIA Corporation GA100 [A100 SXM4 80GB] [10de:20b2]";
const char *const kRadeon =
    "VGA compatible controller [0300]: Advanced Micro Devices, Inc. [AMD/ATI] Navi 21 "
    "[Radeon RX 6800] [1002:73bf]";
const char *const kT4 = "3D controller [0302]: NVIDIA Corporation TU104GL [Tesla T4] [10de:1eb8]";

std::string amd(const std::string &size) {
    return "\tRegion 0: Memory at 2a000000000 (64-bit, prefetchable) [size=" + size +
           "]\n\tRegion 2: Memory at 2c000000000 (64-bit, prefetchable) [size=2M]\n"
           "\tRegion 5: Memory at b0800000 (32-bit, non-prefetchable) [size=512K]\n";
}

std::string hopper(const std::string &size) {
    return "\tRegion 0: Memory at 2a042000000 (64-bit, prefetchable) [size=16M]\n"
           "\tRegion 2: Memory at 2a000000000 (64-bit, prefetchable) [size=" +
           size + "]\n\tRegion 4: Memory at 2a040000000 (64-bit, prefetchable) [size=32M]\n";
}

std::string ampere(const std::string &size) {
    return "\tRegion 0: Memory at b0000000 (32-bit, non-prefetchable) [size=16M]\n"
           "\tRegion 1: Memory at 2a000000000 (64-bit, prefetchable) [size=" +
           size + "]\n\tRegion 3: Memory at 2a040000000 (64-bit, prefetchable) [size=32M]\n";
}

TEST(BarFindings, NameASmallWindowOfAGpuForDataCenters) {
    const std::string title = "its largest BAR is 256M: Resizable BAR (large BAR) is off";
    EXPECT_THAT(titlesOf(function(kMi300, amd("256M"))), ElementsAre(title));
    EXPECT_THAT(titlesOf(function(kMi210, amd("256M"))), ElementsAre(title));
    EXPECT_THAT(titlesOf(function(kH100, hopper("256M"))), ElementsAre(title));
    EXPECT_THAT(titlesOf(function(kA100, ampere("256M"))), ElementsAre(title));
}

TEST(BarFindings, AreNoneWithALargeWindow) {
    EXPECT_THAT(titlesOf(function(kMi300, amd("256G"))), IsEmpty());
    EXPECT_THAT(titlesOf(function(kH100, hopper("128G"))), IsEmpty());
    EXPECT_THAT(titlesOf(function(kA100, ampere("128G"))), IsEmpty());
}

TEST(BarFindings, AreNoneWhereASmallWindowIsNormalOrNotShown) {
    EXPECT_THAT(titlesOf(function(kRadeon, amd("256M"))), IsEmpty());
    EXPECT_THAT(titlesOf(function(kT4, ampere("256M"))), IsEmpty());
    EXPECT_THAT(titlesOf(function(kMi300, "\tRegion 2: Memory at 2c000000000 (64-bit, prefetchable) "
                                          "[size=2M]\n")),
                IsEmpty())
        << "a text with some regions";
    EXPECT_THAT(titlesOf(function(kH100, hopper("256M")) +
                         "\n00:01.0 SCSI storage controller [0100]: Red Hat, Inc. Virtio block device "
                         "[1af4:1001]\n"),
                IsEmpty())
        << "in a VM it may be a vGPU";
}

} // namespace
} // namespace fabricscope::topology
