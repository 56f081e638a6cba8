// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using Kind = host::KernelMessage::Kind;

const std::string kNumactl =
    "available: 2 nodes (0,4)\nnode 0 cpus: 0 1 2 3 8 9 10 11\nnode 0 size: 193129 MB\n"
    "node 0 free: 186031 MB\nnode 4 cpus:\nnode 4 size: 97000 MB\nnode 4 free: 1 MB\n"
    "node distances:\nnode   0   4 \n  0:  10  80 \n  4:  80  10 \n";

TEST(Numactl, ReadsNodesIncludingThoseWithoutCpus) {
    for (const std::string &form : {kNumactl, pasted(kNumactl, true)}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.numaNodes.size(), 2U);
        EXPECT_EQ(*host.numaNodes[0].cpus, "0-3,8-11");
        EXPECT_EQ(host.numaNodes[0].memory->value, std::uint64_t{193129} << 20);
        EXPECT_THAT(*host.numaNodes[0].distances, ElementsAre(10, 80));
        EXPECT_EQ(host.numaNodes[1].node.value, 4);
        EXPECT_EQ(*host.numaNodes[1].cpus, "");
        EXPECT_THAT(*host.numaNodes[1].distances, ElementsAre(80, 10));
    }
}

TEST(Numactl, PutsWrappedListsTogether) {
    const host::Host host = hostOfText("available: 1 nodes (0)\nnode 0 cpus: 0 1 2 3 4 5\n6 7 8 9\n10 11\n"
                                       "node 0 size: 1000 MB\nnode distances:\nnode   0\n  0:  10\n");
    EXPECT_EQ(*host.numaNodes.at(0).cpus, "0-11");
}

const std::string kLscpu =
    "Architecture:             x86_64\n  CPU op-mode(s):         32-bit, 64-bit\nCPU(s):                   "
    "64\n"
    "  On-line CPU(s) list:    0-63\nVendor ID:                AuthenticAMD\n"
    "  Model name:             AMD EPYC 9575F 64-Core Processor\n    Socket(s):            2\n"
    "    Flags:                fpu vme hyper\n                          visor de\n"
    "Virtualization features:  \n  Hypervisor vendor:      KVM\n  Virtualization type:    full\n"
    "NUMA:                     \n  NUMA node(s):           2\n  NUMA node0 CPU(s):      0-31\n"
    "  NUMA node1 CPU(s):      32-63\n";

void expectCpus(const host::Host &host) {
    EXPECT_EQ(*host.cpuModel, "AMD EPYC 9575F 64-Core Processor");
    EXPECT_EQ(*host.cpuPackages, 2);
    EXPECT_EQ(*host.cpusOnline, "0-63");
    EXPECT_EQ(*host.virtualization, "kvm");
    ASSERT_EQ(host.numaNodes.size(), 2U);
    EXPECT_EQ(*host.numaNodes[1].cpus, "32-63");
}

TEST(Lscpu, ReadsProcessorsNodesAndTheHypervisor) {
    expectCpus(hostOfText(kLscpu));
    expectCpus(hostOfText(pasted(kLscpu, true)));
    expectCpus(hostOfText(
        R"({"lscpu": [{"field": "Architecture:", "data": "x86_64", "children": [
        {"field": "On-line CPU(s) list:", "data": "0-63"}]}, {"field": "Model name:",
        "data": "AMD EPYC 9575F 64-Core Processor"}, {"field": "Socket(s):", "data": "2"},
        {"field": "Hypervisor vendor:", "data": "KVM"}, {"field": "NUMA:", "data": null, "children": [
        {"field": "NUMA node0 CPU(s):", "data": "0-31"}, {"field": "NUMA node1 CPU(s):", "data": "32-63"}]}]})"));
}

