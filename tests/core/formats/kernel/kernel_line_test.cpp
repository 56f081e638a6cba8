// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/KernelLine.h"
#include "core/host/KernelFault.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

constexpr std::string_view kMessage = "NVRM: Xid (PCI:0000:c3:00): 31, pid=5, MMU Fault";

TEST(KernelLine, IsReadInEachFormThatDmesgAndJournalsPrint) {
    for (const char *before : {"[   77.123456] ",
                               "[   77.123456][  T311] ",
                               "[   77.123456] [   C12] ",
                               "[  +0.000844] ",
                               "[Tue Jan 20 20:50:11 2026] ",
                               "<4>[   77.123456] ",
                               "kern  :err   : [   77.123456] ",
                               "kern  :warn  : [Tue Jan 20 20:50:11 2026] ",
                               "2026-01-20T20:50:11,345678+00:00 ",
                               "Jan 20 20:50:11 node-3 kernel: ",
                               "2026-01-20T20:50:11+0000 node-3 kernel: ",
                               "[Jan20 20:50] ",
                               "[Tue Jan 20 20:50:11 2026 <    0.000844>] ",
                               "[   77.123456 <    0.000844>] ",
                               "3,1234,77123456,-;",
                               "4,1234,77123456,c,caller=T311;",
                               "Jan 20 20:50:11 node-3 kernel: [   77.123456] ",
                               "2026-01-20T20:50:11.123456+00:00 node-3 kernel: [   77.123456] ",
                               "[Jan 5 20:50] ",
                               "authpriv:err   : [   77.123456] ",
                               "local7:debug : [   77.123456] ",
                               "kern  :err   : 2026-01-20T20:50:11,345678+00:00 ",
                               "Jan 20 20:50:11.123456 node-3 kernel: ",
                               "2026-01-20T20:50:11.123456+00:00 node-3 kernel: ",
                               "Tue 2026-01-20 20:50:11 UTC node-3 kernel: ",
                               "[   77.123456] node-3 kernel: ",
                               "1768942211.123456 node-3 kernel: "}) {
        const std::string text = std::string(before) + std::string(kMessage);
        EXPECT_EQ(kernelLine(text).message, kMessage) << before;
        EXPECT_TRUE(kernelLine(text).isStamped) << before;
        const host::Host host = hostOfText(text + "\n");
        ASSERT_EQ(host.kernelMessages.size(), 1U) << before;
        EXPECT_EQ(host.kernelMessages[0].text, kMessage) << before;
    }
    EXPECT_EQ(kernelLine("Jan 20 20:50:11 node-3 kernel: x y").host, "node-3");
    EXPECT_FALSE(kernelLine("[drm] ready").isStamped);
    EXPECT_EQ(kernelLine("[drm] ready").message, "[drm] ready");
    EXPECT_EQ(kernelLine("[   77.5] a").seconds, 77.5);
    EXPECT_FALSE(kernelLine("[  +0.5] a").seconds);
    EXPECT_EQ(kernelLine("6,1,2500000,-;a").seconds, 2.5);
    for (const char *line : {"6,1,2500000;a", "6,x,2500000,-;a", "6;a", "6,1,2,-", ""})
        EXPECT_FALSE(kernelLine(line).isStamped) << line;
}

TEST(KernelLine, KeepsAMessageThatNamesTheKernel) {
    for (const char *message : {"Loading firmware for kernel: 6.8", "NVRM: GPU 0000:c3:00.0: bad kernel: x",
                                "foo kernel: bar", "amdgpu 0000:c3:00.0: 5.15 kernel: tainted"}) {
        EXPECT_EQ(kernelLine(message).message, message);
        EXPECT_TRUE(kernelLine(message).host.empty()) << message;
        const std::string journal = std::string("Jan 20 20:50:11 node-3 kernel: ") + message;
        EXPECT_EQ(kernelLine(journal).message, message);
        EXPECT_EQ(kernelLine(journal).host, "node-3") << message;
    }
    const KernelLine unit = kernelLine("Jan 20 20:50:11 node-3 app[77]: loaded kernel: 6.8");
    EXPECT_TRUE(unit.isOfOtherUnit);
    EXPECT_EQ(unit.host, "node-3");
    EXPECT_EQ(kernelLine("node-3 kernel: [   77.5] a kernel: b").message, "a kernel: b");
    EXPECT_EQ(kernelLine("mag 20 18:42:20 node-3 kernel: a").message, "a") << "an Italian month";
}

