// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/FileKinds.h"
#include "core/formats/hwloc/HwlocPci.h"
#include "core/formats/hwloc/HwlocSets.h"
#include "tests/core/formats/hwloc/HwlocText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope {
namespace {

using formats::hwlocBuses;
using formats::hwlocBusId;
using formats::hwlocSetAsList;
using formats::onlyMemberOfHwlocSet;
using ::testing::ElementsAre;

std::string machine(std::string_view inside, std::string_view version = "2.0", std::string_view behind = "") {
    return "<?xml version=\"1.0\"?>\n<topology version=\"" + std::string(version) +
           "\">\n<object type=\"Machine\" nodeset=\"0x00000003\">\n" + std::string(inside) + "</object>\n" +
           std::string(behind) + "</topology>\n";
}

TEST(HwlocSets, AreWordsFromTheHighestDown) {
    EXPECT_EQ(hwlocSetAsList("0x00000003"), "0-1");
    EXPECT_EQ(hwlocSetAsList("0x00ffffff,,,0x00ffffff"), "0-23,96-119");
    EXPECT_EQ(hwlocSetAsList("0xffffffff,0xffffffff"), "0-63");
    EXPECT_EQ(hwlocSetAsList("0x80000000,0x80000001"), "0,31,63");
    EXPECT_EQ(hwlocSetAsList("0x00000001,0x80000000"), "31-32");
    EXPECT_EQ(hwlocSetAsList("0x0"), "");
    EXPECT_EQ(hwlocSetAsList("0xf...f"), std::nullopt);
    EXPECT_EQ(hwlocSetAsList(""), std::nullopt);
    EXPECT_EQ(hwlocSetAsList("0x1,g"), std::nullopt);
    EXPECT_EQ(hwlocSetAsList("0x100000000"), std::nullopt);
    EXPECT_EQ(hwlocSetAsList("0x1" + std::string(40000, ',')), std::nullopt) << "CPU 1280000";
    EXPECT_EQ(onlyMemberOfHwlocSet("0x00000100"), 8U);
    EXPECT_EQ(onlyMemberOfHwlocSet("0x00000001,0x0"), 32U);
    EXPECT_EQ(onlyMemberOfHwlocSet("0x00000003"), std::nullopt);
    EXPECT_EQ(onlyMemberOfHwlocSet("0x0"), std::nullopt);
}

TEST(HwlocPciAttributes, KnowDomainsOfMoreThanFourDigits) {
    EXPECT_EQ(hwlocBusId("0000:34:00.0"), (pci::Address{0, 0x34, 0, 0}));
    EXPECT_EQ(hwlocBusId("10000:e1:1f.7"), (pci::Address{0x10000, 0xe1, 0x1f, 7}));
    for (const char *wrong : {"", "0000:34:00", "0000:34:20.0", "0000:34:00.8", "0000:34:00.0x",
                              "00g0:34:00.0", "123456789:00:00.0"})
        EXPECT_EQ(hwlocBusId(wrong), std::nullopt) << wrong;
    const auto buses = hwlocBuses("10000:[02-3b]");
    ASSERT_TRUE(buses);
    EXPECT_EQ(buses->domain, 0x10000U);
    EXPECT_EQ(buses->secondary, 2);
    EXPECT_EQ(buses->subordinate, 0x3b);
    for (const char *wrong : {"", "0000:[2c-3b", "0000:2c-3b", "0000:[2c-3b]]", "0000:[2c-123]"})
        EXPECT_FALSE(hwlocBuses(wrong)) << wrong;
}

/// The library's bandwidths depend on them.
TEST(HwlocXml, GivesTheCpusVendorFamilyAndModelOfTheFirstPackage) {
    const auto package = [](const char *family, const char *model) {
        return std::string("<object type=\"Package\" os_index=\"0\">\n<info name=\"CPUVendor\" "
                           "value=\"AuthenticAMD\"/>\n<info name=\"CPUFamilyNumber\" value=\"") +
               family + "\"/>\n<info name=\"CPUModelNumber\" value=\"" + model + "\"/>\n</object>\n";
    };
    const host::Host host = test::readXml(machine(package("25", "144") + package("6", "1")));
    EXPECT_EQ(host.cpuVendor.valueOr("?"), "AuthenticAMD");
    EXPECT_EQ(host.cpuFamily.valueOr(-1), 25);
    EXPECT_EQ(host.cpuModelNumber.valueOr(-1), 144);
    EXPECT_FALSE(test::readXml(machine(package("-3", "x"))).cpuFamily);
}

TEST(HwlocXml, KeepsWhatHwlocCouldNotReadUnknown) {
    const host::Host host = test::readXml(machine(
        "<object type=\"Bridge\" bridge_type=\"0-1\" bridge_pci=\"0000:[00-01]\">"
        "<object type=\"PCIDev\" pci_busid=\"0000:00:01.0\" pci_type=\"0000 [0000:0000] [0000:0000] 00\" "
        "pci_link_speed=\"0.000000\"/></object>"));
    ASSERT_EQ(host.functions.size(), 1U);
    const host::PciFunction &f = host.functions[0];
    EXPECT_FALSE(f.vendor || f.device || f.classCode || f.revision || f.subsystemVendor ||
                 f.rare->linkBandwidth);
    EXPECT_FALSE(f.numaNode) << "the machine has two nodes";
    EXPECT_FALSE(f.localCpus);
    EXPECT_EQ(f.rootBus, (std::pair<std::uint32_t, std::uint8_t>{0, 0}));
}

TEST(HwlocXml, PlacesFunctionsByTheObjectAboveTheirHostBridge) {
    const auto numaBelow = [](std::string_view attributes) {
        const host::Host host = test::readXml(machine("<object type=\"Group\" " + std::string(attributes) +
                                                      "><object type=\"Bridge\" bridge_type=\"0-1\" "
                                                      "bridge_pci=\"0000:[00-01]\"><object type=\"PCIDev\" "
                                                      "pci_busid=\"0000:00:01.0\"/></object></object>"));
        return host.functions.at(0);
    };
    EXPECT_EQ(numaBelow("cpuset=\"0x0000000f\" nodeset=\"0x00000002\"").numaNode.valueOr(-1), 1);
    EXPECT_EQ(numaBelow("cpuset=\"0x0000000f\" nodeset=\"0x00000002\"").localCpus.valueOr({}), "0-3");
    EXPECT_FALSE(numaBelow("nodeset=\"0x00000003\"").numaNode) << "two nodes are no node";
    EXPECT_EQ(numaBelow("nodeset=\"0x0\" complete_nodeset=\"0x00000008\"").numaNode.valueOr(-1), 3)
        << "a node that the process may not use";
    EXPECT_FALSE(numaBelow("cpuset=\"0x0000000f\"").numaNode);
}

TEST(HwlocXml, ReadsDevicesWithoutHostBridges) {
    const host::Host host = test::readXml(machine(
        "<object type=\"Package\" nodeset=\"0x1\"><object type=\"PCIDev\" pci_busid=\"0000:05:00.0\" "
        "pci_type=\"0302 [10de:1db8] [10de:131d] a1\"/><object type=\"PCIDev\" pci_busid=\"0000:04:00.0\"/>"
        "</object>"));
    ASSERT_EQ(host.functions.size(), 2U);
    EXPECT_EQ(host.functions[0].address.bus, 4);
    EXPECT_FALSE(host.functions[0].parent || host.functions[0].rootBus);
    EXPECT_EQ(host.functions[1].numaNode.valueOr(-1), 0);
    EXPECT_EQ(*host.functions[1].classCode, 0x030200U);
    EXPECT_EQ(*host.functions[1].revision, 0xa1);
}

TEST(HwlocXml, MergesInformationFromGpuLibraries) {
    const host::Host host = test::readXml(machine(
        "<object type=\"PCIDev\" pci_busid=\"0000:05:00.0\">"
        "<object type=\"OSDev\" gp_index=\"7\" name=\"card0\" osdev_type=\"1\"/>"
        "<object type=\"OSDev\" name=\"renderD129\" osdev_type=\"1\"/>"
        "<object type=\"OSDev\" name=\"cuda0\" osdev_type=\"5\"><info name=\"GPUModel\" value=\"Tesla "
        "&lt;1&gt; &amp; "
        "&unknown;\"/><info name=\"CUDAGlobalMemorySize\" value=\"16384\"/></object>"
        "<object type=\"OSDev\" name=\"nvml0\" osdev_type=\"5\"><info name=\"GPUModel\" value=\"other\"/>"
        "<info name=\"NVIDIAUUID\" value=\"GPU-1-2\"/></object></object>"
        "<object type=\"PCIDev\" pci_busid=\"0000:06:00.0\"><object type=\"OSDev\" name=\"card1\" "
        "osdev_type=\"1\"/>"
        "</object>"
        "<object type=\"PCIDev\" pci_busid=\"0000:07:00.0\"><object type=\"OSDev\" name=\"mic0\" "
        "osdev_type=\"5\"/>"
        "</object>"));
    ASSERT_EQ(host.gpus.size(), 1U) << "a console's card and an accelerator of another kind are no GPUs";
    EXPECT_EQ(*host.gpus[0].model, "Tesla <1> & &unknown;");
    EXPECT_EQ(host.gpus[0].vram->value, 16384U << 10U);
    EXPECT_EQ(*host.gpus[0].uniqueId, "GPU-1-2");
    EXPECT_THAT(host.gpus[0].renderMinors, ElementsAre(129));
    ASSERT_EQ(host.osDevices.size(), 6U);
    EXPECT_EQ(host.osDevices[0].name, "card0");
    EXPECT_EQ(host.osDevices[2].name, "cuda0");
    EXPECT_EQ(host.osDevices[2].kind, host::OsDevice::Kind::Coprocessor);
}

TEST(HwlocXml, LinksGpusByMatricesOfAnyKind) {
    const std::string devices = "<object type=\"PCIDev\" gp_index=\"1\" pci_busid=\"0000:01:00.0\"><object "
                                "type=\"OSDev\" gp_index=\"11\" "
                                "name=\"nvml0\" osdev_type=\"5\"/></object>"
                                "<object type=\"PCIDev\" gp_index=\"2\" pci_busid=\"0000:02:00.0\"><object "
                                "type=\"OSDev\" gp_index=\"12\" "
                                "name=\"nvml1\" osdev_type=\"5\"/></object>"
                                "<object type=\"PCIDev\" gp_index=\"3\" pci_busid=\"0000:03:00.0\"/>";
    const host::Host host = test::readXml(
        machine(devices, "2.0",
                "<distances2hetero nbobjs=\"3\" kind=\"25\" name=\"NVLinkBandwidth\"><indexes "
                "length=\"1\">OSDev:11 PCIDev:3 "
                "</indexes><indexes length=\"1\">OSDev:12</indexes><u64values length=\"1\">0 150000 50000 "
                "\n150000 0 150000 "
                "</u64values><u64values length=\"1\">50000 150000 0</u64values></distances2hetero>"));
    EXPECT_TRUE(host.warnings.empty());
    ASSERT_EQ(host.gpuLinks.size(), 1U) << "links to switches are not links of GPUs";
    EXPECT_EQ(host.gpuLinks[0].kind, host::GpuLink::Kind::NvLink);
    EXPECT_DOUBLE_EQ(host.gpuLinks[0].bandwidth->value, 50.0);
    EXPECT_FALSE(host.gpuLinks[0].count);
    const host::Host damaged = test::readXml(machine(
        devices, "2.0",
        "<distances2 type=\"OSDev\" nbobjs=\"2\" kind=\"9\" name=\"NVLinkBandwidth\" indexing=\"gp\">"
        "<indexes length=\"1\">11 12</indexes><u64values length=\"1\">0 1 1</u64values></distances2>"));
    EXPECT_TRUE(damaged.gpuLinks.empty());
    EXPECT_THAT(damaged.warnings, ElementsAre(::testing::HasSubstr("matrix size differs")));
}

TEST(HwlocXml, LinksXgmiPeersWithoutAMatrix) {
    const host::Host host =
        test::readXml(machine("<object type=\"PCIDev\" pci_busid=\"0000:01:00.0\"><object type=\"OSDev\" "
                              "name=\"rsmi0\" osdev_type=\"1\">"
                              "<info name=\"XGMIPeers\" value=\"rsmi0 rsmi1 rsmi9 \"/></object></object>"
                              "<object type=\"PCIDev\" pci_busid=\"0000:02:00.0\"><object type=\"OSDev\" "
                              "name=\"rsmi1\" osdev_type=\"1\"/>"
                              "</object>"));
    ASSERT_EQ(host.gpuLinks.size(), 1U);
    EXPECT_EQ(host.gpuLinks[0].from.bus, 1);
    EXPECT_EQ(host.gpuLinks[0].to.bus, 2);
    EXPECT_FALSE(host.gpuLinks[0].count || host.gpuLinks[0].bandwidth);
}

TEST(HwlocXml, OrdersLatenciesByTheNodesNumbers) {
    const host::Host host = test::readXml(
        machine("<object type=\"NUMANode\" os_index=\"1\" cpuset=\"0x1\"/><object type=\"NUMANode\" "
                "os_index=\"0\" cpuset=\"0x2\"/>",
                "2.0",
                "<distances2 type=\"NUMANode\" nbobjs=\"2\" kind=\"5\" indexing=\"os\"><indexes "
                "length=\"4\">1 0 </indexes>"
                "<u64values length=\"9\">10 21 22 11 </u64values></distances2>"
                "<distances2 type=\"NUMANode\" nbobjs=\"2\" kind=\"9\" name=\"NUMABandwidth\" "
                "indexing=\"os\"><indexes "
                "length=\"4\">1 0 </indexes><u64values length=\"9\">1 2 3 4 </u64values></distances2>"));
    ASSERT_EQ(host.numaNodes.size(), 2U);
    EXPECT_THAT(*host.numaNodes[0].distances, ElementsAre(11, 22));
    EXPECT_THAT(*host.numaNodes[1].distances, ElementsAre(21, 10));
}

TEST(HwlocXml, YieldsToMoreDirectSources) {
    capture::Capture capture = test::captureOfXml(
        machine("<object type=\"PCIDev\" pci_busid=\"0000:05:00.0\" pci_type=\"0302 [10de:1db8] "
                "[10de:131d] a1\"/>"));
    capture::Section::Meta meta;
    meta.name = "pci";
    capture.sections.insert(capture.sections.begin(),
                            capture::Section(meta, "0000:05:00.0/class:0x030001\n"));
    const host::Host host = formats::readHost(capture);
    EXPECT_EQ(*host.functions.at(0).classCode, 0x030001U);
    EXPECT_EQ(*host.functions.at(0).device, 0x1db8);
}

TEST(XmlKinds, AreRecognizedByTheirFirstElements) {
    const auto sectionOf = [](std::string_view text) {
        const formats::FileKind *kind = formats::recogniseFile({"file.xml", text});
        return std::string(kind ? kind->section : "none");
    };
    const std::string plain = "<topology version=\"2.0\"><object type=\"Machine\"/></topology>";
    EXPECT_EQ(sectionOf(plain), "hwloc-xml");
    EXPECT_EQ(sectionOf("<?xml version=\"1.0\"?>\r\n<!DOCTYPE topology SYSTEM \"hwloc.dtd\">\r\n<!-- "
                        "<system><cpu> -->\r\n" +
                        plain),
              "hwloc-xml");
    EXPECT_EQ(sectionOf("\xEF\xBB\xBF\n" + plain), "hwloc-xml");
    EXPECT_EQ(sectionOf("<root><object type=\"System\">"), "hwloc-xml") << "before 1.0";
    EXPECT_EQ(sectionOf("<!-- Copyright -->\n<system version=\"1\">\n  <cpu numaid=\"0\">"), "nccl-topo");
    for (const char *other :
         {"", "topology", "<topologydiff><object/></topologydiff>", "<topology><node/></topology>",
          "<system><gpu/></system>", "<graphs version=\"1\"><graph id=\"0\"/></graphs>",
          "# <topology><object type=\"Machine\">", "<nvidia_smi_log><gpu/></nvidia_smi_log>"})
        EXPECT_THAT(sectionOf(other), ::testing::AnyOf("none", ::testing::HasSubstr("nvidia"))) << other;
}

TEST(XmlKinds, NcclFilesAreKeptAsClaims) {
    const host::Host host = formats::readHost(test::captureOfXml(
        "<system version=\"1\"><cpu numaid=\"0\"><pci busid=\"0000:01:00.0\"/></cpu></system>", "nccl-topo"));
    ASSERT_EQ(host.ncclFiles.size(), 1U);
    EXPECT_TRUE(host.functions.empty());
}

} // namespace
} // namespace fabricscope
