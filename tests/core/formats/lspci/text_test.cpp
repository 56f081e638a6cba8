// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The output of lspci on a running host, unlike that of a dump: slots, drivers, groups, sizes, denied access
// and dead devices.
#include "tests/core/formats/lspci/LspciHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

using pci::LinkSpeed;
using testing::Contains;
using testing::HasSubstr;

/// A GPU as printed with -vvv for root.
const std::string kGpu =
    "41:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)\n"
    "\tDeviceName: GPU 3\n"
    "\tSubsystem: NVIDIA Corporation Device 16c1\n"
    "\tPhysical Slot: 5\n"
    "\tControl: I/O- Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr- Stepping- SERR- FastB2B- "
    "DisINTx+\n"
    "\tStatus: Cap+ 66MHz- UDF- FastB2B- ParErr- DEVSEL=fast >TAbort- <TAbort- <MAbort- >SERR- <PERR- INTx-\n"
    "\tLatency: 0\n"
    "\tInterrupt: pin A routed to IRQ 852\n"
    "\tNUMA node: 1\n"
    "\tIOMMU group: 27\n"
    "\tRegion 0: Memory at 3f042000000 (64-bit, prefetchable) [size=16M]\n"
    "\tRegion 2: Memory at 3e000000000 (64-bit, prefetchable) [disabled] [size=128G]\n"
    "\tRegion 4: Memory at <unassigned> (64-bit, prefetchable)\n"
    "\tExpansion ROM at f9000000 [virtual] [disabled] [size=512K]\n"
    "\tCapabilities: [40] Power Management version 3\n"
    "\t\tFlags: PMEClk- DSI- D1- D2- AuxCurrent=0mA PME(D0+,D1-,D2-,D3hot+,D3cold-)\n"
    "\t\tStatus: D0 NoSoftRst+ PME-Enable- DSel=0 DScale=0 PME-\n"
    "\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n"
    "\t\tDevCap:\tMaxPayload 256 bytes, PhantFunc 0, Latency L0s unlimited, L1 <64us\n"
    "\t\t\tExtTag+ AttnBtn- AttnInd- PwrInd- RBE+ FLReset+ SlotPowerLimit 0W\n"
    "\t\tDevCtl:\tCorrErr+ NonFatalErr+ FatalErr+ UnsupReq+\n"
    "\t\t\tRlxdOrd+ ExtTag+ PhantFunc- AuxPwr- NoSnoop- FLReset-\n"
    "\t\t\tMaxPayload 256 bytes, MaxReadReq 4096 bytes\n"
    "\t\tDevSta:\tCorrErr+ NonFatalErr- FatalErr- UnsupReq+ AuxPwr- TransPend-\n"
    "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
    "\t\t\tClockPM+ Surprise- LLActRep- BwNot- ASPMOptComp+\n"
    "\t\tLnkCtl:\tASPM L0s L1 Enabled; RCB 64 bytes, Disabled- CommClk+\n"
    "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x8 (downgraded)\n"
    "\t\t\tTrErr- Train- SlotClk+ DLActive- BWMgmt- ABWMgmt-\n"
    "\t\tDevCtl2: Completion Timeout: 50us to 50ms, TimeoutDis- LTR- 10BitTagReq+ OBFF Disabled,\n"
    "\t\tLnkCap2: Supported Link Speeds: 2.5-32GT/s, Crosslink- Retimer+ 2Retimers+ DRS+\n"
    "\t\tLnkCtl2: Target Link Speed: 32GT/s, EnterCompliance- SpeedDis-\n"
    "\tCapabilities: [100 v1] Access Control Services\n"
    "\t\tACSCap:\tSrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-\n"
    "\t\tACSCtl:\tSrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-\n"
    "\tCapabilities: [200 v1] Single Root I/O Virtualization (SR-IOV)\n"
    "\t\tIOVCap:\tMigration- 10BitTagReq+ Interrupt Message Number: 000\n"
    "\t\tIOVCtl:\tEnable+ Migration- Interrupt- MSE+ ARIHierarchy- 10BitTagReq-\n"
    "\t\tIOVSta:\tMigration-\n"
    "\t\tInitial VFs: 20, Total VFs: 20, Number of VFs: 2, Function Dependency Link: 00\n"
    "\t\tVF offset: 4, stride: 1, Device ID: 2330\n"
    "\t\tRegion 0: Memory at 0000030044000000 (64-bit, prefetchable)\n"
    "\tCapabilities: [300 v1] Device Serial Number 48-b0-2d-ff-fe-01-02-03\n"
    "\tKernel driver in use: nvidia\n"
    "\tKernel modules: nvidiafb, nouveau, nvidia_drm, nvidia\n"
    "\n"
    "41:00.4 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)\n"
    "\tKernel driver in use: vfio-pci\n"
    "\n";

