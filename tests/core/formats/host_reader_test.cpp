// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/Places.h"
#include "tests/core/formats/Captures.h"
#include "tests/fuzz/SectionSeeds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace fabricscope::formats {
namespace {

using capture::Damage;
using capture::Part;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(HostReader, ReadsAServer) {
    const host::Host host = hostOf(exampleServer());
    EXPECT_THAT(host.warnings, IsEmpty());
    EXPECT_EQ(host.id.target, "jane@gpu-07");
    EXPECT_EQ(host.id.machineId, "0123456789abcdef0123456789abcdef");
    EXPECT_EQ(host.id.bootId, "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee");
    EXPECT_EQ(*host.hostname, "gpu-07");
    EXPECT_EQ(*host.kernel, "6.1.0-28-amd64");
    EXPECT_EQ(*host.osName, "Debian GNU/Linux 12 (bookworm)");
    EXPECT_EQ(*host.vendor, "Example Corp.");
    EXPECT_EQ(*host.product, "GX-8");
    EXPECT_EQ(*host.cpuModel, "AMD EPYC 9575F 64-Core Processor");
    EXPECT_EQ(*host.virtualization, "none");
    EXPECT_EQ(*host.cpuPackages, 2);
    EXPECT_EQ(host.memory->value, 263683784ULL * 1024);
    EXPECT_EQ(*host.uid, 1000);
    EXPECT_EQ(*host.user, "jane");
    EXPECT_THAT(host.iommuUnits, ElementsAre("ivhd0", "ivhd1"));
    EXPECT_EQ(host.functions.size(), 12U);
    EXPECT_TRUE(std::is_sorted(host.functions.begin(), host.functions.end(),
                               [](const auto &a, const auto &b) { return a.address < b.address; }));
}

TEST(HostReader, TakesParentsAndRootBusesFromTheLinks) {
    const host::Host host = hostOf(exampleServer());
    const auto *port = host.function(addressOf("0000:00:01.0"));
    ASSERT_TRUE(port);
    EXPECT_EQ(port->parent, std::nullopt);
    EXPECT_EQ(port->rootBus, std::pair(std::uint32_t{0}, std::uint8_t{0}));
    const auto *gpu = host.function(addressOf("0000:03:00.0"));
    ASSERT_TRUE(gpu);
    EXPECT_EQ(gpu->parent, addressOf("0000:02:00.0"));
    EXPECT_EQ(gpu->rootBus, std::pair(std::uint32_t{0}, std::uint8_t{0}));
    EXPECT_EQ(host.function(addressOf("0000:41:00.0"))->rootBus,
              std::pair(std::uint32_t{0}, std::uint8_t{0x40}));
    // The root bus of a VMD is below its endpoint.
    const auto *below = host.function(addressOf("10000:00:02.0"));
    ASSERT_TRUE(below);
    EXPECT_EQ(below->parent, std::nullopt);
    EXPECT_EQ(below->rootBus, std::pair(std::uint32_t{0x10000}, std::uint8_t{0}));
    EXPECT_EQ(host.function(addressOf("10000:01:00.0"))->parent, addressOf("10000:00:02.0"));
    EXPECT_THAT(host.nestedRoots, ElementsAre(host::NestedRoot{0x10000, 0, addressOf("0000:64:05.5")}));
}

TEST(HostReader, ReadsTheFactsOfAFunction) {
    const host::Host host = hostOf(exampleServer());
    const auto *gpu = host.function(addressOf("0000:03:00.0"));
    ASSERT_TRUE(gpu);
    EXPECT_EQ(*gpu->vendor, 0x1002);
    EXPECT_EQ(*gpu->device, 0x75a0);
    EXPECT_EQ(*gpu->classCode, 0x120000U);
    EXPECT_EQ(*gpu->revision, 1);
    EXPECT_EQ(*gpu->numaNode, 0);
    EXPECT_EQ(*gpu->localCpus, "0-31,64-95");
    EXPECT_EQ(*gpu->driver, "vfio-pci");
    EXPECT_EQ(gpu->iommuGroup->value, 27U);
    EXPECT_EQ(*gpu->powerState, "D0");
    EXPECT_EQ(*gpu->resetMethod, "flr bus");
    EXPECT_EQ(*gpu->rare->slotLabel, "5");
    EXPECT_EQ(*gpu->rare->aerCorrectable, 3U);
    EXPECT_FALSE(gpu->rare->aerFatal.known());
    EXPECT_THAT(gpu->bars, ElementsAre(host::Bar{0, ByteCount{std::uint64_t{64} << 30}, 0x14220c},
                                       host::Bar{2, ByteCount{2 << 20}, 0x14220c}));
    EXPECT_EQ(gpu->currentSpeed->generation(), 5U);
    EXPECT_EQ(*gpu->currentWidth, 8);
    EXPECT_EQ(*gpu->maxWidth, 16);
    ASSERT_TRUE(gpu->config);
    EXPECT_EQ(gpu->config->bytesRead, 64);
    EXPECT_FALSE(gpu->dead);
    EXPECT_EQ(*host.function(addressOf("0000:01:00.0"))->rare->secondaryBus, 2);
    EXPECT_EQ(*host.function(addressOf("0000:01:00.0"))->rare->subordinateBus, 4);
}

TEST(HostReader, KeepsUnknownUnknown) {
    const host::Host host = hostOf(exampleServer());
    const auto *vf = host.function(addressOf("0000:04:00.1"));
    ASSERT_TRUE(vf);
    EXPECT_FALSE(vf->currentSpeed.known()) << "Unknown";
    EXPECT_FALSE(vf->currentWidth.known()) << "0 lanes";
    EXPECT_FALSE(vf->rare->sriovNumVfs.known());
    EXPECT_FALSE(vf->config);
    const auto *dead = host.function(addressOf("0000:41:00.0"));
    EXPECT_FALSE(dead->currentWidth.known()) << "63 lanes are a read of all ones";
    EXPECT_FALSE(dead->driver.known());
    EXPECT_FALSE(dead->iommuGroup.known());
    EXPECT_EQ(*host.function(addressOf("0000:64:05.5"))->numaNode, -1)
        << "the kernel's own unknown is kept as it is";
    const host::Host nothing = hostOf({});
    EXPECT_FALSE(nothing.hostname.known());
    EXPECT_FALSE(nothing.virtualization.known());
    EXPECT_TRUE(nothing.functions.empty());
    EXPECT_THAT(nothing.missing, IsEmpty());
    EXPECT_THAT(nothing.warnings, IsEmpty());
}

TEST(HostReader, MarksADeviceThatFellOffTheBus) {
    const host::Host host = hostOf(exampleServer());
    const auto *dead = host.function(addressOf("0000:41:00.0"));
    ASSERT_TRUE(dead && dead->config);
    EXPECT_TRUE(dead->dead);
    EXPECT_EQ(dead->config->headerType, 0x7F);
    EXPECT_EQ(*dead->vendor, 0x1002) << "sysfs remembers who it was";
}

TEST(HostReader, JoinsVirtualFunctionsWithTheirPhysicalOne) {
    const host::Host host = hostOf(exampleServer());
    EXPECT_THAT(host.function(addressOf("0000:04:00.0"))->virtfns, ElementsAre(addressOf("0000:04:00.1")));
    EXPECT_EQ(*host.function(addressOf("0000:04:00.1"))->physfn, addressOf("0000:04:00.0"));
    EXPECT_EQ(*host.function(addressOf("0000:04:00.0"))->rare->sriovNumVfs, 1U);
}

TEST(HostReader, OrdersVirtualFunctionsByTheirNumber) {
    std::string links;
    for (const int number : {0, 1, 10, 11, 2, 3})
        links += "0000:04:00.0/virtfn" + std::to_string(number) + " -> ../0000:04:0" +
                 std::to_string(1 + number / 8) + "." + std::to_string(number % 8) + "\n";
    const host::Host host =
        hostOf({{"pci-devices", "0000:04:00.0 -> ../../../devices/pci0000:00/0000:04:00.0\n"},
                {"pci-links", links}});
    EXPECT_THAT(host.functions[0].virtfns,
                ElementsAre(addressOf("0000:04:01.0"), addressOf("0000:04:01.1"), addressOf("0000:04:01.2"),
                            addressOf("0000:04:01.3"), addressOf("0000:04:02.2"), addressOf("0000:04:02.3")));
}

TEST(HostReader, ListsTheDevicesOfIommuGroups) {
    const host::Host host = hostOf(exampleServer());
    ASSERT_EQ(host.iommuGroups.size(), 4U);
    EXPECT_EQ(host.iommuGroups[0].group.value, 3U);
    EXPECT_FALSE(host.iommuGroups[0].type.known());
    EXPECT_EQ(host.iommuGroups[1].group.value, 27U);
    EXPECT_EQ(*host.iommuGroups[1].type, "DMA");
    EXPECT_EQ(host.function(addressOf("0000:03:00.0"))->iommuGroup->value, 27U);
    EXPECT_EQ(*host.iommuGroups[2].type, "identity");
}

TEST(HostReader, ReadsNumaNodesWithAndWithoutCpus) {
    const host::Host host = hostOf(exampleServer());
    ASSERT_EQ(host.numaNodes.size(), 2U);
    EXPECT_EQ(*host.numaNodes[0].cpus, "0-31,64-95");
    EXPECT_EQ(host.numaNodes[0].memory->value, 131841892ULL * 1024);
    EXPECT_THAT(*host.numaNodes[0].distances, ElementsAre(10, 32));
    ASSERT_TRUE(host.numaNodes[1].cpus.known()) << "no CPUs is known, not unknown";
    EXPECT_EQ(*host.numaNodes[1].cpus, "");
}

TEST(HostReader, GivesEveryFactTheLineItWasReadFrom) {
    const capture::Capture capture = captureOf(exampleServer());
    const host::Host host = readHost(capture);
    const auto *gpu = host.function(addressOf("0000:03:00.0"));
    EXPECT_EQ(evidenceText(capture, gpu->vendor.evidence()), "0000:03:00.0/vendor:0x1002");
    EXPECT_EQ(evidenceText(capture, gpu->driver.evidence()),
              "0000:03:00.0/driver -> /sys/bus/pci/drivers/vfio-pci");
    EXPECT_EQ(evidenceText(capture, gpu->currentWidth.evidence()), "0000:03:00.0/current_link_width:8");
    EXPECT_THAT(evidenceText(capture, gpu->configEvidence),
                testing::StartsWith("=0000:03:00.0\n 02 10 00 00"));
    EXPECT_EQ(evidenceText(capture, gpu->configEvidence).size(),
              std::string("=0000:03:00.0").size() + 4 * 49);
    EXPECT_EQ(evidenceText(capture, host.hostname.evidence()), "proc/sys/kernel/hostname:gpu-07");
    EXPECT_EQ(evidenceText(capture, host.numaNodes[0].distances.evidence()), "node0/distance:10 32");
    EXPECT_EQ(evidenceText(capture, host.memory.evidence()), "MemTotal:       263683784 kB");
    ASSERT_EQ(host.vms.size(), 1U);
    EXPECT_THAT(evidenceText(capture, host.vms[0].evidence), HasSubstr("--device"));
}

TEST(HostReader, LetsRootsConfigSpaceWinWhateverCameFirst) {
    std::vector<std::uint8_t> whole(4096, 0);
    whole[0] = 0x02;
    whole[1] = 0x10;
    std::vector<TestSection> sections = exampleServer();
    sections.insert(sections.begin(), {"pci-config", configText("0000:03:00.0", whole), Part::Root});
    const host::Host host = hostOf(sections);
    EXPECT_EQ(host.function(addressOf("0000:03:00.0"))->config->bytesRead, 4096);
    EXPECT_TRUE(host.function(addressOf("0000:41:00.0"))->dead);
}

TEST(HostReader, KeepsTheLongerConfigSpaceWhenTheLaterOneWasCutShort) {
    std::vector<std::uint8_t> whole(4096, 0);
    whole[0] = 0x02;
    const std::vector<std::uint8_t> brief(whole.begin(), whole.begin() + 128);
    const host::Host host =
        hostOf({{"pci-config", configText("0000:03:00.0", whole), Part::Touch},
                {"pci-config", configText("0000:03:00.0", brief), Part::Root, Damage::Truncated}});
    EXPECT_EQ(host.function(addressOf("0000:03:00.0"))->config->bytesRead, 4096);
}

TEST(HostReader, SeesThatADeviceDiedBetweenTwoReads) {
    std::vector<std::uint8_t> whole(4096, 0);
    whole[0] = 0x02;
    const host::Host host =
        hostOf({{"pci-config", configText("0000:03:00.0", whole), Part::Touch},
                {"pci-config", configText("0000:03:00.0", std::vector<std::uint8_t>(64, 0xFF)), Part::Root}});
    EXPECT_TRUE(host.function(addressOf("0000:03:00.0"))->dead);
}

TEST(HostReader, DropsTheHalfLineAtTheEndOfADamagedSection) {
    const std::string text = "0000:03:00.0/vendor:0x1002\n0000:03:00.0/device:0x75";
    const host::Host damaged = hostOf({{"pci", text, Part::Safe, Damage::Truncated}});
    ASSERT_EQ(damaged.functions.size(), 1U);
    EXPECT_EQ(*damaged.functions[0].vendor, 0x1002);
    EXPECT_FALSE(damaged.functions[0].device.known());
    const host::Host whole = hostOf({{"pci", text}});
    EXPECT_EQ(*whole.functions[0].device, 0x75) << "the same bytes of a whole section are the host's own";
}

TEST(HostReader, ReadsSectionsInAnyOrderAlike) {
    std::vector<TestSection> sections = exampleServer();
    const host::Host straight = hostOf(sections);
    std::reverse(sections.begin(), sections.end());
    const host::Host reversed = hostOf(sections);
    ASSERT_EQ(straight.functions.size(), reversed.functions.size());
    for (std::size_t i = 0; i < straight.functions.size(); ++i) {
        EXPECT_EQ(straight.functions[i].address, reversed.functions[i].address);
        EXPECT_EQ(straight.functions[i].driver, reversed.functions[i].driver);
        EXPECT_EQ(straight.functions[i].rare->slotLabel, reversed.functions[i].rare->slotLabel);
        EXPECT_EQ(straight.functions[i].config, reversed.functions[i].config);
        EXPECT_EQ(straight.functions[i].virtfns, reversed.functions[i].virtfns);
    }
}

TEST(HostReader, NamesTheSimulator) {
    EXPECT_EQ(hostOf({{"identity", "etc/fabricscope-simulated:demo host mi355x-a\n"}}).simulated,
              "demo host mi355x-a");
    EXPECT_EQ(hostOf({{"identity", "etc/fabricscope-simulated:\n"}}).simulated, "simulated");
    capture::Capture capture;
    capture.simulated = "demo";
    EXPECT_EQ(readHost(capture).simulated, "demo");
}

TEST(HostReader, ReportsUnknownSections) {
    const host::Host host =
        hostOf({{"quantum-fabric", "x\n"}, {"tool-newer-smi", "x\n"}, {"dmesg", "x\n", Part::Root}});
    EXPECT_THAT(host.warnings,
                ElementsAre("section 'quantum-fabric' cannot be read by this version and was left out"))
        << "tools are kept as text";
}

TEST(HostReader, HasAFuzzSeedForEveryReader) {
    for (const std::string_view name : readableSections())
        EXPECT_TRUE(std::any_of(fuzz::sectionSeeds().begin(), fuzz::sectionSeeds().end(),
                                [&](const fuzz::SectionSeed &seed) { return seed.name == name; }))
            << name;
}

TEST(HostReader, HasAReaderForEverySectionThatTheCollectorPromises) {
    std::ifstream contract(FABRICSCOPE_SOURCE_DIR "/resources/collector/SECTIONS.md");
    const auto readable = readableSections();
    std::size_t promised = 0;
    for (std::string line; std::getline(contract, line);) {
        // "| safe | `identity` | / | files | ..."
        const auto begin = line.find("| `");
        const auto end = begin == std::string::npos ? begin : line.find('`', begin + 3);
        const std::string part = line.substr(0, line.find(' ', 2));
        if (end == std::string::npos || (part != "| safe" && part != "| touch" && part != "| root"))
            continue;
        const std::string name = line.substr(begin + 3, end - begin - 3);
        if (name.substr(0, 5) == "tool-" || name == "dmesg")
            continue; // stored as text
        ++promised;
        EXPECT_THAT(readable, testing::Contains(std::string_view(name)));
    }
    EXPECT_GE(promised, 30U);
}

TEST(HostReader, TakesVendorFamilyAndModelFromTheFirstProcessor) {
    const host::Host host =
        hostOf({{"cpuinfo", "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\n"
                            "model\t\t: 2\nmodel name\t: AMD EPYC 9575F\nprocessor\t: 1\n"
                            "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 143\n"}});
    EXPECT_EQ(*host.cpuVendor, "AuthenticAMD");
    EXPECT_EQ(*host.cpuFamily, 26);
    EXPECT_EQ(*host.cpuModelNumber, 2);
    EXPECT_EQ(*host.cpuModel, "AMD EPYC 9575F") << "\"model\" is not \"model name\"";
    const host::Host odd = hostOf({{"cpuinfo", "cpu family\t: -1\nmodel\t\t: unknown\n"}});
    EXPECT_FALSE(odd.cpuVendor.known());
    EXPECT_FALSE(odd.cpuFamily.known());
    EXPECT_FALSE(odd.cpuModelNumber.known());
}

TEST(HostReader, DetectsAGuestByItsProcessorWithoutTools) {
    const std::string guest = "model name\t: X\nflags\t\t: fpu hypervisor sse2\n";
    EXPECT_EQ(*hostOf({{"cpuinfo", guest}}).virtualization, "vm");
    EXPECT_EQ(*hostOf({{"cpuinfo", guest}, {"dmi", "sys_vendor:QEMU\n"}}).virtualization, "qemu");
    EXPECT_EQ(*hostOf({{"cpuinfo", guest}, {"tool-detect-virt", "kvm\n", Part::Tools}}).virtualization,
              "kvm");
    EXPECT_FALSE(hostOf({{"cpuinfo", "Processor : ARM\n"}}).virtualization.known());
}

// Each section from which readHost() takes the host name must be listed here too; otherwise joined files
// would be taken for files of one host.
TEST(HostNames, AreThoseThatReadHostFinds) {
    std::size_t named = 0;
    for (const fuzz::SectionSeed &seed : fuzz::sectionSeeds()) {
        const capture::Capture capture = captureOf({{seed.name, seed.bytes}});
        const host::Host host = readHost(capture);
        const HostNames names = readHostNames(capture);
        EXPECT_EQ(names.hostname, host.hostname.valueOr("")) << seed.name;
        EXPECT_EQ(names.machineId, host.id.machineId) << seed.name;
        named += names.hostname.empty() ? 0 : 1;
    }
    EXPECT_GE(named, 2U) << "more kinds of sections than one name their host";
}

} // namespace
} // namespace fabricscope::formats
