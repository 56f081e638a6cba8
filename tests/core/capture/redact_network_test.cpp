// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/Redact.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace fabricscope::capture {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string redactedText(const char *section, const std::string &text, const char *other = "tool-ip-addr",
                         const std::string &otherText = {}) {
    Capture capture;
    for (const auto &[name, bytes] : {std::pair(section, text), std::pair(other, otherText)}) {
        Section::Meta meta;
        meta.name = name;
        meta.origin = "/x";
        capture.sections.emplace_back(meta, bytes);
    }
    const Capture out = redacted(capture, "key");
    return out.find(section)->bytes() + "\n" + out.find(other)->bytes();
}

TEST(RedactNetwork, RemovesSwitchNamesAndDescriptionsButKeepsTheFormat) {
    const std::string out =
        redactedText("tool-lldp", "lldp.ens1.via=LLDP\nlldp.ens1.chassis.mac=68:21:5f:12:34:56\n"
                                  "lldp.ens1.chassis.name=fra2-leaf7.corp.example.com\n"
                                  "lldp.ens1.chassis.descr=Arista of row seven\nsecond line of corp\n"
                                  "lldp.ens1.chassis.mgmt-ip=10.77.3.2\nlldp.ens1.chassis.Bridge.enabled=on\n"
                                  "lldp.ens1.port.ifname=Ethernet7\nlldp.ens1.port.descr=rack-b12 gpu-07\n"
                                  "lldp.ens1.vlan.vlan-id=100\nlldp.ens1.vlan=customer-net\n");
    for (const char *name : {"fra2", "leaf7", "corp", "Arista", "seven", "10.77.3.2", "12:34:56", "rack-b12",
                             "gpu-07", "customer", "vlan-id=100\n"})
        EXPECT_THAT(out, Not(HasSubstr(name)));
    for (const char *kept : {"lldp.ens1.via=LLDP\n", "lldp.ens1.chassis.mac=", "lldp.ens1.chassis.name=host-",
                             "Bridge.enabled=on\n", "port.ifname=Ethernet7\n", "vlan-id="})
        EXPECT_THAT(out, HasSubstr(kept));
}

TEST(RedactNetwork, IndicesInFrontOfGidsStayHoweverLong) {
    const std::string out =
        redactedText("rdma", "mlx5_0/ports/1/gids/7:fe80:0000:0000:0000:9e63:c0ff:fed4:20f0\n"
                             "mlx5_0/ports/1/gids/254:fe80:0000:0000:0000:9e63:c0ff:fed4:20f0\n"
                             "mlx5_0/ports/1/gids/3:0000:0000:0000:0000:0000:ffff:0ac8:000b\n"
                             "mlx5_0/ports/1/gids/103:0000:0000:0000:0000:0000:ffff:0ac8:000b\n");
    for (const char *kept : {"gids/7:fe80:", "gids/254:fe80:", "gids/3:0000:", "gids/103:0000:"})
        EXPECT_THAT(out, HasSubstr(kept));
    for (const char *gone : {"9e63", "20f0", "0ac8:000b"})
        EXPECT_THAT(out, Not(HasSubstr(gone)));
}

/// "0101010A" of /proc/net/route as "10.1.1.1".
std::string dotted(const std::string &word) {
    const auto number = static_cast<std::uint32_t>(std::stoul(word, nullptr, 16));
    return fmt::format("{}.{}.{}.{}", number & 0xFF, number >> 8 & 0xFF, number >> 16 & 0xFF, number >> 24);
}

TEST(RedactNetwork, RoutesKeepTheirNetworksAndGetTheAddressesOfTheRest) {
    const std::string out =
        redactedText("routes",
                     "route:Iface\tDestination\tGateway\n"
                     "route:eth0\t00000000\t0100020A\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
                     "route:eth0\t0000020A\t00000000\t0001\t0\t0\t100\t0000FFFF\t0\t0\t0\n",
                     "tool-ip-addr", "gateway 10.2.0.1\nsrc 10.2.7.9/16\n");
    EXPECT_THAT(out, Not(HasSubstr("0100020A")));
    EXPECT_THAT(out, HasSubstr("route:Iface\tDestination\tGateway\n"));
    std::istringstream lines(out);
    std::string head, standard, network;
    std::getline(lines, head);
    std::getline(lines, standard);
    std::getline(lines, network);
    const auto word = [](const std::string &line, int number) {
        std::istringstream words(line);
        std::string found;
        for (int i = 0; i <= number; ++i)
            words >> found;
        return found;
    };
    EXPECT_EQ(word(standard, 1), "00000000") << "the default route stays one";
    EXPECT_THAT(out, HasSubstr("gateway " + dotted(word(standard, 2)) + "\n"));
    EXPECT_EQ(word(network, 1).substr(0, 4), "0000") << "nothing beyond the mask";
    const std::string own = out.substr(out.find("src ") + 4);
    const std::string prefix = dotted(word(network, 1));
    EXPECT_EQ(own.substr(0, own.find('.', 4)), prefix.substr(0, prefix.find('.', 4)))
        << "the host's address is still in it: " << out;
}

TEST(RedactNetwork, RoutesOfIpv6LikewiseAndNonsenseStaysNonsense) {
    const std::string zeros(32, '0');
    const std::string out = redactedText(
        "routes",
        fmt::format("ipv6_route:20010db8001200000000000000000000 30 {0} 00 "
                    "fe800000000000000000000000000001 00000400 1 0 3 eth0\n"
                    "ipv6_route:{0} 00 {0} 00 {0} ffffffff 1 0 00200200 lo\nroute:short\nipv6_route:\n",
                    zeros));
    EXPECT_THAT(out, Not(HasSubstr("20010db80012")));
    EXPECT_THAT(out, testing::ContainsRegex("ipv6_route:[23][0-9a-f]{11}0{20} 30 0{32} 00 fe80"));
    EXPECT_THAT(out, HasSubstr(fmt::format("ipv6_route:{0} 00 {0} 00 {0} ffffffff", zeros)));
    EXPECT_THAT(out, testing::ContainsRegex("route:x[a-z]{8}\nipv6_route:\n"));
}

} // namespace
} // namespace fabricscope::capture
