// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/Suspects.h"
#include "tests/core/bench/BenchHost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::HasSubstr;

std::vector<Suspect> suspects(const BenchHost &host, std::vector<EnvironmentValue> environment = {}) {
    RunFacts facts;
    facts.examination = &host.examination;
    facts.topology = host.topology.get();
    facts.environment = std::move(environment);
    return suspectsOf(facts);
}

const Suspect &named(const std::vector<Suspect> &all, std::string_view key) {
    return *std::find_if(all.begin(), all.end(), [&](const Suspect &one) { return one.key == key; });
}

TEST(Suspects, KeepTheFieldsOrderWithTheGuiltyInFront) {
    host::Host host = serverOfItsOwn();
    host.commandLine = made::text("iommu=pt");
    const BenchHost made = benchHost(std::move(host));
    const auto all = suspects(made);
    ASSERT_EQ(all.size(), 5U);
    const auto place = [](const Suspect &one) {
        return !one.guilty ? 1 : *one.guilty ? 0 : 2;
    };
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                               [&](const Suspect &a, const Suspect &b) { return place(a) < place(b); }));
    EXPECT_EQ(all.front().key, "gpu_memory"); // kernel 6.8, and dma-buf is not on
    EXPECT_EQ(named(all, "passthrough").guilty, false);
}

TEST(Suspects, PassthroughIsReadOffCommandLineOrGroups) {
    host::Host host = serverOfItsOwn();
    host.commandLine = {};
    for (host::IommuGroupFacts &group : host.iommuGroups)
        group.type = {};
    EXPECT_FALSE(named(suspects(benchHost(host)), "passthrough").guilty.has_value());
    for (host::IommuGroupFacts &group : host.iommuGroups)
        group.type = made::text("identity");
    EXPECT_EQ(named(suspects(benchHost(host)), "passthrough").guilty, false);
    host.iommuGroups.back().type = made::text("DMA");
    const auto all = suspects(benchHost(host));
    EXPECT_EQ(named(all, "passthrough").guilty, true);
    EXPECT_THAT(named(all, "passthrough").why, HasSubstr("1 of"));
    EXPECT_EQ(all.front().key, "passthrough");
}

TEST(Suspects, DmaBufSwitchedOnClearsGpuMemory) {
    const BenchHost host = benchHost(serverOfItsOwn());
    EXPECT_EQ(named(suspects(host), "gpu_memory").guilty, true);
    EXPECT_EQ(named(suspects(host, {{"NCCL_DMABUF_ENABLE", "1"}}), "gpu_memory").guilty, false);
    EXPECT_EQ(named(suspects(host, {{"NCCL_DMABUF_ENABLE", "0"}}), "gpu_memory").guilty, true);
}

TEST(Suspects, AcsIsUnknownWhereConfigSpaceWasNotReadAndGuiltyWhereItRedirects) {
    host::Host host = serverOfItsOwn();
    for (host::PciFunction &function : host.functions)
        if (function.config && function.config->acs)
            function.config->acs->enabled = 0x1d;
    EXPECT_EQ(named(suspects(benchHost(host)), "acs").guilty, true);
    for (host::PciFunction &function : host.functions)
        if (function.config) {
            function.config->acs.reset();
            function.config->bytesRead = 64;
        }
    const auto all = suspects(benchHost(host));
    EXPECT_FALSE(named(all, "acs").guilty.has_value());
    EXPECT_THAT(named(all, "acs").remedy, HasSubstr("root"));
}

TEST(Suspects, TheLogsWordCountsForGdr) {
    const BenchHost host = benchHost(serverOfItsOwn());
    RunFacts facts;
    facts.examination = &host.examination;
    facts.topology = host.topology.get();
    facts.stagedConnections = 4;
    facts.gdrConnections = 12;
    const auto staged = suspectsOf(facts);
    EXPECT_EQ(named(staged, "gdr_level").guilty, true);
    EXPECT_THAT(named(staged, "gdr_level").why, HasSubstr("4 of 16"));
    facts.stagedConnections = 0;
    EXPECT_EQ(named(suspectsOf(facts), "gdr_level").guilty, false);
}

TEST(Suspects, AVmThatTellsNothingIsNotAccused) {
    const auto all = suspects(benchHost(made::flatVm()));
    EXPECT_FALSE(named(all, "numa").guilty.has_value());
    EXPECT_FALSE(named(all, "acs").guilty.has_value());
    EXPECT_TRUE(suspectsOf({}).empty());
}

} // namespace
} // namespace fabricscope::bench
