// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"
#include "tests/core/formats/tools/ToolHosts.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {
namespace {

using samples::SampleHostBuilder;
using testing::ElementsAre;
using testing::IsEmpty;

/// A NIC with an active port of so many Gb/s, below a port with the same link.
host::Host hostOf(unsigned generation, unsigned width, double rate, const char *state = "ACTIVE") {
    SampleHostBuilder builder("nic");
    samples::Shape port = samples::shapes::kRootPort, nic = samples::shapes::kConnectX;
    port.generation = nic.generation = generation;
    port.width = nic.width = width;
    builder.add("0000:40:01.1", port);
    builder.add("0000:41:00.0", "0000:40:01.1", nic);
    builder.addNet("0000:41:00.0", "enp65s0", "02:00:00:00:00:01", "mlx5_0");
    host::Host host = builder.finish();
    for (host::RdmaDevice &device : host.rdmaDevices)
        for (host::RdmaPort &each : device.ports) {
            each.rate = {GigabitsPerSecond{rate}, {}};
            each.state = samples::text(state);
        }
    for (host::NetInterface &net : host.netInterfaces)
        net.operstate = samples::text(std::string_view(state) == "ACTIVE" ? "up" : "down");
    return host;
}

/// What the tree states about links that carry less than their ports.
std::vector<std::string> titlesOf(const host::Host &host) {
    const auto topology = samples::topologyOf(host);
    std::vector<std::string> titles;
    for (const Node &node : topology->nodes())
        for (const findings::Finding &finding : node.findings)
            if (finding.rule == "link.below_port")
                titles.push_back((finding.severity == findings::Severity::Warning ? "warning: " : "note: ") +
                                 findings::title(finding));
    return titles;
}

TEST(NicLinkFindings, NameALinkThatCarriesLessThanItsPort) {
    EXPECT_THAT(titlesOf(hostOf(1, 1, 400)),
                ElementsAre("warning: the link carries 2 Gb/s (Gen1 x1), its port 400 Gb/s"));
    EXPECT_THAT(titlesOf(hostOf(4, 16, 400)),
                ElementsAre("note: the link carries 252 Gb/s (Gen4 x16), its port 400 Gb/s"))
        << "cards with two links have this by design";
}

TEST(NicLinkFindings, AreNoneWhereItCarriesEnoughOrThePortIsNotFast) {
    EXPECT_THAT(titlesOf(hostOf(5, 16, 400)), IsEmpty());
    EXPECT_THAT(titlesOf(hostOf(3, 16, 100)), IsEmpty());
    EXPECT_THAT(titlesOf(hostOf(1, 1, 25)), IsEmpty());
    EXPECT_THAT(titlesOf(hostOf(1, 1, 400, "DOWN")), IsEmpty()) << "the rate of a port that is down is none";
}

TEST(NicLinkFindings, OfAPortThatIsNotKnownCompareWithTheNic) {
    const auto lspci = [](const std::string &state) {
        return titlesOf(formats::hostOfText(
            "41:00.0 Infiniband controller [0207]: Mellanox Technologies MT2910 Family [ConnectX-7] "
            "[15b3:1021]\n"
            "\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n"
            "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n\t\tLnkSta:\t" +
            state + "\n"));
    };
    EXPECT_THAT(lspci("Speed 2.5GT/s (downgraded), Width x1 (downgraded)"),
                ElementsAre("warning: the link carries 2 Gb/s (Gen1 x1); the NIC is built for Gen5 x16"));
    EXPECT_THAT(lspci("Speed 32GT/s, Width x4 (downgraded)"), IsEmpty()) << "a slot may have four lanes";
    EXPECT_THAT(lspci("Speed 16GT/s (downgraded), Width x16"), IsEmpty());
}

TEST(NicLinkFindings, AreNoneOfAVm) {
    host::Host host = hostOf(1, 1, 400);
    host.virtualization = samples::text("kvm");
    EXPECT_THAT(titlesOf(host), IsEmpty());
}

TEST(NicLinkFindings, LeaveALinkThatHasAWarning) {
    host::Host host = hostOf(5, 16, 400);
    host.function(*Address::parse("0000:41:00.0"))->currentWidth = samples::fact(std::uint8_t{1});
    const auto topology = samples::topologyOf(host);
    const Node &nic = topology->node(*topology->find(*Address::parse("0000:41:00.0")));
    ASSERT_EQ(nic.findings.size(), 1U);
    EXPECT_EQ(nic.findings[0].rule, "link.narrow");
}

} // namespace
} // namespace fabricscope::topology
