// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A capture may come from anywhere: for any content, reading ends, stays within limits, and keeps the valid
// parts.
#include "core/base/HostText.h"
#include "core/formats/HostBuilder.h"
#include "tests/core/formats/Captures.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace fabricscope::formats {
namespace {

using capture::Damage;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

// Every text of a host that may be shown.
std::vector<std::string> textsOf(const host::Host &host) {
    std::vector<std::string> texts = host.warnings;
    const auto add = [&](const host::Fact<std::string> &fact) {
        texts.push_back(fact.valueOr({}));
    };
    for (const auto *fact :
         {&host.hostname, &host.kernel, &host.commandLine, &host.osName, &host.vendor, &host.product,
          &host.board, &host.bios, &host.cpuModel, &host.virtualization, &host.cpusOnline, &host.user})
        add(*fact);
    texts.push_back(host.id.target);
    texts.push_back(host.id.machineId);
    texts.push_back(host.simulated);
    for (const auto &f : host.functions)
        for (const auto *fact :
             {&f.driver, &f.localCpus, &f.powerState, &f.resetMethod, &f.rare->slotLabel, &f.rare->name})
            add(*fact);
    for (const auto &n : host.netInterfaces) {
        texts.push_back(n.name);
        add(n.mac);
        texts.insert(texts.end(), n.addresses.begin(), n.addresses.end());
    }
    for (const auto &r : host.rdmaDevices)
        texts.push_back(r.name);
    for (const auto &v : host.vms) {
        texts.push_back(v.name);
        texts.push_back(v.uuid);
    }
    for (const auto &[module, parameters] : host.modules) {
        texts.push_back(module);
        for (const auto &[name, value] : parameters)
            add(value);
    }
    for (const auto &missing : host.missing)
        texts.insert(texts.end(), {missing.what, missing.why, missing.remedy});
    return texts;
}

TEST(HostileInput, NeverBringsEscapeSequencesOrInvalidUtf8ToTheScreen) {
    const std::string hostile = "\x1b]0;title\x07\x1b[2J\xff\xc0\x80\xe2\x80\xae\x9b";
    capture::Capture capture =
        captureOf({{"identity", "proc/sys/kernel/hostname:" + hostile + "\netc/machine-id:" + hostile + "\n"},
                   {"user", "uid=1(" + hostile + ")\n"},
                   {"dmi", "sys_vendor:" + hostile + "\n"},
                   {"pci", "0000:01:00.0/label:" + hostile + "\n0000:01:00.0/power_state:" + hostile +
                               "\n0000:01:00.0/vendor:" + hostile + "\n" + hostile + "\n"},
                   {"pci-links", "0000:01:00.0/driver -> ../" + hostile + "\n"},
                   {"net", hostile + "/address:" + hostile + "\n"},
                   {"rdma", hostile + "/node_guid:" + hostile + "\n"},
                   {"modules", hostile + " 1\n"},
                   {"module-params", hostile + "/parameters/x:" + hostile + "\n"},
                   {"vmm", "@pid 1\n=qemu\n=-name\n=" + hostile + "\n=-uuid\n=" + hostile + "\n"},
                   {"pci-touch", "x", capture::Part::Touch, Damage::Stuck}});
    capture.target = hostile;
    capture.simulated = hostile;
    capture.sections.back().meta().damageText = hostile;
    capture.sections.back().meta().origin = hostile;
    const host::Host host = readHost(capture);
    EXPECT_GE(host.functions.size(), 1U);
    for (const std::string &text : textsOf(host))
        EXPECT_EQ(text, HostText(text).plain(1 << 20));
}

TEST(HostileInput, CutsALineOfAHundredMegabytes) {
    std::string line(std::size_t{100} << 20, 'A');
    line.replace(0, 21, "0000:01:00.0/label:xx");
    const host::Host host = hostOf({{"pci", line}, {"identity", "proc/cmdline:" + line}});
    ASSERT_EQ(host.functions.size(), 1U);
    EXPECT_LE(host.functions[0].rare->slotLabel->size(), 512U + 3);
    EXPECT_LE(host.commandLine->size(), 8192U + 3);
    EXPECT_EQ(host.commandLine.evidence().length, host::EvidenceRef::kLongest)
        << "evidence points to the beginning";
}

TEST(HostileInput, LimitsTheNumberOfFunctionsAndReportsIt) {
    std::string text;
    for (unsigned i = 0; i < HostLimits::kFunctions + 100; ++i)
        text += fmt::format("{:08x}:00:00.0/vendor:0x1234\n", i);
    const host::Host host = hostOf({{"pci", text}});
    EXPECT_EQ(host.functions.size(), HostLimits::kFunctions);
    EXPECT_THAT(host.warnings, Contains("only the first 65536 PCI functions are used"));
}

TEST(HostileInput, TakesFunctionsInTheWorstOrder) {
    std::string text;
    for (unsigned i = 20000; i > 0; --i)
        text += fmt::format("{:08x}:00:00.0/vendor:0x1234\n", i * 7919 % 20011);
    const host::Host host = hostOf({{"pci", text}});
    EXPECT_EQ(host.functions.size(), 20000U);
    EXPECT_TRUE(std::is_sorted(host.functions.begin(), host.functions.end(),
                               [](const auto &a, const auto &b) { return a.address < b.address; }));
}

TEST(HostileInput, KeepsOneFunctionOfTwoWithOneAddress) {
    const host::Host host =
        hostOf({{"pci-devices", "0000:01:00.0 -> /sys/devices/pci0000:00/0000:01:00.0\n"
                                "0000:02:00.0 -> /sys/devices/pci0000:00/0000:02:00.0\n"
                                "0000:01:00.0 -> /sys/devices/pci0000:40/0000:01:00.0\n"}});
    ASSERT_EQ(host.functions.size(), 2U);
    EXPECT_EQ(host.functions[0].rootBus, std::pair(std::uint32_t{0}, std::uint8_t{0x40}));
}

TEST(HostileInput, NeverMakesAFunctionItsOwnParent) {
    const host::Host host = hostOf(
        {{"pci-devices", "0000:01:00.0 -> /sys/devices/pci0000:00/0000:01:00.0/0000:01:00.0\n"
                         "0000:02:00.0 -> /sys/devices/0000:03:00.0/0000:02:00.0\n"
                         "0000:03:00.0 -> /sys/devices/0000:02:00.0/0000:03:00.0\n"},
         {"pci-links", "0000:01:00.0/physfn -> ../0000:01:00.0\n0000:01:00.0/virtfn0 -> ../0000:01:00.0\n"}});
    EXPECT_EQ(host.functions[0].parent, std::nullopt);
    EXPECT_FALSE(host.functions[0].physfn.known());
    EXPECT_THAT(host.functions[0].virtfns, IsEmpty());
    // A cycle of two is handled by the tree builder, which has the whole host.
    EXPECT_EQ(host.functions[1].parent, addressOf("0000:03:00.0"));
    EXPECT_EQ(host.functions[1].rootBus, std::nullopt);
}

TEST(HostileInput, LeavesNumbersOutThatAreOutOfRange) {
    const host::Host host = hostOf(
        {{"pci", "0000:01:00.0/vendor:0x12345\n0000:01:00.0/class:zzz\n0000:01:00.0/numa_node:99999999999\n"
                 "0000:01:00.0/revision:-1\n0000:01:00.0/secondary_bus_number:256\n"
                 "0000:01:00.0/current_link_width:-16\n0000:01:00.0/max_link_width:1000000\n"
                 "0000:01:00.0/resource:0x0000000000002000 0x0000000000001000 0x0000000000000200\n"
                 "0000:01:00.0/resource:0x0000000000000000 0xffffffffffffffff 0x0000000000000200\n"
                 "0000:01:00.0/resource:junk\n0000:01:00.0/aer_dev_fatal:TOTAL_ERR_FATAL -3\n"},
         {"pci-links", "0000:01:00.0/iommu_group -> ../99999999999\n"},
         {"numa",
          "node4096/cpulist:0\nnode0/cpulist:0-2000000\nnode0/distance:10 x\nnode0/meminfo:Node 0 MemTotal: "
          "99999999999999999999 kB\nnode1/cpulist:5-2\n"},
         {"cpu", "online:0-4294967295\n"},
         {"iommu", "4294967296/type:DMA\n-1/type:DMA\n"},
         {"user", "uid=99999999999(x)\n"}});
    const auto &f = host.functions.at(0);
    EXPECT_FALSE(f.vendor.known() || f.classCode.known() || f.numaNode.known() || f.revision.known() ||
                 f.rare->secondaryBus.known() || f.currentWidth.known() || f.maxWidth.known() ||
                 f.rare->aerFatal.known() || f.iommuGroup.known());
    EXPECT_THAT(f.bars, IsEmpty());
    EXPECT_FALSE(host.uid.known());
    EXPECT_FALSE(host.cpusOnline.known());
    EXPECT_THAT(host.iommuGroups, IsEmpty());
    for (const auto &node : host.numaNodes)
        EXPECT_FALSE(node.cpus.known() || node.distances.known() || node.memory.known());
    EXPECT_GE(host.warnings.size(), 10U);
}

TEST(HostileInput, ReportsTheNumberOfAnInvalidLine) {
    const host::Host host =
        hostOf({{"pci", "0000:01:00.0/vendor:0x1002\nnonsense\n0000:01:00.0/vendor:yes\n"}});
    EXPECT_THAT(host.warnings, testing::ElementsAre("pci: line 2: not a line of a PCI function's file",
                                                    "pci: line 3: invalid value of 0000:01:00.0/vendor"));
    EXPECT_EQ(*host.functions.at(0).vendor, 0x1002) << "what made sense stays";
}

TEST(HostileInput, BoundsItsWarnings) {
    std::vector<TestSection> sections;
    std::string nonsense;
    for (int i = 0; i < 10000; ++i)
        nonsense += "nonsense\n";
    for (int i = 0; i < 200; ++i)
        sections.push_back({"pci", nonsense});
    const host::Host host = hostOf(sections);
    EXPECT_LE(host.warnings.size(), HostLimits::kWarnings + 1);
    EXPECT_THAT(host.warnings.back(), HasSubstr("more lines could not be parsed"));
}

TEST(HostileInput, LeavesConfigSpacesOutThatAreNone) {
    const std::string good = configText("0000:01:00.0", std::vector<std::uint8_t>(64, 0x11));
    const host::Host host = hostOf(
        {{"pci-config", " 00 11\n" + good + "=not:a:bdf\n 00 11 22\n=0000:02:00.0\n=0000:03:00.0\n 00 zz\n" +
                            configText("0000:04:00.0", std::vector<std::uint8_t>(5000, 0)) +
                            "=0000:05:00.0\n 000\n" + "=0000:06:00.0\n 0\n" +
                            "=0000:07:00.0\nod: cannot read: Input/output error\n"}});
    ASSERT_TRUE(host.function(addressOf("0000:01:00.0")));
    EXPECT_TRUE(host.function(addressOf("0000:01:00.0"))->config);
    EXPECT_EQ(host.function(addressOf("0000:04:00.0"))->config->bytesRead, 4096);
    EXPECT_EQ(host.functions.size(), 2U);
    EXPECT_GE(host.warnings.size(), 5U);
}

// ---- properties: the example server, damaged in every simple way ----

TEST(HostileInput, SurvivesEverySectionCutAtEveryLineAndInTheMiddleOfIt) {
    const std::vector<TestSection> whole = exampleServer();
    const std::size_t functions = hostOf(whole).functions.size();
    for (std::size_t s = 0; s < whole.size(); ++s) {
        for (std::size_t at = 0; at < whole[s].bytes.size(); at += 1 + whole[s].bytes.size() / 97) {
            std::vector<TestSection> cut = whole;
            cut[s].bytes.resize(at);
            cut[s].damage = Damage::Truncated;
            const host::Host host = hostOf(cut);
            EXPECT_LE(host.functions.size(), functions);
            EXPECT_FALSE(host.missing.empty());
        }
    }
}

TEST(HostileInput, SurvivesEverySectionWithoutOneOfItsLines) {
    const std::vector<TestSection> whole = exampleServer();
    for (std::size_t s = 0; s < whole.size(); ++s) {
        std::size_t at = 0;
        while (at < whole[s].bytes.size()) {
            const std::size_t end = std::min(whole[s].bytes.find('\n', at), whole[s].bytes.size() - 1) + 1;
            std::vector<TestSection> cut = whole;
            cut[s].bytes.erase(at, end - at);
            EXPECT_LE(hostOf(cut).warnings.size(), 8U) << cut[s].name << " at " << at;
            at = end;
        }
    }
}

TEST(HostileInput, SurvivesBytesThatWereChangedAnywhere) {
    const std::vector<TestSection> whole = exampleServer();
    std::mt19937 random(11);
    for (int round = 0; round < 1000; ++round) {
        std::vector<TestSection> changed = whole;
        TestSection &section = changed[random() % changed.size()];
        for (unsigned i = 0; i < 1 + random() % 8; ++i)
            section.bytes[random() % section.bytes.size()] = static_cast<char>(random());
        const host::Host host = hostOf(changed);
        EXPECT_LE(host.warnings.size(), HostLimits::kWarnings + 10);
    }
}

TEST(HostileInput, SurvivesSectionsThatCarryEachOthersBytes) {
    const std::vector<TestSection> whole = exampleServer();
    for (const TestSection &name : whole)
        for (const TestSection &bytes : whole) {
            const host::Host host = hostOf({{name.name, bytes.bytes}});
            EXPECT_LE(host.functions.size(), 32U);
        }
}

} // namespace
} // namespace fabricscope::formats