TEST(LspciText, ReadsTheSystemAttributesOfAFunction) {
    const host::Host host = textHost(kGpu);
    ASSERT_EQ(host.functions.size(), 2U);
    const host::PciFunction &gpu = host.functions[0];
    EXPECT_EQ(gpu.address, bdf("0000:41:00.0"));
    EXPECT_EQ(*gpu.classCode, 0x030200U);
    EXPECT_EQ(*gpu.vendor, 0x10de) << "by its name";
    EXPECT_FALSE(gpu.device) << "the name says no number";
    EXPECT_EQ(*gpu.rare->name, "NVIDIA Corporation GH100 [H100 SXM5 80GB]");
    EXPECT_EQ(*gpu.revision, 0xA1);
    EXPECT_EQ(*gpu.rare->slotLabel, "GPU 3") << "the firmware's label is better than the slot";
    EXPECT_EQ(*gpu.numaNode, 1);
    EXPECT_EQ(gpu.iommuGroup->value, 27U);
    EXPECT_EQ(*gpu.driver, "nvidia");
    ASSERT_EQ(host.iommuGroups.size(), 1U);
    EXPECT_EQ(cut(kGpu, gpu.iommuGroup.evidence()), "\tIOMMU group: 27");
    EXPECT_EQ(cut(kGpu, gpu.driver.evidence()), "\tKernel driver in use: nvidia");
    EXPECT_THAT(cut(kGpu, gpu.configEvidence), HasSubstr("LnkSta:"));
    EXPECT_TRUE(host.warnings.empty()) << host.warnings.front();
}

TEST(LspciText, ReadsBarsWithTheirSizes) {
    const host::Host host = textHost(kGpu);
    const auto &bars = host.functions[0].bars;
    ASSERT_EQ(bars.size(), 3U) << "one has no size, one is a virtual function's";
    EXPECT_EQ(bars[0], (host::Bar{0, ByteCount{std::uint64_t{16} << 20}, 0x102200}));
    EXPECT_EQ(bars[1], (host::Bar{2, ByteCount{std::uint64_t{128} << 30}, 0x102200}));
    EXPECT_EQ(bars[2], (host::Bar{6, ByteCount{std::uint64_t{512} << 10}, 0x200}));
}

TEST(LspciText, ReadsConfigSpaceAsFarAsPrinted) {
    const host::Host host = textHost(kGpu);
    const pci::ConfigSpace &config = *host.functions[0].config;
    EXPECT_TRUE(config.fromText);
    EXPECT_EQ(config.bytesRead, 4096);
    EXPECT_EQ(config.busMaster, true);
    ASSERT_TRUE(config.express);
    EXPECT_EQ(config.express->maxPayload, 256);
    EXPECT_EQ(config.express->maxReadRequest, 4096);
    EXPECT_EQ(config.express->relaxedOrdering, true);
    EXPECT_EQ(config.express->noSnoop, false);
    EXPECT_EQ(config.express->functionLevelReset, true) << "DevCap's, not DevCtl's";
    EXPECT_EQ(config.express->deviceErrors, 0x9);
    EXPECT_EQ(config.express->maxSpeed, LinkSpeed::fromCode(5));
    EXPECT_EQ(config.express->maxWidth, 16);
    EXPECT_EQ(config.express->currentSpeed, LinkSpeed::fromCode(4));
    EXPECT_EQ(config.express->currentWidth, 8);
    EXPECT_EQ(config.express->aspm, 3);
    EXPECT_EQ(config.express->tenBitTags, true);
    EXPECT_FALSE(config.express->ariForwarding) << "not told of an endpoint";
    EXPECT_EQ(config.express->supportedSpeeds, 0x1F);
    EXPECT_EQ(config.acs, pci::Acs{});
    EXPECT_EQ(config.sriov, (pci::SrIov{true, 20, 20, 2, 4, 1, 0x2330}));
    EXPECT_EQ(config.serialNumber, 0x48b02dfffe010203U);
    EXPECT_EQ(config.capabilities.size(), 5U);
    EXPECT_FALSE(host.functions[1].config) << "-k says nothing of it";
}