TEST(Lscpu, ReadsVendorFamilyAndModelInDecimal) {
    const std::string text = "Architecture:             x86_64\nCPU(s):                   64\n"
                             "Vendor ID:                AuthenticAMD\n"
                             "  Model name:             AMD EPYC 9575F 64-Core Processor\n"
                             "    CPU family:           26\n    Model:                2\n";
    const std::string json = R"({"lscpu": [{"field": "Architecture:", "data": "x86_64"},
        {"field": "CPU(s):", "data": "64"}, {"field": "Vendor ID:", "data": "AuthenticAMD", "children": [
        {"field": "Model name:", "data": "AMD EPYC 9575F 64-Core Processor", "children": [
        {"field": "CPU family:", "data": "26"}, {"field": "Model:", "data": "2"}]}]}]})";
    for (const std::string &form : {text, pasted(text, true), json}) {
        const host::Host host = hostOfText(form);
        EXPECT_EQ(host.cpuVendor.valueOr("?"), "AuthenticAMD");
        EXPECT_EQ(host.cpuFamily.valueOr(-1), 26);
        EXPECT_EQ(host.cpuModelNumber.valueOr(-1), 2);
    }
    std::string arm = text; // lscpu prints "-" and letters there
    arm.replace(arm.find("26"), 2, "- ");
    arm.replace(arm.rfind("2\n"), 1, "r2p1");
    const host::Host host = hostOfText(arm);
    EXPECT_FALSE(host.cpuFamily.known());
    EXPECT_FALSE(host.cpuModelNumber.known());
}

TEST(Lscpu, FindsTheHypervisorAmongWrappedFlags) {
    std::string text = kLscpu;
    text.erase(text.find("  Hypervisor vendor"),
               text.find("  Virtualization type") - text.find("  Hypervisor vendor"));
    EXPECT_EQ(*hostOfText(text).virtualization, "vm");
    text.erase(text.find("visor"), 5);
    EXPECT_EQ(*hostOfText(text).virtualization, "none");
}

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
    EXPECT_EQ(host.kernelMessages[3].device, bdf("0000:40:01.0"));
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

TEST(KernelLog, GoesOnInASecondFile) {
    const host::Host host =
        hostOfTexts({"[    0.1] DMAR: IOMMU enabled\n[    0.2] iommu: Default domain type: Translated\n"
                     "[    0.3] nvme 0000:01:00.0: PCIe Bus Error: severity=Corrected\n",
                     "[   99.0] nvme 0000:01:00.0: PCIe Bus Error: severity=Corrected\n[   99.1] AMD-Vi: "
                     "Event logged [x]\n"});
    ASSERT_EQ(host.kernelMessages.size(), 4U);
    EXPECT_EQ(host.kernelMessages[2].count, 2U);
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

TEST(HostTexts, AreReadOneByOne) {
    const host::Host host = hostOfTexts(
        {"Linux gpu-07 6.8.0-60-generic #63-Ubuntu SMP PREEMPT_DYNAMIC Tue Apr 15 x86_64 GNU/Linux\n",
         "BOOT_IMAGE=/boot/vmlinuz root=/dev/sda1 iommu=pt\n",
         "PRETTY_NAME=\"Ubuntu 24.04.2 LTS\"\nNAME=\"Ubuntu\"\nID=ubuntu\n",
         "# dmidecode 3.5\nHandle 0x0000, DMI type 0, 26 bytes\nBIOS Information\n\tVendor: AMI\n\tVersion: "
         "2.1\n\n"
         "Handle 0x0001, DMI type 1, 27 bytes\nSystem Information\n\tManufacturer: Supermicro\n"
         "\tProduct Name: AS -8125GS-TNMR2\n\nHandle 0x0002, DMI type 2, 15 bytes\nBase Board Information\n"
         "\tManufacturer: X\n\tProduct Name: H13DSG-OM\n"});
    EXPECT_EQ(*host.hostname, "gpu-07");
    EXPECT_EQ(*host.kernel, "6.8.0-60-generic");
    EXPECT_EQ(*host.commandLine, "BOOT_IMAGE=/boot/vmlinuz root=/dev/sda1 iommu=pt");
    EXPECT_EQ(*host.osName, "Ubuntu 24.04.2 LTS");
    EXPECT_EQ(*host.vendor, "Supermicro");
    EXPECT_EQ(*host.product, "AS -8125GS-TNMR2");
    EXPECT_EQ(*host.board, "H13DSG-OM");
    EXPECT_EQ(*host.bios, "2.1");
}

} // namespace
} // namespace fabricscope::formats
