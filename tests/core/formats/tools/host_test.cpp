// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

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

TEST(Numactl, ReadsAListThatALineBreakCutWithinANumber) {
    std::string line = "node 0 cpus:";
    for (unsigned cpu = 0; cpu < 160; ++cpu)
        line.append(" ").append(std::to_string(cpu));
    for (std::size_t width = 60; width < line.size(); ++width) {
        std::string broken;
        for (std::size_t at = 0; at < line.size(); at += width)
            broken.append(line.substr(at, width)).append("\n");
        const host::Host host =
            hostOfText("available: 1 nodes (0)\n" + broken + "node 0 size: 9000 MB\nthat is all\n");
        ASSERT_EQ(host.numaNodes.size(), 1U);
        EXPECT_EQ(*host.numaNodes[0].cpus, "0-159") << width << "\n" << broken;
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

std::string memoryDevice(const std::string &locator, const std::string &size, const std::string &rated,
                         const std::string &configured) {
    return "Handle 0x0042, DMI type 17, 92 bytes\nMemory Device\n\tSize: " + size +
           "\n\tLocator: " + locator + "\n\tType: DDR5\n\tSpeed: " + rated + "\n" +
           (configured.empty() ? "" : "\tConfigured Memory Speed: " + configured + "\n") + "\n";
}

TEST(HostTexts, DimmsThatRunBelowTheirRatedSpeedAreAFault) {
    const std::string head = "# dmidecode 3.5\n";
    const std::string slow = memoryDevice("A1", "64 GB", "5600 MT/s", "4400 MT/s");
    EXPECT_THAT(
        faultsOf(hostOfText(head + slow + memoryDevice("A2", "64 GB", "5600 MT/s", "5600 MT/s") +
                            memoryDevice("B1", "64 GB", "4800 MT/s", "4400 MT/s"))),
        testing::ElementsAre(" memory_below_rating 2 4400 MT/s instead of 4800 MT/s, 4400 MT/s instead "
                             "of 5600 MT/s"));
    EXPECT_THAT(factsOf(hostOfText(head + slow)), testing::Contains("A1 Memory=64 GB DDR5 4400 MT/s"));
    for (const std::string &device :
         {memoryDevice("A1", "64 GB", "5600 MT/s", "5600 MT/s"), memoryDevice("A1", "64 GB", "4800 MT/s", ""),
          memoryDevice("A1", "64 GB", "4800 MT/s", "Unknown"),
          memoryDevice("A1", "64 GB", "Unknown", "4800 MT/s"),
          memoryDevice("A1", "No Module Installed", "5600 MT/s", "4400 MT/s")})
        EXPECT_THAT(faultsOf(hostOfText(head + device)), testing::IsEmpty()) << device;
}

} // namespace
} // namespace fabricscope::formats