TEST(LspciText, PlacesVirtualFunctionsByTheNumbersOfTheirPhysicalOne) {
    const host::Host host = textHost(kGpu);
    ASSERT_TRUE(host.functions[1].physfn);
    EXPECT_EQ(*host.functions[1].physfn, bdf("41:00.0"));
    EXPECT_EQ(host.functions[0].virtfns, std::vector{bdf("41:00.4")});
    EXPECT_EQ(*host.functions[0].rare->sriovTotalVfs, 20U);
}

TEST(LspciText, WithoutRootReportsUnknownConfigSpace) {
    const host::Host host =
        textHost("0000:41:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]\n"
                 "\tSubsystem: Mellanox Technologies Device 0051\n"
                 "\tFlags: bus master, fast devsel, latency 0, IRQ 18, NUMA node 0, IOMMU group 12\n"
                 "\tMemory at a0000000 (64-bit, prefetchable) [size=32M]\n"
                 "\tMemory at <ignored> (32-bit, non-prefetchable) [disabled] [size=4K]\n"
                 "\tI/O ports at 2000 [size=128]\n"
                 "\tCapabilities: <access denied>\n"
                 "\tKernel driver in use: mlx5_core\n\n");
    ASSERT_EQ(host.functions.size(), 1U);
    const host::PciFunction &nic = host.functions[0];
    ASSERT_TRUE(nic.config);
    EXPECT_EQ(nic.config->bytesRead, 64);
    EXPECT_EQ(nic.config->busMaster, true);
    EXPECT_FALSE(nic.config->express);
    EXPECT_FALSE(nic.config->acs);
    EXPECT_EQ(*nic.numaNode, 0);
    EXPECT_EQ(nic.iommuGroup->value, 12U);
    ASSERT_EQ(nic.bars.size(), 3U);
    EXPECT_EQ(nic.bars[1].index, 2) << "a BAR of 64 bits takes two places";
    EXPECT_EQ(nic.bars[2], (host::Bar{3, ByteCount{128}, 0x100}));
    ASSERT_EQ(host.missing.size(), 1U);
    EXPECT_THAT(host.missing[0].why, HasSubstr("root"));
    EXPECT_THAT(host.missing[0].remedy, HasSubstr("sudo lspci -vvv"));
}

TEST(LspciText, KnowsADeviceThatIsDead) {
    for (const char *text : {"41:00.0 3D controller: NVIDIA Corporation GH100 (rev ff) (prog-if ff)\n\t!!! "
                             "Unknown header type 7f\n"
                             "\tKernel driver in use: nvidia\n\n",
                             "41:00.0 3D controller: NVIDIA Corporation GH100 (rev ff)\n42:00.0 Host bridge: "
                             "Intel Corporation Device 1\n"}) {
        SCOPED_TRACE(text);
        const host::PciFunction gpu = *textHost(text).function(bdf("41:00.0"));
        EXPECT_TRUE(gpu.dead);
        ASSERT_TRUE(gpu.config);
        EXPECT_TRUE(gpu.config->dead);
        EXPECT_FALSE(gpu.revision) << "ff is none";
        EXPECT_EQ(*gpu.classCode >> 8, 0x0302U);
    }
    EXPECT_FALSE(textHost("41:00.0 3D controller: NVIDIA Corporation GH100 (rev ff)\n\tFlags: fast devsel\n")
                     .functions[0]
                     .dead)
        << "what answers is not dead";
}