TEST(KernelLine, HasItsTimeAsWritten) {
    for (const auto &[line, time] :
         {std::pair("[   77.123456] a", "77.123456"),
          std::pair("[Tue Jan 20 20:50:11 2026] a", "Tue Jan 20 20:50:11 2026"),
          std::pair("Jan 20 20:50:11 node-3 kernel: a", "Jan 20 20:50:11"),
          std::pair("Jan 20 20:50:11 node-3 kernel: [   77.5] a", "Jan 20 20:50:11"),
          std::pair("2026-01-20T20:50:11,345678+00:00 a", "2026-01-20T20:50:11,345678+00:00"),
          std::pair("[  +0.000844] a", ""), std::pair("a", "")})
        EXPECT_EQ(kernelLine(line).time, time) << line;
}

TEST(KernelLine, OfAnotherUnitIsTheJournalsOnly) {
    for (const char *before :
         {"Jan 20 20:50:11 node-3 ", "Jan  2 20:50:11.123456 node-3 ", "2026-01-20T20:50:11+0000 node-3 ",
          "Tue 2026-01-20 20:50:11 UTC node-3 ", "1768942211.123456 node-3 "}) {
        const std::string unit = before + std::string("app[77]: ") + std::string(kMessage);
        EXPECT_TRUE(kernelLine(unit).isOfOtherUnit) << before;
        EXPECT_EQ(kernelLine(unit).host, "node-3") << before;
        const host::Host host = hostOfText(unit + "\n" + before + "systemd[1]: Started.\n" + before +
                                           "kernel: " + std::string(kMessage) + "\n");
        ASSERT_EQ(host.kernelMessages.size(), 1U) << before;
        EXPECT_EQ(host.kernelMessages[0].count, 1U) << before;
    }
    for (const char *line :
         {"", "Jan", "Jan 20", "Tue 2026-01-20", "a b c: d", "[   77.5] a: b", "12:00:00 a b: c"})
        EXPECT_FALSE(kernelLine(line).isOfOtherUnit) << line;
}

TEST(KernelLine, IsReadWithoutTimeAndAsJson) {
    const host::Host bare =
        hostOfText("pcieport 0000:c0:01.1: AER: Uncorrected (Fatal) error received: 0000:c0:01.1\n"
                   "nvidia 0000:c3:00.0: AER: can't recover (no error_detected callback)\n"
                   "pcieport 0000:c0:01.1: AER: device recovery failed\n");
    EXPECT_EQ(bare.kernelMessages.size(), 3U);
    const host::Host mixed = hostOfText("Started Session 4 of User ada.\nReached target Basic System.\n"
                                        "NVRM: Xid (PCI:0000:c3:00): 31, pid=5, MMU Fault\n");
    EXPECT_EQ(mixed.kernelMessages.size(), 1U) << "journalctl -o cat";
    const host::Host json = hostOfText(
        R"({"_TRANSPORT":"kernel","_HOSTNAME":"node-3","PRIORITY":"3","MESSAGE":"NVRM: Xid (PCI:0000:c3:00): 48, DBE"})"
        "\n"
        R"({"MESSAGE":"usb 1-1: new device","_TRANSPORT":"kernel"})"
        "\n");
    ASSERT_EQ(json.kernelMessages.size(), 1U);
    EXPECT_EQ(json.kernelMessages[0].text, "NVRM: Xid (PCI:0000:c3:00): 48, DBE");
    EXPECT_EQ(json.hostname.valueOr({}), "node-3");
}

TEST(KernelLine, GivesRootBusesTheirNumaNode) {
    const host::Host host = hostOfText("[    2.1] pci 0000:70:01.1: [1022:14ab] type 01 class 0x060400\n"
                                       "[    2.2] pci 0000:71:00.0: [1002:74a1] type 00 class 0x120000\n"
                                       "[    2.3] pci 0000:70:01.1: PCI bridge to [bus 71]\n"
                                       "[    2.4] pci_bus 0000:70: on NUMA node 3\n"
                                       "[    2.5] pci_bus 0000:zz: on NUMA node 1\n");
    ASSERT_EQ(host.functions.size(), 2U);
    EXPECT_EQ(host.functions[0].numaNode.valueOr(-1), 3);
    EXPECT_FALSE(host.functions[1].numaNode.known()) << "it takes its root bus's";
}

