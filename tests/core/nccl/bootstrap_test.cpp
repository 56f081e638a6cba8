// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/bootstrap/Bootstrap.h"
#include "core/nccl/bootstrap/IpAddress.h"
#include "core/nccl/bootstrap/Sockets.h"

#include <gmock/gmock.h>

using namespace fabricscope;
using namespace fabricscope::nccl;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

struct Interface {
    std::string name;
    std::vector<std::string> addresses;
    std::string state = "up";
    std::string device = {}; ///< PCI function
};

/// Interfaces in the kernel's order.
host::Host hostWith(const std::vector<Interface> &interfaces) {
    host::Host host;
    int index = 0;
    for (const Interface &one : interfaces) {
        host::NetInterface made;
        made.name = one.name;
        made.addresses = one.addresses;
        made.operstate = {one.state, {}};
        made.index = {++index, {}};
        if (!one.device.empty())
            made.device = host::Address::parse(one.device);
        host.netInterfaces.push_back(made);
    }
    std::sort(host.netInterfaces.begin(), host.netInterfaces.end(),
              [](const auto &a, const auto &b) { return a.name < b.name; });
    return host;
}

Environment environmentWith(const std::vector<std::pair<std::string, std::string>> &values) {
    Environment environment;
    for (const auto &[name, value] : values)
        environment.set(name, value);
    return environment;
}

BootstrapChoice choose(const host::Host &host, const Environment &environment = {},
                       Flavor flavor = Flavor::Nccl) {
    return bootstrapInterface(host, environment, *assumedVersion(flavor));
}

BootstrapReason reasonOf(const BootstrapChoice &choice, const std::string &interface) {
    for (const BootstrapCandidate &candidate : choice.candidates)
        if (candidate.interface == interface)
            return candidate.reason;
    ADD_FAILURE() << "no candidate " << interface;
    return BootstrapReason::Chosen;
}

const host::Host kServer = hostWith({{"lo", {"127.0.0.1/8", "::1/128"}},
                                     {"eth1", {"10.0.1.5/24", "fe80::5/64"}},
                                     {"eth0", {"10.0.0.5/24"}},
                                     {"eth10", {"10.0.10.5/24"}},
                                     {"docker0", {"172.17.0.1/16"}},
                                     {"ens9", {}},
                                     {"six", {"2001:db8::5/64"}}});

} // namespace

TEST(Bootstrap, TakesTheFirstInTheKernelsOrderThatIsNoLastResort) {
    const BootstrapChoice choice = choose(kServer);
    EXPECT_EQ(choice.interface, "eth1");
    EXPECT_EQ(choice.address, "10.0.1.5/24");
    EXPECT_EQ(reasonOf(choice, "eth1"), BootstrapReason::Chosen);
    EXPECT_EQ(reasonOf(choice, "eth0"), BootstrapReason::LaterInOrder);
    EXPECT_EQ(reasonOf(choice, "lo"), BootstrapReason::LastResort);
    EXPECT_EQ(reasonOf(choice, "docker0"), BootstrapReason::LastResort);
    EXPECT_EQ(reasonOf(choice, "ens9"), BootstrapReason::NoAddress);
    EXPECT_EQ(reasonOf(choice, "six"), BootstrapReason::LaterInOrder);
}

TEST(Bootstrap, InfiniBandByNameComesFirst) {
    const BootstrapChoice choice = choose(hostWith({{"eth0", {"10.0.0.5/24"}}, {"ibs1", {"10.9.0.5/24"}}}));
    EXPECT_EQ(choice.interface, "ibs1");
    EXPECT_EQ(reasonOf(choice, "eth0"), BootstrapReason::NotInfiniBand);
}

