// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Routing tables, and the peer at the other end of a cable.
#include "tests/core/formats/Captures.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

using capture::Damage;
using capture::Part;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char *kHead = "route:Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\n";

TEST(RouteReader, ReadsTheMainTableOfBothFamilies) {
    const host::Host host =
        hostOf({{"routes",
                 std::string(kHead) +
                     "route:eth0\t00000000\t0101010A\t0003\t0\t0\t100\t00000000\t0\t0\t0     \n"
                     "route:ens1\t0000CA0A\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n"
                     "route:down0\t0000CB0A\t00000000\t0000\t0\t0\t0\t0000FFFF\t0\t0\t0\n"
                     "route:*\t0000CC0A\t00000000\t0201\t0\t0\t0\t0000FFFF\t0\t0\t0\n"
                     "ipv6_route:20010db8000000000000000000000000 20 00000000000000000000000000000000 00 "
                     "fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0\n"
                     "ipv6_route:fe800000000000000000000000000005 80 00000000000000000000000000000000 00 "
                     "00000000000000000000000000000000 00000000 00000002 00000000 80200001     eth0\n"
                     "ipv6_route:00000000000000000000000000000000 00 00000000000000000000000000000000 00 "
                     "00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo\n",
                 Part::Touch}});
    EXPECT_THAT(host.warnings, IsEmpty());
    EXPECT_TRUE(host.ipv4RoutesKnown);
    EXPECT_TRUE(host.ipv6RoutesKnown);
    ASSERT_THAT(host.routes, SizeIs(4)) << "what is down and the host's own addresses lead nowhere";
    EXPECT_EQ(host.routes[0].interface, "eth0");
    EXPECT_EQ(host.routes[0].destination, "0.0.0.0/0");
    EXPECT_EQ(host.routes[0].gateway, "10.1.1.1");
    EXPECT_EQ(host.routes[0].metric, 100U);
    EXPECT_EQ(host.routes[1].destination, "10.202.0.0/16");
    EXPECT_EQ(host.routes[1].gateway, "");
    EXPECT_TRUE(host.routes[2].rejected);
    EXPECT_EQ(host.routes[2].interface, "");
    EXPECT_EQ(host.routes[3].destination, "2001:db8:0:0:0:0:0:0/32");
    EXPECT_EQ(host.routes[3].gateway, "fe80:0:0:0:0:0:0:1");
}

TEST(RouteReader, AHalfTableIsNotKnownToBeAll) {
    const std::string route = "route:eth0\t00000000\t0101010A\t0003\t0\t0\t100\t00000000\t0\t0\t0\n";
    const host::Host cut = hostOf({{"routes", kHead + route + "route:...\n" + route, Part::Touch}});
    EXPECT_FALSE(cut.ipv4RoutesKnown);
    EXPECT_THAT(cut.routes, SizeIs(1));
    const host::Host broken = hostOf({{"routes", kHead + route, Part::Touch, Damage::Truncated}});
    EXPECT_FALSE(broken.ipv4RoutesKnown);
    EXPECT_FALSE(hostOf({}).ipv4RoutesKnown);
    EXPECT_TRUE(hostOf({{"routes", kHead, Part::Touch}}).ipv4RoutesKnown) << "known to be empty";
}

TEST(RouteReader, RefusesWhatIsNoRoute) {
    const char *const bad[] = {
        "route:eth0\t00000000",
        "route:eth0\tzz000000\t0101010A\t0003\t0\t0\t100\t00000000\t0",
        "route:eth0\t0x000000\t0101010A\t0003\t0\t0\t100\t00000000\t0",
        "route:eth0\t00000000\t0101010A\t0003\t0\t0\t100\t00FF00FF\t0", // a mask with a hole
        "route:eth0\t00000000\t0101010A\t0003\t0\t0\t-1\t00000000\t0",
        "ipv6_route:2001 20 0 0 0 0 0 0 0 eth0",
        "ipv6_route:20010db8000000000000000000000000 81 00000000000000000000000000000000 00 "
        "fe800000000000000000000000000001 00000400 00000001 00000000 00000003 eth0",
        "rt_cache:eth0",
        "no colon",
    };
    for (const char *line : bad) {
        const host::Host host = hostOf({{"routes", fmt::format("{}\n", line), Part::Touch}});
        EXPECT_THAT(host.routes, IsEmpty()) << line;
        EXPECT_THAT(host.warnings, SizeIs(1)) << line;
    }
}

