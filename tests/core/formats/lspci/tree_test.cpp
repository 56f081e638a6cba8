// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trees in all drawing styles of lspci, and several files of one host.
#include "tests/core/formats/lspci/LspciHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

std::map<std::string, std::string> treeOf(const std::string &text) {
    return parentsOf(importedHost({{"lspci-tree", text}}));
}

const std::string kTree =
    "-+-[0000:40]-+-00.0  Vendor Root\n"
    " |           +-01.1-[41-44]----00.0-[42-44]--+-00.0-[43]----00.0  NVIDIA Corporation GPU\n"
    " |           |                               \\-04.0-[44]--+-00.0  Mellanox Technologies NIC\n"
    " |           |                                            \\-00.1  Mellanox Technologies NIC\n"
    " |           \\-03.1-[45]--\n"
    " \\-[10000:e0]---00.0-[e1]----00.0  Intel Corporation NVMe\n";

TEST(LspciTree, NamesParentsOfEveryDomain) {
    EXPECT_THAT(treeOf(kTree), UnorderedElementsAre(
                                   Pair("0000:40:00.0", "pci0000:40"), Pair("0000:40:01.1", "pci0000:40"),
                                   Pair("0000:41:00.0", "0000:40:01.1"), Pair("0000:42:00.0", "0000:41:00.0"),
                                   Pair("0000:43:00.0", "0000:42:00.0"), Pair("0000:42:04.0", "0000:41:00.0"),
                                   Pair("0000:44:00.0", "0000:42:04.0"), Pair("0000:44:00.1", "0000:42:04.0"),
                                   Pair("0000:40:03.1", "pci0000:40"), Pair("10000:e0:00.0", "pci10000:e0"),
                                   Pair("10000:e1:00.0", "10000:e0:00.0")));
    const host::Host host = importedHost({{"lspci-tree", kTree}});
    EXPECT_EQ(*host.function(bdf("43:00.0"))->rare->name, "NVIDIA Corporation GPU");
    EXPECT_EQ(*host.function(bdf("40:01.1"))->rare->subordinateBus, 0x44);
    EXPECT_FALSE(host.function(bdf("43:00.0"))->classCode) << "a tree does not say what a device is";
    EXPECT_TRUE(host.warnings.empty()) << host.warnings.front();
}

TEST(LspciTree, TakesClassesOfWordsThatLeaveNoDoubt) {
    const host::Host host =
        importedHost({{"lspci-tree",
                       "-[0000:40]-+-01.1-[41]--+-00.0  NVIDIA Corporation GA102GL [RTX A5500]\n"
                       "           |            \\-00.1  NVIDIA Corporation GA102 High Definition Audio "
                       "Controller\n"
                       "           +-02.1-[42]----00.0  NVIDIA Corporation GH100 [H200 SXM 141GB]\n"
                       "           +-03.1-[43]----00.0  NVIDIA Corporation GH100 [H100 NVSwitch]\n"
                       "           +-04.1-[44]----00.0  Advanced Micro Devices, Inc. [AMD/ATI] Aqua Vanjaram "
                       "[Instinct MI300X]\n"
                       "           +-05.1-[45]--+-00.0  Mellanox Technologies MT43244 BlueField-3 integrated "
                       "ConnectX-7 network controller\n"
                       "           |            \\-00.1  Mellanox Technologies MT43244 BlueField-3 SoC "
                       "Management Interface\n"
                       "           \\-06.1-[46]----00.0  NVIDIA Corporation Device 2335\n"}});
    const auto classOf = [&](const char *address) {
        const auto &code = host.function(bdf(address))->classCode;
        return code ? static_cast<int>(*code >> 8) : -1;
    };
    EXPECT_EQ(classOf("41:00.0"), 0x0300);
    EXPECT_EQ(classOf("41:00.1"), -1);
    EXPECT_EQ(classOf("42:00.0"), 0x0302);
    EXPECT_EQ(classOf("43:00.0"), -1);
    EXPECT_EQ(classOf("44:00.0"), 0x1200);
    EXPECT_EQ(classOf("45:00.0"), 0x0280);
    EXPECT_EQ(classOf("45:00.1"), -1);
    EXPECT_EQ(classOf("46:00.0"), -1) << "its name is not known";
}

