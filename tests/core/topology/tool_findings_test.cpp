// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"
#include "core/topology/findings/ToolFindings.h"
#include "tests/core/formats/tools/ToolHosts.h"
#include "tests/support/samples/SampleHostBuilder.h"
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

TEST(ToolFindings, OfGpusThatDifferFromTheOthers) {
    host::Host host = samples::oneGpu();
    host.toolFaults = {{"xgmi_disabled", "GPU1", {}, 2, "to GPU3, to GPU4", {}},
                       {"xgmi_slow", "GPU1", {}, 0, "20 Gb/s, others 36 Gb/s", {}},
                       {"xgmi_errors", "GPU1", {}, 0, "several", {}},
                       {"xgmi_none", "GPU1", {}, 7, {}, {}},
                       {"xgmi_missing", {}, {}, 1, "GPU1 with GPU3", {}},
                       {"p2p_some", {}, {}, 2, "GPU1 with GPU3, GPU1 with GPU4", {}},
                       {"nvlink_none", "GPU3", {}, 7, {}, {}},
                       {"no_values", "GPU2", {}, 0, "rocm-smi", {}},
                       {"no_spare_rows", "GPU2", {}, 1, {}, {}}};
    EXPECT_THAT(titlesOf(*samples::topologyOf(host)),
                testing::ElementsAre(
                    "0 GPU1: 2 of its XGMI links are disabled, more than of other GPUs (to GPU3, to GPU4)",
                    "0 GPU1: its XGMI links are slower than those of other GPUs (20 Gb/s, others 36 Gb/s)",
                    "0 GPU1: its XGMI links had errors since they were read last (several)",
                    "0 GPU1: it has no XGMI link to another GPU, 7 other GPUs have",
                    "0 1 pair of GPUs is connected by PCIe, although both have XGMI links to other GPUs "
                    "(GPU1 with GPU3)",
                    "0 2 pairs of GPUs cannot use P2P, others can (GPU1 with GPU3, GPU1 with GPU4)",
                    "0 GPU3: it has no NVLink to another GPU, 7 other GPUs have",
                    "0 GPU2: rocm-smi shows N/A for it where other GPUs have values",
                    "0 GPU2: 1 bank of its memory has no spare rows left"));
}

/// "The driver is not loaded" is not so beside a device that is bound to it, or its module.
TEST(ToolFindings, OfADriverThatIsBoundNameItUnreachable) {
    const struct {
        const char *fault, *driver, *unreachable;
    } kCases[] = {{"no_driver", "nvidia", "driver_unreachable"},
                  {"amd_no_driver", "amdgpu", "amd_driver_unreachable"}};
    for (const auto &each : kCases) {
        host::Host host = samples::oneGpu();
        host.modules.clear();
        host.function(formats::bdf("0000:41:00.0"))->driver = {};
        host.toolFaults = {{each.fault, {}, {}, 0, {}, {}}};
        EXPECT_EQ(toolFindings(*samples::topologyOf(host)).front().second.variant, each.fault);
        host::Host other = host;
        other.function(formats::bdf("0000:41:00.0"))->driver = samples::text("vfio-pci");
        EXPECT_EQ(toolFindings(*samples::topologyOf(other)).front().second.variant, each.fault);
        host::Host loaded = host;
        loaded.modules[each.driver]["version"] = samples::text("1");
        EXPECT_EQ(toolFindings(*samples::topologyOf(loaded)).front().second.variant, each.unreachable);
        host.function(formats::bdf("0000:41:00.0"))->driver = samples::text(each.driver);
        EXPECT_EQ(toolFindings(*samples::topologyOf(host)).front().second.variant, each.unreachable);
    }
}

TEST(ToolFindings, ThatMayBeNormalAreNotes) {
    host::Host host = samples::oneGpu();
    host.toolFaults = {{"xgmi_disabled_other", "GPU1", {}, 1, "link 7", {}},
                       {"xgmi_none_other", "GPU1", {}, 3, {}, {}},
                       {"nvlink_none_other", "GPU3", {}, 4, {}, {}},
                       {"hot_unknown", "GPU1", {}, 0, "hotspot 103 C", {}},
                       {"retired_pages", "GPU1", {}, 1, "double bit 1", {}},
                       {"lid_shared", {}, {}, 2, "a/1 and b/1 have LID 5", {}},
                       {"bad_pages_unreservable", "GPU1", {}, 2, {}, {}},
                       {"retired_pages_many", "GPU1", {}, 61, {}, {}}};
    const auto topology = samples::topologyOf(host);
    EXPECT_THAT(
        titlesOf(*topology),
        testing::ElementsAre(
            "0 GPU1: 1 of its XGMI links is disabled, more than of other GPUs (link 7)",
            "0 GPU1: it has no XGMI link to another GPU, 3 other GPUs have",
            "0 GPU3: it has no NVLink to another GPU, 4 other GPUs have",
            "0 GPU1: its temperature is high for an AMD Instinct GPU (hotspot 103 C); its model is not known",
            "0 GPU1: 1 page of its memory is retired (double bit 1)",
            "0 2 ports have the LID of another port (a/1 and b/1 have LID 5)",
            "0 GPU1: 2 bad pages of its memory could not be reserved",
            "0 GPU1: 61 pages of its memory are retired"));
    const auto found = toolFindings(*topology);
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_EQ(found[i].second.severity, i < 6 ? findings::Severity::Note : findings::Severity::Warning)
            << i;
}

} // namespace

} // namespace fabricscope::topology
