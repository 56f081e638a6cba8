// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"
#include "core/topology/findings/FaultFindings.h"
#include "tests/core/formats/tools/ToolHosts.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A port as ibstat prints it.
std::string port(int number, const std::string &rate, const std::string &state = "Active",
                 const std::string &type = "MT4129") {
    return "CA 'mlx5_" + std::to_string(number) + "'\n\tCA type: " + type +
           "\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: " + state +
           "\n\t\tPhysical state: LinkUp\n\t\tRate: " + rate +
           "\n\t\tBase lid: " + std::to_string(40 + number) + "\n\t\tLink layer: InfiniBand\n";
}

std::vector<std::string> titlesOf(const std::string &text) {
    const auto topology = build(std::make_shared<host::Host>(formats::hostOfText(text)));
    std::vector<std::string> titles;
    for (const auto &[node, finding] : faultFindings(*topology))
        titles.push_back(findings::title(finding));
    return titles;
}

TEST(SlowPorts, AreNamedWhereOneIsSlowerThanItsEquals) {
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "400") + port(2, "100")),
                ElementsAre("port 1 of mlx5_2 runs at 100 Gb/s, the 2 others of its type at 400 Gb/s"));
}

/// The physical function of a NIC that is not one of the fabric's.
host::Address frontEndNic(const host::Host &host) {
    for (const host::PciFunction &function : host.functions)
        if (function.classCode.valueOr(0) >> 16 == 0x02 && function.device.valueOr(0) != 0x1003 &&
            !function.physfn)
            return function.address;
    return {};
}

findings::Severity severityOf(const Topology &topology) {
    for (const auto &[node, finding] : faultFindings(topology))
        if (finding.rule == "port.slow")
            return finding.severity;
    ADD_FAILURE() << "no slow port";
    return findings::Severity::Error;
}

host::RdmaDevice nic(const std::string &name, std::optional<host::Address> address, double rate) {
    host::RdmaDevice device;
    device.name = name;
    device.hcaType = {"MT4129", {}};
    device.device = address;
    host::RdmaPort port;
    port.number = 1;
    port.state = {"ACTIVE", {}};
    port.linkLayer = {"Ethernet", {}};
    port.rate = {GigabitsPerSecond{rate}, {}};
    device.ports.push_back(port);
    return device;
}

TEST(SlowPorts, AreAWarningWhereTheyAreForTheGpus) {
    const auto severity = [](const std::string &slow, const std::optional<host::Address> &at) {
        host::Host host = samples::mi355xServer();
        std::vector<host::Address> fabric;
        for (const host::PciFunction &function : host.functions)
            if (function.device.valueOr(0) == 0x1003 && !function.physfn)
                fabric.push_back(function.address);
        host.netInterfaces.clear();
        host.rdmaDevices.clear();
        for (std::size_t i = 1; i < fabric.size(); ++i)
            host.rdmaDevices.push_back(nic("mlx5_" + std::to_string(i), fabric[i], 400));
        host.rdmaDevices.push_back(nic(slow, at ? at : fabric[0], 200));
        return severityOf(*samples::topologyOf(host));
    };
    const host::Address atRootPort = frontEndNic(samples::mi355xServer());
    EXPECT_EQ(severity("mlx5_0", {}), findings::Severity::Warning) << "below a switch with a GPU";
    EXPECT_EQ(severity("mlx5_0", atRootPort), findings::Severity::Note) << "of the storage, perhaps";
    EXPECT_EQ(severity("mlx5_rail0", atRootPort), findings::Severity::Warning);
    EXPECT_EQ(severityOf(*samples::topologyOf(
                  formats::hostOfText(port(0, "400") + port(1, "400") + port(2, "200")))),
              findings::Severity::Note)
        << "no source has their places";
}

TEST(SlowPorts, AreNoneAmongOthers) {
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "400") + port(2, "400")), IsEmpty());
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "200")), IsEmpty()) << "which of them is as it should be?";
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "400") + port(2, "200") + port(3, "200")), IsEmpty())
        << "two networks";
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "400") + port(2, "200", "Active", "MT4123")), IsEmpty())
        << "another type";
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "400") + port(2, "10", "Armed")).size(), 1U)
        << "no subnet manager, and no rate that counts";
}

} // namespace

} // namespace fabricscope::topology
