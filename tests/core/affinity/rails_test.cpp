// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rails by subnet and by switch, and contradictions between the two.
#include "core/affinity/Examine.h"
#include "core/affinity/Rails.h"
#include "tests/core/affinity/FabricBuilder.h"
#include "tests/core/affinity/SampleGuest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::affinity {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr PathWord P = PathWord::Pix;

host::LldpNeighbour leaf(int number) {
    host::LldpNeighbour neighbour;
    neighbour.name = fmt::format("leaf-{}", number);
    neighbour.chassisId = fmt::format("68:21:5f:00:00:{:02x}", number);
    neighbour.bridge = true;
    return neighbour;
}

std::string subnet(int number) {
    return fmt::format("10.20{}.0.0/24", number);
}
std::string cable(int number) {
    return *switchRail(leaf(number));
}

/// Three GPUs, each next to the NIC with its number; rails by subnet and by switch.
Fabric threePairs(const std::vector<std::vector<std::string>> &rails) {
    Fabric fabric = buildFabric({{P, PathWord::Sys, PathWord::Sys},
                                 {PathWord::Sys, P, PathWord::Sys},
                                 {PathWord::Sys, PathWord::Sys, P}});
    for (std::size_t i = 0; i < rails.size(); ++i) {
        fabric.nics[i].rails = rails[i];
        fabric.nics[i].netdev = fmt::format("enp{}", i);
    }
    return fabric;
}

Judgement judged(const std::vector<std::vector<std::string>> &own,
                 const std::vector<std::vector<std::string>> &peer) {
    Inputs inputs;
    inputs.run = {{0, 0, 0}, {1, 1, 0}, {2, 2, 0}};
    inputs.peers = {{"ai2", peer}};
    return judge(threePairs(own), inputs);
}

const Pair &runOf(const Judgement &judgement, std::size_t gpu) {
    return *pairsOf(judgement, Basis::Run).at(gpu);
}

TEST(Rails, RailsOfANicIncludeItsSwitchAndSubnets) {
    host::Host host = samples::guest();
    host.netInterfaces[0].neighbours = {leaf(3)};
    host::LldpNeighbour otherHost = leaf(9);
    otherHost.bridge = false;
    host.netInterfaces[1].neighbours = {otherHost};
    const auto rails = railsOf(host);
    EXPECT_THAT(rails.at(*host.netInterfaces[0].device),
                ElementsAre("10.200.0.0/24", "switch leaf-3 (68:21:5f:00:00:03)"));
    EXPECT_THAT(rails.at(*host.netInterfaces[1].device), ElementsAre("10.201.0.0/24"))
        << "another host at the end of a cable is no rail";
    EXPECT_TRUE(isSwitchRail(cable(1)));
    EXPECT_FALSE(isSwitchRail(subnet(1)));
    EXPECT_FALSE(switchRail(host::LldpNeighbour{}));
}

TEST(Rails, SwitchDecidesIfAllNicsShareOneSubnet) {
    const std::vector<std::vector<std::string>> peer = {
        {subnet(0), cable(0)}, {subnet(0), cable(1)}, {subnet(0), cable(2)}};
    EXPECT_FALSE(judged(peer, peer).verdict.severity);
    const Judgement swapped =
        judged({{subnet(0), cable(0)}, {subnet(0), cable(2)}, {subnet(0), cable(1)}}, peer);
    EXPECT_EQ(runOf(swapped, 0).kind, Kind::Fine);
    EXPECT_EQ(runOf(swapped, 1).kind, Kind::RailSwapped);
    EXPECT_THAT(
        runOf(swapped, 1).reason,
        HasSubstr("which is cabled to switch leaf-2 (68:21:5f:00:00:02); on ai2 it belongs to GPU2, and "
                  "GPU1 is cabled to switch leaf-1"));
}

TEST(Rails, ReportsAddressesThatContradictCables) {
    const std::vector<std::vector<std::string>> peer = {
        {subnet(0), cable(0)}, {subnet(1), cable(1)}, {subnet(2), cable(2)}};
    const Judgement crossed =
        judged({{subnet(0), cable(0)}, {subnet(1), cable(2)}, {subnet(2), cable(1)}}, peer);
    const Pair &pair = runOf(crossed, 1);
    EXPECT_EQ(pair.kind, Kind::RailSwapped);
    EXPECT_EQ(pair.severity, Severity::Warning);
    EXPECT_THAT(pair.reason, HasSubstr("although ionic_1 is in rail 10.201.0.0/24 there too: addresses and "
                                       "cables conflict"));
    EXPECT_THAT(pair.fix, ElementsAre(HasSubstr("Plug the cable of ionic_1 into switch leaf-1"),
                                      "lldpctl enp1; ip addr show enp1"));
    EXPECT_EQ(runOf(crossed, 0).kind, Kind::Fine);
    EXPECT_EQ(crossed.verdict.severity, Severity::Warning);
    EXPECT_FALSE(crossed.verdict.conclusive);
}

TEST(Rails, OneSwitchForSeveralRailsContradictsNothing) {
    const std::vector<std::vector<std::string>> peer = {
        {subnet(0), cable(0)}, {subnet(1), cable(0)}, {subnet(2), cable(1)}};
    EXPECT_FALSE(judged(peer, peer).verdict.severity);
    const Judgement other =
        judged({{subnet(0), cable(1)}, {subnet(1), cable(0)}, {subnet(2), cable(1)}}, peer);
    EXPECT_EQ(runOf(other, 0).kind, Kind::RailSwapped) << "its cable is in the other GPU's switch";
    EXPECT_EQ(runOf(other, 1).kind, Kind::Fine);
}

TEST(Rails, UnknownNeighboursGiveNoWarning) {
    const std::vector<std::vector<std::string>> peer = {
        {subnet(0), cable(0)}, {subnet(1), cable(1)}, {subnet(2), cable(2)}};
    EXPECT_FALSE(judged({{subnet(0)}, {subnet(1)}, {subnet(2)}}, peer).verdict.severity);
    EXPECT_FALSE(judged({{}, {}, {}}, peer).verdict.severity);
    EXPECT_FALSE(
        judged({{subnet(0), cable(7)}, {subnet(1), cable(8)}, {subnet(2), cable(9)}}, peer).verdict.severity)
        << "switches of another pod";
}

TEST(Rails, AGuestTakesTheSwitchesOfItsHypervisor) {
    host::Host server = samples::mi355xServer();
    for (host::NetInterface &net : server.netInterfaces)
        net.neighbours = {leaf(static_cast<int>(&net - server.netInterfaces.data()))};
    const auto hypervisor = samples::topologyOf(std::move(server));
    const auto vm = samples::topologyOf(samples::guest());
    Question question;
    samples::attachHypervisor(question, *hypervisor, *vm);
    const Examination examination = examine(*vm, question);
    for (const Nic &nic : examination.judgement.fabric.nics) {
        ASSERT_EQ(nic.rails.size(), 2U) << nic.name;
        EXPECT_FALSE(isSwitchRail(nic.rails[0]));
        EXPECT_TRUE(isSwitchRail(nic.rails[1])) << "the physical function's cable";
    }
    EXPECT_NE(examination.judgement.fabric.nics[0].rails[1], examination.judgement.fabric.nics[1].rails[1]);
}

} // namespace
} // namespace fabricscope::affinity
