// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tools state about ports that work worse than they could, and about which they do not agree.
#include "core/formats/HostReader.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> faults(const std::string &text) {
    return faultsOf(hostOfText(text));
}

std::string settings(const std::string &speed, const std::string &advertised) {
    return "Settings for ens7np0:\n\tSupported ports: [ FIBRE ]\n"
           "\tSupported link modes:   400000baseCR4/Full\n"
           "\tAdvertised link modes:  10000baseKR/Full\n\t                        " +
           advertised + "\n\tSpeed: " + speed + "\n\tDuplex: Full\n\tLink detected: yes\n";
}

TEST(PortSpeed, OfHalfOfWhatThePortAdvertises) {
    EXPECT_THAT(faults(settings("100000Mb/s", "200000baseCR4/Full")),
                ElementsAre("ens7np0 speed_below 100 Gb/s, it advertises 200 Gb/s"));
    EXPECT_THAT(faults(settings("1000Mb/s", "25000baseCR/Full")),
                ElementsAre("ens7np0 speed_lower 1 Gb/s, it advertises 25 Gb/s"));
    EXPECT_THAT(faults(settings("200000Mb/s", "200000baseCR4/Full")), IsEmpty());
    EXPECT_THAT(faults(settings("Unknown!", "200000baseCR4/Full")), IsEmpty());
    EXPECT_THAT(faults(settings("100000Mb/s", "Not reported")), IsEmpty()) << "supported is not advertised";
}

TEST(PortSpeed, NamesWhatTheOtherEndAdvertises) {
    const auto withPartner = [](const std::string &speed, const std::string &partner) {
        std::string text = settings(speed, "200000baseCR4/Full");
        return text.insert(text.find("\tSpeed:"), "\tAdvertised pause frame use: No\n"
                                                  "\tLink partner advertised link modes:  1000baseKX/Full\n"
                                                  "\t                                     " +
                                                      partner +
                                                      "\n\tLink partner advertised FEC modes: RS\n");
    };
    EXPECT_THAT(faults(withPartner("50000Mb/s", "50000baseCR/Full")),
                ElementsAre("ens7np0 speed_partner 50 Gb/s, it advertises 200 Gb/s, the other end 50 Gb/s"));
    EXPECT_THAT(faults(withPartner("50000Mb/s", "200000baseCR4/Full")),
                ElementsAre("ens7np0 speed_below 50 Gb/s, it advertises 200 Gb/s, the other end 200 Gb/s"));
    EXPECT_THAT(faults(withPartner("200000Mb/s", "200000baseCR4/Full")), IsEmpty());
}

TEST(Duplex, OfALinkThatIsUp) {
    const auto half = [](const std::string &link) {
        return "Settings for eno2:\n\tSupported ports: [ TP ]\n\tAdvertised link modes:  1000baseT/Full\n"
               "\tSpeed: 100Mb/s\n\tDuplex: Half\n\tLink detected: " +
               link + "\n";
    };
    EXPECT_THAT(faults(half("yes")), ElementsAre("eno2 half_duplex"));
    EXPECT_THAT(faults(half("no")), ElementsAre("eno2 no_link"));
}

TEST(Carrier, OfPortsThatAreSwitchedOn) {
    EXPECT_THAT(faults("2: ens5f0np0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 9000 qdisc mq state DOWN mode "
                       "DEFAULT group default qlen 1000\n    link/ether 9c:63:c0:d4:20:f0 brd "
                       "ff:ff:ff:ff:ff:ff\n"),
                ElementsAre("ens5f0np0 no_carrier"));
    for (const std::string line :
         {"2: ens5: <BROADCAST,MULTICAST> mtu 1500 qdisc noop state DOWN group default\n",
          "3: docker0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc noqueue state DOWN group default\n",
          "4: ens6: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default\n"})
        EXPECT_THAT(faults(line + "    link/ether 9c:63:c0:d4:20:f0 brd ff:ff:ff:ff:ff:ff\n"), IsEmpty())
            << line;
}

std::string device(const std::string &state, const std::string &mtu, const std::string &layer) {
    return "hca_id:\tmlx5_3\n\ttransport:\t\t\tInfiniBand (0)\n\tfw_ver:\t\t\t\t28.39.1002\n\t\tport:\t1\n"
           "\t\t\tstate:\t\t\t" +
           state + "\n\t\t\tmax_mtu:\t\t4096 (5)\n\t\t\tactive_mtu:\t\t" + mtu + "\n\t\t\tlink_layer:\t\t" +
           layer + "\n";
}

TEST(RdmaMtu, OfRoceBelowTheLargest) {
    EXPECT_THAT(faults(device("PORT_ACTIVE (4)", "1024 (3)", "Ethernet")),
                ElementsAre("mlx5_3/1 mtu_small at most 1024 of 4096"));
    EXPECT_THAT(faults(device("PORT_ACTIVE (4)", "4096 (5)", "Ethernet")), IsEmpty());
    EXPECT_THAT(faults(device("PORT_DOWN (1)", "1024 (3)", "Ethernet")), IsEmpty());
    EXPECT_THAT(faults(device("PORT_ACTIVE (4)", "2048 (4)", "InfiniBand")), IsEmpty());
}

