// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GPUs and NICs that a library does not reach, or not at once, by version.
#include "core/nccl/Decide.h"
#include "tests/core/nccl/NcclXmlBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace fabricscope::nccl;
using namespace fabricscope::test;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;

namespace {

/// Of a file without its machine; empty: the version that is assumed for it.
Decisions decidedBy(const std::string &version, const std::string &text, Options options = {}) {
    options.version = version.empty() ? versionOfFile(text) : findVersion(version);
    EXPECT_NE(options.version, nullptr) << version;
    const auto tree = readXml(text, *options.version);
    EXPECT_TRUE(tree.has_value()) << tree.error().toString();
    return decide(standaloneSystem(*tree, options), options);
}

/// Two CPUs, each with a GPU and a NIC below a switch.
std::string twoCpus(int first, int second) {
    NcclXmlBuilder text("1");
    for (int cpu = 0; cpu < 2; ++cpu) {
        text.cpu(cpu == 0 ? first : second).bridge(cpu == 0 ? "0000:10:00.0" : "0000:20:00.0");
        text.gpu(cpu == 0 ? "0000:11:00.0" : "0000:21:00.0", cpu);
        text.nic(cpu == 0 ? "0000:12:00.0" : "0000:22:00.0", cpu).close().close();
    }
    return text.finish();
}

/// Two GPUs with XGMI and a NIC below one CPU, and a NIC below another, by their host_hash.
std::string twoHosts(const std::string &first, const std::string &second) {
    const auto cpu = [](const std::string &numa, const std::string &hash) {
        return NcclXmlBuilder::Attributes{
            {"numaid", numa},           {"affinity", "ffff"}, {"arch", "x86_64"}, {"host_hash", hash},
            {"vendor", "AuthenticAMD"}, {"familyid", "175"},  {"modelid", "17"}};
    };
    NcclXmlBuilder text("2");
    text.open("cpu", cpu("0", first)).bridge("0000:10:00.0");
    text.amdGpu("0000:11:00.0", 0, "gfx942", {"0000:12:00.0"});
    text.amdGpu("0000:12:00.0", 1, "gfx942", {"0000:11:00.0"});
    text.nic("0000:18:00.0", 0).close().close();
    text.open("cpu", cpu("1", second)).nic("0000:28:00.0", 1);
    return text.finish();
}

} // namespace

// ncclGetLocalCpu takes the CPU that it does not reach, over which GPUs then do not reach each other.
TEST(NcclReach, RankZeroDoesNotSeeGpusThatItDoesNotReach) {
    const Decisions old = decidedBy("nccl-2.22", twoCpus(2, 2));
    ASSERT_FALSE(old.error) << old.error->toString();
    ASSERT_EQ(old.gpus.size(), 1U);
    EXPECT_EQ(old.gpus[0].dev, 0);
    EXPECT_EQ(old.nics.size(), 2U);
    EXPECT_EQ(old.nics[1].localGpuRank, std::nullopt);
    EXPECT_THAT(old.warnings,
                Contains(Field(&FileWarning::what, HasSubstr("no path between GPU 1 and rank 0"))));
    for (const std::string version : {"nccl-2.23", "nccl-2.30"}) {
        const Decisions all = decidedBy(version, twoCpus(2, 2));
        EXPECT_EQ(all.gpus.size(), 2U) << version;
        EXPECT_THAT(all.warnings, testing::IsEmpty());
    }
}

TEST(NcclReach, WhatTheFirstGpuDoesNotReachIsLocal) {
    const Decisions asked = decidedBy("nccl-2.22", twoCpus(0, -1)); // for a relay between the two
    ASSERT_TRUE(asked.error);
    EXPECT_THAT(asked.error->what, HasSubstr("Could not find intermediate GPU"));
    const Decisions old = decidedBy("nccl-2.22", twoCpus(0, -1), with("NCCL_PXN_DISABLE", "1"));
    ASSERT_FALSE(old.error) << old.error->toString();
    ASSERT_EQ(old.gpus.size(), 2U);
    EXPECT_EQ(old.pairOfGpus(0, 1).type, PathType::Loc);
    EXPECT_EQ(old.pair(0, 1).type, PathType::Dis);
    const Decisions now = decidedBy("nccl-2.23", twoCpus(0, -1));
    EXPECT_EQ(now.pairOfGpus(0, 1).type, PathType::Sys);
    EXPECT_EQ(now.pair(0, 1).type, PathType::Sys);
}

TEST(NcclReach, RcclKeepsHostsOfAFileApart) {
    for (const std::string version : {"rccl-2.21", "rccl-2.22.3", "rccl-2.26.6"}) {
        const Decisions crashed = decidedBy(version, twoHosts("0xABC", "0xDEF"));
        ASSERT_TRUE(crashed.error) << version;
        EXPECT_EQ(crashed.error->code, ResultCode::Crash);
        EXPECT_THAT(crashed.error->what, HasSubstr("host_hash"));
        EXPECT_GT(crashed.error->line, 0U);
        const Decisions same = decidedBy(version, twoHosts("0xABC", "0xabc"));
        ASSERT_FALSE(same.error) << version << ": " << same.error->toString();
        EXPECT_EQ(same.pair(0, 1).type, PathType::Sys);
    }
    const Decisions apart = decidedBy("rccl-2.27.7", twoHosts("0xABC", "0xDEF"));
    ASSERT_FALSE(apart.error) << apart.error->toString();
    EXPECT_EQ(apart.pair(0, 0).type, PathType::Pix);
    EXPECT_EQ(apart.pair(0, 1).type, PathType::Dis);
    EXPECT_EQ(apart.gpus[0].numa, 1) << "ncclTopoGetCpuAffinity takes the CPU that it does not reach";
}

