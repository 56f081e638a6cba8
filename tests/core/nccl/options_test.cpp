// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Decide.h"
#include "tests/core/nccl/NcclXmlBuilder.h"

#include <gtest/gtest.h>

using namespace fabricscope::nccl;
using fabricscope::test::NcclXmlBuilder;

TEST(NcclStandalone, CompletesABareFile) {
    const std::string text =
        "<system version=\"1\">\n"
        "  <cpu numaid=\"0\" arch=\"x86_64\" vendor=\"GenuineIntel\" familyid=\"6\" modelid=\"143\">\n"
        "    <pci busid=\"ffff:ff:01.0\" class=\"0x060400\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\">\n"
        "      <pci busid=\"0002:00:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\"/>\n"
        "      <pci busid=\"0001:00:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\"/>\n"
        "      <pci busid=\"0101:00:00.0\" class=\"0x020700\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\"/>\n"
        "      <pci busid=\"0201:00:00.0\" class=\"0x010802\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"4\"/>\n"
        "    </pci>\n"
        "  </cpu>\n"
        "  <cpu numaid=\"1\"/>\n"
        "</system>\n";
    Options options;
    options.version = findVersion("nccl-2.30");
    options.nvswitchLinks = 18;
    options.defaultSm = 90;
    options.defaultNetSpeed = 400000;
    const auto file = readXml(text, *options.version);
    ASSERT_TRUE(file.has_value());
    const Decisions d = decide(standaloneSystem(*file, options), options);
    ASSERT_FALSE(d.error) << d.error->toString(); // the second cpu, without arch, is not used
    ASSERT_EQ(d.gpus.size(), 2U);
    EXPECT_EQ(d.gpus[0].busIdText, "0002:00:00.0"); // as in the file; numbered by bus id
    EXPECT_EQ(d.gpus[0].dev, 1);
    EXPECT_EQ(d.gpus[0].line, 4U);
    EXPECT_TRUE(d.gpus[0].assumed);
    ASSERT_EQ(d.nics.size(), 1U);
    EXPECT_EQ(d.nics[0].name, "net0");
    EXPECT_TRUE(d.nics[0].assumed);
    EXPECT_EQ(d.nics[0].bandwidth, 50);
    EXPECT_EQ(d.pair(0, 0).type, PathType::Pix);
    EXPECT_EQ(d.pairOfGpus(0, 1).type, PathType::Nvl);

    const Decisions bare =
        decide(standaloneSystem(
                   *readXml("<system version=\"1\"><cpu numaid=\"0\"/></system>", *options.version), options),
               options);
    ASSERT_TRUE(bare.error);
    EXPECT_EQ(bare.error->code, ResultCode::InvalidArgument);
}

TEST(NcclEnvironment, IsReadAsTheLibraryReadsIt) {
    const Version &nccl = *findVersion("nccl-2.30");
    const Version &rccl = *findVersion("rccl-2.21");
    Environment env;
    const auto level = [&](const std::string &text, const Version &version) {
        env.set("NCCL_P2P_LEVEL", text);
        return env.level(Variable::P2pLevel, version);
    };
    EXPECT_EQ(level("PXB", nccl), PathType::Pxb);
    EXPECT_EQ(level("pxb", nccl), std::nullopt);
    EXPECT_EQ(level("NVL", nccl), PathType::Nvl);
    EXPECT_EQ(level("NVL", rccl), std::nullopt);
    EXPECT_EQ(level("XGMI", rccl), PathType::Nvl);
    EXPECT_EQ(level("C2C", rccl), std::nullopt);
    EXPECT_EQ(level("DIS", nccl), std::nullopt); // at most SYS
    EXPECT_EQ(level("0", nccl), PathType::Loc);
    EXPECT_EQ(level("2", nccl), PathType::Pxb);
    EXPECT_EQ(level("99", nccl), PathType::Sys);
    EXPECT_EQ(level("", nccl), std::nullopt);
    const auto number = [&](const std::string &text) {
        env.set("NCCL_NET_GDR_READ", text);
        return env.number(Variable::NetGdrRead);
    };
    EXPECT_EQ(number("1"), 1);
    EXPECT_EQ(number("0x10"), 16);
    EXPECT_EQ(number(" -2"), -2);
    EXPECT_EQ(number("yes"), 0);
    EXPECT_EQ(number("1x"), 1);
    EXPECT_EQ(number(""), std::nullopt);
    EXPECT_EQ(number("99999999999999999999"), std::nullopt);
    env.unset("NCCL_NET_GDR_READ");
    EXPECT_EQ(env.number(Variable::NetGdrRead), std::nullopt);
    env.set("SOME_OTHER", "kept");
    EXPECT_EQ(env.all().count("SOME_OTHER"), 1U);
    for (const VariableRow &row : knownVariables())
        EXPECT_EQ(nameOf(row.variable), row.name);
}

