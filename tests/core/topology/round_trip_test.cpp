// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/json/host/TreeJson.h"
#include "tests/core/topology/Tree.h"
#include "tests/support/samples/SampleHosts.h"

namespace fabricscope::topology {

namespace {

struct Case {
    const char *name;
    host::Host (*make)();
};

class SampleHost : public testing::TestWithParam<Case> {};

TEST_P(SampleHost, ReadBackFromItsCaptureGivesTheSameTree) {
    const host::Host host = GetParam().make();
    const auto read = std::make_shared<const host::Host>(formats::readHost(samples::toCapture(host)));
    EXPECT_TRUE(read->warnings.empty()) << read->warnings.front();
    EXPECT_EQ(json::treeDocument(*build(read)), json::treeDocument(*samples::topologyOf(host)));
}

INSTANTIATE_TEST_SUITE_P(All, SampleHost,
                         testing::Values(Case{"server", samples::mi355xServer}, Case{"vm", samples::flatVm},
                                         Case{"laptop", samples::laptop}, Case{"vmd", samples::vmdHost},
                                         Case{"cpuless", samples::cpuLessNodes},
                                         Case{"dead", samples::deadGpu}, Case{"narrow", samples::narrowGpu},
                                         Case{"partitioned", samples::partitionedGpu},
                                         Case{"many",
                                              [] {
                                                  return samples::manyFunctions(700);
                                              }}),
                         [](const auto &param) { return std::string(param.param.name); });

} // namespace

} // namespace fabricscope::topology
