// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// lspci reads the demo hosts' trees like those of a real machine, which checks that they are consistent.
#include "tests/app/demo/DemoTrees.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sstream>

namespace fabricscope::test {
namespace {

using app::demo::DemoFunction;
using app::demo::DemoHost;
using pci::Address;
using ::testing::HasSubstr;

bool hasLspci() {
    return shell("command -v lspci").status == 0;
}

std::string lspci(const DemoHost &host, const std::string &arguments) {
    const auto sysfs = DemoTrees::get().rootView(host) / "sys/bus/pci";
    return shell("lspci -A linux-sysfs -O sysfs.path='" + sysfs.string() + "' -D " + arguments +
                 " 2>/dev/null")
        .out;
}

/// lspci -vvv by function.
std::map<std::string, std::string> details(const DemoHost &host) {
    std::map<std::string, std::string> blocks;
    std::istringstream lines(lspci(host, "-n -vvv"));
    std::string bdf;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line[0] != '\t')
            bdf = line.substr(0, line.find(' '));
        blocks[bdf] += line + '\n';
    }
    return blocks;
}

std::string acsText(std::uint8_t bits) {
    const char *names[] = {"SrcValid",    "TransBlk",   "ReqRedir",   "CmpltRedir",
                           "UpstreamFwd", "EgressCtrl", "DirectTrans"};
    std::string text = "ACSCtl:\t";
    for (int i = 0; i < 7; ++i)
        text += fmt::format("{}{}{}", i == 0 ? "" : " ", names[i], (bits >> i) & 1 ? '+' : '-');
    return text;
}

void expectAsDescribed(const DemoFunction &function, const std::string &block) {
    const char *speeds[] = {"unknown", "2.5GT/s", "5GT/s", "8GT/s", "16GT/s", "32GT/s", "64GT/s"};
    EXPECT_THAT(block, HasSubstr(fmt::format("{:04x}: {:04x}:{:04x}", function.classCode >> 8,
                                             function.vendor, function.device)));
    EXPECT_THAT(block, ::testing::Not(HasSubstr("!!!")));
    if (function.numa.value_or(-1) >= 0) {
        EXPECT_THAT(block, HasSubstr(fmt::format("NUMA node: {}\n", *function.numa)));
    }
    if (function.iommuGroup) {
        EXPECT_THAT(block, HasSubstr(fmt::format("IOMMU group: {}\n", *function.iommuGroup)));
    }
    if (!function.driver.empty()) {
        EXPECT_THAT(block, HasSubstr("Kernel driver in use: " + function.driver));
    }
    if (function.secondary) {
        EXPECT_THAT(block, HasSubstr(fmt::format("primary={:02x}, secondary={:02x}, subordinate={:02x}",
                                                 function.address.bus, *function.secondary,
                                                 function.subordinate.value_or(*function.secondary))));
    }
    if (function.port && !function.physfn && function.link) {
        EXPECT_THAT(block, HasSubstr(fmt::format("LnkSta:\tSpeed {}", speeds[function.link->generation])));
    }
    if (function.port && function.maxLink) {
        EXPECT_THAT(block, HasSubstr(fmt::format("Speed {}, Width x{}", speeds[function.maxLink->generation],
                                                 function.maxLink->width)));
    }
    if (function.acsSupported != 0) {
        EXPECT_THAT(block, HasSubstr(acsText(function.acsEnabled)));
    }
    if (function.hasAts) {
        EXPECT_THAT(block, HasSubstr(function.atsEnabled ? "ATSCtl:\tEnable+" : "ATSCtl:\tEnable-"));
    }
    if (function.totalVfs != 0) {
        EXPECT_THAT(block, HasSubstr(fmt::format("Total VFs: {}, Number of VFs: {}", function.totalVfs,
                                                 function.virtfns.size())));
    }
}

TEST(DemoLspci, ReadsEveryFunctionAsTheDataDescribeIt) {
    if (!hasLspci())
        GTEST_SKIP() << "lspci (package pciutils) is not installed: nothing was compared";
    for (const DemoHost &host : DemoTrees::get().hosts()) {
        const auto blocks = details(host);
        EXPECT_EQ(blocks.size(), host.functions.size()) << host.name;
        for (const auto &[address, function] : host.functions) {
            SCOPED_TRACE(host.name + ' ' + address.toString());
            const auto block = blocks.find(address.toString());
            ASSERT_NE(block, blocks.end());
            expectAsDescribed(function, block->second);
        }
    }
}

TEST(DemoLspci, CallsTheNarrowGpuDowngraded) {
    if (!hasLspci())
        GTEST_SKIP() << "lspci (package pciutils) is not installed: nothing was compared";
    EXPECT_THAT(lspci(DemoTrees::get().host("mi355x-02"), "-vvv -s a6:00.0"),
                HasSubstr("LnkSta:\tSpeed 32GT/s, Width x8 (downgraded)"));
    EXPECT_THAT(lspci(DemoTrees::get().host("mi355x-01"), "-vvv -s a6:00.0"),
                HasSubstr("LnkSta:\tSpeed 32GT/s, Width x16\n"));
}

TEST(DemoLspci, DrawsTheTreeThatAHypervisorHas) {
    if (!hasLspci())
        GTEST_SKIP() << "lspci (package pciutils) is not installed: nothing was compared";
    EXPECT_THAT(lspci(DemoTrees::get().host("mi355x-01"), "-t"),
                HasSubstr("\\-01.1-[41-4f]----00.0-[42-4f]--+-00.0-[43-45]--\n"));
    EXPECT_THAT(lspci(DemoTrees::get().host("vm-01a"), "-t"), HasSubstr("[0002:00]-+-00.0\n"));
}

} // namespace
} // namespace fabricscope::test