TEST(NcclVersions, AreRowsWithNamesForAllTheirPaths) {
    EXPECT_EQ(versions().size(), 20U);
    EXPECT_EQ(findVersion("nccl-1.0"), nullptr);
    EXPECT_EQ(assumedVersion(Flavor::Rccl)->name, "rccl-2.21");
    for (const Version &version : versions())
        for (const PathType type : {PathType::Nvl, PathType::Pix, PathType::Phb, PathType::Dis})
            EXPECT_GE(version.pathNumber(type), 0) << version.name;
    const Version &nccl = *findVersion("nccl-2.30");
    EXPECT_EQ(nccl.pathName(PathType::P2c), "P2C");
    EXPECT_EQ(nccl.pathNumber(PathType::Phb), 8);
    EXPECT_EQ(findVersion("rccl-2.21")->pathNumber(PathType::Phb), 6);
    EXPECT_EQ(findVersion("rccl-2.21")->pathNumber(PathType::C2c), -1);
}

TEST(NcclVersions, HaveTheRowOfTheReleaseThatDecidesAsTheyDo) {
    const std::pair<const char *, const char *> rows[] = {
        {"nccl-2.20.5", "nccl-2.21.5"}, {"nccl-2.22.3", "nccl-2.22"},   {"nccl-2.26.2", "nccl-2.26.2"},
        {"nccl-2.26.6", "nccl-2.26"},   {"nccl-2.27.3", "nccl-2.27.3"}, {"nccl-2.27.5", "nccl-2.27.5"},
        {"nccl-2.27.6", "nccl-2.27"},   {"nccl-2.28.9", "nccl-2.28"},   {"nccl-2.30.3", "nccl-2.30.4"},
        {"nccl-2.30.7", "nccl-2.30"},   {"nccl-2.30", "nccl-2.30"},     {"rccl-2.21.5", "rccl-2.21"},
        {"rccl-2.24.3", "rccl-2.26.6"}, {"rccl-2.27.3", "rccl-2.27.3"}, {"rccl-2.27", "rccl-2.27.7"}};
    for (const auto &[name, row] : rows) {
        ASSERT_NE(findVersion(name), nullptr) << name;
        EXPECT_EQ(findVersion(name)->name, row) << name;
    }
    for (const char *name :
         {"nccl-2.19", "nccl-2.31.1", "rccl-2.29", "nccl-2.", "nccl-2.x", "nccl-3.0", "2.27", ""})
        EXPECT_EQ(findVersion(name), nullptr) << name;
}

TEST(NcclAffinity, MasksBecomeRanges) {
    EXPECT_EQ(cpuRangesText({{0, 3}, {8, 8}}), "0-3,8");
    NcclXmlBuilder text("1");
    text.open("cpu", {{"numaid", "0"}, {"affinity", "00000001,80000000,0000000f"}, {"arch", "arm64"}});
    text.gpu("0000:11:00.0", 0);
    const Version &nccl = *findVersion("nccl-2.30");
    const auto tree = readXml(text.finish(), nccl);
    ASSERT_TRUE(tree.has_value());
    EXPECT_EQ(cpuRangesText(decide(*tree, {}).gpus[0].affinity), "0-3,63-64");
}