TEST(LspciText, ReadsOldAndNewLinkFormats) {
    struct Case {
        const char *text;
        std::optional<LinkSpeed> maxSpeed, speed;
        std::optional<std::uint8_t> maxWidth, width;
    };
    const auto gen = [](unsigned code) {
        return LinkSpeed::fromCode(code);
    };
    const Case cases[] = {
        {"LnkCap:\tPort #0, Speed 2.5GT/s, Width x1, ASPM L0s L1, Latency L0 <64ns, L1 <1us\n"
         "\t\tLnkSta:\tSpeed 2.5GT/s, Width x1, TrErr- Train- SlotClk+ DLActive- BWMgmt- ABWMgmt-\n",
         gen(1), gen(1), 1, 1},
        {"LnkCap:\tPort #8, Speed 8GT/s, Width x16, ASPM not supported\n\t\tLnkSta:\tSpeed 8GT/s (ok), Width "
         "x4 "
         "(downgraded)\n",
         gen(3), gen(3), 16, 4},
        {"LnkCap:\tPort #0, Speed unknown, Width x0, ASPM unknown\n\t\tLnkSta:\tSpeed unknown, Width x0\n",
         std::nullopt, std::nullopt, std::nullopt, std::nullopt},
        {"LnkCap:\tPort #0, Speed 64GT/s, Width x16\n\t\tLnkSta:\tSpeed 64GT/s, Width x16\n", gen(6), gen(6),
         16, 16},
    };
    for (const Case &c : cases) {
        SCOPED_TRACE(c.text);
        const host::Host host = textHost("01:00.0 Ethernet controller: X Y\n\tControl: I/O- Mem+ BusMaster-\n"
                                         "\tCapabilities: [70] Express (v2) Endpoint, IntMsgNum 0\n\t\t" +
                                         std::string(c.text) + "\n");
        const pci::Express &express = *host.functions.at(0).config->express;
        EXPECT_EQ(express.maxSpeed, c.maxSpeed);
        EXPECT_EQ(express.currentSpeed, c.speed);
        EXPECT_EQ(express.maxWidth, c.maxWidth);
        EXPECT_EQ(express.currentWidth, c.width);
    }
}

TEST(LspciText, GrepOutputStillGivesLinksAndAcs) {
    const host::Host host =
        textHost("60:01.1 PCI bridge: Advanced Micro Devices, Inc. [AMD] Device 14ab (rev 01)\n"
                 "\t\tLnkSta:\tSpeed 16GT/s, Width x16\n"
                 "--\n"
                 "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- "
                 "DirectTrans-\n"
                 "61:00.0 PCI bridge: Broadcom / LSI PEX890xx PCIe Gen 5 Switch (rev b0)\n");
    ASSERT_EQ(host.functions.size(), 2U);
    EXPECT_EQ(*host.functions[0].currentWidth, 16);
    EXPECT_EQ(*host.functions[0].device, 0x14ab) << "Device 14ab is a number";
    EXPECT_EQ(*host.functions[0].vendor, 0x1022);
    ASSERT_TRUE(host.functions[0].config);
    EXPECT_EQ(host.functions[0].config->acs->enabled, 0x1D);
    EXPECT_FALSE(host.functions[0].config->busMaster) << "nobody said";
    EXPECT_TRUE(host.missing.empty()) << "it was root who ran it";
}

TEST(LspciText, ThatWasCollectedFillsWhatSysfsLeftUnknownOnly) {
    const host::Host host = importedHost(
        {{"pci", "0000:41:00.0/vendor:0x1002\n0000:41:00.0/device:0x75a0\n0000:41:00.0/numa_node:1\n"
                 "0000:41:00.0/class:0x120000\n"},
         {"tool-lspci", "0000:41:00.0 VGA compatible controller [0300]: Wrong Name [10de:1234] (rev 02)\n"
                        "\tNUMA node: 0\n\tIOMMU group: 7\n\tControl: I/O- Mem+ BusMaster+\n\n"}});
    const host::PciFunction &gpu = host.functions.at(0);
    EXPECT_EQ(*gpu.vendor, 0x1002);
    EXPECT_EQ(*gpu.device, 0x75a0);
    EXPECT_EQ(*gpu.classCode, 0x120000U);
    EXPECT_EQ(*gpu.numaNode, 1);
    EXPECT_EQ(*gpu.rare->name, "Wrong Name");
    EXPECT_EQ(*gpu.revision, 2);
    EXPECT_EQ(gpu.iommuGroup->value, 7U);
}

