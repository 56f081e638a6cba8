// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The collector's own scripts on the machine that runs the tests: what comes out must be what its /sys says.
#include "core/capture/StreamSplitter.h"
#include "core/formats/HostReader.h"
#include "resources/Resources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>

namespace fabricscope::formats {
namespace {

namespace fs = std::filesystem;
using capture::Part;

constexpr const char *kNonce = "0123456789abcdef";

std::string outputOf(const std::string &command) {
    const std::unique_ptr<FILE, int (*)(FILE *)> pipe(popen(command.c_str(), "r"), pclose);
    std::string text;
    std::array<char, 65536> buffer{};
    while (pipe) {
        const auto count = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
        if (count == 0)
            break;
        text.append(buffer.data(), count);
    }
    return text;
}

void collectPart(capture::Capture &capture, Part part, const std::string &name) {
    const fs::path script =
        fs::temp_directory_path() / ("fabricscope-" + name + std::to_string(std::random_device{}()) + ".sh");
    std::ofstream(script) << "FS_NONCE=" << kNonce << "\n"
                          << resources::find("collector/common.sh") << "\n"
                          << resources::find("collector/" + name + ".sh");
    const std::string output = outputOf("/bin/sh -s <'" + script.string() + "' 2>/dev/null");
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

TEST(ThisMachine, IsReadAsItsOwnSysSays) {
    const fs::path devices = "/sys/bus/pci/devices";
    if (resources::find("collector/safe.sh").empty())
        GTEST_SKIP() << "SKIPPED: the collector's scripts are not built in";
    if (!fs::exists(devices))
        GTEST_SKIP() << "SKIPPED: no " << devices << " on this machine";
    capture::Capture capture;
    capture.target = "local:";
    collectPart(capture, Part::Safe, "safe");
    collectPart(capture, Part::Touch, "touch");
    const host::Host host = readHost(capture);
    EXPECT_THAT(host.warnings, testing::IsEmpty());

    std::size_t count = 0;
    for (const auto &entry : fs::directory_iterator(devices)) {
        ++count;
        const std::string name = entry.path().filename().string();
        SCOPED_TRACE(name);
        const auto address = pci::Address::parse(name);
        ASSERT_TRUE(address);
        const host::PciFunction *function = host.function(*address);
        ASSERT_TRUE(function);
        ASSERT_TRUE(function->vendor && function->device && function->classCode);
        EXPECT_EQ(*function->vendor, std::stoul(firstLine(entry.path() / "vendor"), nullptr, 16));
        EXPECT_EQ(*function->device, std::stoul(firstLine(entry.path() / "device"), nullptr, 16));
        EXPECT_EQ(*function->classCode, std::stoul(firstLine(entry.path() / "class"), nullptr, 16));
        if (fs::exists(entry.path() / "numa_node")) {
            EXPECT_EQ(*function->numaNode, std::stoi(firstLine(entry.path() / "numa_node")));
        }
        std::error_code error;
        const fs::path driver = fs::read_symlink(entry.path() / "driver", error);
        EXPECT_EQ(function->driver.valueOr("none"), error ? "none" : driver.filename().string());
        const fs::path above = fs::canonical(entry.path()).parent_path();
        const auto parent = pci::Address::parse(above.filename().string());
        EXPECT_EQ(function->parent, parent);
        EXPECT_EQ(function->rootBus.has_value(), above.string().find("/pci") != std::string::npos);
    }
    EXPECT_EQ(host.functions.size(), count);
    EXPECT_EQ(*host.kernel, firstLine("/proc/sys/kernel/osrelease"));
    if (fs::exists("/sys/devices/system/node/node0/cpulist")) {
        EXPECT_EQ(*host.numaNodes.at(0).cpus, firstLine("/sys/devices/system/node/node0/cpulist"));
    }
    std::size_t interfaces = 0;
    for (const auto &entry : fs::directory_iterator("/sys/class/net"))
        interfaces += fs::is_directory(entry.path()) ? 1 : 0;
    EXPECT_EQ(host.netInterfaces.size(), interfaces);
}

} // namespace
} // namespace fabricscope::formats
