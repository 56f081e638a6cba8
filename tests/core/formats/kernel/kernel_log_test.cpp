// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/formats/kernel/KernelLogRows.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using Kind = host::KernelMessage::Kind;

const std::string kLog =
    "[    0.000000] Linux version 6.8.0-60-generic (buildd@x) (gcc 13.3.0) #63-Ubuntu SMP\n"
    "[    0.000000] Command line: BOOT_IMAGE=/boot/vmlinuz-6.8.0 iommu=pt pci=realloc\n"
    "[    0.511000] DMAR: IOMMU enabled\n"
    "[    1.000000] pci 0000:40:01.0: [8086:352a] type 01 class 0x060400 PCIe Root Port\n"
    "[    1.000001] pci 0000:40:01.0: PCI bridge to [bus 41]\n"
    "[    1.000002] pci 0000:41:00.0: [10de:2330] type 00 class 0x030200 PCIe Endpoint\n"
    "[    1.000003] pci 0000:41:00.0: 8.000 Gb/s available PCIe bandwidth, limited by 2.5 GT/s PCIe x4 link "
    "at "
    "0000:40:01.0 (capable of 504.112 Gb/s with 32.0 GT/s PCIe x16 link)\n"
    "[    1.100000] pci 0000:40:01.0: PCI bridge to [bus 41-43]\n"
    "[    1.200000] iommu: Default domain type: Passthrough (set via kernel command line)\n"
    "[    1.300000] pci 0000:41:00.0: Adding to iommu group 21\n"
    "[   99.000000] pcieport 0000:40:01.0: AER: Corrected error received: 0000:41:00.0\n"
    "[   99.000001] nvidia 0000:41:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver "
    "ID)\n"
    "[   99.100000] nvidia 0000:41:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver "
    "ID)\n"
    "[  120.000000] NVRM: Xid (PCI:0000:41:00): 79, pid=4711, name=python, GPU has fallen off the bus.\n"
    "[  121.000000] NVRM: Xid (PCI:0000:41:00): 63, pid='<unknown>', Row Remapper\n"
    "[  130.000000] amdgpu: [drm] ring gfx ready\n[  131.000000] usb 1-1: new high-speed USB device\n";

TEST(KernelLog, KeepsWhatIsWorthShowing) {
    const host::Host host = hostOfText(kLog);
    EXPECT_EQ(*host.kernel, "6.8.0-60-generic");
    EXPECT_EQ(*host.commandLine, "BOOT_IMAGE=/boot/vmlinuz-6.8.0 iommu=pt pci=realloc");
    ASSERT_EQ(host.kernelMessages.size(), 7U);
    EXPECT_EQ(host.kernelMessages[0].text, "DMAR: IOMMU enabled");
    EXPECT_EQ(host.kernelMessages[0].device, std::nullopt);
    EXPECT_EQ(host.kernelMessages[1].kind, Kind::LinkLimited);
    EXPECT_EQ(host.kernelMessages[1].device, bdf("0000:41:00.0"));
    EXPECT_EQ(host.kernelMessages[2].kind, Kind::Iommu);
    EXPECT_EQ(host.kernelMessages[3].device, bdf("0000:41:00.0")) << "the root port's line names it";
    EXPECT_EQ(host.kernelMessages[4].kind, Kind::BusError);
    EXPECT_EQ(host.kernelMessages[4].count, 2U) << "each error has a line, the device one remark";
    EXPECT_EQ(host.kernelMessages[5].device, bdf("0000:41:00.0"));
    EXPECT_THAT(host.kernelMessages[6].text, testing::HasSubstr(": 63,")) << "another Xid is another remark";
}

TEST(KernelLog, ReadsTheFunctionsAtBootWithoutOtherSources) {
    const host::Host host = hostOfText(kLog);
    ASSERT_EQ(host.functions.size(), 2U);
    EXPECT_EQ(*host.functions[0].rare->secondaryBus, 0x41);
    EXPECT_EQ(*host.functions[0].rare->subordinateBus, 0x43) << "said again, changed";
    EXPECT_EQ(*host.functions[1].classCode, 0x030200U);
    EXPECT_EQ(*host.functions[1].device, 0x2330);
    EXPECT_EQ(host.functions[1].iommuGroup->value, 21U);
    const host::Host listed = hostOfTexts(
        {kLog, "0000:00:01.0 VGA compatible controller [0300]: ASPEED Technology, Inc. [1a03:2000]\n"});
    EXPECT_EQ(listed.functions.size(), 1U) << "what is there now is known";
    EXPECT_EQ(listed.kernelMessages.size(), 7U);
}

