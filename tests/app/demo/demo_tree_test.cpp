// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sysfs/SysfsPaths.h"
#include "core/pci/Capabilities.h"
#include "tests/app/demo/DemoTrees.h"

#include <gmock/gmock.h>

#include <set>

namespace fabricscope::test {
namespace {

using app::demo::DemoFunction;
using app::demo::DemoHost;
using pci::Address;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const DemoHost &host : DemoTrees::get().hosts())
        names.push_back(host.name);
    return names;
}

TEST(DemoTree, HoldsTheSixHostsOfTheFieldStories) {
    EXPECT_THAT(names(), ElementsAre("mi355x-01", "vm-01a", "mi355x-02", "vm-02a", "ai1", "ai2"));
    EXPECT_EQ(DemoTrees::get().host("vm-01a").hypervisor, "mi355x-01");
    EXPECT_EQ(DemoTrees::get().host("vm-02a").hypervisor, "mi355x-02");
}

TEST(DemoTree, MarksEveryHostAsSimulated) {
    for (const std::string &name : names())
        EXPECT_THAT(DemoTrees::get().read(name, "etc/fabricscope-simulated"), HasSubstr("simulated"));
}

/// Every link below a folder, with its target.
std::map<std::string, std::string> linksBelow(const std::filesystem::path &folder) {
    std::map<std::string, std::string> links;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_symlink())
            links[entry.path().lexically_relative(folder)] = std::filesystem::read_symlink(entry.path());
    return links;
}

TEST(DemoTree, HasLinksOfTheKernelsShapeWhichAllLeadSomewhere) {
    for (const DemoHost &host : DemoTrees::get().hosts()) {
        const auto root = DemoTrees::get().userView(host);
        for (const auto &[path, target] : linksBelow(root / "sys")) {
            EXPECT_THAT(target, StartsWith("../")) << host.name << ' ' << path;
            EXPECT_TRUE(std::filesystem::exists(root / "sys" / path)) << host.name << ' ' << path;
        }
        for (const auto &[name, target] : linksBelow(root / "sys/bus/pci/devices")) {
            EXPECT_THAT(target, StartsWith("../../../devices/pci")) << name;
            EXPECT_TRUE(target.ends_with('/' + name)) << name << " -> " << target;
        }
    }
}

TEST(DemoTree, LinksDevicesAsThisMachinesKernelDoes) {
    const std::filesystem::path real = "/sys/bus/pci/devices";
    if (!std::filesystem::exists(real) || std::filesystem::is_empty(real))
        GTEST_SKIP() << "this machine has no PCI devices to compare with";
    const auto first = *std::filesystem::directory_iterator(real);
    const std::string target = std::filesystem::read_symlink(first.path());
    const std::string bdf = first.path().filename();
    EXPECT_EQ(target.substr(0, target.find('/' + bdf)).substr(0, 20), "../../../devices/pci");
    const auto root = DemoTrees::get().userView(DemoTrees::get().host("mi355x-01"));
    for (const char *file :
         {"vendor", "device", "class", "subsystem_vendor", "revision", "numa_node", "local_cpulist",
          "resource", "config", "enable", "msi_bus", "power_state", "modalias", "irq"}) {
        if (!std::filesystem::exists(first.path() / file))
            continue;
        EXPECT_TRUE(std::filesystem::exists(root / "sys/bus/pci/devices/0000:00:01.1" / file)) << file;
    }
}

TEST(DemoTree, KeepsIommuGroupsAndDevicesInAgreement) {
    for (const DemoHost &host : DemoTrees::get().hosts()) {
        const auto root = DemoTrees::get().rootView(host);
        std::size_t members = 0;
        for (const auto &[name, target] : linksBelow(root / "sys/kernel/iommu_groups"))
            if (name.find("/devices/") != std::string::npos) {
                ++members;
                const std::string group = name.substr(0, name.find('/'));
                const auto back = std::filesystem::read_symlink(
                    root / "sys/bus/pci/devices" / std::filesystem::path(name).filename() / "iommu_group");
                EXPECT_EQ(back.filename(), group) << host.name << ' ' << name;
            }
        EXPECT_EQ(members == 0, host.iommuType.empty()) << host.name;
    }
}

