// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"
#include "core/report/TextHostVm.h"
#include "tests/core/hostvm/PassthroughHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string textOf(host::Host onHost, host::Host guest) {
    const auto below = samples::topologyOf(std::move(onHost)), above = samples::topologyOf(std::move(guest));
    return hostVmMatchText(hostvm::mapGuest(*below, *above), *below, *above);
}

TEST(HostVmText, ListsMatchesTheirReasonsAndConflicts) {
    host::Host host = samples::passthroughHost(), guest = samples::passthroughGuest();
    host.vms = {samples::vmWith("vm-1", samples::kAllSix)};
    host.vms[0].deviceInfo[3].inGuest = samples::slot(5);
    host.virtualLinks = {{samples::address("0000:52:00.0"), 0, "04:90:81:aa:00:00", {}, {}}};
    guest.simulated = "made";
    const std::string text = textOf(std::move(host), std::move(guest));
    EXPECT_THAT(text,
                HasSubstr("vm-1 (simulated) on hv-1\ncloud-hypervisor: process 4711, vm-1, found by name\n"
                          "1 device by guest address, 3 by order\n"));
    EXPECT_THAT(
        text, testing::ContainsRegex("0000:00:05.0 +ionic_0 +0000:51:00.1 +[^ ]+ .*certain +guest address"));
    EXPECT_THAT(text, HasSubstr("\nContradictions\n    its physical function set"));
    EXPECT_THAT(text, HasSubstr("\nUnknown\n"));
}

TEST(HostVmText, IsShortForUnrelatedHostAndGuest) {
    const std::string text = textOf(samples::laptop(), samples::passthroughGuest());
    EXPECT_THAT(text, HasSubstr("no device\n"));
    EXPECT_THAT(text, HasSubstr("In the guest, not found on the host\n    0000:00:01.0  GPU0\n"));
    EXPECT_THAT(text, Not(HasSubstr("Passed through")));
}

TEST(HostVmText, IsSafeForATerminal) {
    host::Host host = samples::passthroughHost();
    host.vms = {samples::vmWith("vm-1", samples::kAllSix)};
    host.vms[0].vmm = "\x1b[5mvmm";
    EXPECT_THAT(textOf(std::move(host), samples::passthroughGuest()), Not(HasSubstr("\x1b")));
}

TEST(IommuText, EndsWithTheDevicesThatAreHandedOnAndTheCommandsThatMendThem) {
    host::Host host = samples::passthroughHost();
    host.vms = {samples::vmWith("vm-1", samples::kAllSix)};
    host.function(samples::address("0000:41:00.0"))->driver = samples::text("amdgpu");
    const std::string text = iommuText(*samples::topologyOf(std::move(host)));
    EXPECT_THAT(text, HasSubstr("Passed to VMs, or assignable\n    0000:41:00.0"));
    findings::Finding notBound("passthrough.not_bound");
    notBound.set("vm", "vm-1").set("driver", "amdgpu");
    EXPECT_THAT(text, HasSubstr("✕ 0000:41:00.0 (GPU0): " + findings::title(notBound)));
    EXPECT_THAT(text, HasSubstr("      echo 0000:41:00.0 | sudo tee /sys/bus/pci/drivers_probe\n"));
    EXPECT_THAT(iommuText(*samples::topologyOf(samples::laptop())), Not(HasSubstr("Passed to VMs")));
}

} // namespace
} // namespace fabricscope::report
