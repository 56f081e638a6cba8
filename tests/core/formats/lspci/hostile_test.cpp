// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text that lspci does not print, but somebody might send.
#include "core/base/HostText.h"
#include "core/formats/HostBuilder.h"
#include "core/formats/files/FileKinds.h"
#include "tests/core/formats/lspci/LspciHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace fabricscope::formats {
namespace {

constexpr const char *kSections[] = {"lspci-text", "lspci-hex", "lspci-tree", "lspci-machine", "tool-lspci"};

TEST(HostileLspci, OfTenThousandDevicesIsReadWhole) {
    std::string text, machine;
    for (unsigned i = 0; i < 10000; ++i) {
        const std::string slot =
            fmt::format("{:04x}:{:02x}:{:02x}.{}", i / 8192, i / 256 % 32, i / 8 % 32, i % 8);
        text += slot + " 3D controller [0302]: NVIDIA Corporation X [10de:2330]\n\tNUMA node: 1\n"
                       "\tBus: primary=00, secondary=01, subordinate=ff, sec-latency=0\n\n";
        machine += "Slot:\t" + slot + "\nClass:\t3D controller\nNUMANode:\t1\n\n";
    }
    EXPECT_EQ(textHost(text).functions.size(), 10000U);
    EXPECT_EQ(parentsOf(textHost(text)).size(), 10000U);
    EXPECT_EQ(importedHost({{"lspci-machine", machine}}).functions.size(), 10000U);
}

TEST(HostileLspci, NamesAnAddressTwiceAndTheLastWordCounts) {
    const host::Host host = textHost("41:00.0 3D controller: A B\n\tNUMA node: 0\n\n"
                                     "41:00.0 3D controller: A C\n\tNUMA node: 1\n\n");
    ASSERT_EQ(host.functions.size(), 1U);
    EXPECT_EQ(*host.functions[0].numaNode, 1);
    EXPECT_EQ(*host.functions[0].rare->name, "A C");
}

TEST(HostileLspci, MakesATreeOfBridgesThatGoInCircles) {
    std::string text;
    for (unsigned bus = 1; bus < 200; ++bus)
        text +=
            fmt::format("{:02x}:00.0 PCI bridge: X Y\n\tBus: primary=00, secondary={:02x}, subordinate=ff, "
                        "sec-latency=0\n\n",
                        bus, bus % 199 + 1);
    text += "05:01.0 PCI bridge: own\n\tBus: primary=05, secondary=05, subordinate=05, sec-latency=0\n\n";
    EXPECT_EQ(parentsOf(textHost(text)).size(), 200U);
    const host::Host self =
        importedHost({{"lspci-tree", "-[0000:01]---00.0-[01]----00.0-[01]----00.0  X\n"}});
    EXPECT_EQ(parentsOf(self).size(), 1U);
}

void expectShortNames(const char *section, std::string text, char filling, std::size_t size) {
    text.resize(size, filling);
    for (const host::PciFunction &f : importedHost({{section, text}}).functions)
        EXPECT_LE(f.rare->name.valueOr({}).size(), 203U);
}

TEST(HostileLspci, OfOneLongLineIsReadInBoundedMemory) {
    expectShortNames("lspci-text", "41:00.0 3D controller: ", 'x', std::size_t{100} << 20);
    for (const char *beginning : {"41:00.0 3D controller: ", "-[0000:00]-+-", "Slot:\t", "00: ", "\t\t\x1b["})
        for (const char *section : {"lspci-text", "lspci-tree", "lspci-machine"})
            expectShortNames(section, beginning, beginning[0] == '-' ? '+' : 'x', std::size_t{2} << 20);
}

TEST(HostileLspci, OfDeepTreesStopsSomewhere) {
    std::string deep = "-[0000:00]-";
    for (unsigned i = 0; i < 100000; ++i)
        deep += "+-00.0-[01]--";
    std::string lines = deep + "\n";
    for (unsigned i = 0; i < 20000; ++i)
        lines += "|+-00.0-[01]--+-00.0-[01]--\n";
    EXPECT_LE(importedHost({{"lspci-tree", lines}}).functions.size(), 2U);
}

TEST(HostileLspci, OfRandomBytesIsReadToTheEnd) {
    std::mt19937 random(7);
    static constexpr std::string_view kPieces[] = {
        "41:00.0 ",
        "3D controller: ",
        "[0302]",
        "\n",
        "\t",
        "\r",
        "Capabilities: ",
        "[100 v1] ",
        "Express (v2) ",
        "LnkSta: ",
        "Speed ",
        "16GT/s",
        ", Width x",
        "SrcValid+",
        "-[0000:00]-",
        "+-",
        "\\-",
        "00.0",
        "-[01-02]-",
        "|",
        "Slot:\t",
        "Device:\t",
        "\"",
        "\\",
        "000: 00 11",
        "> ",
        "\x1b[1m",
        "\xEF\xBB\xBF",
        "Initial VFs: ",
        "4294967295",
        "-1",
        "Region 0: ",
        "Memory at ",
        "[size=",
        "ffffffff:ff:1f.7 ",
        "(rev ff)",
        "Bus: primary=",
        "secondary=",
        "ff",
        "IOMMU group: ",
        "<access denied>",
        "\xFF",
    };
    for (unsigned round = 0; round < 300; ++round) {
        std::string text;
        for (unsigned i = 0; i < 200; ++i)
            text += random() % 4 == 0 ? std::string(1, static_cast<char>(random()))
                                      : std::string(kPieces[random() % std::size(kPieces)]);
        for (const char *section : kSections) {
            const host::Host host = importedHost({{section, text}});
            EXPECT_LE(host.warnings.size(), HostLimits::kWarnings + 16);
            for (const host::PciFunction &f : host.functions)
                EXPECT_EQ(f.rare->name.valueOr({}), HostText(f.rare->name.valueOr({})).plain());
            EXPECT_LE(parentsOf(host).size(), host.functions.size());
        }
        (void)recogniseFile({"x", text});
    }
}

TEST(HostileLspci, NumbersBeyondTheirRangeAreUnknown) {
    const host::Host host =
        textHost("41:00.0 3D controller: A B\n"
                 "\tNUMA node: 99999999999\n\tIOMMU group: -3\n"
                 "\tRegion 7: Memory at 0 (64-bit) [size=1G]\n"
                 "\tRegion 1: Memory at 0 (64-bit) [size=99999999999G]\n"
                 "\tBus: primary=100, secondary=01, subordinate=02\n"
                 "\tCapabilities: [60] Express (v2) Endpoint\n"
                 "\t\tDevCtl: MaxPayload 100 bytes, MaxReadReq 65536 bytes\n"
                 "\t\tLnkCap: Speed 17GT/s, Width x64\n"
                 "\tCapabilities: [ffff v1] Access Control Services\n"
                 "\tCapabilities: [200 v1] Single Root I/O Virtualization (SR-IOV)\n"
                 "\t\tIOVCtl: Enable+\n\t\tInitial VFs: 70000, Total VFs: 1, Number of VFs: 1\n\n");
    const host::PciFunction &f = host.functions.at(0);
    EXPECT_FALSE(f.numaNode);
    EXPECT_FALSE(f.iommuGroup);
    EXPECT_TRUE(f.bars.empty());
    EXPECT_FALSE(f.rare->secondaryBus);
    EXPECT_FALSE(f.config->express->maxPayload);
    EXPECT_FALSE(f.config->express->maxReadRequest);
    EXPECT_FALSE(f.config->express->maxSpeed);
    EXPECT_FALSE(f.config->express->maxWidth);
    EXPECT_FALSE(f.config->sriov);
    EXPECT_EQ(f.config->capabilities.size(), 2U);
}

} // namespace
} // namespace fabricscope::formats