TEST(KernelFault, StatesHowBadABusErrorWas) {
    using Bus = host::KernelFault::Bus;
    const auto bus = [](std::string_view text) {
        return host::kernelFaultOf(host::KernelMessage::Kind::BusError, text).bus;
    };
    EXPECT_EQ(bus("PCIe Bus Error: severity=Corrected, type=Physical Layer"), Bus::Corrected);
    EXPECT_EQ(bus("PCIe Bus Error: severity=Uncorrectable (Non-Fatal), type=Transaction"), Bus::NonFatal);
    EXPECT_EQ(bus("AER: Multiple Uncorrected (Fatal) error received: 0000:00:01.0"), Bus::Fatal);
    EXPECT_EQ(bus("AER: device recovery failed"), Bus::NotRecovered);
    EXPECT_EQ(bus("DPC: containment event, status:0x1f01"), Bus::Contained);
}

TEST(AmdSmiMonitor, ListsItsGpus) {
    const host::Host host = hostOfText("GPU  POWER   GPU_T   GFX%\n  0  120 W   41 °C    0 %\n"
                                       "  1  121 W   42 °C    5 %\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    ASSERT_EQ(host.deviceMatrices[0].rows.size(), 2U);
    EXPECT_EQ(host.deviceMatrices[0].rows[1].cells, (std::vector<std::string>{"121 W", "42 °C", "5 %"}));
}

TEST(AmdSmiStatic, ListsGpusWithoutAddress) {
    const host::Host host =
        hostOfText("GPU: 0\n    ASIC:\n        MARKET_NAME: MI999X\n        OAM_ID: 2\nGPU: 1\n    ASIC:\n"
                   "        MARKET_NAME: MI999X\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].rows.size(), 2U);
    EXPECT_EQ(host.deviceMatrices[0].columns, (std::vector<std::string>{"market_name", "oam_id"}));
}

TEST(AmdSmiStatic, IsReadWhereTheTextHasBrackets) {
    const host::Host host =
        hostOfText("GPU: 0\n    BDF: 0000:a5:00.0\n\nGPU: 1\n    BDF: 0000:b6:00.0\n\n[snipped]\n");
    EXPECT_EQ(host.gpus.size(), 2U);
}

TEST(RocmSmi, KeepsTheNamesBelowItsLinesAndItsAddresses) {
    const host::Host host = hostOfText(
        "===== ROCm System Management Interface =====\nDevice  [Model : Revision]    Temp    GPU%\n"
        "        Name (20 chars)       (Junction)\n=====\n"
        "0       [0x75a0 : 0x00]       45.0 C  0%\n        AMD Instinct MI999X\n"
        "1       [0x75a0 : 0x00]       46.0 C  3%\n...\n===== End of ROCm SMI Log =====\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].rows[0].cells.back(), "AMD Instinct MI999X");
    EXPECT_EQ(host.deviceMatrices[0].rows[1].cells.back(), "");
    const host::Host hardware = hostOfText(
        "===== ROCm System Management Interface =====\nGPU  NODE  DID     BUS           PARTITION ID\n"
        "0    4     0x75a0  0000:a5:00.0  0\n1    5     0x75a0  0000:a5:00.0  1\n=====\n");
    ASSERT_EQ(hardware.deviceMatrices.size(), 1U);
    EXPECT_EQ(hardware.deviceMatrices[0].rows[1].address, bdf("0000:a5:00.0"));
}

TEST(Lscpu, IsRecognisedFromItsNumaPartAlone) {
    const host::Host host = hostOfText("NUMA:\n  NUMA node(s):   3\n  NUMA node0 CPU(s):  0-7\n"
                                       "  NUMA node1 CPU(s):  8-15\n");
    EXPECT_EQ(host.numaNodes.size(), 2U);
    ASSERT_EQ(host.warnings.size(), 1U);
    EXPECT_THAT(host.warnings[0], testing::HasSubstr("3 NUMA nodes, but 2 of them listed"));
}

} // namespace
} // namespace fabricscope::formats