/// The windows of a bridge contain the BARs behind it, and BARs do not overlap.
TEST(DemoTree, PlacesEveryBarInsideItsBridgesWindow) {
    for (const DemoHost &host : DemoTrees::get().hosts()) {
        std::map<std::uint64_t, std::uint64_t> taken;
        for (const auto &[address, function] : host.functions)
            for (const auto &bar : function.bars) {
                ASSERT_NE(bar.address, 0u) << address.toString();
                EXPECT_EQ(bar.address % bar.size, 0u) << address.toString();
                EXPECT_TRUE(taken.emplace(bar.address, bar.address + bar.size).second) << address.toString();
                for (auto above = function.parent; above; above = host.functions.at(*above).parent) {
                    const DemoFunction &bridge = host.functions.at(*above);
                    const auto &window = bar.prefetchable ? bridge.prefetchable : bridge.memory;
                    EXPECT_LE(window.first, bar.address) << address.toString();
                    EXPECT_GE(window.last, bar.address + bar.size - 1) << address.toString();
                }
            }
        for (auto it = taken.begin(); it != taken.end() && std::next(it) != taken.end(); ++it)
            EXPECT_LE(it->second, std::next(it)->first);
    }
}

pci::ConfigSpace configOf(const std::string &host, const std::string &bdf) {
    const auto path =
        DemoTrees::get().rootView(DemoTrees::get().host(host)) / "sys/bus/pci/devices" / bdf / "config";
    const std::string bytes = shell("cat '" + path.string() + "'").out;
    return pci::decodeConfigSpace({reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size()});
}

TEST(DemoTree, WritesConfigSpacesThatDecodeToTheDemoData) {
    for (const DemoHost &host : DemoTrees::get().hosts())
        for (const auto &[address, function] : host.functions) {
            SCOPED_TRACE(host.name + ' ' + address.toString());
            const pci::ConfigSpace config = configOf(host.name, address.toString());
            EXPECT_TRUE(config.problems.empty());
            EXPECT_EQ(config.classCode, function.classCode);
            EXPECT_EQ(config.bytesRead, function.port ? 4096 : 256);
            EXPECT_EQ(config.express.has_value(), function.port.has_value());
            EXPECT_EQ(config.secondaryBus, function.secondary);
            EXPECT_EQ(config.ats.has_value(), function.hasAts);
            EXPECT_EQ(config.acs.has_value(), function.acsSupported != 0);
            EXPECT_EQ(config.sriov.has_value(), function.totalVfs != 0);
            if (config.acs) {
                EXPECT_EQ(config.acs->enabled, function.acsEnabled);
            }
            if (config.sriov) {
                EXPECT_EQ(config.sriov->numVfs, function.virtfns.size());
            }
            if (function.physfn || !function.link || !config.express)
                continue;
            EXPECT_EQ(config.express->portType, *function.port);
            EXPECT_EQ(config.express->currentWidth.value_or(0), function.link->width);
            if (function.link->width != 0) {
                EXPECT_EQ(config.express->currentSpeed->generation(), function.link->generation);
            }
            EXPECT_EQ(config.express->maxWidth, function.maxLink->width);
            EXPECT_EQ(config.express->relaxedOrdering, function.relaxedOrdering);
        }
}

TEST(DemoTree, GivesOnlyRootMoreThanTheHeader) {
    const DemoTrees &trees = DemoTrees::get();
    const DemoHost &host = trees.host("ai1");
    const auto path = "sys/bus/pci/devices/0000:05:00.0/config";
    EXPECT_EQ(std::filesystem::file_size(trees.userView(host) / path), 64u);
    EXPECT_EQ(std::filesystem::file_size(trees.rootView(host) / path), 4096u);
    EXPECT_FALSE(std::filesystem::exists(trees.userView(host) / "sys/class/dmi/id/product_serial"));
    EXPECT_TRUE(std::filesystem::exists(trees.rootView(host) / "sys/class/dmi/id/product_serial"));
    EXPECT_TRUE(std::filesystem::exists(trees.rootView(host) / "sys/devices/system/node/node1/cpulist"));
}

TEST(DemoTree, PairsEachGpuOfAHypervisorWithANicAndADriveBelowItsSwitch) {
    for (const char *name : {"mi355x-01", "mi355x-02"}) {
        const DemoHost &host = DemoTrees::get().host(name);
        for (const char *bdf : {"0000:05:00.0", "0000:26:00.0", "0000:46:00.0", "0000:65:00.0",
                                "0000:85:00.0", "0000:a6:00.0", "0000:c6:00.0", "0000:e5:00.0"}) {
            const DemoFunction &gpu = host.functions.at(*Address::parse(bdf));
            EXPECT_EQ(gpu.device, 0x75a0);
            EXPECT_EQ(gpu.driver, "vfio-pci");
            const auto upstream = host.functions.at(*gpu.parent).parent;
            EXPECT_EQ(host.functions.at(*upstream).port, pci::PortType::UpstreamPort);
            EXPECT_EQ(host.functions.at(*host.functions.at(*upstream).parent).port, pci::PortType::RootPort);
            int vfs = 0, drives = 0;
            for (const auto &[address, other] : host.functions) {
                if (!other.parent || host.functions.at(*other.parent).parent != upstream)
                    continue;
                vfs += other.physfn && other.device == 0x1003 && other.driver == "vfio-pci";
                drives += other.classCode == 0x010802 && other.driver == "vfio-pci";
            }
            EXPECT_EQ(vfs, 1) << bdf;
            EXPECT_EQ(drives, 1) << bdf;
        }
    }
}

