// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The text output and text files of the demo hosts.
#include "app/demo/data/DemoData.h"
#include "app/demo/sysfs/SystemTree.h"
#include "app/demo/tools/ToolTexts.h"
#include "tests/app/demo/DemoTrees.h"

#include <gmock/gmock.h>

#include <sstream>

namespace fabricscope::test {
namespace {

using app::demo::DemoHost;
using ::testing::HasSubstr;
using ::testing::Not;

std::string textOf(const DemoHost &host, const std::string &tool, const std::string &arguments,
                   bool root = true) {
    for (const auto &text : app::demo::toolTexts(host, root))
        if (text.tool == tool && text.arguments == arguments)
            return text.output;
    ADD_FAILURE() << tool << ' ' << arguments << ": no such text";
    return {};
}

TEST(DemoTexts, ShowTheLabsRdmaLinksAsItsGuideDoes) {
    std::string expected;
    for (int i = 0; i < 16; ++i) {
        const std::string netdev = "ens" + std::to_string(i / 2 + 1) + "1np" + std::to_string(i % 2);
        expected += "link mb_" + std::to_string(i) + "/1 state " +
                    (i % 2 == 0 ? "ACTIVE physical_state LINK_UP" : "DOWN physical_state DISABLED") +
                    " netdev " + netdev + " \n";
    }
    EXPECT_EQ(textOf(DemoTrees::get().host("ai1"), "rdma", "link"), expected);
    EXPECT_THAT(textOf(DemoTrees::get().host("ai2"), "ip", "-o addr"),
                HasSubstr(" ens50f0    inet 192.168.50.2/24 "));
}

TEST(DemoTexts, AgreeWithSysfsOnTheNumaNodes) {
    for (const DemoHost &host : DemoTrees::get().hosts()) {
        const std::string text = textOf(host, "numactl", "-H");
        EXPECT_THAT(text, HasSubstr("available: 2 nodes (0-1)\nnode 0 cpus: 0 1 2"));
        const std::string far =
            DemoTrees::get().read(host.name, "sys/devices/system/node/node0/distance").substr(3);
        EXPECT_THAT(text, HasSubstr("node   0   1 \n  0:  10  " + far + " \n  1:  " + far + "  10 \n"));
    }
}

TEST(DemoTexts, ListTheGuestsGpusInTheirOrder) {
    const DemoHost &vm = DemoTrees::get().host("vm-01a");
    EXPECT_THAT(textOf(vm, "amd-smi", "list"), HasSubstr("GPU: 7\n    BDF: 0003:00:04.0\n"));
    EXPECT_THAT(textOf(vm, "amd-smi", "topology"),
                HasSubstr("\nLINK TYPE TABLE:\n             0002:00:01.0 0002:00:02.0"));
    EXPECT_THAT(textOf(vm, "rocm-smi", "--showtopo"), HasSubstr("GPU[4]\t\t: (Topology) Numa Node: 1\n"));
    for (const auto &text : app::demo::toolTexts(DemoTrees::get().host("mi355x-01"), true))
        EXPECT_NE(text.tool, "amd-smi") << "no amdgpu on a hypervisor";
}

/// The guest as described by the VMM is the same as in the guest itself.
TEST(DemoTexts, LetTheVmmAndItsGuestAgreeOnTheGuestsAddresses) {
    const DemoHost &host = DemoTrees::get().host("mi355x-02"), &guest = DemoTrees::get().host("vm-02a");
    const std::string text = textOf(host, "ch-remote", "--api-socket /run/ch/vm-02a.sock info");
    const std::pair<const char *, std::uint16_t> given[] = {{"gpu2\",\"resources", 0x75a0},
                                                            {"nic7\",\"resources", 0x1003},
                                                            {"front0\",\"resources", 0x101e},
                                                            {"disk4\",\"resources", 0xa824}};
    for (const auto &[id, device] : given) {
        const auto at = text.find("pci_bdf\":\"", text.find(std::string("\"id\":\"") + id));
        ASSERT_NE(at, std::string::npos) << id;
        const auto address = pci::Address::parse(text.substr(at + 10, 12));
        ASSERT_TRUE(address && guest.functions.contains(*address)) << id;
        EXPECT_EQ(guest.functions.at(*address).device, device);
    }
}

TEST(DemoTexts, KeepTheKernelsLogFromOrdinaryUsers) {
    const DemoHost &host = DemoTrees::get().host("ai1");
    EXPECT_THAT(textOf(host, "dmesg", "", false), HasSubstr("Operation not permitted"));
    EXPECT_THAT(textOf(host, "dmesg", "", true), HasSubstr("iommu: Default domain type: Passthrough"));
}

TEST(DemoTexts, NeedNoQuotingInTheScriptsThatPrintThem) {
    for (const DemoHost &host : DemoTrees::get().hosts()) {
        for (const auto &text : app::demo::toolTexts(host, true))
            EXPECT_EQ((text.tool + text.arguments).find('\''), std::string::npos);
        EXPECT_EQ(host.user.sudoPassword.find('\''), std::string::npos);
    }
}

/// The format of the library's own parser: one element per line, no declaration, no tab, all attributes
/// quoted.
TEST(DemoTexts, WriteANcclFileThatTheLibraryParses) {
    for (const char *name : {"vm-01a", "vm-02a"}) {
        const std::string text = DemoTrees::get().read(name, "etc/rccl/topo.xml");
        EXPECT_THAT(text, Not(HasSubstr("<?xml")));
        EXPECT_THAT(text, Not(HasSubstr("\t")));
        EXPECT_THAT(text, HasSubstr("<system version=\"2\">"));
        std::istringstream lines(text);
        int depth = 0, nets = 0, gpus = 0;
        for (std::string line; std::getline(lines, line);) {
            const auto begin = line.find('<');
            ASSERT_NE(begin, std::string::npos) << line;
            EXPECT_EQ(line.find('<', begin + 1), std::string::npos) << line;
            EXPECT_EQ(line.back(), '>') << line;
            if (line.compare(begin, 4, "<!--") == 0)
                continue;
            depth += line[begin + 1] == '/' ? -1 : line[line.size() - 2] == '/' ? 0 : 1;
            nets += line.find("<net ") != std::string::npos;
            gpus += line.find("device=\"0x75a0\"") != std::string::npos;
        }
        EXPECT_EQ(depth, 0);
        EXPECT_EQ(nets, 8);
        EXPECT_EQ(gpus, 8);
    }
}

/// The NIC next to each GPU in the file.
std::vector<std::pair<std::string, std::string>> pairsOf(const std::string &text) {
    std::vector<std::pair<std::string, std::string>> pairs;
    std::string gpu;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto at = line.find("busid=\"0");
        if (at == std::string::npos)
            continue;
        const std::string busid = line.substr(at + 7, 12);
        if (line.find("0x120000") != std::string::npos)
            gpu = busid;
        else
            pairs.emplace_back(gpu, busid);
    }
    return pairs;
}

TEST(DemoTexts, SwapTwoNicsInTheFileOfOneVmOnly) {
    std::vector<std::pair<std::string, std::string>> straight;
    for (const char *domain : {"0002", "0003"})
        for (int i = 0; i < 4; ++i)
            straight.emplace_back(std::string(domain) + ":00:0" + std::to_string(i + 1) + ".0",
                                  std::string(domain) + ":00:0" + "9abc"[i] + ".0");
    EXPECT_EQ(pairsOf(DemoTrees::get().read("vm-01a", "etc/rccl/topo.xml")), straight);
    auto swapped = straight;
    std::swap(swapped[2].second, swapped[3].second);
    EXPECT_EQ(pairsOf(DemoTrees::get().read("vm-02a", "etc/rccl/topo.xml")), swapped);
    EXPECT_THAT(
        DemoTrees::get().read("vm-01a", "etc/rccl/topo.xml"),
        HasSubstr("<net name=\"ionic_0\" dev=\"0\" speed=\"400000\" port=\"1\" guid=\"0x069081fffe3730c8\" "
                  "maxconn=\"2048\" gdr=\"1\"/>"));
}

/// A minimal host with these functions.
std::string smallHost(const std::string &rest) {
    return R"({"description": "small", "user": {"name": "u"},
        "system": {"machine_id": "0", "boot_id": "0", "kernel": "6", "kernel_version": "6", "command_line": "", "uptime": "1 1"},
        "cpu": {"vendor": "v", "model": "m"}, "numa": {"0": {"cpus": "0", "memory_kb": 1, "distances": [10]}},
        "roots": {"0000:00": {"numa": 0}}, )" +
           rest + "}";
}

