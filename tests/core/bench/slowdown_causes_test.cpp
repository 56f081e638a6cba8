// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/SlowdownCauses.h"
#include "tests/core/bench/ExaminedHost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::HasSubstr;

std::vector<SlowdownCause> causes(const ExaminedHost &host, std::vector<EnvironmentValue> environment = {}) {
    RunFacts facts;
    facts.examination = &host.examination;
    facts.topology = host.topology.get();
    facts.environment = std::move(environment);
    return slowdownCausesOf(facts);
}

const SlowdownCause &named(const std::vector<SlowdownCause> &all, std::string_view key) {
    return *std::find_if(all.begin(), all.end(), [&](const SlowdownCause &one) { return one.key == key; });
}

TEST(SlowdownCauses, KeepTheirOrderWithDetectedCausesFirst) {
    host::Host host = standaloneServer();
    host.commandLine = samples::text("iommu=pt");
    const ExaminedHost made = examinedHost(std::move(host));
    const auto all = causes(made);
    ASSERT_EQ(all.size(), 5U);
    const auto place = [](const SlowdownCause &one) {
        return !one.detected ? 1 : *one.detected ? 0 : 2;
    };
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [&](const SlowdownCause &a, const SlowdownCause &b) {
        return place(a) < place(b);
    }));
    EXPECT_EQ(all.front().key, "gpu_memory"); // kernel 6.8, and dma-buf is not enabled
    EXPECT_EQ(named(all, "passthrough").detected, false);
}

TEST(SlowdownCauses, PassthroughIsReadOffCommandLineOrGroups) {
    host::Host host = standaloneServer();
    host.commandLine = {};
    for (host::IommuGroupFacts &group : host.iommuGroups)
        group.type = {};
    EXPECT_FALSE(named(causes(examinedHost(host)), "passthrough").detected.has_value());
    for (host::IommuGroupFacts &group : host.iommuGroups)
        group.type = samples::text("identity");
    EXPECT_EQ(named(causes(examinedHost(host)), "passthrough").detected, false);
    host.iommuGroups.back().type = samples::text("DMA");
    const auto all = causes(examinedHost(host));
    EXPECT_EQ(named(all, "passthrough").detected, true);
    EXPECT_THAT(named(all, "passthrough").why, HasSubstr("1 of"));
    EXPECT_EQ(all.front().key, "passthrough");
}

TEST(SlowdownCauses, AVmWithoutAnIommuDoesNotShowTheHypervisors) {
    host::Host host = standaloneServer();
    host.virtualization = samples::text("kvm");
    host.commandLine = samples::text("root=/dev/vda1 iommu=pt");
    host.iommuGroups.clear();
    host.iommuUnits.clear();
    const SlowdownCause cause = named(causes(examinedHost(host)), "passthrough");
    EXPECT_FALSE(cause.detected.has_value()) << cause.why;
    EXPECT_TRUE(cause.remedy.empty() && cause.commands.empty());
    EXPECT_THAT(cause.why, HasSubstr("hypervisor"));
}

TEST(SlowdownCauses, DmaBufSwitchedOnClearsGpuMemory) {
    const ExaminedHost host = examinedHost(standaloneServer());
    EXPECT_EQ(named(causes(host), "gpu_memory").detected, true);
    EXPECT_EQ(named(causes(host, {{"NCCL_DMABUF_ENABLE", "1"}}), "gpu_memory").detected, false);
    EXPECT_EQ(named(causes(host, {{"NCCL_DMABUF_ENABLE", "0"}}), "gpu_memory").detected, true);
}

TEST(SlowdownCauses, AcsIsDetectedIfItRedirectsAndUnknownWithoutConfigSpace) {
    host::Host host = standaloneServer();
    for (host::PciFunction &function : host.functions)
        if (function.config && function.config->acs)
            function.config->acs->enabled = 0x1d;
    EXPECT_EQ(named(causes(examinedHost(host)), "acs").detected, true);
    for (host::PciFunction &function : host.functions)
        if (function.config) {
            function.config->acs.reset();
            function.config->bytesRead = 64;
        }
    const auto all = causes(examinedHost(host));
    EXPECT_FALSE(named(all, "acs").detected.has_value());
    EXPECT_THAT(named(all, "acs").remedy, HasSubstr("root"));
}

TEST(SlowdownCauses, TheLogsWordCountsForGdr) {
    const ExaminedHost host = examinedHost(standaloneServer());
    RunFacts facts;
    facts.examination = &host.examination;
    facts.topology = host.topology.get();
    facts.stagedConnections = 4;
    facts.gdrConnections = 12;
    const auto staged = slowdownCausesOf(facts);
    EXPECT_EQ(named(staged, "gdr_level").detected, true);
    EXPECT_THAT(named(staged, "gdr_level").why, HasSubstr("4 of 16"));
    facts.stagedConnections = 0;
    EXPECT_EQ(named(slowdownCausesOf(facts), "gdr_level").detected, false);
}

TEST(SlowdownCauses, DetectsNoCauseFromUnknownFactsOfAVm) {
    const auto all = causes(examinedHost(samples::flatVm()));
    EXPECT_FALSE(named(all, "numa").detected.has_value());
    EXPECT_FALSE(named(all, "acs").detected.has_value());
    EXPECT_TRUE(slowdownCausesOf({}).empty());
}

} // namespace
} // namespace fabricscope::bench
