// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Builder.h"
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string status(const std::string &unit, const std::string &active, const std::string &log = {}) {
    return "\xE2\x97\x8F " + unit + " - a service\n     Loaded: loaded (/lib/systemd/system/" + unit +
           "; enabled; vendor preset: enabled)\n     Active: " + active +
           " since Sun 2026-11-22 13:11:54 UTC; 5min ago\n    Process: 4711 ExecStart=/usr/bin/x "
           "(code=exited, status=1/FAILURE)\n        CPU: 12ms\n\n" +
           log;
}

TEST(ServiceStatus, OfAFailedFabricManagerIsAnError) {
    const std::string text = status("nvidia-fabricmanager.service", "failed (Result: exit-code)",
                                    "Nov 22 13:11:54 a systemd[1]: nvidia-fabricmanager.service: Failed with "
                                    "result 'exit-code'.\n");
    EXPECT_EQ(kindOf(text), "systemctl status");
    const host::Host host = hostOfText(text);
    EXPECT_THAT(faultsOf(host), ElementsAre("nvidia-fabricmanager.service fabric_manager Result: exit-code"));
    EXPECT_THAT(factsOf(host), ElementsAre("nvidia-fabricmanager.service=failed (Result: exit-code)"));
    const auto topology = topology::build(std::make_shared<const host::Host>(host));
    ASSERT_EQ(topology->node(0).findings.size(), 1U);
    EXPECT_EQ(topology->node(0).findings[0].severity, findings::Severity::Error);
    EXPECT_EQ(findings::title(topology->node(0).findings[0]),
              "the service nvidia-fabricmanager.service failed (Result: exit-code)");
}

TEST(ServiceStatus, OfAHostWithoutSwitchesIsANote) {
    EXPECT_THAT(
        faultsOf(hostOfText(status(
            "nvidia-fabricmanager.service", "failed (Result: exit-code)",
            "Nov 22 13:11:54 a nv-fabricmanager[4711]: request to query NVSwitch device information "
            "from NVSwitch driver failed with error:WARNING Nothing to do [NV_WARN_NOTHING_TO_DO]\n"))),
        ElementsAre("nvidia-fabricmanager.service fabric_manager_off Result: exit-code"));
    EXPECT_THAT(faultsOf(hostOfText(status("nvidia-fabricmanager.service", "inactive (dead)"))),
                ElementsAre("nvidia-fabricmanager.service fabric_manager_off dead"));
}

TEST(ServiceStatus, OfARunningOrAnUnrelatedServiceIsNoFault) {
    EXPECT_THAT(faultsOf(hostOfText(status("nvidia-fabricmanager.service", "active (running)"))), IsEmpty());
    EXPECT_THAT(faultsOf(hostOfText(status("cups.service", "failed (Result: exit-code)"))), IsEmpty());
}

TEST(ServiceStatus, SeveralServicesAreEachTheirOwn) {
    EXPECT_THAT(
        faultsOf(hostOfText(status("nvidia-persistenced.service", "active (running)") +
                            status("openibd.service", "failed (Result: exit-code)") +
                            status("nvidia-imex.service", "activating (auto-restart) (Result: exit-code)") +
                            status("nvidia-fabricmanager.service", "active (running)"))),
        ElementsAre("openibd.service nic_service_failed Result: exit-code",
                    "nvidia-imex.service service_failed Result: exit-code"));
}

TEST(ServiceStatus, IsReadFromAList) {
    const std::string list =
        "  UNIT                         LOAD   ACTIVE SUB    DESCRIPTION\n"
        "\xE2\x97\x8F nvidia-fabricmanager.service loaded failed failed NVIDIA fabric manager service\n\n"
        "LOAD   = Reflects whether the unit definition was properly loaded.\n1 loaded units listed.\n";
    EXPECT_EQ(kindOf(list), "systemctl status");
    EXPECT_THAT(faultsOf(hostOfText(list)), ElementsAre("nvidia-fabricmanager.service fabric_manager"));
}

TEST(ServiceStatus, IsNoTextThatNamesAService) {
    EXPECT_EQ(kindOf("start nvidia-fabricmanager.service and look at it\nActive: failed\n"), "");
    EXPECT_EQ(kindOf("nvidia-fabricmanager.service - restart it\nActive: perhaps\n"), "");
}

} // namespace
} // namespace fabricscope::formats