TEST(DamagedFrames, OfAPortAreAFaultOfTheirOwnWhereTheyAreMany) {
    EXPECT_THAT(faults("NIC statistics:\n     rx_packets: 12\n     rx_crc_errors_phy: 48211\n"),
                ElementsAre(" counters_crc 48211 rx_crc_errors_phy"));
    EXPECT_THAT(faults("NIC statistics:\n     rx_packets: 12\n     rx_crc_errors_phy: 3\n"),
                ElementsAre(" counters rx_crc_errors_phy 3"));
}

std::vector<std::string> faultsOfPieces(std::vector<Piece> pieces) {
    return faultsOf(readHost(imported(std::move(pieces))));
}

std::string ibstat(const std::string &state) {
    return "CA 'mlx5_1'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: " + state +
           "\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tLink layer: InfiniBand\n";
}

TEST(PortState, ThatDiffersBetweenTwoToolsNamesBoth) {
    const std::string link = "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens1f1np1\n"
                             "link mlx5_2/1 state ACTIVE physical_state LINK_UP netdev ens2f1np1\n";
    EXPECT_THAT(faultsOfPieces({{"a.txt", ibstat("Down")}, {"b.txt", link}}),
                testing::Contains(testing::StartsWith("mlx5_1/1 port_sources")));
    EXPECT_THAT(faultsOfPieces({{"a.txt", ibstat("Active")}, {"b.txt", link}}), IsEmpty());
    EXPECT_THAT(faultsOfPieces({{"b.txt", link}}), IsEmpty());
    for (const auto &fault : readHost(imported({{"a.txt", ibstat("Down")}, {"b.txt", link}})).toolFaults)
        if (fault.kind == "port_sources") {
            EXPECT_THAT(fault.detail, testing::HasSubstr("DOWN in ibstat"));
            EXPECT_THAT(fault.detail, testing::HasSubstr("ACTIVE in rdma link"));
        }
}

std::string carrier(const std::string &flags) {
    return "7: ens4f1: <" + flags +
           ",BROADCAST,MULTICAST,UP> mtu 9000 qdisc mq state UP mode DEFAULT group default qlen 1000\n"
           "    link/ether 9c:63:c0:d4:20:f0 brd ff:ff:ff:ff:ff:ff\n";
}

std::string detected(const std::string &link) {
    return "Settings for ens4f1:\n\tSupported ports: [ FIBRE ]\n\tSpeed: 100000Mb/s\n\tDuplex: Full\n"
           "\tLink detected: " +
           link + "\n";
}

/// Each pair of tools that state whether one interface has a link.
TEST(PortState, OfInterfacesThatDiffersBetweenTwoToolsNamesBoth) {
    const std::string active = "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens4f1\n";
    const std::string down = "link mlx5_1/1 state DOWN physical_state POLLING netdev ens4f1\n";
    EXPECT_THAT(
        faultsOfPieces({{"a.txt", carrier("NO-CARRIER")}, {"b.txt", detected("yes")}}),
        testing::Contains("ens4f1 port_sources NO-CARRIER in ip link, Link detected: yes in ethtool"));
    EXPECT_THAT(faultsOfPieces({{"a.txt", carrier("LOWER_UP")}, {"b.txt", detected("no")}}),
                testing::Contains(testing::StartsWith("ens4f1 port_sources ")));
    EXPECT_THAT(faultsOfPieces({{"a.txt", down}, {"b.txt", detected("yes")}}),
                testing::Contains(testing::StartsWith("ens4f1 port_sources ")));
    EXPECT_THAT(faultsOfPieces({{"a.txt", active}, {"b.txt", carrier("NO-CARRIER")}}),
                testing::Contains(testing::StartsWith("ens4f1 port_sources ")));
    EXPECT_THAT(faultsOfPieces({{"a.txt", carrier("LOWER_UP")}, {"b.txt", detected("yes")}}), IsEmpty());
    EXPECT_THAT(faultsOfPieces({{"a.txt", active}, {"b.txt", carrier("LOWER_UP")}}), IsEmpty());
}

const char kAmd[] =
    "GPU: 0\n    ECC:\n        TOTAL_CORRECTABLE_COUNT: 0\n        TOTAL_UNCORRECTABLE_COUNT: 7\n";
const char kNvidia[] = "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                       "\t Link 0: <inactive>\n\t Link 1: 26.562 GB/s\n\t Link 2: 26.562 GB/s\n";

TEST(GpusOfTwoVendors, HaveNamesOfTheirOwn) {
    const auto both = faultsOfPieces({{"a.txt", kAmd}, {"b.txt", kNvidia}});
    EXPECT_THAT(both, testing::Contains(testing::StartsWith("AMD GPU0 ecc_uncorrected")));
    EXPECT_THAT(both, testing::Contains(testing::StartsWith("NVIDIA GPU0 nvlink_inactive")));
    EXPECT_THAT(faultsOfPieces({{"a.txt", kAmd}}),
                testing::Contains(testing::StartsWith("GPU0 ecc_uncorrected")));
    EXPECT_THAT(faultsOfPieces({{"b.txt", kNvidia}}),
                testing::Contains(testing::StartsWith("GPU0 nvlink_inactive")));
}

} // namespace
} // namespace fabricscope::formats
