// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about devices that a host passes to VMs.
#include "core/findings/Finding.h"

#include <gtest/gtest.h>

namespace fabricscope::findings {
namespace {

/// A finding about GPU0, or about a VM.
Finding about(const char *device, const char *rule,
              const std::vector<std::pair<const char *, const char *>> &values = {}) {
    Finding finding(rule);
    finding.device = device;
    for (const auto &[name, value] : values)
        finding.set(name, value);
    return finding;
}

TEST(PassthroughRules, NameDevicesAndPorts) {
    const char *gpu = "0000:42:00.0 (GPU0)";
    EXPECT_EQ(claim(about(gpu, "passthrough.fell_off", {{"port", "0000:41:00.0"}})),
              "0000:42:00.0 (GPU0): fell off the bus: its config space reads all ones (rev ff, header type "
              "7f), below port 0000:41:00.0.");
    EXPECT_EQ(claim(about(gpu, "passthrough.fell_off")),
              "0000:42:00.0 (GPU0): fell off the bus: its config space reads all ones (rev ff, header type "
              "7f).");
    for (const char *rule : {"passthrough.reset_failed", "passthrough.reset_slow"}) {
        EXPECT_EQ(title(about(gpu, rule, {{"text", "giving up"}})), "the kernel log reports \"giving up\"");
        EXPECT_EQ(title(about(gpu, rule, {{"text", "x"}, {"times", "2"}, {"port", "0000:41:00.0"}})),
                  "the kernel log reports \"x\" (2 times), below port 0000:41:00.0");
    }
    EXPECT_EQ(title(about(gpu, "passthrough.not_bound", {{"vm", "vm-1"}, {"driver", "amdgpu"}})),
              "vm-1 holds it, but it is bound to amdgpu, not vfio-pci");
    EXPECT_EQ(title(about(gpu, "passthrough.could_be_bound", {{"driver", "amdgpu"}})),
              "used by the host (amdgpu), while others of its model are passed to VMs");
    EXPECT_EQ(title(about(gpu, "passthrough.group_shared",
                          {{"group", "7"}, {"other", "0000:43:00.0"}, {"driver", "ionic"}, {"more", "2"}})),
              "its IOMMU group 7 also holds 0000:43:00.0 (ionic) and 2 more: passthrough fails unless each "
              "is bound to vfio-pci or to no driver");
    EXPECT_EQ(title(about(gpu, "passthrough.no_vfs", {{"possible", "16"}})),
              "0 of 16 VFs are configured, while other NICs have VFs");
}

TEST(PassthroughRules, ExplainAcsAtsAndPower) {
    EXPECT_EQ(
        title(about("", "passthrough.acs_open_between_vms", {{"port", "0000:41:00.0"}, {"bits", "RR, CR"}})),
        "ACS of the port above (0000:41:00.0) lacks RR, CR: it can bypass the IOMMU to another VM's "
        "device below the same switch");
    EXPECT_EQ(title(about("", "passthrough.acs_open", {{"bits", "RR, CR"}})),
              "ACS of the port above lacks RR, CR: right for peer-to-peer within one VM, but no isolation "
              "between VMs");
    const std::string redirects =
        "ACS of the port above sends its traffic with vm-1's other devices below the same switch up to the "
        "CPU (RR, CR)";
    for (const auto &[name, text] :
         {std::pair("ats_unknown", ", unless ATS is on (unknown)"), std::pair("dt_off", ", since DT is off"),
          std::pair("ats_off", ", and ATS is off")})
        EXPECT_EQ(title(about("", "passthrough.acs_redirects", {{"vm", "vm-1"}, {name, ""}})),
                  redirects + text);
    EXPECT_EQ(title(about("", "passthrough.ats_off")),
              "a VM uses it, but ATS is off: the IOMMU translates all its addresses");
    EXPECT_EQ(title(about("", "passthrough.no_reset")), "cannot be reset: the next VM inherits its state");
    EXPECT_EQ(title(about("", "passthrough.d3cold")),
              "is in D3cold: many GPUs do not wake from it for the next VM");
    EXPECT_EQ(title(about("", "passthrough.idle_d3")),
              "vfio-pci puts it into D3 while no VM uses it: it must wake for the next VM");
}

TEST(PassthroughRules, NameTheVm) {
    EXPECT_EQ(
        claim(about("", "passthrough.fewer_nics_than_gpus", {{"vm", "vm-1"}, {"gpus", "2"}, {"nics", "1"}})),
        "vm-1 has 2 GPUs and 1 fabric NIC: some GPUs share one.");
    EXPECT_EQ(claim(about("", "passthrough.no_front_end", {{"vm", "vm-1"}})),
              "vm-1 has no front-end NIC VF and no virtio interface: jobs would bootstrap over the fabric.");
}

} // namespace
} // namespace fabricscope::findings