// Since 2.26, RCCL leads paths over a CPU that is reached, though the affinity may be that of another.
TEST(NcclReach, RcclHasTwoRulesForTheNearestCpu) {
    NcclXmlBuilder text("2");
    for (int cpu = 0; cpu < 2; ++cpu) {
        text.cpu(0).bridge(cpu == 0 ? "0000:10:00.0" : "0000:20:00.0");
        text.amdGpu(cpu == 0 ? "0000:11:00.0" : "0000:21:00.0", cpu, "gfx906", {}).close().close();
    }
    const std::string file = text.finish();
    EXPECT_EQ(decidedBy("rccl-2.22.3", file).gpus.size(), 1U);
    const Decisions now = decidedBy("rccl-2.26.6", file);
    ASSERT_EQ(now.gpus.size(), 2U);
    EXPECT_EQ(now.pairOfGpus(0, 1).type, PathType::Sys);
}

TEST(NcclReach, OfAGpuAndANicInOneFunctionOldVersionsLinkTheNic) {
    NcclXmlBuilder text("1");
    text.cpu(0);
    text.open("pci", {{"busid", "0000:01:00.0"},
                      {"class", "0x030200"},
                      {"link_speed", "32.0 GT/s PCIe"},
                      {"link_width", "16"}});
    text.single("gpu", {{"dev", "0"}, {"sm", "90"}, {"rank", "0"}, {"gdr", "1"}});
    text.open("nic", {}).single("net", {{"name", "mlx5_0"}, {"dev", "0"}, {"speed", "400000"}, {"gdr", "1"}});
    text.close().close().gpu("0000:02:00.0", 1);
    const std::string file = text.finish();
    const Decisions old = decidedBy("nccl-2.29", file);
    ASSERT_TRUE(old.error);
    EXPECT_EQ(old.error->code, ResultCode::Crash);
    EXPECT_FALSE(decidedBy("nccl-2.30", file).error);
}

// ncclTopoAddPci reads the link of a device that becomes a node.
TEST(NcclReach, TheSecondFunctionOfANicNeedsNoLinkWhereItIsNoNode) {
    NcclXmlBuilder text("2");
    text.cpu(0).bridge("0000:10:00.0").amdGpu("0000:11:00.0", 0, "gfx942", {}).nic("0000:12:00.0", 0);
    text.open("pci", {{"busid", "0000:12:00.1"}, {"class", "0x020700"}, {"link_width", "16"}})
        .open("nic", {});
    text.single("net", {{"name", "mlx5_1"}, {"dev", "1"}, {"speed", "400000"}, {"gdr", "1"}});
    const std::string file = text.finish();
    EXPECT_EQ(decidedBy("rccl-2.22.3", file).nics.size(), 2U);
    const Decisions now = decidedBy("rccl-2.26.6", file);
    ASSERT_TRUE(now.error);
    EXPECT_THAT(now.error->what, HasSubstr("link_speed"));
}

TEST(NcclReach, ABareGpuGetsTheFirstFreeNumberAndAType) {
    NcclXmlBuilder text("2");
    text.cpu(0).amdGpu("0000:11:00.0", 0, "gfx90a", {});
    text.single("pci", {{"busid", "0000:12:00.0"},
                        {"class", "0x120000"},
                        {"link_speed", "32.0 GT/s PCIe"},
                        {"link_width", "16"}});
    text.amdGpu("0000:13:00.0", 2, "gfx90a", {});
    const Decisions d = decidedBy("", text.finish());
    ASSERT_FALSE(d.error) << d.error->toString();
    ASSERT_EQ(d.gpus.size(), 3U);
    EXPECT_EQ(d.gpus[1].dev, 1);
    EXPECT_EQ(d.gpus[1].gcn, "gfx942");
    EXPECT_TRUE(d.gpus[1].assumed);
}

// Nothing redirects the paths of the DEVs that NCCL has since 2.30.
TEST(NcclReach, MaxBwIsThatOfThePathsOfDevices) {
    NcclXmlBuilder text("1");
    text.cpu(0).open("pci", {{"busid", "0000:10:00.0"},
                             {"class", "0x060400"},
                             {"link_speed", "8.0 GT/s PCIe"},
                             {"link_width", "16"}});
    text.gpu("0000:11:00.0", 0).nic("0000:12:00.0", 0);
    std::string file = text.finish();
    EXPECT_EQ(decidedBy("nccl-2.29", file).maxBandwidth, 48);
    const std::size_t net = file.find("<net");
    file.replace(file.find("gdr=\"1\"", net), 7, "gdr=\"0\"");
    EXPECT_EQ(decidedBy("nccl-2.29", file).maxBandwidth, 12);
    EXPECT_EQ(decidedBy("nccl-2.30", file).maxBandwidth, 48);
    EXPECT_EQ(decidedBy("nccl-2.30", file).pair(0, 0).bandwidth, 12);
}
