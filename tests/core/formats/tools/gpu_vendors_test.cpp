// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/GpuVendors.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

capture::Capture captureOf(const std::vector<std::string> &sections) {
    capture::Capture capture;
    for (const std::string &name : sections) {
        capture::Section::Meta meta;
        meta.name = name;
        capture.sections.emplace_back(std::move(meta), std::string("text"));
    }
    return capture;
}

/// The names of GPUs after each section stated a fault and a fact of GPU0.
std::vector<std::string> namesAfter(const std::vector<std::string> &sections) {
    const capture::Capture capture = captureOf(sections);
    GpuVendors vendors(capture);
    host::Host host;
    for (const std::string &name : sections) {
        vendors.beginSection(name, host);
        host.toolFaults.push_back({"ecc_uncorrected", "GPU0", {}, host.toolFaults.size() + 1, {}, {}});
        host.toolFacts.push_back({name, "GPU0", "serial", "1", {}});
        vendors.endSection(name, host);
    }
    vendors.finish(host);
    std::vector<std::string> names;
    for (const host::ToolFault &fault : host.toolFaults)
        names.push_back(fault.device);
    for (const host::ToolFact &fact : host.toolFacts)
        names.push_back(fact.tool + " " + fact.device);
    return names;
}

TEST(GpuVendors, AGpuOfATextOfNoVendorBelongsToNeither) {
    const std::string amd = "tool-amd-smi-metric", nvidia = "tool-nvidia-smi-q", other = "tool-other";
    EXPECT_THAT(namesAfter({amd, other, nvidia}),
                testing::UnorderedElementsAre("AMD GPU0", "NVIDIA GPU0", "GPU0", amd + " AMD GPU0",
                                              nvidia + " NVIDIA GPU0", other + " GPU0"));
    EXPECT_THAT(namesAfter({other, nvidia, amd}),
                testing::UnorderedElementsAre("AMD GPU0", "NVIDIA GPU0", "GPU0", amd + " AMD GPU0",
                                              nvidia + " NVIDIA GPU0", other + " GPU0"));
    EXPECT_THAT(namesAfter({amd, nvidia, other}),
                testing::UnorderedElementsAre("AMD GPU0", "NVIDIA GPU0", "GPU0", amd + " AMD GPU0",
                                              nvidia + " NVIDIA GPU0", other + " GPU0"));
}

TEST(GpuVendors, OfOneVendorKeepTheirNames) {
    EXPECT_THAT(namesAfter({"tool-amd-smi-metric"}), ElementsAre("GPU0", "tool-amd-smi-metric GPU0"));
}

} // namespace
} // namespace fabricscope::formats