struct BadData {
    const char *rest, *message;
};

TEST(DemoData, ReportsErrorsWithTheirLocation) {
    const BadData cases[] = {
        {R"("functions": {"nonsense": {"is": "nvme"}})", "nonsense: not a BDF"},
        {R"("functions": {"0000:00:01.0": {"is": "no-such-device"}})", "has no 'no-such-device'"},
        {R"("functions": {"0000:00:01.0": {"id": "1:2"}})", "has no 'class'"},
        {R"("functions": {"0000:01:00.0": {"is": "nvme"}})", "is not on a root bus"},
        {R"("functions": {"0000:01:00.0": {"is": "nvme", "under": "0000:00:01.0"}})",
         "function that does not exist"},
        {R"("functions": {"0000:00:01.0": {"is": "nvme", "link": "9x16"}})", "not a link"},
        {R"("functions": {"0000:00:01.0": {"is": "nvme", "bars": {"0": "3K"}}})", "power of two"},
        {R"("functions": {"0000:00:01.0": {"is": "nvme", "acs": "XX+"}})", "knows no 'XX'"},
        {R"("functions": {"0000:00:01.0": {"is": "nvme", "driver": "${who}"}})", "no parameter for ${who}"},
        {R"("functions": {"0000:00:01.0": {"is": "nvme", "group": 1}, "0000:00:02.0": {"is": "nvme", "group": 1}})",
         "IOMMU group 1 is given twice"},
        {R"("functions": {"0000:00:01.0": {"is": "pollara-vf", "physfn": "0000:00:02.0"}})", "has no PF"},
        {R"("blocks": {"0": {"use": "no-such-block"}})", "has no 'no-such-block'"},
        {R"("based_on": "no-such-file")", "no such file"},
    };
    for (const BadData &bad : cases) {
        const auto host = app::demo::parseDemoHost("small", smallHost(bad.rest));
        ASSERT_FALSE(host) << bad.rest;
        EXPECT_THAT(host.error().toString(), HasSubstr(bad.message));
    }
    EXPECT_TRUE(
        app::demo::parseDemoHost("small", smallHost(R"("functions": {"0000:00:01.0": {"is": "nvme"}})")));
    EXPECT_FALSE(app::demo::parseDemoHost("small", "{"));
    EXPECT_FALSE(app::demo::parseDemoHost("small", "[]"));
    EXPECT_FALSE(app::demo::loadDemoHost("no-such-host"));
}

} // namespace
} // namespace fabricscope::test