TEST(LspciText, MixedWithOtherLinesKeepsToItsOwn) {
    const host::Host host = textHost("pcilib: sysfs_read_vpd: read failed: Input/output error\n"
                                     "41:00.0 Ethernet controller: Mellanox Technologies MT2910\n"
                                     "\tSubsystem: Mellanox Technologies Device 0051\n"
                                     "pcilib: sysfs_read_vpd: read failed: Input/output error\n"
                                     "\tControl: I/O- Mem+ BusMaster+\n"
                                     "\tKernel driver in use: mlx5_core\n"
                                     "root@gpu-07:~# uptime\n"
                                     "Status: all is well\n"
                                     "12:10.5 nonsense\n"
                                     "42:00.0 nonsense: more of it\n");
    ASSERT_EQ(host.functions.size(), 1U);
    EXPECT_EQ(*host.functions[0].driver, "mlx5_core");
    EXPECT_EQ(host.functions[0].config->busMaster, true);
    EXPECT_EQ(*host.functions[0].rare->name, "Mellanox Technologies MT2910");
}

TEST(LspciHex, WithAGapIsKeptUpToIt) {
    const std::string row = " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n";
    const std::string head =
        "01:00.0 Device\n00: de 10 30 23 06 04 10 00 a1 00 02 03 00 00 00 00\n10:" + row + "20:" + row +
        "30:" + row;
    EXPECT_EQ(importedHost({{"lspci-hex", head}}).functions.at(0).config->bytesRead, 64);
    const host::Host host = importedHost({{"lspci-hex", head + "50:" + row}});
    EXPECT_EQ(host.functions.at(0).config->bytesRead, 64);
    EXPECT_EQ(*host.functions[0].device, 0x2330);
    EXPECT_THAT(host.warnings, Contains(HasSubstr("are not contiguous")));
}

// Enterprise distributions of 2005 to 2010 have pciutils 2.2.
TEST(LspciText, ReadsTheWordsOfPciutils2) {
    const host::Host host = textHost(
        "00:1c.0 PCI bridge: Intel Corporation 82801G (ICH7 Family) PCI Express Port 1 (rev 01) (prog-if 00 "
        "[Normal "
        "decode])\n"
        "\tControl: I/O+ Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr- Stepping- SERR- FastB2B-\n"
        "\tStatus: Cap+ 66Mhz- UDF- FastB2B- ParErr- DEVSEL=fast >TAbort- <TAbort- <MAbort- >SERR- <PERR-\n"
        "\tBus: primary=00, secondary=02, subordinate=02, sec-latency=0\n"
        "\tCapabilities: [40] Express Root Port (Slot+) IRQ 0\n"
        "\t\tDevice: Supported: MaxPayload 256 bytes, PhantFunc 0, ExtTag-\n"
        "\t\tDevice: Latency L0s unlimited, L1 unlimited\n"
        "\t\tDevice: Errors: Correctable- Non-Fatal- Fatal- Unsupported-\n"
        "\t\tDevice: RlxdOrd- ExtTag- PhantFunc- AuxPwr- NoSnoop-\n"
        "\t\tDevice: MaxPayload 128 bytes, MaxReadReq 512 bytes\n"
        "\t\tLink: Supported Speed 2.5Gb/s, Width x4, ASPM L0s L1, Port 1\n"
        "\t\tLink: Latency L0s <256ns, L1 <4us\n"
        "\t\tLink: ASPM Disabled RCB 64 bytes CommClk+ ExtSynch-\n"
        "\t\tLink: Speed 2.5Gb/s, Width x1\n"
        "\t\tSlot: AtnBtn- PwrCtrl- MRL- AtnInd- PwrInd- HotPlug+ Surpise+\n"
        "\t\tSlot: Number 7, PowerLimit 10.000000\n"
        "\t\tSlot: AttnInd Unknown, PwrInd Unknown, Power-\n"
        "\t\tRoot: Correctable- Non-Fatal- Fatal- PME-\n"
        "\tCapabilities: [80] Message Signalled Interrupts: 64bit- Queue=0/0 Enable-\n"
        "02:00.0 Ethernet controller: Broadcom Corporation NetXtreme BCM5721 (rev 11)\n"
        "\tCapabilities: <available only to root>\n");
    ASSERT_EQ(host.functions.size(), 2U);
    const host::PciFunction &port = host.functions[0];
    ASSERT_TRUE(port.config && port.config->express);
    const pci::Express &express = *port.config->express;
    EXPECT_EQ(express.portType, pci::PortType::RootPort);
    EXPECT_EQ(express.maxPayloadSupported, 256);
    EXPECT_EQ(express.maxPayload, 128);
    EXPECT_EQ(express.maxReadRequest, 512);
    EXPECT_EQ(express.relaxedOrdering, false);
    EXPECT_EQ(express.extendedTags, false) << "what is set, not what is supported";
    EXPECT_EQ(express.maxSpeed, LinkSpeed::parse("2.5GT/s"));
    EXPECT_EQ(express.maxWidth, 4);
    EXPECT_EQ(express.currentSpeed, LinkSpeed::parse("2.5GT/s"));
    EXPECT_EQ(express.currentWidth, 1);
    EXPECT_EQ(express.aspm, 0);
    EXPECT_EQ(express.slotNumber, 7);
    EXPECT_THAT(port.config->capabilities, testing::SizeIs(2));
    EXPECT_EQ(parentsOf(host).at("0000:02:00.0"), "0000:00:1c.0");
    EXPECT_FALSE(host.functions[1].config && host.functions[1].config->express);
}