TEST(DemoTree, HasOneNarrowLinkAndOneRedirectingSwitchOnTheSecondHypervisorOnly) {
    for (const char *name : {"mi355x-01", "mi355x-02"}) {
        const DemoHost &host = DemoTrees::get().host(name);
        std::set<std::string> narrow, redirecting;
        for (const auto &[address, function] : host.functions) {
            if (function.link && function.maxLink && function.link->width != 0 && !function.physfn &&
                function.link->width < function.maxLink->width)
                narrow.insert(address.toString());
            if (function.port == pci::PortType::DownstreamPort && (function.acsEnabled & 0x40) == 0)
                redirecting.insert(function.parent->toString());
        }
        if (host.name == "mi355x-01") {
            EXPECT_TRUE(narrow.empty() && redirecting.empty());
        } else {
            EXPECT_THAT(narrow, ElementsAre("0000:a2:01.0", "0000:a6:00.0"));
            EXPECT_THAT(redirecting, ElementsAre("0000:c1:00.0"));
        }
    }
    EXPECT_EQ(DemoTrees::get().read("mi355x-02", "sys/bus/pci/devices/0000:a6:00.0/current_link_width"), "8");
}

TEST(DemoTree, NamesInTheVmmsCommandLineOnlyDevicesThatAreBoundToVfio) {
    for (const char *name : {"mi355x-01", "mi355x-02"}) {
        const DemoHost &host = DemoTrees::get().host(name);
        std::set<std::string> given;
        for (const auto &[pid, arguments] : host.processes)
            for (const std::string &argument : arguments)
                if (const auto at = argument.find("/devices/"); at != std::string::npos)
                    given.insert(argument.substr(at + 9, 12));
        std::set<std::string> bound;
        for (const auto &[address, function] : host.functions)
            if (function.driver == "vfio-pci")
                bound.insert(address.toString());
        EXPECT_EQ(given, bound);
        EXPECT_EQ(given.size(), 25u);
    }
    EXPECT_THAT(DemoTrees::get().read("mi355x-01", "proc/41873/cmdline"),
                HasSubstr(std::string("--device") + '\0' + "path=/sys/bus/pci/devices/0000:10:00.2/,"));
}

TEST(DemoTree, ShowsTheGuestFlatWithTheOrderOfGpusThatTheFieldSaw) {
    const DemoHost &vm = DemoTrees::get().host("vm-01a");
    const std::vector<std::pair<std::string, int>> gpus{
        {"0002:00:01.0", 6}, {"0002:00:02.0", 7}, {"0002:00:03.0", 5}, {"0002:00:04.0", 4},
        {"0003:00:01.0", 2}, {"0003:00:02.0", 3}, {"0003:00:03.0", 1}, {"0003:00:04.0", 0}};
    int hip = 0;
    for (const auto &[bdf, oam] : gpus) {
        const DemoFunction &gpu = vm.functions.at(*Address::parse(bdf));
        EXPECT_FALSE(gpu.parent);
        EXPECT_EQ(gpu.gpu->oam, oam);
        EXPECT_EQ(gpu.gpu->hip, hip++);
        EXPECT_EQ(gpu.numa, bdf[3] == '2' ? 0 : 1);
    }
    EXPECT_TRUE(std::filesystem::is_empty(DemoTrees::get().rootView(vm) / "sys/kernel/iommu_groups"));
    EXPECT_EQ(DemoTrees::get().read("vm-01a", "sys/class/infiniband/ionic_0/node_guid"),
              "0690:81ff:fe37:30c8");
    EXPECT_EQ(DemoTrees::get().read("vm-01a", "sys/class/net/vmtap0/operstate"), "up");
}

TEST(DemoTree, GivesEveryPairOfGpusAnXgmiLink) {
    for (const char *name : {"vm-01a", "vm-02a", "ai1", "ai2"}) {
        const auto nodes =
            DemoTrees::get().rootView(DemoTrees::get().host(name)) / "sys/class/kfd/kfd/topology/nodes/";
        EXPECT_EQ(shell("grep -lx 'type 11' " + nodes.string() + "*/io_links/*/properties | wc -l").out,
                  "56\n");
        EXPECT_EQ(shell("cat " + nodes.string() + "*/gpu_id | grep -cvx 0").out, "8\n");
    }
}

} // namespace
} // namespace fabricscope::test
