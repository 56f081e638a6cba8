// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Names.h"
#include "tests/Places.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace fabricscope::pci {
namespace {

constexpr const char *kSystem = "# a comment\n"
                                "10de  NVIDIA Corporation\n"
                                "\t2330  GH100 [H100 SXM5 80GB]\n"
                                "\t\t10de 16c1  H100 board\n"
                                "# Lower count\n"
                                "\t\t10de 16c2  Another board\n"
                                "\t2331  GH100 [H100 PCIe]\n"
                                "15b3  Mellanox Technologies\n"
                                "\t1021  MT2910 Family [ConnectX-7]\n"
                                "\n"
                                "C 02  Network controller\n"
                                "\t00  Ethernet controller\n"
                                "\t07  Infiniband controller\n"
                                "C 03  Display controller\n"
                                "\t02  3D controller\n"
                                "\t\t00  Some interface\n";

TEST(Names, AreFoundByVendorAndDevice) {
    const Names names{kSystem};
    EXPECT_EQ(names.vendor(0x10de), "NVIDIA Corporation");
    EXPECT_EQ(names.device(0x10de, 0x2330), "GH100 [H100 SXM5 80GB]");
    EXPECT_EQ(names.device(0x15b3, 0x1021), "MT2910 Family [ConnectX-7]");
    EXPECT_EQ(names.device(0x15b3, 0x2330), std::nullopt) << "a device of another vendor";
    EXPECT_EQ(names.vendor(0x1234), std::nullopt);
}

TEST(Names, FindSubsystemsOfTheirOwnDeviceOnly) {
    const Names names{kSystem};
    EXPECT_EQ(names.subsystem(0x10de, 0x2330, 0x10de, 0x16c1), "H100 board");
    EXPECT_EQ(names.subsystem(0x10de, 0x2330, 0x10de, 0x16c2), "Another board") << "behind a comment";
    EXPECT_EQ(names.subsystem(0x10de, 0x2331, 0x10de, 0x16c1), std::nullopt);
}

TEST(Names, NameClassesBySubclassAndElseByClass) {
    const Names names{kSystem};
    EXPECT_EQ(names.className(0x020700), "Infiniband controller");
    EXPECT_EQ(names.className(0x030200), "3D controller");
    EXPECT_EQ(names.className(0x02ff00), "Network controller");
    EXPECT_EQ(names.className(0x120000), std::nullopt);
}

TEST(Names, TakeTheBundledTableOnlyWhereTheSystemHasNone) {
    const Names names{kSystem, "10de  Bundled\n\t2330  Bundled H100\n\t2901  GB100 [B200]\n"
                               "1dd8  AMD Pensando Systems\n\t1003  Pollara VF\n"};
    EXPECT_EQ(names.vendor(0x10de), "NVIDIA Corporation");
    EXPECT_EQ(names.device(0x10de, 0x2330), "GH100 [H100 SXM5 80GB]");
    EXPECT_EQ(names.device(0x10de, 0x2901), "GB100 [B200]");
    EXPECT_EQ(names.device(0x1dd8, 0x1003), "Pollara VF");
}

TEST(Names, AreFoundInTextsThatAreNotSorted) {
    const Names names{"ffff  Last\n\t0002  B\n\t0001  A\n1000  First\n\t0001  C\n"};
    EXPECT_EQ(names.device(0xffff, 0x0001), "A");
    EXPECT_EQ(names.device(0xffff, 0x0002), "B");
    EXPECT_EQ(names.device(0x1000, 0x0001), "C");
}

TEST(Names, SurviveTextsThatAreNoPciIds) {
    for (const std::string &text :
         {std::string(), std::string("\t"), std::string("\t\t\t\n\n"), std::string("10de"),
          std::string("10de "), std::string("C "), std::string("C 0"), std::string("\t2330"),
          std::string("zzzz  No\n\t0001  No\n"), std::string(1000, '\0'), std::string(100000, 'x')}) {
        const Names names{text, text};
        EXPECT_EQ(names.device(0x10de, 0x2330), std::nullopt);
        EXPECT_EQ(names.subsystem(0, 0, 0, 0), std::nullopt);
        EXPECT_EQ(names.className(0), std::nullopt);
    }
}

TEST(Names, AreSafeToShow) {
    const Names names{"10de  Evil\x1b[2J \xff name\n"};
    EXPECT_EQ(names.vendor(0x10de), "Evil\xEF\xBF\xBD[2J \xEF\xBF\xBD name");
}

std::string fileText(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Names, ReadTheTableThatComesWithTheProgram) {
    const std::string bundled = fileText(FABRICSCOPE_SOURCE_DIR "/resources/pci/new-devices.txt");
    const Names names{{}, bundled};
    ASSERT_TRUE(names.device(0x1002, 0x75a0));
    EXPECT_NE(names.device(0x1002, 0x75a0)->find("MI355X"), std::string::npos);
    EXPECT_EQ(names.device(0x1002, 0x74a1), "Aqua Vanjaram [Instinct MI300X]");
    ASSERT_TRUE(names.device(0x1dd8, 0x1003));
    EXPECT_NE(names.device(0x1dd8, 0x1003)->find("Pollara"), std::string::npos);
    EXPECT_EQ(names.device(0x1000, 0xc030), "PEX890xx PCIe Gen 5 Switch");
    EXPECT_EQ(names.device(0x15b3, 0x1021), "MT2910 Family [ConnectX-7]");
    // Every line except comments must be one that the index parses.
    std::istringstream lines(bundled);
    unsigned vendor = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#')
            continue;
        const bool isDevice = line[0] == '\t';
        const auto id = static_cast<unsigned>(std::stoul(line.substr(isDevice ? 1 : 0, 4), nullptr, 16));
        if (!isDevice)
            vendor = id;
        const auto name =
            isDevice ? names.device(static_cast<std::uint16_t>(vendor), static_cast<std::uint16_t>(id))
                     : names.vendor(static_cast<std::uint16_t>(id));
        ASSERT_TRUE(name) << line;
        EXPECT_EQ(*name, line.substr(isDevice ? 7 : 6)) << line;
    }
}

TEST(Names, ReadTheSystemsPciIdsWhereThereIsOne) {
    const std::string system = fileText("/usr/share/misc/pci.ids");
    if (system.empty())
        GTEST_SKIP() << "no /usr/share/misc/pci.ids on this machine";
    const Names names{system};
    EXPECT_EQ(names.vendor(0x8086), "Intel Corporation");
    EXPECT_EQ(names.className(0x010802), "Non-Volatile memory controller");
    EXPECT_TRUE(names.device(0x15b3, 0x1021));
}

} // namespace
} // namespace fabricscope::pci
