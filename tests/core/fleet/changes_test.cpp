// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/fleet/Server.h"

#include <gmock/gmock.h>

namespace fabricscope::fleet {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(OneChange, OfAFactThatBecomesUnknownIsNoDifference) {
    const Host before = server();
    Host after = server();
    at(after, kGpu).resetMethod = {};
    at(after, kGpu).currentWidth = {};
    at(after, kGpu).maxWidth = {};
    at(after, kGpu).config->express->currentWidth = {};
    at(after, kGpu).config->express->maxWidth = {};
    after.bios = {};
    after.gpus[0].vbios = {};
    const Comparison comparison = compared(before, after);
    EXPECT_THAT(summary(comparison), IsEmpty());
    std::vector<std::string> unknown;
    for (const NotCompared &fact : comparison.notCompared) {
        unknown.push_back(fact.rule);
        EXPECT_TRUE(fact.unknownAfter && !fact.unknownBefore) << fact.rule;
        EXPECT_EQ(fact.count, 1U) << fact.rule;
    }
    EXPECT_THAT(unknown, testing::IsSupersetOf({"firmware.bios", "firmware.vbios", "setting.reset_method"}));
}

TEST(OneChange, FactsMissingWithoutRootAreReportedOnceEach) {
    const Host before = server();
    Host after = server();
    for (host::PciFunction &function : after.functions)
        if (function.config) {
            function.config->bytesRead = 64;
            function.config->express.reset();
            function.config->acs.reset();
            function.config->ats.reset();
        }
    const Comparison comparison = compared(before, after);
    EXPECT_THAT(summary(comparison), IsEmpty());
    EXPECT_LT(comparison.notCompared.size(), 12U);
    EXPECT_EQ(std::count_if(comparison.notCompared.begin(), comparison.notCompared.end(),
                            [](const auto &fact) { return fact.rule == "setting.acs" && fact.count > 50; }),
              1);
}

TEST(Names, ThatChangedPlacesAreOneDifference) {
    Host after = server();
    std::swap(after.rdmaDevices[2].name, after.rdmaDevices[4].name);
    EXPECT_THAT(summary(compared(server(), after)),
                ElementsAre("warning order.rdma_names.swapped ionic_2 and ionic_4: changed places"));
    after = server();
    const std::string first = after.rdmaDevices[2].name;
    after.rdmaDevices[2].name = after.rdmaDevices[3].name;
    after.rdmaDevices[3].name = after.rdmaDevices[4].name;
    after.rdmaDevices[4].name = first;
    EXPECT_THAT(
        summary(compared(server(), after)),
        ElementsAre("warning order.rdma_names.swapped ionic_2, ionic_3 and ionic_4: changed places: ionic_2 "
                    "is ionic_3, ionic_3 is ionic_4 and ionic_4 is ionic_2"));
    after = server();
    net(after).name = "eth7";
    EXPECT_THAT(
        summary(compared(server(), after)),
        ElementsAre("warning order.interface_names.renamed 0000:86:00.0: is called eth7 (was ens51np0)"));
}

TEST(Order, OfTheDriversGpusIsOneDifference) {
    Host after = server();
    std::swap(after.gpus[0].kfdNodes, after.gpus[1].kfdNodes);
    std::swap(after.gpus[0].renderMinors, after.gpus[1].renderMinors);
    EXPECT_THAT(
        summary(compared(server(), after)),
        ElementsAre(
            "warning order.gpus the driver numbers the GPUs in a different order: GPU4 0000:85:00.0 is "
            "number 1 (was 0) and GPU5 0000:a6:00.0 is number 0 (was 1)"));
}

TEST(IommuGroups, OfOtherNumbersAreAMatterOfOrderAndOfOtherMembersAreNot) {
    Host after = server();
    for (host::PciFunction &function : after.functions)
        if (function.iommuGroup)
            function.iommuGroup = fact(IommuGroup{function.iommuGroup->value + 100});
    for (host::IommuGroupFacts &group : after.iommuGroups)
        group.group.value += 100;
    EXPECT_THAT(rules(compared(server(), after)), ElementsAre("order.iommu_groups"));
    after = server();
    at(after, kGpu).iommuGroup = at(after, kNic).iommuGroup;
    EXPECT_THAT(rules(compared(server(), after)), ElementsAre("iommu.members"));
}

TEST(IommuGroups, TypeChangeIsReportedOnce) {
    Host after = server();
    for (auto &group : after.iommuGroups)
        group.type = text("DMA-FQ");
    const Comparison comparison = compared(server(), after);
    ASSERT_THAT(rules(comparison), ElementsAre("iommu.type"));
    EXPECT_EQ(comparison.differences[0].devices.size(), server().functions.size());
}

TEST(Memory, OfAFewMegabytesLessIsTheSame) {
    Host after = server();
    after.memory = fact(ByteCount{after.memory->value - (std::uint64_t{200} << 20)});
    EXPECT_THAT(summary(compared(server(), after)), IsEmpty());
}

TEST(NumaOfDevices, IsReportedForTheTopmostDevicesThatShareIt) {
    Host after = server();
    for (host::PciFunction &function : after.functions)
        if (function.rootBus && function.rootBus->second == 0x80)
            function.numaNode = fact(0);
    // Its host bridge, its IOMMU and its root port, but not the devices below.
    EXPECT_EQ(compared(server(), after).differences.size(), 3U);
}

TEST(Groups, MergeEqualChangesOfSeveralDevices) {
    Host after = server();
    for (host::PciFunction &function : after.functions)
        if (function.driver && *function.driver == "amdgpu")
            function.driver = text("vfio-pci");
    const Comparison comparison = compared(server(), after);
    EXPECT_EQ(comparison.differences.size(), 4U);
    const auto groups = grouped(comparison);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].members.size(), 4U);
    EXPECT_EQ(groups[0].text,
              "GPU4 0000:85:00.0, GPU5 0000:a6:00.0, GPU6 0000:c6:00.0 and GPU7 0000:e5:00.0: "
              "the driver is vfio-pci (was amdgpu)");
    EXPECT_EQ(countsText(countOf(comparison, groups)), "1 warning");
}

TEST(Groups, NameTheSwitchOfSeveralPortsOnce) {
    Host after = server();
    for (const char *port : {"0000:82:00.0", "0000:82:01.0", "0000:82:02.0"})
        at(after, port).config->acs->enabled = 0;
    const auto groups = grouped(compared(server(), after));
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_TRUE(groups[0].text.starts_with("port 0000:82:00.0, 0000:82:01.0 and 0000:82:02.0 of Switch "
                                           "81:00.0: ACS control is SV- "))
        << groups[0].text;
}

TEST(Texts, OfTheHostAreMadeSafe) {
    Host after = server();
    after.kernel = text("\x1b]0;title\x07");
    after.modules["amdgpu"]["noretry"] = text("\x1b[2J");
    after.commandLine = text("a\x1b[1m iommu=\xff");
    net(after).name = "\x1b[5m";
    rdma(after).ports[0].state = text("\r");
    for (const Difference &difference : compared(server(), after).differences)
        for (const char byte : difference.text())
            ASSERT_FALSE(static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f) << int{byte};
}

} // namespace

} // namespace fabricscope::fleet
