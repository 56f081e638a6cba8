// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Peers in other subnets: reachable if a route leads to them over the interface that the library chooses.
#include "core/nccl/bootstrap/Bootstrap.h"
#include "core/nccl/bootstrap/Routes.h"

#include <gmock/gmock.h>

#include <array>

namespace fabricscope::nccl {
namespace {

using testing::HasSubstr;

host::NetInterface interface(const std::string &name, const std::string &address, int index) {
    host::NetInterface made;
    made.name = name;
    made.addresses = {address};
    made.operstate = {"up", {}};
    made.index = {index, {}};
    made.device = host::Address::parse("0000:01:00." + std::to_string(index));
    return made;
}

/// A host with the cards eth0 and eth1 and these routes.
host::Host hostWith(std::vector<host::Route> routes, bool known = true) {
    host::Host host;
    host.netInterfaces = {interface("eth0", "10.1.0.5/24", 1), interface("eth1", "10.9.0.5/24", 2)};
    host.routes = std::move(routes);
    host.ipv4RoutesKnown = known;
    return host;
}

host::Route route(const std::string &interface, const std::string &destination, const std::string &gateway,
                  std::uint32_t metric = 0) {
    host::Route made;
    made.interface = interface;
    made.destination = destination;
    made.gateway = gateway;
    made.metric = metric;
    return made;
}

BootstrapPeer peer(const std::string &name, const std::string &address) {
    return {name, "eth0", address, {address}};
}

BootstrapChoice choose(const host::Host &host, const std::vector<BootstrapPeer> &peers) {
    return bootstrapInterface(host, {}, *assumedVersion(Flavor::Nccl), peers);
}

TEST(BootstrapRoutes, ReachesAPeerBehindAGatewayAndNamesTheGateway) {
    const auto choice =
        choose(hostWith({route("eth0", "0.0.0.0/0", "10.1.0.1"), route("eth0", "10.1.0.0/24", "")}),
               {peer("near", "10.1.0.6/24"), peer("far", "10.2.0.6/24")});
    EXPECT_EQ(choice.reachableByPeers, Reach::Yes);
    EXPECT_EQ(choice.reachWhy, "in the subnet of 1 of 2 other hosts; routes lead to far (10.2.0.6) by the "
                               "default route through 10.1.0.1");
    EXPECT_EQ(choice.better, "");
    EXPECT_THAT(choice.exportLines, testing::IsEmpty());
}

TEST(BootstrapRoutes, WhatLeavesOverAnotherInterfaceStaysUnknown) {
    const auto choice =
        choose(hostWith({route("eth0", "0.0.0.0/0", "10.1.0.1"), route("eth1", "10.2.0.0/16", "10.9.0.1")}),
               {peer("far", "10.2.0.6/24")});
    EXPECT_EQ(choice.reachableByPeers, Reach::Unknown);
    EXPECT_THAT(choice.reachWhy, HasSubstr("by the route to 10.2.0.0/16 through 10.9.0.1, which uses "
                                           "eth1"));
}

TEST(BootstrapRoutes, WithoutARouteNothingIsClaimed) {
    const std::vector<BootstrapPeer> far = {peer("far", "10.2.0.6/24")};
    const auto none = choose(hostWith({route("eth0", "10.1.0.0/24", "")}), far);
    EXPECT_EQ(none.reachableByPeers, Reach::Unknown);
    EXPECT_THAT(none.reachWhy, HasSubstr("the main routing table has none"));
    const auto unknown = choose(hostWith({}, false), far);
    EXPECT_EQ(unknown.reachableByPeers, Reach::Unknown);
    EXPECT_THAT(unknown.reachWhy, HasSubstr("none is known"));
}

TEST(BootstrapRoutes, ARouteThatRejectsReachesNobody) {
    host::Route rejecting = route("", "10.2.0.0/16", "");
    rejecting.rejected = true;
    const auto choice =
        choose(hostWith({route("eth0", "0.0.0.0/0", "10.1.0.1"), rejecting}), {peer("far", "10.2.0.6/24")});
    EXPECT_EQ(choice.reachableByPeers, Reach::No);
    EXPECT_THAT(choice.reachWhy, HasSubstr("rejects"));
}

TEST(BootstrapRoutes, ALinkThatEndsOnThisMachineLetsNobodyIn) {
    host::Host host;
    host.netInterfaces = {interface("vmtap0", "10.1.0.2/30", 1)};
    host.routes = {route("vmtap0", "0.0.0.0/0", "10.1.0.1")};
    host.ipv4RoutesKnown = true;
    const auto choice = choose(host, {peer("far", "10.2.0.6/24")});
    EXPECT_EQ(choice.reachableByPeers, Reach::Unknown);
    EXPECT_THAT(choice.reachWhy, HasSubstr("cannot connect to vmtap0"));
}

TEST(Routes, TheLongestPrefixThenTheLowestMetricCounts) {
    host::Host host;
    host.routes = {route("a", "0.0.0.0/0", "1.0.0.1"),
                   route("b", "10.0.0.0/8", "1.0.0.2", 200),
                   route("c", "10.0.0.0/8", "1.0.0.3", 100),
                   route("d", "10.2.0.0/16", "1.0.0.4", 900),
                   route("e", "nonsense", ""),
                   route("f", "2001:db8::/32", "fe80::1")};
    const Routes routes(host);
    EXPECT_EQ(routes.to(*IpAddress::parse("10.2.3.4"))->interface, "d");
    EXPECT_EQ(routes.to(*IpAddress::parse("10.3.3.4"))->interface, "c");
    EXPECT_EQ(routes.to(*IpAddress::parse("192.0.2.1"))->interface, "a");
    EXPECT_EQ(routes.to(*IpAddress::parse("2001:db8::1"))->interface, "f");
    EXPECT_EQ(routes.to(*IpAddress::parse("2001:db9::1")), nullptr);
    EXPECT_EQ(routeText(*routes.to(*IpAddress::parse("10.3.3.4"))),
              "by the route to 10.0.0.0/8 through 1.0.0.3");
}

} // namespace
} // namespace fabricscope::nccl
