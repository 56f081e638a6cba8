// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"
#include "core/topology/findings/ToolFindings.h"
#include "tests/core/formats/tools/ToolHosts.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

std::vector<std::string> titlesOf(const Topology &topology) {
    std::vector<std::string> titles;
    for (const auto &[node, finding] : toolFindings(topology))
        titles.push_back(std::to_string(node) + " " + findings::title(finding));
    return titles;
}

TEST(ToolFindings, NameTheirDeviceOrAreAtItsNode) {
    host::Host host = samples::oneGpu();
    const auto gpu = formats::bdf("0000:41:00.0");
    host.toolFaults = {{"ecc_uncorrected", "GPU0", gpu, 1, "DRAM 1", {}},
                       {"remap_pending", "GPU3", {}, 0, {}, {}},
                       {"xgmi_down", "GPU4", formats::bdf("0000:fe:00.0"), 2, "links 1-2", {}}};
    const auto topology = samples::topologyOf(host);
    const auto node = topology->find(gpu);
    ASSERT_TRUE(node);
    EXPECT_THAT(titlesOf(*topology),
                testing::ElementsAre(std::to_string(*node) + " 1 uncorrectable ECC error (DRAM 1)",
                                     "0 GPU3: row remapping of its memory is pending until it is reset",
                                     "0 0000:fe:00.0: 2 of its XGMI links are down (links 1-2)"));
}

} // namespace

} // namespace fabricscope::topology
