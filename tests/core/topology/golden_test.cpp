// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/host/TreeJson.h"
#include "tests/support/FindingTexts.h"
#include "tests/support/Golden.h"
#include "tests/support/samples/SampleHosts.h"

#include <gtest/gtest.h>

namespace fabricscope {

namespace {

struct Case {
    const char *name;
    host::Host (*make)();
};

class EachSampleHost : public testing::TestWithParam<Case> {};

TEST_P(EachSampleHost, GivesTheTreeDocumentThatWasReviewed) {
    const auto topology = samples::topologyOf(GetParam().make());
    test::expectGolden(test::withRules(json::treeDocument(*topology), test::findingsOf(*topology)),
                       std::string("tests/core/topology/golden/") + GetParam().name + ".tree.json");
}

INSTANTIATE_TEST_SUITE_P(
    Documents, EachSampleHost,
    testing::Values(Case{"mi355x", samples::mi355xServer}, Case{"flat-vm", samples::flatVm},
                    Case{"laptop", samples::laptop}, Case{"vmd", samples::vmdHost},
                    Case{"cpu-less", samples::cpuLessNodes}, Case{"dead-gpu", samples::deadGpu},
                    Case{"narrow-gpu", samples::narrowGpu}, Case{"partitioned-gpu", samples::partitionedGpu},
                    Case{"cycles", samples::cycles}),
    [](const auto &param) {
        std::string name = param.param.name;
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

} // namespace

} // namespace fabricscope
