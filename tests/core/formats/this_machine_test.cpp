// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The collector's own scripts, run on the test machine and on trees collected from others: the resulting host
// must equal its /sys as examined by other means.
#include "core/capture/StreamSplitter.h"
#include "core/formats/HostReader.h"
#include "resources/Resources.h"
#include "tests/Places.h"
#include "tests/support/Shell.h"
#include "tests/support/TestName.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

namespace fabricscope::formats {
namespace {

namespace fs = std::filesystem;
using capture::Part;

constexpr const char *kNonce = "0123456789abcdef";

fs::path temporaryPath(const std::string &name) {
    return fs::temp_directory_path() / ("fabricscope-" + name + std::to_string(std::random_device{}()));
}

void collectPart(capture::Capture &capture, Part part, const std::string &name, const fs::path &root) {
    const fs::path script = temporaryPath(name);
    std::ofstream(script) << "FS_NONCE=" << kNonce << "\n"
                          << resources::find("collector/common.sh") << "\n"
                          << resources::find("collector/" + name + ".sh");
    const std::string output = test::outputOf("FABRICSCOPE_ROOT='" + root.string() + "' /bin/sh -s <'" +
                                              script.string() + "' 2>/dev/null");
    fs::remove(script);
    capture::StreamSplitter::Events events;
    events.section = [&](capture::Section section) {
        capture.sections.push_back(std::move(section));
    };
    capture::StreamSplitter splitter(kNonce, part, events);
    splitter.feed(output, 0);
    EXPECT_TRUE(splitter.isDone()) << name;
    splitter.finish(capture::Damage::None, {}, 0);
}

std::string firstLine(const fs::path &file) {
    std::ifstream input(file);
    std::string line;
    std::getline(input, line);
    return line;
}

unsigned long number(const fs::path &file) {
    const std::string line = firstLine(file);
    return line.empty() ? ~0UL : std::stoul(line, nullptr, 16);
}

void expectFunctionMatchesSysfs(const host::PciFunction &function, const fs::path &folder) {
    SCOPED_TRACE(folder.string());
    ASSERT_TRUE(function.vendor && function.device && function.classCode);
    EXPECT_EQ(*function.vendor, number(folder / "vendor"));
    EXPECT_EQ(*function.device, number(folder / "device"));
    EXPECT_EQ(*function.classCode, number(folder / "class"));
    EXPECT_EQ(function.numaNode.known(), fs::exists(folder / "numa_node"));
    if (function.numaNode) {
        EXPECT_EQ(*function.numaNode, std::stoi(firstLine(folder / "numa_node")));
    }
    EXPECT_EQ(function.localCpus.valueOr(""), firstLine(folder / "local_cpulist"));
    std::error_code error;
    const fs::path driver = fs::read_symlink(folder / "driver", error);
    EXPECT_EQ(function.driver.valueOr("none"), error ? "none" : driver.filename().string());
    const fs::path above = fs::canonical(folder).parent_path();
    EXPECT_EQ(function.parent, pci::Address::parse(above.filename().string()));
    EXPECT_EQ(function.rootBus.has_value(), above.string().find("/pci") != std::string::npos);
}

// `root` is "" for the machine itself.
void expectHostMatchesSysfs(const fs::path &root) {
    const fs::path devices = root / "sys/bus/pci/devices";
    capture::Capture capture;
    capture.target = "local:";
    collectPart(capture, Part::Safe, "safe", root == "/" ? fs::path() : root);
    collectPart(capture, Part::Touch, "touch", root == "/" ? fs::path() : root);
    const host::Host host = readHost(capture);
    EXPECT_THAT(host.warnings, testing::IsEmpty());
    std::size_t count = 0;
    for (const auto &entry : fs::directory_iterator(devices)) {
        ++count;
        const auto address = pci::Address::parse(entry.path().filename().string());
        ASSERT_TRUE(address);
        const host::PciFunction *function = host.function(*address);
        ASSERT_TRUE(function) << entry.path();
        expectFunctionMatchesSysfs(*function, entry.path());
    }
    EXPECT_EQ(host.functions.size(), count);
    std::size_t nodes = 0;
    for (const host::NumaNodeFacts &node : host.numaNodes) {
        const fs::path folder = root / "sys/devices/system/node" / ("node" + std::to_string(node.node.value));
        nodes += fs::is_directory(folder) ? 1 : 0;
        if (node.cpus) {
            EXPECT_EQ(*node.cpus, firstLine(folder / "cpulist"));
        }
    }
    EXPECT_EQ(nodes, host.numaNodes.size());
}

TEST(ThisMachine, MatchesItsOwnSysfs) {
    if (!fs::exists("/sys/bus/pci/devices"))
        GTEST_SKIP() << "SKIPPED: no /sys/bus/pci/devices on this machine";
    expectHostMatchesSysfs("/");
}

class GatheredTree : public testing::TestWithParam<const char *> {};

TEST_P(GatheredTree, MatchesItsSysfs) {
    const fs::path archive = fs::path(FABRICSCOPE_SOURCE_DIR "/../shared/corpus/hwloc") / GetParam();
    if (!fs::exists(archive))
        GTEST_SKIP() << "SKIPPED: no corpus at " << archive;
    const fs::path folder = temporaryPath("tree");
    fs::create_directories(folder);
    const std::string command = "tar xjf '" + archive.string() + "' -C '" + folder.string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    for (const auto &entry : fs::directory_iterator(folder))
        expectHostMatchesSysfs(entry.path());
    fs::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(RealMachines, GatheredTree,
                         testing::Values("2pa-pcidomain32bits.tar.bz2",
                                         "40intel64-2g2n4c+pcilocality.tar.bz2",
                                         "32em64t-2n8c+dax+nvme+mic+dimms.tar.bz2"),
                         [](const auto &file) { return test::testName(file.param); });

} // namespace
} // namespace fabricscope::formats