struct TwoTexts {
    const char *name, *one, *other;
    const char *warning; ///< nullptr: none
};

class LspciOfTwoHosts : public testing::TestWithParam<TwoTexts> {};

TEST_P(LspciOfTwoHosts, IsNamedWhereTheSameAddressIsAnotherDevice) {
    const host::Host host = importedHost({{"lspci-text", GetParam().one}, {"lspci-text", GetParam().other}});
    if (GetParam().warning == nullptr) {
        EXPECT_TRUE(host.warnings.empty()) << host.warnings.front();
    } else {
        EXPECT_THAT(host.warnings, testing::ElementsAre(HasSubstr(GetParam().warning)));
    }
}

INSTANTIATE_TEST_SUITE_P(
    By, LspciOfTwoHosts,
    testing::Values(
        TwoTexts{"Numbers", "05:00.0 0302: 10de:2330 (rev a1)\n06:00.0 0207: 15b3:1021\n",
                 "05:00.0 0302: 10de:2901 (rev a1)\n06:00.0 0200: 8086:1592\n",
                 "0000:05:00.0 is 10de:2330 in one and 10de:2901 in another (and 1 more)"},
        TwoTexts{"Names", "05:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)\n",
                 "05:00.0 Ethernet controller: Intel Corporation Ethernet Controller E810-C\n",
                 "0000:05:00.0 is 10de:? in one and 8086:? in another; are they all of this host?"},
        TwoTexts{"TheSameTwice", "05:00.0 0302: 10de:2330 (rev a1)\n", "05:00.0 0302: 10de:2330 (rev a1)\n",
                 nullptr},
        TwoTexts{"NamesAndNumbers", "05:00.0 0302: 10de:2330 (rev a1)\n",
                 "05:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)\n", nullptr},
        TwoTexts{"ADeadDevice", "05:00.0 0302: 10de:2330 (rev a1)\n", "05:00.0 ffff: ffff:ffff (rev ff)\n",
                 nullptr},
        TwoTexts{"OtherAddresses", "05:00.0 0302: 10de:2330 (rev a1)\n", "45:00.0 0302: 10de:2901 (rev a1)\n",
                 nullptr}),
    [](const auto &texts) { return texts.param.name; });

} // namespace
} // namespace fabricscope::formats