TEST(KernelLog, ReadsJournalsAndTimes) {
    const host::Host host =
        hostOfText("Jul 22 20:50:11 gpu-07 kernel: Linux version 6.1.0-28-amd64 (x)\n"
                   "Jul 22 20:50:12 gpu-07 kernel: AMD-Vi: Interrupt remapping enabled\n"
                   "Jul 22 20:50:13 gpu-07 kernel: pcieport 0000:00:01.1: pciehp: Slot(3): Link Down\n");
    EXPECT_EQ(*host.hostname, "gpu-07");
    EXPECT_EQ(*host.kernel, "6.1.0-28-amd64");
    ASSERT_EQ(host.kernelMessages.size(), 2U);
    EXPECT_EQ(host.kernelMessages[1].kind, Kind::LinkChange);
    const host::Host dated =
        hostOfText("[Tue Jul 22 20:50:11 2025] amdgpu 0000:05:00.0: amdgpu: GPU reset begin!\n"
                   "[Tue Jul 22 20:50:12 2025] amdgpu 0000:05:00.0: amdgpu: GPU reset(2) failed\n");
    const host::Host called = hostOfText("[    0.5][    T1] DMAR: IOMMU enabled\n"
                                         "[    9.0][  T812] [drm] amdgpu 0000:05:00.0: GPU reset begin!\n");
    ASSERT_EQ(called.kernelMessages.size(), 2U);
    EXPECT_EQ(called.kernelMessages[0].text, "DMAR: IOMMU enabled");
    EXPECT_EQ(called.kernelMessages[1].text, "[drm] amdgpu 0000:05:00.0: GPU reset begin!");
    ASSERT_EQ(dated.kernelMessages.size(), 2U) << "that a reset began, and how it ended";
    EXPECT_EQ(dated.kernelMessages[0].kind, Kind::GpuFault);
    EXPECT_EQ(dated.kernelMessages[0].text, "amdgpu 0000:05:00.0: amdgpu: GPU reset begin!");
}

/// Where functions and host are known, only lines with a known phrase are looked at.
TEST(KernelLog, OfACaptureStatesItsHypervisor) {
    const std::string log = "[ 0.1] dull\n[ 0.2] Hypervisor detected: KVM\n[ 0.3] dull\n";
    EXPECT_LT(findInKernelLog(log), log.data() + log.find("KVM"));
    EXPECT_EQ(hostOfText("[ 0.1] Linux version 6.1.0\n" + log).virtualization.valueOr("?"), "kvm");
}

TEST(KernelLog, GoesOnInASecondFile) {
    const host::Host host =
        hostOfTexts({"[    0.1] DMAR: IOMMU enabled\n[    0.2] iommu: Default domain type: Translated\n"
                     "[    0.3] nvme 0000:01:00.0: PCIe Bus Error: severity=Corrected\n",
                     "[   99.0] nvme 0000:01:00.0: PCIe Bus Error: severity=Corrected\n[   99.1] AMD-Vi: "
                     "Event logged [x]\n"});
    ASSERT_EQ(host.kernelMessages.size(), 4U);
    EXPECT_EQ(host.kernelMessages[2].count, 1U) << "both may be logs of one boot";
    EXPECT_EQ(host.kernelMessages[3].text, "AMD-Vi: Event logged [x]");
}

TEST(KernelLog, IsNotReadTwiceWhereRootReadItToo) {
    capture::Capture capture;
    for (const char *name : {"tool-dmesg", "dmesg"}) {
        capture::Section::Meta meta;
        meta.name = name;
        capture.sections.emplace_back(meta, kLog);
    }
    const host::Host host = readHost(capture);
    ASSERT_EQ(host.kernelMessages.size(), 7U);
    EXPECT_EQ(host.kernelMessages[4].count, 2U);
}