TEST(RouteReader, IsBounded) {
    std::string text = kHead;
    for (int i = 0; i < 20000; ++i)
        text += fmt::format("route:eth0\t{:08X}\t0101010A\t0003\t0\t0\t0\tFFFFFFFF\t0\t0\t0\n", i << 8 | 10);
    const host::Host host = hostOf({{"routes", text, Part::Touch}});
    EXPECT_THAT(host.routes, SizeIs(16384));
    EXPECT_FALSE(host.ipv4RoutesKnown);
}

TEST(LldpReader, ReadsTheSwitchOfEachCable) {
    const host::Host host =
        hostOf({{"tool-lldp",
                 "lldp.ens1f0.via=LLDP\nlldp.ens1f0.rid=1\nlldp.ens1f0.age=3 days, 02:03:04\n"
                 "lldp.ens1f0.chassis.mac=68:21:5f:00:00:01\nlldp.ens1f0.chassis.name=leaf-1\n"
                 "lldp.ens1f0.chassis.descr=SONiC Software\nVersion: 4.2\nlldp.ens9.chassis.name no line\n"
                 "lldp.ens1f0.chassis.Bridge.enabled=on\nlldp.ens1f0.chassis.Router.enabled=off\n"
                 "lldp.ens1f0.port.descr=rail 0\nlldp.ens1f0.port.ifname=Ethernet7\n"
                 "lldp.ens1f0.vlan.pvid=yes\n"
                 "lldp.eth0.100.via=LLDP\nlldp.eth0.100.chassis.local=host-b\n"
                 "lldp.eth0.100.chassis.Station.enabled=on\nlldp.eth0.100.chassis.Bridge.enabled=off\n"
                 "lldp.eth0.100.port.mac=02:00:00:00:00:09\n",
                 Part::Tools}});
    ASSERT_THAT(host.netInterfaces, SizeIs(2));
    const auto &fabric =
        host.netInterfaces[0].name == "ens1f0" ? host.netInterfaces[0] : host.netInterfaces[1];
    const auto &other =
        host.netInterfaces[0].name == "ens1f0" ? host.netInterfaces[1] : host.netInterfaces[0];
    ASSERT_THAT(fabric.neighbours, SizeIs(1));
    EXPECT_EQ(fabric.neighbours[0].chassisId, "68:21:5f:00:00:01");
    EXPECT_EQ(fabric.neighbours[0].name, "leaf-1");
    EXPECT_EQ(fabric.neighbours[0].port, "Ethernet7") << "the port's name before its description";
    EXPECT_EQ(fabric.neighbours[0].bridge, true);
    ASSERT_EQ(other.name, "eth0.100");
    ASSERT_THAT(other.neighbours, SizeIs(1));
    EXPECT_EQ(other.neighbours[0].chassisId, "host-b");
    EXPECT_EQ(other.neighbours[0].bridge, false);
    EXPECT_EQ(other.neighbours[0].port, "02:00:00:00:00:09");
}

TEST(LldpReader, KeepsSeveralNeighboursOfAPortEachOnce) {
    const std::string two = "lldp.eth0.via=LLDP\nlldp.eth0.chassis.mac=68:21:5f:00:00:01\n"
                            "lldp.eth0.via=LLDP\nlldp.eth0.chassis.mac=68:21:5f:00:00:02\n";
    const host::Host host = hostOf({{"tool-lldp", two, Part::Tools}, {"tool-lldp", two, Part::Root}});
    ASSERT_THAT(host.netInterfaces, SizeIs(1));
    EXPECT_THAT(host.netInterfaces[0].neighbours, SizeIs(2));
    std::string many;
    for (int i = 0; i < 1000; ++i)
        many += fmt::format("lldp.eth0.via=LLDP\nlldp.eth0.chassis.name=n{}\n", i);
    EXPECT_THAT(hostOf({{"tool-lldp", many, Part::Tools}}).netInterfaces[0].neighbours, SizeIs(16));
}

TEST(LldpReader, TakesNothingFromWhatIsNoNeighbour) {
    for (const char *text :
         {"", "unable to connect to socket /run/lldpd.socket\n", "lldp.=\nlldp..via=LLDP\n",
          "lldp.eth0.via=LLDP\nlldp.eth0.port.ifname=swp1\n", "lldp.eth0.chassis.name=\n"})
        EXPECT_THAT(hostOf({{"tool-lldp", text, Part::Tools}}).netInterfaces, IsEmpty()) << text;
    const host::Host odd = hostOf({{"tool-lldp", "lldp.eth0.chassis.name=\x1b[2Jleaf\xff\n", Part::Tools}});
    EXPECT_THAT(odd.netInterfaces.at(0).neighbours.at(0).name, testing::Not(HasSubstr("\x1b")));
}

} // namespace
} // namespace fabricscope::formats
