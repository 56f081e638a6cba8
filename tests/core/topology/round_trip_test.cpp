// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/json/TreeJson.h"
#include "tests/core/topology/Tree.h"
#include "tests/support/Made.h"

namespace fabricscope::topology {

namespace {

struct Case {
    const char *name;
    host::Host (*make)();
};

class MadeHost : public testing::TestWithParam<Case> {};

TEST_P(MadeHost, ReadBackFromItsCaptureGivesTheSameTree) {
    const host::Host host = GetParam().make();
    const auto read = std::make_shared<const host::Host>(formats::readHost(made::toCapture(host)));
    EXPECT_TRUE(read->warnings.empty()) << read->warnings.front();
    EXPECT_EQ(json::treeDocument(*build(read)), json::treeDocument(*made::topologyOf(host)));
}

INSTANTIATE_TEST_SUITE_P(All, MadeHost,
                         testing::Values(Case{"server", made::mi355xServer}, Case{"vm", made::flatVm},
                                         Case{"laptop", made::laptop}, Case{"vmd", made::vmdHost},
                                         Case{"cpuless", made::cpuLessNodes}, Case{"dead", made::deadGpu},
                                         Case{"narrow", made::narrowGpu},
                                         Case{"partitioned", made::partitionedGpu},
                                         Case{"many",
                                              [] {
                                                  return made::manyFunctions(700);
                                              }}),
                         [](const auto &param) { return std::string(param.param.name); });

} // namespace

} // namespace fabricscope::topology
