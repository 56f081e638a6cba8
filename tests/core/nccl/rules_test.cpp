// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules of the libraries, on sample machines. The expected values were derived from the rules by hand.
#include "core/nccl/Decide.h"
#include "tests/core/nccl/NcclXmlBuilder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <functional>

using namespace fabricscope::nccl;
using namespace fabricscope::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// One GPU and one NIC below a CPU, with the elements of `between` in between.
std::string pairText(const std::function<void(NcclXmlBuilder &)> &between) {
    NcclXmlBuilder text("1");
    text.cpu(0);
    between(text);
    return text.finish();
}

} // namespace

TEST(NcclRules, AServerOfSwitchesGivesEachGpuTheNicOfItsSwitch) {
    const Decisions d = decided(serverXml({}));
    ASSERT_FALSE(d.error) << d.error->toString();
    ASSERT_EQ(d.gpus.size(), 8U);
    ASSERT_EQ(d.nics.size(), 8U);
    EXPECT_THAT(nicsOfGpus(d), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    const GpuNic &own = d.pair(2, 2);
    EXPECT_EQ(own.type, PathType::Pix);
    EXPECT_EQ(own.bandwidth, 48); // Gen5 x16 as the library computes it; the port alone would be 50
    EXPECT_EQ(own.hops, 4);       // GPU, DEV, switch, NIC, NET
    EXPECT_TRUE(own.gdrSend.on());
    EXPECT_TRUE(own.gdrRecv.on());
    EXPECT_FALSE(own.relayGpu);
    const GpuNic &other = d.pair(2, 3);
    EXPECT_EQ(other.type, PathType::Pxn);
    EXPECT_EQ(other.relayGpu, 3);
    EXPECT_EQ(other.hops, 8);
    EXPECT_EQ(d.nics[5].localGpuRank, 5);
    EXPECT_EQ(d.pairOfGpus(0, 7).type, PathType::Nvl);
    EXPECT_NEAR(d.pairOfGpus(0, 7).bandwidth, 18 * 20.6, 1e-3);
    EXPECT_EQ(d.pairOfGpus(0, 7).transport, Transport::P2p);
    EXPECT_EQ(cpuRangesText(d.gpus[0].affinity), "0-15");
    EXPECT_EQ(cpuRangesText(d.gpus[7].affinity), "16-31");
    EXPECT_EQ(d.gpus[7].numa, 1);
}

TEST(NcclRules, WithoutPxnAndWithoutNvlinkTheOtherNicsAreBehindTheCpu) {
    const Decisions d = decided(serverXml({}), with("NCCL_PXN_DISABLE", "1"));
    EXPECT_EQ(d.pair(0, 1).type, PathType::Phb);
    EXPECT_EQ(d.pair(0, 1).gdrSend.reason, GdrReason::TooFar);
    EXPECT_EQ(d.pair(0, 1).gdrSend.level, PathType::P2c);
    EXPECT_EQ(d.pair(0, 7).type, PathType::Sys);
    EXPECT_EQ(d.pair(0, 7).bandwidth, 22); // limited by the link between Sapphire Rapids CPUs
    EXPECT_EQ(d.pair(0, 7).hops, 7);

    ServerShape pcieOnly;
    pcieOnly.nvswitchLinks = 0;
    const Decisions pcie = decided(serverXml(pcieOnly));
    EXPECT_EQ(pcie.pair(0, 1).type, PathType::Phb); // PXN needs NVLink
    EXPECT_EQ(pcie.pairOfGpus(0, 1).type, PathType::Phb);
    EXPECT_EQ(pcie.pairOfGpus(0, 1).transport, Transport::Shm);
    EXPECT_EQ(pcie.pairOfGpus(0, 1).reason, P2pReason::TooFar);
    EXPECT_THAT(p2pText(pcie, pcie.pairOfGpus(0, 1)), HasSubstr("PHB is farther than PXB"));
}

TEST(NcclRules, AFlatMachinePairsByIndexWithMirroredBits) {
    const Decisions d = decided(flatVmXml(8, 8));
    ASSERT_FALSE(d.error) << d.error->toString();
    // Four NICs are equally near to each GPU, and the order 0 1 2 3 becomes 0 2 1 3.
    EXPECT_THAT(nicsOfGpus(d), ElementsAre(0, 2, 1, 3, 4, 6, 5, 7));
    EXPECT_EQ(d.pair(0, 0).type, PathType::Phb);
    EXPECT_FALSE(d.pair(0, 0).gdrRecv.on());
    EXPECT_THAT(gdrText(d, d.pair(0, 0).gdrRecv), HasSubstr("PHB is farther than P2C"));
    EXPECT_EQ(d.nics[2].localGpuRank, 1);

    const Decisions near = decided(flatVmXml(8, 8), with("NCCL_NET_GDR_LEVEL", "PHB"));
    EXPECT_TRUE(near.pair(0, 0).gdrRecv.on());
    EXPECT_TRUE(near.pair(0, 0).gdrRecv.levelFromEnvironment);
    EXPECT_FALSE(near.pair(0, 7).gdrRecv.on()); // SYS
}

TEST(NcclRules, SeveralNicsOfAGpuAreTakenChannelByChannel) {
    ServerShape server;
    server.nicsPerSwitch = 2;
    const Decisions d = decided(serverXml(server));
    EXPECT_THAT(nicsOfGpus(d, 0), ElementsAre(0, 2, 4, 6, 8, 10, 12, 14));
    EXPECT_THAT(nicsOfGpus(d, 1), ElementsAre(1, 3, 5, 7, 9, 11, 13, 15));
    EXPECT_THAT(nicsOfGpus(d, 2), ElementsAre(0, 2, 4, 6, 8, 10, 12, 14));
    server.gpusPerSwitch = 2;
    const std::string shared = serverXml(server);
    EXPECT_EQ(nicsOfGpus(decided(shared), 1), nicsOfGpus(decided(shared), 0)); // two GPUs, two NICs: one each
    EXPECT_NE(nicsOfGpus(decided(shared, with("NCCL_NETDEVS_POLICY", "ALL")), 1),
              nicsOfGpus(decided(shared), 0));
    EXPECT_NE(nicsOfGpus(decided(shared, with("NCCL_NETDEVS_POLICY", "max:2")), 1),
              nicsOfGpus(decided(shared), 0));
    EXPECT_EQ(nicsOfGpus(decided(shared, with("NCCL_NETDEVS_POLICY", "some")), 1),
              nicsOfGpus(decided(shared), 0));
}

TEST(NcclRules, TheFasterNicWinsOverTheNearerOne) {
    const std::string text = pairText([](NcclXmlBuilder &t) {
        t.bridge("0000:10:00.0").gpu("0000:11:00.0", 0).nic("0000:12:00.0", 0, 100000).close();
        t.bridge("0000:20:00.0").nic("0000:21:00.0", 1, 200000).close();
    });
    const Decisions d = decided(text);
    EXPECT_EQ(d.pair(0, 0).type, PathType::Pix);
    EXPECT_EQ(d.pair(0, 1).type, PathType::Phb);
    EXPECT_THAT(nicsOfGpus(d), ElementsAre(1));
}

TEST(NcclRules, TwoSwitchesAreOneWhereBroadcomMadeThemSo) {
    const auto twoLevels = [](const std::string &upper, const std::string &lower) {
        return decided(pairText([&](NcclXmlBuilder &t) {
                   t.bridge("0000:10:00.0", upper);
                   t.bridge("0000:11:00.0", lower).gpu("0000:12:00.0", 0).close();
                   t.bridge("0000:13:00.0", lower).nic("0000:14:00.0", 0).close();
               }))
            .pair(0, 0);
    };
    const GpuNic other = twoLevels("0x10b5 0x9797 0x10b5 0x9797", "0x10b5 0x9797 0x10b5 0x9797");
    EXPECT_EQ(other.type, PathType::Pxb);
    EXPECT_EQ(other.hops, 6);
    EXPECT_TRUE(other.gdrRecv.on());
    const GpuNic gen4 = twoLevels("0x1000 0xc010 0x1000 0xa096", "0x1000 0xc010 0x1000 0xa096");
    EXPECT_EQ(gen4.type, PathType::Pix);
    EXPECT_EQ(gen4.hops, 4);
    const GpuNic gen5 = twoLevels("0x1000 0xc030 0x1000 0x0072", "0x1000 0xc030 0x1000 0x1003");
    EXPECT_EQ(gen5.type, PathType::Pix);
    const GpuNic mixed = twoLevels("0x1000 0xc030 0x1000 0x0072", "0x1000 0xc010 0x1000 0xa096");
    EXPECT_EQ(mixed.type, PathType::Pxb);
}

TEST(NcclRules, ALinkSpeedThatIsNotInTheTableIsGen3) {
    struct Case {
        const char *speed;
        const char *width;
        double bandwidth;
        std::size_t warnings;
    };
    for (const Case &c :
         {Case{"32.0 GT/s PCIe", "16", 48, 0}, Case{"16.0 GT/s PCIe", "8", 12, 0},
          Case{"2.5 GT/s", "1", 0.1875, 0}, Case{"16.0 GT/s", "16", 12, 2}, Case{"Unknown", "16", 12, 2},
          Case{"", "", 12, 2}, Case{"64.0 GT/s PCIe", "0", 50, 0}}) {
        NcclXmlBuilder text("1");
        text.cpu(0).open("pci", {{"busid", "0000:10:00.0"},
                                 {"class", "0x060400"},
                                 {"link_speed", "64.0 GT/s PCIe"},
                                 {"link_width", "16"}});
        text.open("pci", {{"busid", "0000:11:00.0"},
                          {"class", "0x030000"},
                          {"link_speed", c.speed},
                          {"link_width", c.width}});
        text.single("gpu", {{"dev", "0"}, {"sm", "90"}, {"rank", "0"}, {"gdr", "1"}}).close();
        text.open("pci", {{"busid", "0000:12:00.0"},
                          {"class", "0x020000"},
                          {"link_speed", c.speed},
                          {"link_width", c.width}});
        text.open("nic", {}).single("net", {{"name", "n"}, {"dev", "0"}, {"speed", "400000"}, {"gdr", "1"}});
        const Decisions d = decided(text.finish());
        ASSERT_FALSE(d.error) << d.error->toString();
        EXPECT_EQ(d.pair(0, 0).bandwidth, c.bandwidth) << c.speed << " x" << c.width;
        EXPECT_EQ(d.warnings.size(), c.warnings) << c.speed;
    }
}

TEST(NcclRules, TheCpuDecidesOverTheWayToTheOtherSocket) {
    const auto sys = [](const std::string &version, const std::string &vendor, int family, int model) {
        NcclXmlBuilder text(version);
        text.cpu(0, vendor, family, model);
        if (version == "1")
            text.gpu("0000:11:00.0", 0);
        else
            text.amdGpu("0000:11:00.0", 0, "gfx90a", {});
        text.close().cpu(1, vendor, family, model).nic("0001:11:00.0", 0);
        const Decisions d = decided(text.finish());
        EXPECT_EQ(d.pair(0, 0).type, PathType::Sys);
        return d.pair(0, 0).bandwidth;
    };
    EXPECT_EQ(sys("1", "GenuineIntel", 6, 0xCF), 40);
    EXPECT_EQ(sys("1", "GenuineIntel", 6, 0x8F), 22);
    EXPECT_EQ(sys("1", "GenuineIntel", 6, 0x6A), 10);
    EXPECT_EQ(sys("1", "GenuineIntel", 6, 0x4F), 6);
    EXPECT_EQ(sys("1", "AuthenticAMD", 25, 17), 16);
    EXPECT_EQ(sys("1", "CentaurHauls", 7, 0x5B), 9);
    EXPECT_EQ(sys("1", "  Shanghai  ", 7, 0x3B), 6);
    EXPECT_EQ(sys("1", "HygonGenuine", 24, 1), 48); // unknown: as wide as the links
    EXPECT_EQ(sys("2", "GenuineIntel", 6, 0x8F), 10);
    EXPECT_EQ(sys("2", "AuthenticAMD", 143, 49), 16);
}

TEST(NcclRules, SwitchesOfTheEnvironmentActOnGdrAndP2p) {
    const std::string server = serverXml({});
    EXPECT_EQ(decided(server, with("NCCL_NET_GDR_READ", "0")).pair(0, 0).gdrSend.reason,
              GdrReason::ReadDisabled);
    EXPECT_TRUE(decided(server, with("NCCL_NET_GDR_READ", "0")).pair(0, 0).gdrRecv.on());
    const Decisions loc = decided(server, with("NCCL_NET_GDR_LEVEL", "LOC"));
    EXPECT_EQ(loc.pair(0, 0).type, PathType::Phb); // across the CPU, because GDR is off
    EXPECT_EQ(loc.pair(0, 0).hops, 6);
    EXPECT_EQ(decided(server, with("NCCL_NET_GDR_LEVEL", "1")).pair(0, 0).gdrRecv.level, PathType::Pix);
    const Decisions noP2p = decided(server, with("NCCL_P2P_DISABLE", "1"));
    EXPECT_EQ(noP2p.pairOfGpus(0, 1).transport, Transport::Shm);
    EXPECT_EQ(noP2p.pairOfGpus(0, 1).reason, P2pReason::Disabled);
    EXPECT_EQ(noP2p.pairOfGpus(0, 1).type, PathType::Phb);
    Options noShm = with("NCCL_P2P_DISABLE", "1");
    noShm.environment.set("NCCL_SHM_DISABLE", "1");
    EXPECT_EQ(decided(server, noShm).pairOfGpus(0, 1).transport, Transport::Net);

    ServerShape old;
    old.sm = 75;
    old.nvswitchLinks = 0;
    EXPECT_EQ(decided(serverXml(old)).pair(0, 0).gdrSend.reason, GdrReason::ReadBeforeAmpere);
    EXPECT_TRUE(decided(serverXml(old)).pair(0, 0).gdrRecv.on());
    EXPECT_TRUE(decided(serverXml(old), with("NCCL_NET_GDR_READ", "1")).pair(0, 0).gdrSend.on());
}

TEST(NcclRules, TheNetworkIsTakenInsideAHostWhereItIsFaster) {
    // Each GPU has a NIC next to it, and the GPUs are only connected by SYS.
    ServerShape server;
    server.nvswitchLinks = 0;
    const Decisions d = decided(serverXml(server));
    EXPECT_EQ(d.pairOfGpus(0, 7).transport, Transport::Net);
    EXPECT_EQ(d.pairOfGpus(0, 7).reason, P2pReason::NetFaster);
    EXPECT_EQ(d.pairOfGpus(0, 1).transport, Transport::Shm); // 48 either way
    EXPECT_EQ(decided(serverXml(server), with("NCCL_NET_DISABLE_INTRA", "1")).pairOfGpus(0, 7).transport,
              Transport::Shm);
}

TEST(NcclRules, NvlinkGoesOverOneOtherGpuAndNoFurther) {
    // A chain 0 - 1 - 2 - 3.
    NcclXmlBuilder text("1");
    text.cpu(0);
    for (int gpu = 0; gpu < 4; ++gpu) {
        text.open("pci", {{"busid", fmt::format("0000:1{}:00.0", gpu)},
                          {"class", "0x030200"},
                          {"link_speed", "16.0 GT/s PCIe"},
                          {"link_width", "16"}});
        text.open("gpu",
                  {{"dev", std::to_string(gpu)}, {"sm", "80"}, {"rank", std::to_string(gpu)}, {"gdr", "1"}});
        for (const int peer : {gpu - 1, gpu + 1})
            if (peer >= 0 && peer < 4)
                text.single(
                    "nvlink",
                    {{"target", fmt::format("0000:1{}:00.0", peer)}, {"count", "4"}, {"tclass", "0x030200"}});
        text.close().close();
    }
    const std::string row = text.finish();
    const Decisions d = decided(row);
    EXPECT_EQ(d.pairOfGpus(0, 1).type, PathType::Nvl);
    EXPECT_EQ(d.pairOfGpus(0, 1).bandwidth, 80);
    EXPECT_EQ(d.pairOfGpus(0, 1).hops, 3);
    EXPECT_EQ(d.pairOfGpus(0, 2).type, PathType::Nvb);
    EXPECT_EQ(d.pairOfGpus(0, 2).hops, 4);
    EXPECT_EQ(d.pairOfGpus(0, 3).type, PathType::Phb);
    EXPECT_EQ(decided(row, with("NCCL_NVB_DISABLE", "1")).pairOfGpus(0, 2).type, PathType::Phb);
}

TEST(NcclRules, ChipToChipMakesANicOfTheCpuANearOne) {
    NcclXmlBuilder text("1");
    text.open("cpu", {{"numaid", "0"}, {"affinity", "ffff"}, {"arch", "arm64"}});
    text.open("pci", {{"busid", "0008:01:00.0"},
                      {"class", "0x030200"},
                      {"link_speed", "32.0 GT/s PCIe"},
                      {"link_width", "16"}});
    text.open("gpu", {{"dev", "0"}, {"sm", "90"}, {"rank", "0"}, {"gdr", "1"}});
    text.single("c2c", {{"bw", "44712"}, {"count", "10"}}).close().close();
    text.nic("0000:01:00.0", 0);
    const std::string grace = text.finish();
    const Decisions d = decided(grace);
    EXPECT_EQ(d.pair(0, 0).type, PathType::P2c);
    EXPECT_TRUE(d.pair(0, 0).gdrRecv.on());
    EXPECT_FALSE(decided(grace, with("NCCL_NET_GDR_C2C", "0")).pair(0, 0).gdrRecv.on());
}

TEST(NcclRules, ReportsThePositionsOfErrorsInTheGraph) {
    struct Case {
        std::string text;
        std::uint32_t line;
        const char *message;
    };
    const auto withoutAttribute = [](const std::string &attribute) {
        const std::string text = serverXml({});
        const auto at = text.find(' ' + attribute + "=\"");
        return text.substr(0, at) + text.substr(text.find('"', at + attribute.size() + 3) + 1);
    };
    const Case cases[] = {
        {withoutAttribute("numaid"), 2, "<cpu> has no numaid"},
        {withoutAttribute("arch"), 2, "Attribute arch of node cpu not found"},
        {withoutAttribute("familyid"), 2, "<cpu> has no familyid"},
        {withoutAttribute("class"), 3, "<pci> has no class"},
        {withoutAttribute("busid"), 3, "<pci> has no busid"},
        {withoutAttribute("link_width"), 3, "<pci> has no link_width"},
        {withoutAttribute("sm"), 5, "<gpu> has no sm"},
        {withoutAttribute("gdr"), 5, "<gpu> has no gdr"},
        {withoutAttribute("count"), 6, "<nvlink> has no count"},
        {withoutAttribute("tclass"), 6, "<nvlink> has no tclass"},
        {withoutAttribute("rank"), 6, "could not find GPU"},
    };
    for (const Case &c : cases) {
        const Decisions d = decided(c.text);
        ASSERT_TRUE(d.error) << c.message;
        EXPECT_EQ(d.error->line, c.line) << d.error->toString();
        EXPECT_THAT(d.error->what, HasSubstr(c.message));
        EXPECT_EQ(d.error->code, ResultCode::InternalError);
        EXPECT_TRUE(d.gpus.empty());
    }
}

TEST(NcclRules, ALinkInOneDirectionOnlyIsFatal) {
    const std::string text = pairText([](NcclXmlBuilder &t) {
        t.open("pci",
               {{"busid", "0000:11:00.0"}, {"class", "0x030200"}, {"link_speed", ""}, {"link_width", ""}});
        t.open("gpu", {{"dev", "0"}, {"sm", "90"}, {"rank", "0"}, {"gdr", "1"}});
        t.single("nvlink", {{"target", "0000:12:00.0"}, {"count", "4"}, {"tclass", "0x030200"}})
            .close()
            .close();
        t.gpu("0000:12:00.0", 1);
    });
    const Decisions d = decided(text);
    ASSERT_TRUE(d.error);
    EXPECT_EQ(d.error->call, "ncclTopoComputePaths");
    EXPECT_THAT(d.error->what, HasSubstr("one direction only"));
    EXPECT_EQ(d.error->line, 8U);
}