TEST(KernelLog, OfWhichRootSawNothingIsNotLookedThroughTwice) {
    capture::Capture capture;
    for (const char *name : {"tool-dmesg", "dmesg"}) {
        capture::Section::Meta meta;
        meta.name = name;
        capture.sections.emplace_back(meta, name == std::string("dmesg") ? "[    1.0] all is well\n" : kLog);
    }
    EXPECT_EQ(readHost(capture).kernelMessages.size(), 0U);
    capture.sections[1].meta().exitStatus = 1; // output of a failed command is not a log
    EXPECT_EQ(readHost(capture).kernelMessages.size(), 7U);
}

TEST(KernelLog, GivesTheSameResultWhenSkippingMostLines) {
    std::string log, withReturns; // every line of these is parsed
    for (std::size_t at = 0, end = 0; at < kLog.size(); at = end + 1) {
        end = kLog.find('\n', at);
        log += kLog.substr(at, end - at) + "\n[  132.000000] usb 1-1: New USB device found\n";
    }
    log += "[  140.500000] [drm] Initialized amdgpu 3.63.0 for 0000:41:00.0 on minor 0\n";
    for (const char c : log)
        withReturns += c == '\n' ? "\r\n" : std::string(1, c);
    const std::vector<std::string> known = {
        "Linux gpu-07 6.8.0-60-generic #63-Ubuntu SMP PREEMPT_DYNAMIC Tue Apr 15 x86_64 GNU/Linux\n",
        "0000:41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330]\n"};
    const host::Host passed = hostOfTexts({log, known[0], known[1]});
    const host::Host each = hostOfTexts({withReturns, known[0], known[1]});
    ASSERT_EQ(passed.kernelMessages.size(), 7U);
    ASSERT_EQ(each.kernelMessages.size(), 7U);
    for (std::size_t i = 0; i < each.kernelMessages.size(); ++i) {
        EXPECT_EQ(passed.kernelMessages[i].kind, each.kernelMessages[i].kind) << i;
        EXPECT_EQ(passed.kernelMessages[i].device, each.kernelMessages[i].device) << i;
        EXPECT_EQ(passed.kernelMessages[i].text, each.kernelMessages[i].text) << i;
        EXPECT_EQ(passed.kernelMessages[i].count, each.kernelMessages[i].count) << i;
        const host::EvidenceRef evidence = passed.kernelMessages[i].evidence;
        EXPECT_NE(log.substr(evidence.offset, evidence.length).find(passed.kernelMessages[i].text),
                  std::string::npos)
            << i;
    }
    EXPECT_EQ(*passed.commandLine, "BOOT_IMAGE=/boot/vmlinuz-6.8.0 iommu=pt pci=realloc");
    ASSERT_EQ(passed.functions.size(), 1U);
    EXPECT_EQ(passed.functions[0].iommuGroup->value, 21U);
    ASSERT_EQ(passed.driversReady.size(), 1U);
    EXPECT_EQ(passed.driversReady[0].afterBoot, 140.5);
}

TEST(KernelLog, FindsItsKeywordsAtAnyPosition) {
    for (const char *words : {"PCIe Bus Error:", "SXid (12", "DMAR: [DMA Read]", "Firmware has broken MPS"})
        for (std::size_t before = 0; before < 9; ++before) {
            const std::string message = std::string(before, 'x') + words;
            const host::Host host =
                hostOfText("[    0.000000] Linux version 6.8.0\n[    1.000000] " + message + "\n");
            ASSERT_EQ(host.kernelMessages.size(), 1U) << message;
            EXPECT_EQ(host.kernelMessages[0].text, message);
        }
    EXPECT_TRUE(
        hostOfText("[    0.000000] Linux version 6.8.0\n[    1.0] PCIe Bus Erro\n").kernelMessages.empty());
}

TEST(KernelLog, IsRecognisedAlsoWhereItsLastLineIsCut) {
    const std::string first =
        "[  411.250000] mlx5_core 0000:5e:00.0: Port module event: module 0, Cable plugged\n";
    const std::string second =
        "[  412.250000] mlx5_core 0000:5e:00.1: Port module event: module 1, Cable plugged";
    for (std::size_t size = 1; size <= second.size(); ++size)
        EXPECT_EQ(kindOf(first + second.substr(0, size)), "a kernel log") << size;
}

} // namespace
} // namespace fabricscope::formats