TEST(Bootstrap, NamesArePrefixesUnlessTheyAreExact) {
    EXPECT_EQ(choose(kServer, environmentWith({{"NCCL_SOCKET_IFNAME", "eth"}})).interface, "eth1");
    EXPECT_EQ(choose(kServer, environmentWith({{"NCCL_SOCKET_IFNAME", "eth10,eth0"}})).interface, "eth0");
    EXPECT_EQ(choose(kServer, environmentWith({{"NCCL_SOCKET_IFNAME", "=eth0"}})).interface, "eth0");
    EXPECT_EQ(choose(kServer, environmentWith({{"NCCL_SOCKET_IFNAME", "=eth"}})).interface, "");
    EXPECT_EQ(choose(kServer, environmentWith({{"NCCL_SOCKET_IFNAME", "^eth1"}})).interface,
              "lo"); // excludes eth10 too
    EXPECT_EQ(choose(kServer, environmentWith({{"NCCL_SOCKET_IFNAME", "^=eth1,lo"}})).interface, "eth0");
    EXPECT_EQ(choose(kServer, environmentWith({{"NCCL_SOCKET_IFNAME", "e"}})).interface,
              "eth1"); // a single letter is treated as unset
    const BootstrapChoice excluded = choose(kServer, environmentWith({{"NCCL_SOCKET_IFNAME", "^eth1"}}));
    EXPECT_EQ(reasonOf(excluded, "eth10"), BootstrapReason::Excluded);
    EXPECT_EQ(reasonOf(choose(kServer, environmentWith({{"NCCL_SOCKET_IFNAME", "=eth0"}})), "eth1"),
              BootstrapReason::NotNamed);
}

TEST(Bootstrap, TheFamilyDecidesAndLinkLocalAddressesCount) {
    const BootstrapChoice six = choose(kServer, environmentWith({{"NCCL_SOCKET_FAMILY", "AF_INET6"}}));
    EXPECT_EQ(six.interface, "eth1");
    EXPECT_EQ(six.address, "fe80::5/64");
    EXPECT_EQ(six.reachableByPeers, Reach::No);
    EXPECT_EQ(reasonOf(six, "eth0"), BootstrapReason::OtherFamily);
    EXPECT_EQ(choose(kServer, environmentWith({{"NCCL_SOCKET_FAMILY", "inet6"}})).address,
              "10.0.1.5/24"); // invalid value, ignored
    const host::Host local = hostWith({{"lo", {"::1/128"}}, {"eth0", {"10.0.0.5/24"}}});
    EXPECT_EQ(reasonOf(choose(local, environmentWith({{"NCCL_SOCKET_FAMILY", "AF_INET6"}})), "lo"),
              BootstrapReason::Loopback6);
}

TEST(Bootstrap, CommIdDecidesByItsSubnetWhateverTheNames) {
    const auto environment =
        environmentWith({{"NCCL_COMM_ID", "10.0.10.77:5000"}, {"NCCL_SOCKET_IFNAME", "eth0"}});
    const BootstrapChoice choice = choose(kServer, environment);
    EXPECT_EQ(choice.interface, "eth10");
    EXPECT_EQ(reasonOf(choice, "eth0"), BootstrapReason::OtherSubnet);
    const BootstrapChoice none = choose(kServer, environmentWith({{"NCCL_COMM_ID", "192.0.2.1:5000"}}));
    EXPECT_EQ(none.interface, "");
    EXPECT_THAT(none.why, HasSubstr("No usable listening interface found"));
    EXPECT_EQ(choose(kServer, environmentWith({{"NCCL_COMM_ID", "[2001:db8::9]:5000"}})).interface, "six");
    EXPECT_EQ(choose(kServer, environmentWith({{"NCCL_COMM_ID", "head-node:5000"}})).interface,
              "eth1"); // only the host can resolve it
}

TEST(Bootstrap, VersionsDifferInWhatIsDownAndInLibvirtsBridge) {
    const host::Host host = hostWith({{"eth0", {"10.0.0.5/24"}, "down"},
                                      {"virbr0", {"192.168.122.1/24"}},
                                      {"lo", {"127.0.0.1/8"}, "unknown"}});
    EXPECT_EQ(choose(host).interface, "lo");
    EXPECT_EQ(reasonOf(choose(host), "eth0"), BootstrapReason::NotRunning);
    EXPECT_EQ(choose(host, {}, Flavor::Rccl).interface, "eth0");
    const host::Host bridge = hostWith({{"virbr0", {"192.168.122.1/24"}}, {"eth0", {"10.0.0.5/24"}}});
    EXPECT_EQ(choose(bridge).interface, "eth0");
    EXPECT_EQ(choose(bridge, {}, Flavor::Rccl).interface, "virbr0");
}

TEST(Bootstrap, OrdersByNameWithoutKernelIndexesAndReportsIt) {
    host::Host host = kServer;
    for (host::NetInterface &interface : host.netInterfaces)
        interface.index = {};
    const BootstrapChoice choice = choose(host);
    EXPECT_FALSE(choice.orderKnown);
    EXPECT_EQ(choice.interface, "eth0");
    EXPECT_TRUE(choose(kServer).orderKnown);
}

