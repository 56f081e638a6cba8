// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextStitch.h"
#include "tests/core/stitch/MadeVms.h"

#include <gmock/gmock.h>

namespace fabricscope::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string textOf(host::Host onHost, host::Host guest) {
    const auto below = made::topologyOf(std::move(onHost)), above = made::topologyOf(std::move(guest));
    return stitchText(stitch::stitch(*below, *above), *below, *above);
}

TEST(StitchText, SaysWhichIsWhichWhyAndWhatContradicts) {
    host::Host host = made::passingHost(), guest = made::passedGuest();
    host.vms = {made::vmWith("vm-1", made::kAllSix)};
    host.vms[0].told[3].inGuest = made::slot(5);
    host.virtualLinks = {{made::address("0000:52:00.0"), 0, "04:90:81:aa:00:00", {}, {}}};
    guest.simulated = "made";
    const std::string text = textOf(std::move(host), std::move(guest));
    EXPECT_THAT(
        text, HasSubstr("vm-1 (simulated) on hv-1\ncloud-hypervisor: process 4711, vm-1, known by its name\n"
                        "1 device by guest address, 3 by order\n"));
    EXPECT_THAT(
        text, testing::ContainsRegex("0000:00:05.0 +ionic_0 +0000:51:00.1 +[^ ]+ .*certain +guest address"));
    EXPECT_THAT(text, HasSubstr("\nContradictions\n    its physical function has set for it"));
    EXPECT_THAT(text, HasSubstr("\nNot known\n"));
}

TEST(StitchText, OfStrangersIsShort) {
    const std::string text = textOf(made::laptop(), made::passedGuest());
    EXPECT_THAT(text, HasSubstr("no device\n"));
    EXPECT_THAT(text, HasSubstr("In the guest, of no device of the host\n    0000:00:01.0  GPU0\n"));
    EXPECT_THAT(text, Not(HasSubstr("Handed in")));
}

TEST(StitchText, IsSafeForATerminal) {
    host::Host host = made::passingHost();
    host.vms = {made::vmWith("vm-1", made::kAllSix)};
    host.vms[0].vmm = "\x1b[5mvmm";
    EXPECT_THAT(textOf(std::move(host), made::passedGuest()), Not(HasSubstr("\x1b")));
}

TEST(IommuText, EndsWithTheDevicesThatAreHandedOnAndTheCommandsThatMendThem) {
    host::Host host = made::passingHost();
    host.vms = {made::vmWith("vm-1", made::kAllSix)};
    host.function(made::address("0000:41:00.0"))->driver = made::text("amdgpu");
    const std::string text = iommuText(*made::topologyOf(std::move(host)));
    EXPECT_THAT(text, HasSubstr("Handed to VMs, or could be\n    0000:41:00.0"));
    EXPECT_THAT(text, HasSubstr("✕ 0000:41:00.0 (GPU0): vm-1 holds it, but amdgpu is bound"));
    EXPECT_THAT(text, HasSubstr("      echo 0000:41:00.0 | sudo tee /sys/bus/pci/drivers_probe\n"));
    EXPECT_THAT(iommuText(*made::topologyOf(made::laptop())), Not(HasSubstr("Handed")));
}

} // namespace
} // namespace fabricscope::report