TEST(LspciTree, IsReadInOldWaysAndWithRegionsAndOfASubtree) {
    EXPECT_THAT(treeOf("-[0000:00]-+-00.0\n           \\-1c.0-[0000:02-03]----00.0\n"),
                UnorderedElementsAre(Pair("0000:00:00.0", "pci0000:00"), Pair("0000:00:1c.0", "pci0000:00"),
                                     Pair("0000:02:00.0", "0000:00:1c.0")));
    EXPECT_THAT(treeOf("0000:60:01.1-[61-63]----00.0-[62-63]--+-00.0-[63]----00.0  A\n"
                       "                                      \\-01.0  B\n"),
                UnorderedElementsAre(Pair("0000:60:01.1", "pci0000:60"), Pair("0000:61:00.0", "0000:60:01.1"),
                                     Pair("0000:62:00.0", "0000:61:00.0"),
                                     Pair("0000:63:00.0", "0000:62:00.0"),
                                     Pair("0000:62:01.0", "0000:61:00.0")));
    const host::Host host = importedHost({{"lspci-tree", "-[0000:00]-+-00.0  One\n"
                                                         "           |       Memory at f8000000 (32-bit)\n"
                                                         "           \\-01.0  Two\n"
                                                         "                   I/O ports at 2000\n"}});
    EXPECT_EQ(*host.functions.at(0).rare->name, "One");
    EXPECT_EQ(*host.functions.at(1).rare->name, "Two");
}

TEST(LspciTree, GluedToOneLineHasNoDeviceOfSeveralNames) {
    const host::Host host =
        importedHost({{"lspci-tree", "-[0000:40]-+-00.0  Acme Device 77            \\-01.0-[41]----00.0  "
                                     "Samsung Electronics Co Ltd NVMe SSD Controller PM1743\n"
                                     "-[0000:60]---00.0  Other -[0000:80]-+-00.0  NVIDIA Corporation GH100 "
                                     "[H200 SXM 141GB]\n"}});
    ASSERT_EQ(host.functions.size(), 2U);
    EXPECT_EQ(*host.functions[0].rare->name, "Acme Device 77");
    EXPECT_FALSE(host.functions[0].classCode) << "the NVMe is another function";
    EXPECT_EQ(*host.functions[1].rare->name, "Other");
    EXPECT_THAT(host.warnings, Contains(HasSubstr("several lines in one")));
}

TEST(LspciTree, WithLinesMissingKeepsToTheColumns) {
    const auto parents = treeOf("-[0000:00]-+-01.0-[01-04]----00.0-[02-04]--+-00.0-[03]----00.0  A\n"
                                "           +-02.0-[05]----00.0  C\n"); // grep removed "\-04.0-[04]"
    EXPECT_EQ(parents.at("0000:00:02.0"), "pci0000:00");
    EXPECT_EQ(parents.at("0000:05:00.0"), "0000:00:02.0");
    const host::Host orphaned = importedHost({{"lspci-tree", " |           \\-00.1  Orphan\n"}});
    EXPECT_TRUE(orphaned.functions.empty());
    EXPECT_THAT(orphaned.warnings, Contains(HasSubstr("tree branch without a parent")));
}

TEST(LspciTree, OfTextIsMadeFromTheBuses) {
    const char *bridge = " PCI bridge: Broadcom / LSI PEX890xx (rev b0)\n\tBus: primary=";
    const host::Host host = textHost(
        std::string("40:01.1") + bridge + "40, secondary=41, subordinate=44, sec-latency=0\n" +
        "\tCapabilities: [58] Express (v2) Root Port (Slot+), MSI 00\n\n41:00.0" + bridge +
        "41, secondary=42, subordinate=44, sec-latency=0\n\tCapabilities: [68] Express (v2) Upstream Port, "
        "MSI 00\n\n" +
        "42:00.0" + bridge + "42, secondary=43, subordinate=44, sec-latency=0\n" +
        "\tCapabilities: [68] Express (v2) Downstream Port (Slot+), MSI 00\n\n"
        "43:00.0 Ethernet controller: Mellanox Technologies MT2910\n\n"
        "44:00.1 Ethernet controller: Mellanox Technologies ConnectX Family mlx5Gen Virtual Function\n\n");
    EXPECT_THAT(parentsOf(host),
                UnorderedElementsAre(Pair("0000:40:01.1", "pci0000:40"), Pair("0000:41:00.0", "0000:40:01.1"),
                                     Pair("0000:42:00.0", "0000:41:00.0"),
                                     Pair("0000:43:00.0", "0000:42:00.0"),
                                     Pair("0000:44:00.1", "0000:42:00.0")))
        << "44 is no bridge's secondary bus: a virtual function's, inside 43-44";
}

const std::string kNames = "43:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
                           "44:00.0 Infiniband controller [0207]: Mellanox Technologies MT2910 [15b3:1021]\n";
const std::string kDetails = "43:00.0 3D controller: NVIDIA Corporation GH100 (rev a1)\n"
                             "\tNUMA node: 1\n"
                             "\tControl: I/O- Mem+ BusMaster+\n"
                             "\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n"
                             "\t\tDevCtl:\tRlxdOrd+ ExtTag+ NoSnoop-\n"
                             "\t\t\tMaxPayload 256 bytes, MaxReadReq 4096 bytes\n"
                             "\tCapabilities: [100 v1] Access Control Services\n\n";
