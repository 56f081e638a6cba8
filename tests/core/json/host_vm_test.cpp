// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/HostVmJson.h"
#include "core/json/Json.h"
#include "core/json/host/HostJson.h"
#include "tests/core/hostvm/PassthroughHosts.h"
#include "tests/support/Golden.h"

#include <nlohmann/json.hpp>

namespace fabricscope::json {
namespace {

/// A VM whose VMM reports some addresses, with a contradiction, an unmatched device on each side, and times.
host::Host passing() {
    host::Host host = samples::passthroughHost();
    host.vms = {samples::vmWith("vm-1", {"0000:41:00.0", "0000:42:00.0", "0000:51:00.1"}),
                samples::vmWith("vm-2", {"0000:42:00.0"}, 4712)};
    host.vms[0].deviceInfo[0].inGuest = samples::slot(3);
    host.vms[0].deviceInfo[2].inGuest = samples::slot(5);
    host.virtualLinks = {{samples::address("0000:52:00.0"), 0, "04:90:81:aa:00:00", {}, {}}};
    host.bootTime = samples::fact(1'000'000.0);
    host.vms[0].startedAfterBoot = samples::fact(100.0);
    return host;
}

host::Host guest() {
    host::Host guest = samples::passthroughGuest();
    guest.bootTime = samples::fact(1'000'144.5);
    guest.driversReady = {{samples::address("0000:00:01.0"), "amdgpu", 43.1, {}},
                          {samples::address("0000:00:02.0"), "amdgpu", 51.5, {}}};
    return guest;
}

TEST(HostVmDocument, ListsMatchesContradictionsAndUnmatchedDevices) {
    const auto onHost = samples::topologyOf(passing()), inGuest = samples::topologyOf(guest());
    const std::string text =
        hostVmDocument(hostvm::mapGuest(*onHost, *inGuest), {*onHost, nullptr}, {*inGuest, nullptr});
    test::expectGolden(text, "tests/core/json/golden/contradicted.stitch.json");
    const auto document = parse(text);
    ASSERT_TRUE(document);
    EXPECT_EQ((*document)["schema"], "fabricscope.stitch/0");
    EXPECT_EQ((*document)["vm"]["name"], "vm-1");
    EXPECT_EQ((*document)["vmm_to_kernel_s"], 44.5);
    EXPECT_EQ((*document)["kernel_to_gpu_drivers_s"], 51.5);
}

TEST(HostVmDocument, OfUnrelatedHostsIsNullAndEmpty) {
    const auto onHost = samples::topologyOf(samples::laptop()), inGuest = samples::topologyOf(guest());
    const auto document =
        parse(hostVmDocument(hostvm::mapGuest(*onHost, *inGuest), {*onHost, nullptr}, {*inGuest, nullptr}));
    ASSERT_TRUE(document);
    EXPECT_TRUE((*document)["vm"].is_null());
    EXPECT_TRUE((*document)["vmm_to_kernel_s"].is_null());
    EXPECT_TRUE((*document)["matches"].empty());
    EXPECT_EQ((*document)["guest_only"].size(), 6U);
}

TEST(IommuDocument, HoldsTheStateOfDevicesThatAreHandedOn) {
    const auto document = parse(iommuDocument(*samples::topologyOf(passing())));
    ASSERT_TRUE(document);
    const Value &state = (*document)["passthrough"];
    EXPECT_EQ(state["devices"][0]["bdf"], "0000:41:00.0");
    EXPECT_EQ(state["devices"][0]["owner"], "vm-1");
    EXPECT_TRUE(state["devices"][0]["ats"].is_null()) << "only root reads it";
    EXPECT_EQ(state["remarks"][0]["rule"], "fewer_nics_than_gpus");
    EXPECT_TRUE(
        (*parse(iommuDocument(*samples::topologyOf(samples::laptop()))))["passthrough"]["devices"].empty());
}

} // namespace
} // namespace fabricscope::json