TEST(Bootstrap, RecommendsNothingWithoutAddresses) {
    host::Host host = kServer;
    for (host::NetInterface &interface : host.netInterfaces)
        interface.addresses.clear();
    const BootstrapChoice choice = choose(host);
    EXPECT_FALSE(choice.addressesKnown);
    EXPECT_EQ(choice.interface, "");
    EXPECT_THAT(choice.why, HasSubstr("`ip addr` was not read"));
    EXPECT_THAT(choice.exportLines, IsEmpty());
}

TEST(Bootstrap, PeersInOneSubnetAreReached) {
    const BootstrapPeer peer{"other", "eth1", "10.0.1.6/24", {"10.0.1.6/24"}};
    const BootstrapChoice choice =
        bootstrapInterface(kServer, {}, *assumedVersion(Flavor::Nccl), std::span(&peer, 1));
    EXPECT_EQ(choice.reachableByPeers, Reach::Yes);
    EXPECT_THAT(choice.better, IsEmpty());
}

TEST(Bootstrap, ABridgeOfContainersWithTheSameAddressEverywhereReachesNobody) {
    const host::Host host =
        hostWith({{"br-1a2b", {"172.18.0.1/16"}}, {"eth0", {"10.0.0.5/24"}, "up", "0000:01:00.0"}});
    const BootstrapPeer peer{"other", "br-3c4d", "172.18.0.1/16", {"172.18.0.1/16", "10.0.0.6/24"}};
    const BootstrapChoice choice =
        bootstrapInterface(host, {}, *assumedVersion(Flavor::Nccl), std::span(&peer, 1));
    EXPECT_EQ(choice.interface, "br-1a2b");
    EXPECT_EQ(choice.reachableByPeers, Reach::No);
    EXPECT_EQ(choice.better, "eth0");
    EXPECT_THAT(choice.exportLines,
                ElementsAre("export NCCL_SOCKET_IFNAME=eth0", "export NCCL_SOCKET_FAMILY=AF_INET"));
}

TEST(Bootstrap, ANameThatBeginsAnotherIsExportedExactlyAndAStrangeOneNever) {
    const std::string card = "0000:01:00.0";
    const host::Host host = hostWith(
        {{"tap0", {"192.168.100.2/24"}}, {"eth1", {"10.0.1.5/24"}, "up", card}, {"eth10", {}, "up", card}});
    EXPECT_THAT(choose(host).exportLines,
                ElementsAre("export NCCL_SOCKET_IFNAME==eth1", "export NCCL_SOCKET_FAMILY=AF_INET"));
    const host::Host strange =
        hostWith({{"tap0", {"192.168.100.2/24"}}, {"e$(id)", {"10.0.1.5/24"}, "up", card}});
    EXPECT_EQ(choose(strange).better, "e$(id)");
    EXPECT_THAT(choose(strange).exportLines, IsEmpty());
}

TEST(IpAddress, ReadsBothFamiliesAndRefusesTheRest) {
    for (const char *good : {"10.0.0.1", "10.0.0.1/8", "::1", "::", "fe80::1%eth0/64", "::ffff:10.0.0.1",
                             "2001:db8:1:2:3:4:5:6/128", "1::8"})
        EXPECT_TRUE(IpAddress::parse(good)) << good;
    for (const char *bad :
         {"", "10.0.0", "10.0.0.256", "10.0.0.1/33", "1.2.3.4.5", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
          "1::2::3", "12345::", "fe80::1/129", "10.0.0.1 ", "a.b.c.d", "1:2:"})
        EXPECT_FALSE(IpAddress::parse(bad)) << bad;
    EXPECT_TRUE(IpAddress::parse("10.1.2.3/20")->hasInSubnet(*IpAddress::parse("10.1.15.9")));
    EXPECT_FALSE(IpAddress::parse("10.1.2.3/20")->hasInSubnet(*IpAddress::parse("10.1.16.9")));
    EXPECT_TRUE(IpAddress::parse("0.0.0.0/0")->hasInSubnet(*IpAddress::parse("10.1.16.9")));
    EXPECT_FALSE(IpAddress::parse("::/0")->hasInSubnet(*IpAddress::parse("10.1.16.9")));
}
