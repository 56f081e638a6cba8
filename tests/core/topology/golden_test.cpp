// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/TreeJson.h"
#include "tests/support/Golden.h"
#include "tests/support/Made.h"

#include <gtest/gtest.h>

namespace fabricscope {

namespace {

struct Case {
    const char *name;
    host::Host (*make)();
};

class EachMadeHost : public testing::TestWithParam<Case> {};

TEST_P(EachMadeHost, GivesTheTreeDocumentThatWasReviewed) {
    const auto topology = made::topologyOf(GetParam().make());
    test::expectGolden(json::treeDocument(*topology),
                       std::string("tests/core/topology/golden/") + GetParam().name + ".tree.json");
}

INSTANTIATE_TEST_SUITE_P(Documents, EachMadeHost,
                         testing::Values(Case{"mi355x", made::mi355xServer}, Case{"flat-vm", made::flatVm},
                                         Case{"laptop", made::laptop}, Case{"vmd", made::vmdHost},
                                         Case{"cpu-less", made::cpuLessNodes},
                                         Case{"dead-gpu", made::deadGpu}, Case{"narrow-gpu", made::narrowGpu},
                                         Case{"partitioned-gpu", made::partitionedGpu},
                                         Case{"cycles", made::cycles}),
                         [](const auto &param) {
                             std::string name = param.param.name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

} // namespace

} // namespace fabricscope