const std::string kMachine =
    "Slot:\t43:00.0\nClass:\t3D controller\nVendor:\tNVIDIA Corporation\nDevice:\tGH100\n"
    "PhySlot:\t7\nRev:\ta1\nDriver:\tnvidia\nModule:\tnouveau\nNUMANode:\t1\nIOMMUGroup:\t9\n\n";

TEST(LspciFiles, OfOneHostAreOneHostInAnyOrder) {
    std::vector<SectionPair> files = {
        {"lspci-text", kNames}, {"lspci-text", kDetails}, {"lspci-tree", kTree}, {"lspci-machine", kMachine}};
    std::sort(files.begin(), files.end());
    do {
        const host::Host host = importedHost(files);
        EXPECT_EQ(host.functions.size(), 11U);
        const host::PciFunction &gpu = *host.function(bdf("43:00.0"));
        EXPECT_EQ(gpu.parent, bdf("42:00.0"));
        EXPECT_EQ(*gpu.classCode, 0x030200U);
        EXPECT_EQ(*gpu.vendor, 0x10de);
        EXPECT_EQ(*gpu.device, 0x2330);
        EXPECT_EQ(*gpu.driver, "nvidia");
        EXPECT_EQ(*gpu.rare->slotLabel, "7");
        EXPECT_EQ(*gpu.numaNode, 1);
        EXPECT_EQ(gpu.iommuGroup->value, 9U);
        ASSERT_TRUE(gpu.config && gpu.config->express);
        EXPECT_EQ(gpu.config->express->maxReadRequest, 4096);
        EXPECT_EQ(*host.function(bdf("40:01.1"))->classCode, 0x060400U);
    } while (std::next_permutation(files.begin(), files.end()));
}

TEST(LspciFiles, WithFewerDetailsKeepValuesOfMoreDetailedOnes) {
    const std::string denied =
        "43:00.0 3D controller: NVIDIA Corporation GH100 (rev a1)\n"
        "\tFlags: bus master, fast devsel, latency 0\n\tCapabilities: <access denied>\n\n";
    const std::string brief =
        "43:00.0 3D controller: NVIDIA Corporation GH100 (rev a1)\n\tFlags: fast devsel\n"
        "\tCapabilities: [60] Express Endpoint, MSI 00\n\n";
    for (const std::string &less : {denied, brief})
        for (const auto &files : {std::vector<SectionPair>{{"lspci-text", kDetails}, {"lspci-text", less}},
                                  std::vector<SectionPair>{{"lspci-text", less}, {"lspci-text", kDetails}}}) {
            const host::Host host = importedHost(files);
            EXPECT_EQ(host.functions.at(0).config->bytesRead, 4096);
            EXPECT_EQ(host.functions[0].config->express->maxPayload, 256);
        }
}

TEST(LspciFiles, GiveWayToSysfs) {
    const host::Host host =
        importedHost({{"pci", "0000:43:00.0/numa_node:0\n0000:43:00.0/class:0x120000\n"},
                      {"lspci-text", kDetails},
                      {"pci-devices", "l 0000:43:00.0 -> ../devices/pci0000:40/0000:43:00.0\n"}});
    EXPECT_EQ(*host.functions.at(0).numaNode, 0);
    EXPECT_EQ(*host.functions[0].classCode, 0x120000U);
    EXPECT_EQ(host.functions[0].config->express->maxPayload, 256) << "sysfs did not bring config space";
}

TEST(LspciMachine, ReadsAllKeysOfADevice) {
    const host::Host host = importedHost({{"lspci-machine", kMachine}});
    const host::PciFunction &gpu = host.functions.at(0);
    EXPECT_EQ(*gpu.rare->name, "NVIDIA Corporation GH100");
    EXPECT_EQ(*gpu.classCode, 0x030200U);
    EXPECT_EQ(*gpu.vendor, 0x10de);
    EXPECT_FALSE(gpu.device);
    EXPECT_EQ(*gpu.revision, 0xA1);
    EXPECT_FALSE(gpu.config);
    const host::Host quoted = importedHost(
        {{"lspci-machine",
          "0000:43:00.0 \"3D controller [0302]\" \"NVIDIA \\\"x\\\" [10de]\" \"GH100 [2330]\" -ra1 "
          "-p00 \"NVIDIA [10de]\" \"Device [16c1]\"\n44:00.0 \"unfinished\n"}});
    const host::PciFunction &other = quoted.functions.at(0);
    EXPECT_EQ(*other.rare->name, "NVIDIA \"x\" GH100");
    EXPECT_EQ(*other.subsystemDevice, 0x16c1);
    EXPECT_EQ(*other.revision, 0xA1);
}

} // namespace
} // namespace fabricscope::formats
