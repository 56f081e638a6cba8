// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each rule on a host that violates it and on one that does not.
#include "core/affinity/Affinity.h"
#include "core/findings/Rules.h"
#include "core/nccl/Version.h"
#include "tests/core/affinity/FabricBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::affinity {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr PathWord P = PathWord::Pix, X = PathWord::Pxb, N = PathWord::Node, S = PathWord::Sys,
                   U = PathWord::Unknown;

Inputs withFile(std::vector<StatedPair> pairs) {
    Inputs inputs;
    inputs.file = std::move(pairs);
    inputs.fileName = "/etc/rccl/topo.xml";
    inputs.hostName = "vm-02a";
    return inputs;
}

/// Decisions in which GPU i uses NIC nics[i] on all channels, with or without GDR.
nccl::Decisions decisionsOf(Fabric &fabric, const std::vector<int> &nics, bool gdr = true) {
    nccl::Decisions decisions;
    decisions.library = nccl::findVersion("rccl-2.21");
    for (std::size_t i = 0; i < fabric.nics.size(); ++i) {
        fabric.nics[i].library = i;
        decisions.nics.emplace_back().dev = static_cast<int>(i);
    }
    for (std::size_t i = 0; i < fabric.gpus.size(); ++i) {
        fabric.gpus[i].library = i;
        decisions.gpus.emplace_back().rank = static_cast<int>(i);
        auto &channels = decisions.localNetByChannel.emplace_back();
        channels.fill(nics[i]);
        for (std::size_t nic = 0; nic < fabric.nics.size(); ++nic) {
            nccl::GpuNic pair;
            pair.gpu = static_cast<int>(i);
            pair.nic = static_cast<int>(nic);
            pair.type = nccl::PathType::Phb;
            pair.bandwidth = 24;
            pair.gdrSend = pair.gdrRecv = {gdr ? nccl::GdrReason::NearEnough : nccl::GdrReason::TooFar,
                                           nccl::PathType::Phb, nccl::PathType::Pxb, false};
            decisions.gpuNic.push_back(pair);
        }
    }
    return decisions;
}

TEST(Judge, FindsNothingOnAHealthyServer) {
    const Judgement judgement = judge(fabricOfHost(healthyServer()), {});
    EXPECT_FALSE(judgement.verdict.severity);
    EXPECT_TRUE(judgement.verdict.conclusive);
    EXPECT_TRUE(judgement.findings.empty());
    ASSERT_EQ(judgement.pairs.size(), 8u);
    for (std::size_t i = 0; i < judgement.pairs.size(); ++i) {
        EXPECT_EQ(judgement.pairs[i].basis, Basis::Ideal);
        EXPECT_EQ(judgement.pairs[i].kind, Kind::Fine);
        EXPECT_EQ(judgement.pairs[i].reach.word, PathWord::Pix);
        EXPECT_EQ(judgement.fabric.nics[*judgement.pairs[i].nic].name, fmt::format("ionic_{}", i));
    }
}

TEST(Judge, FindsTheTwoThatAFileSwaps) {
    const Inputs inputs = withFile({{0, 0, 11}, {1, 2, 22}, {2, 1, 33}});
    const Judgement judgement = judge(buildFabric({{P, N, N}, {N, P, N}, {N, N, P}}), inputs);
    EXPECT_EQ(judgement.verdict.severity, Severity::Error);
    EXPECT_THAT(judgement.verdict.sentence, AllOf(HasSubstr("GPU1 uses ionic_2"),
                                                  HasSubstr("GPU2 uses ionic_1"), Not(HasSubstr("GPU0"))));
    EXPECT_THAT(judgement.verdict.why, HasSubstr("topo.xml on vm-02a swaps the two NICs (lines 22, 33)"));
    EXPECT_THAT(judgement.verdict.why, HasSubstr("NODE"));
    ASSERT_GE(judgement.verdict.fix.size(), 2u);
    EXPECT_THAT(judgement.verdict.fix[0], HasSubstr("/etc/rccl/topo.xml"));
    EXPECT_THAT(judgement.verdict.fix[0], HasSubstr("line 33"));
    EXPECT_THAT(judgement.verdict.fix.back(), HasSubstr("no reboot"));
    const auto pairs = pairsOf(judgement, Basis::File);
    ASSERT_EQ(pairs.size(), 3u);
    EXPECT_FALSE(pairs[0]->mispaired);
    EXPECT_TRUE(pairs[1]->mispaired);
    EXPECT_EQ(pairs[1]->kind, Kind::Mispaired);
    EXPECT_THAT(pairs[1]->idealNics, ElementsAre(1));
    EXPECT_EQ(pairs[1]->line, 22u);
}

TEST(Judge, WhatUnknownRingsMayChangeIsNoError) {
    for (const bool mayMatch : {false, true}) {
        Fabric fabric = buildFabric({{P, N}, {N, P}});
        nccl::Decisions decisions = decisionsOf(fabric, {1, 0});
        decisions.mayMatchModel = mayMatch;
        Inputs inputs;
        inputs.library = &decisions;
        const Judgement judgement = judge(fabric, inputs);
        const Verdict &verdict = judgement.verdict;
        EXPECT_EQ(verdict.severity, mayMatch ? Severity::Warning : Severity::Error);
        EXPECT_EQ(verdict.conclusive, !mayMatch);
        EXPECT_THAT(verdict.sentence, HasSubstr(mayMatch ? "2 of 2 GPUs may be mispaired" : "are mispaired"));
        EXPECT_EQ(verdict.why.find("its rings are not modelled") != std::string::npos, mayMatch)
            << verdict.why;
        for (const Pair *pair : pairsOf(judgement, Basis::Library))
            EXPECT_EQ(pair->severity, verdict.severity);
        inputs.file = {{0, 1, 28}, {1, 0, 38}}; // swaps them
        EXPECT_EQ(judge(fabric, inputs).verdict.severity, Severity::Error);
    }
}

TEST(Judge, TheNicOfAMachineModelCountsNotTheGpusOwnChoice) {
    Fabric fabric = buildFabric({{P, N}, {N, P}});
    nccl::Decisions decisions = decisionsOf(fabric, {1, 0}); // each its neighbour's
    decisions.model = nccl::RingModel{40, "40", 64, {{0}, {}}};
    Inputs inputs;
    inputs.library = &decisions;
    const Judgement judgement = judge(fabric, inputs);
    const auto pairs = pairsOf(judgement, Basis::Library);
    ASSERT_EQ(pairs.size(), 2u);
    EXPECT_EQ(pairs[0]->nic, 0u);
    EXPECT_FALSE(pairs[0]->mispaired);
    EXPECT_TRUE(pairs[0]->channels.empty()) << "its own choice is another NIC";
    EXPECT_EQ(pairs[1]->nic, 0u) << "no ring ends there";
    EXPECT_TRUE(pairs[1]->mispaired);
    decisions.model->nics = {{1}, {1}};
    const Judgement wrong = judge(fabric, inputs);
    EXPECT_EQ(pairsOf(wrong, Basis::Library)[0]->severity, Severity::Error);
}

TEST(Judge, CallsSeveralSwitchesInsteadOfOneAWarningOnly) {
    const Judgement judgement = judge(buildFabric({{P, X}, {X, P}}), withFile({{0, 1, 1}, {1, 0, 2}}));
    EXPECT_EQ(judgement.verdict.severity, Severity::Warning);
    EXPECT_TRUE(judgement.pairs[0].mispaired);
}

TEST(Judge, NeverCallsAnUnknownDistanceMispaired) {
    Fabric sockets = buildFabric({{U, S}, {S, U}}); // a VM that reports only NUMA nodes
    for (std::size_t i = 0; i < 2; ++i)
        sockets.gpus[i].numa = sockets.nics[i].numa = NumaNode{static_cast<int>(i)};
    for (const auto &fabric : {buildFabric({{U, U}, {U, U}}), sockets})
        for (const std::size_t first : {0u, 1u}) {
            const Judgement judged = judge(fabric, withFile({{0, first, 1}, {1, 1 - first, 2}}));
            for (const Pair *pair : pairsOf(judged, Basis::File)) {
                EXPECT_EQ(pair->mispaired, pair->reach.word == S) << pair->reason;
                EXPECT_EQ(pair->kind, pair->reach.word == S ? Kind::CrossSocket : Kind::Unknown);
            }
        }
    const Judgement judgement = judge(fabricOfHost(samples::flatVm()), {});
    EXPECT_EQ(judgement.verdict.severity, Severity::Note);
    EXPECT_FALSE(judgement.verdict.conclusive);
    EXPECT_THAT(judgement.verdict.sentence, HasSubstr("distances unknown"));
    EXPECT_THAT(judgement.verdict.fix, ElementsAre(HasSubstr("hypervisor")));
    EXPECT_TRUE(judgement.pairs.empty());
}

TEST(Judge, WhoMustLeaveItsNodeIsNotMispaired) {
    // Node 0 has two GPUs and one NIC, node 1 has two and three: one GPU must cross.
    Fabric fabric = buildFabric({{U, S, S, S}, {U, S, S, S}, {S, U, U, U}, {S, U, U, U}});
    for (std::size_t i = 0; i < 4; ++i) {
        fabric.gpus[i].numa = NumaNode{i < 2 ? 0 : 1};
        fabric.nics[i].numa = NumaNode{i < 1 ? 0 : 1};
    }
    const Judgement judgement = judge(fabric, withFile({{0, 0, 1}, {1, 1, 2}, {2, 2, 3}, {3, 3, 4}}));
    for (const Pair *pair : pairsOf(judgement, Basis::File))
        EXPECT_FALSE(pair->mispaired) << pair->reason;
    const Judgement careless = judge(fabric, withFile({{0, 1, 1}, {1, 2, 2}, {2, 3, 3}, {3, 3, 4}}));
    EXPECT_TRUE(pairsOf(careless, Basis::File)[0]->mispaired) << "its node's NIC is free";
}

TEST(Judge, WarnsOfPairsThatBreakTheOrderOfAllOthers) {
    const auto fabric = buildFabric({{U, U, U, U}, {U, U, U, U}, {U, U, U, U}, {U, U, U, U}});
    const Judgement broken = judge(fabric, withFile({{0, 0, 1}, {1, 1, 2}, {2, 2, 3}, {3, 3, 4}}));
    EXPECT_NE(broken.verdict.severity, Severity::Warning) << "in order";
    // Two of five violate the order; two of four would not be conclusive.
    const auto five =
        buildFabric({{U, U, U, U, U}, {U, U, U, U, U}, {U, U, U, U, U}, {U, U, U, U, U}, {U, U, U, U, U}});
    const Judgement judgement =
        judge(five, withFile({{0, 0, 1}, {1, 1, 2}, {2, 3, 3}, {3, 2, 4}, {4, 4, 5}}));
    EXPECT_EQ(judgement.verdict.severity, Severity::Warning);
    EXPECT_FALSE(judgement.verdict.conclusive);
    EXPECT_EQ(judgement.verdict.sentence,
              "2 of 5 GPUs may be mispaired: GPU2 uses ionic_3 and GPU3 uses ionic_2.");
    EXPECT_EQ(pairsOf(judgement, Basis::File)[2]->kind, Kind::RailSwapped);
    EXPECT_FALSE(pairsOf(judgement, Basis::File)[2]->mispaired);
    const Judgement half = judge(fabric, withFile({{0, 0, 1}, {1, 1, 2}, {2, 3, 3}, {3, 2, 4}}));
    EXPECT_NE(half.verdict.severity, Severity::Warning);
}

TEST(Judge, ReportsASharedNicWhileAnotherIdles) {
    Fabric fabric = buildFabric({{P, P}, {P, P}});
    Inputs inputs;
    inputs.run = {{0, 0, 0}, {1, 0, 0}};
    const Judgement judgement = judge(fabric, inputs);
    EXPECT_EQ(judgement.verdict.severity, Severity::Warning);
    const auto pairs = pairsOf(judgement, Basis::Run);
    EXPECT_EQ(pairs[0]->kind, Kind::Fine) << "it is this one's";
    EXPECT_EQ(pairs[1]->kind, Kind::SharedWhileIdle);
    EXPECT_FALSE(pairs[1]->mispaired);
    EXPECT_EQ(pairs[1]->cost.sharedBy, 2);
    EXPECT_THAT(pairs[1]->reason, HasSubstr("ionic_1 is idle"));
    inputs.run = {{0, 0, 0}, {1, 1, 0}};
    EXPECT_FALSE(judge(fabric, inputs).verdict.severity);
    inputs.run = {{0, 0, 0}, {1, 0, 0}};
    EXPECT_FALSE(judge(buildFabric({{P}, {P}}), inputs).verdict.severity) << "one NIC for two: nothing idles";
}

TEST(Judge, DistinguishesAvoidableFromUnavoidableSocketCrossings) {
    Inputs inputs;
    inputs.run = {{0, 1, 0}, {1, 1, 0}};
    const Judgement avoidable = judge(buildFabric({{N, S}, {S, N}}), inputs);
    EXPECT_EQ(pairsOf(avoidable, Basis::Run)[0]->kind, Kind::CrossSocket);
    EXPECT_TRUE(pairsOf(avoidable, Basis::Run)[0]->mispaired);
    EXPECT_EQ(avoidable.verdict.severity, Severity::Error);
    inputs.run = {{0, 0, 0}, {1, 1, 0}};
    const Judgement unavoidable = judge(buildFabric({{N, N}, {S, S}}), inputs);
    EXPECT_EQ(pairsOf(unavoidable, Basis::Run)[1]->kind, Kind::CrossSocket);
    EXPECT_FALSE(pairsOf(unavoidable, Basis::Run)[1]->mispaired);
    EXPECT_EQ(unavoidable.verdict.severity, Severity::Warning);
    EXPECT_THAT(unavoidable.verdict.sentence, HasSubstr("1 of 2 GPUs has no NIC on its own NUMA node"));
}

TEST(Judge, ReportsStagingInHostMemory) {
    Fabric fabric = buildFabric({{P, N}, {N, P}});
    const nccl::Decisions staged = decisionsOf(fabric, {0, 1}, false);
    Inputs inputs;
    inputs.library = &staged;
    const Judgement judgement = judge(fabric, inputs);
    EXPECT_EQ(judgement.verdict.severity, Severity::Warning);
    EXPECT_EQ(pairsOf(judgement, Basis::Library)[0]->kind, Kind::NoGdr);
    EXPECT_THAT(judgement.verdict.sentence, HasSubstr("RCCL 2.21"));
    EXPECT_THAT(judgement.verdict.fix, testing::Contains(HasSubstr("NCCL_NET_GDR_LEVEL=PHB")));
    const nccl::Decisions direct = decisionsOf(fabric, {0, 1}, true);
    inputs.library = &direct;
    EXPECT_FALSE(judge(fabric, inputs).verdict.severity);
}

TEST(Kinds, OfPairsEachHaveARule) {
    std::size_t kinds = 0;
    for (int value = 0; !toString(static_cast<Kind>(value)).empty(); ++value, ++kinds)
        if (static_cast<Kind>(value) != Kind::Fine) {
            const std::string rule = "pair." + std::string(toString(static_cast<Kind>(value)));
            EXPECT_NE(findings::findRule(rule), nullptr) << rule;
        }
    EXPECT_GE(kinds, 8U);
}

TEST(Judge, CountsStagedTrafficAcrossNumaNodesToo) {
    Fabric fabric = buildFabric({{N}, {S}, {S}});
    const nccl::Decisions staged = decisionsOf(fabric, {0, 0, 0}, false);
    Inputs inputs;
    inputs.library = &staged;
    const Judgement judgement = judge(fabric, inputs);
    EXPECT_THAT(judgement.verdict.sentence, HasSubstr("will bounce 3 of 3 GPUs through host memory"));
}

TEST(Judge, DoesNotPreferANicThatIsDown) {
    Fabric fabric = buildFabric({{P, S}, {S, P}});
    fabric.nics[1].down = true;
    fabric.nics[1].state = host::NicEntry::State::Down;
    const nccl::Decisions decisions = decisionsOf(fabric, {0, 0});
    Inputs inputs;
    inputs.library = &decisions;
    const Judgement judgement = judge(fabric, inputs);
    EXPECT_EQ(judgement.verdict.severity, Severity::Warning);
    EXPECT_EQ(judgement.verdict.sentence, "The nearest NIC of 1 of 2 GPUs is down: ionic_1 (GPU1).");
    EXPECT_THAT(judgement.verdict.fix, testing::Contains(HasSubstr("Bring ionic_1 up")));
    for (const Pair &pair : judgement.pairs)
        EXPECT_FALSE(pair.mispaired) << pair.reason;
    EXPECT_EQ(pairsOf(judgement, Basis::Library)[1]->kind, Kind::NearestDown);
    EXPECT_EQ(pairsOf(judgement, Basis::Library)[0]->kind, Kind::Fine);
}

TEST(Judge, RecommendsSwitchingOnANicThatIsSwitchedOff) {
    Fabric fabric = buildFabric({{P, N}});
    fabric.nics[0].down = true;
    fabric.nics[0].state = host::NicEntry::State::Disabled;
    fabric.nics[0].netdev = "ens1";
    EXPECT_THAT(judge(fabric, {}).verdict.fix, ElementsAre("sudo ip link set dev ens1 up"));
}

TEST(Fabric, ExcludesDownNicsOnlyIfOthersAreActive) {
    host::Host host = healthyServer();
    const std::size_t candidates = [&] {
        const Fabric fabric = fabricOfHost(host);
        return std::count_if(fabric.nics.begin(), fabric.nics.end(),
                             [](const Nic &nic) { return nic.isCandidate(); });
    }();
    const auto bringDown = [&](std::size_t count) {
        for (host::RdmaDevice &device : host.rdmaDevices)
            for (host::RdmaPort &port : device.ports)
                if (count > 0) {
                    port.state = host::Fact<std::string>{"DOWN", {}};
                    --count;
                }
        const Fabric fabric = fabricOfHost(host);
        return std::count_if(fabric.nics.begin(), fabric.nics.end(), [](const Nic &nic) { return nic.down; });
    };
    ASSERT_GT(candidates, 2);
    EXPECT_EQ(bringDown(1), 1);
    EXPECT_EQ(bringDown(host.rdmaDevices.size() * 2), 0) << "a fabric that is not cabled yet";
}

TEST(Judge, ComparesTheLibrarysChoiceWithTheIdealOne) {
    Fabric fabric = buildFabric({{P, N, N, N}, {N, P, N, N}, {N, N, P, N}, {N, N, N, P}});
    const nccl::Decisions mirrored =
        decisionsOf(fabric, {0, 2, 1, 3}); // the library's order of four equidistant NICs
    Inputs inputs;
    inputs.library = &mirrored;
    const Judgement judgement = judge(fabric, inputs);
    EXPECT_EQ(judgement.verdict.severity, Severity::Error);
    const auto pairs = pairsOf(judgement, Basis::Library);
    ASSERT_EQ(pairs.size(), 4u);
    for (const Pair *pair : pairs)
        EXPECT_EQ(pair->mispaired, pair->gpu == 1u || pair->gpu == 2u) << pair->reason;
    EXPECT_EQ(pairs[1]->channels.size(), nccl::kReportedChannels);
    EXPECT_EQ(pairs[1]->cost.library, 24.0) << "the library's figure, not the link's";
    EXPECT_EQ(pairs[1]->cost.physical, GigabytesPerSecond{50})
        << "the port's 400 Gb/s are less than the link";
}

TEST(Judge, DoesNotBlameTheLibraryForSockets) {
    Fabric fabric = buildFabric({{P, N}, {N, P}});
    for (Nic &nic : fabric.nics)
        nic.rdma = false;
    const nccl::Decisions sockets = decisionsOf(fabric, {1, 1}, false);
    Inputs inputs;
    inputs.library = &sockets;
    const Judgement judgement = judge(fabric, inputs);
    EXPECT_FALSE(judgement.verdict.severity);
    EXPECT_EQ(judgement.leading(), Basis::Ideal);
    EXPECT_THAT(judgement.notes, ElementsAre(HasSubstr("uses TCP over ionic_1")));
}

TEST(Judge, ReportsTheLibrarysError) {
    nccl::Decisions failed;
    failed.library = nccl::findVersion("nccl-2.30");
    failed.error = nccl::FileError{nccl::ResultCode::InternalError, "xmlGetNode",     3, 5,
                                   "expecting '<', got TAB",        "no communicator"};
    Inputs inputs;
    inputs.library = &failed;
    inputs.fileName = "/etc/topo.xml";
    const Judgement judgement = judge(buildFabric({{P}}), inputs);
    EXPECT_EQ(judgement.verdict.severity, Severity::Error);
    EXPECT_EQ(judgement.verdict.sentence,
              "NCCL 2.30 will fail: topo.xml, line 3, column 5: expecting '<', got TAB.");
    EXPECT_EQ(judgement.verdict.why, "no communicator");
}

TEST(Judge, FindsTheRailThatIsSwappedAgainstAnotherHost) {
    Fabric fabric = buildFabric({{P, P}, {P, P}});
    fabric.nics[0].rails = {"10.200.0.0/24"};
    fabric.nics[1].rails = {"10.201.0.0/24"};
    Inputs inputs;
    inputs.run = {{0, 1, 0}, {1, 0, 0}};
    inputs.peers = {{"ai2", {{"10.200.0.0/24"}, {"10.201.0.0/24"}}}};
    const Judgement judgement = judge(fabric, inputs);
    EXPECT_EQ(pairsOf(judgement, Basis::Run)[0]->kind, Kind::RailSwapped);
    EXPECT_THAT(pairsOf(judgement, Basis::Run)[0]->reason, HasSubstr("on ai2 it belongs to GPU1"));
    inputs.run = {{0, 0, 0}, {1, 1, 0}};
    EXPECT_FALSE(judge(fabric, inputs).verdict.severity);
    inputs.peers = {{"elsewhere", {{"192.0.2.0/24"}, {"198.51.100.0/24"}}}};
    inputs.run = {{0, 1, 0}, {1, 0, 0}};
    EXPECT_FALSE(judge(fabric, inputs).verdict.severity) << "another cluster's rails say nothing";
}

TEST(Judge, TreatsADisabledPortOnAnActiveCardAsUnused) {
    Fabric fabric = buildFabric({{P, P, N}});
    fabric.nics[1].unused = true;
    fabric.nics[1].state = host::NicEntry::State::Disabled;
    const Judgement judgement = judge(fabric, {});
    EXPECT_FALSE(judgement.verdict.severity);
    EXPECT_THAT(judgement.ideal[0], ElementsAre(0));
    EXPECT_THAT(judgement.notes,
                ElementsAre("ionic_1 is unused: it is switched off, and another port of its card is active"));
}

TEST(Judge, GivesAVerdictForHostsWithoutGpusOrNics) {
    EXPECT_EQ(judge(Fabric{}, {}).verdict.sentence, "No GPU here: nothing to pair.");
    Fabric lonely;
    lonely.gpus.resize(2);
    lonely.gpuGpu.resize(4);
    EXPECT_EQ(judge(lonely, {}).verdict.sentence, "2 GPUs, and no NIC to pair with.");
    lonely.nicsListed = false;
    const Verdict unread = judge(lonely, {}).verdict;
    EXPECT_EQ(unread.sentence, "2 GPUs; NICs were not read.");
    EXPECT_FALSE(unread.conclusive);
    Fabric office = buildFabric({{N, N}});
    for (Nic &nic : office.nics)
        nic.frontEnd = true;
    EXPECT_EQ(judge(office, {}).verdict.sentence,
              "1 GPU, and no fabric NIC: ionic_0 and ionic_1 are for management, storage or internet.");
}

TEST(WhatIf, SwapsTwoNicsAndReportsTheChanges) {
    Inputs inputs;
    inputs.run = {{0, 1, 0}, {1, 0, 0}};
    const Judgement before = judge(buildFabric({{P, N}, {N, P}}), inputs);
    const WhatIf moved = whatIf(before, inputs, Basis::Run, 0, 0);
    EXPECT_TRUE(moved.better);
    ASSERT_EQ(moved.changes.size(), 2u);
    EXPECT_EQ(moved.changes[0].reachBefore.word, N);
    EXPECT_EQ(moved.changes[0].reachAfter.word, P);
    EXPECT_EQ(moved.changes[1].gpu, 1u);
    EXPECT_EQ(moved.changes[1].after, 1u);
    EXPECT_EQ(moved.sentence,
              "GPU0 with ionic_0: PIX instead of NODE with ionic_1; GPU1 with ionic_1: PIX instead of "
              "NODE with ionic_0.");
    EXPECT_FALSE(moved.judgement.verdict.severity);
    EXPECT_EQ(before.verdict.severity, Severity::Error) << "the judgement stays as it is";
    const WhatIf back = whatIf(moved.judgement, inputs, Basis::Run, 0, 1);
    EXPECT_TRUE(back.worse);
    const WhatIf same = whatIf(before, inputs, Basis::Run, 0, 1);
    EXPECT_FALSE(same.better || same.worse);
    EXPECT_THAT(whatIf(before, inputs, Basis::Run, 7, 1).sentence, HasSubstr("No such device"));
}

TEST(WhatIf, SharesANicThatNobodyGivesBack) {
    Inputs inputs;
    inputs.run = {{0, 0, 0}};
    const Judgement before = judge(buildFabric({{P, P}, {P, P}}), inputs);
    const WhatIf moved = whatIf(before, inputs, Basis::Run, 1, 0);
    ASSERT_EQ(moved.changes.size(), 2u);
    EXPECT_EQ(moved.changes[0].costAfter.sharedBy, 2);
    EXPECT_FALSE(moved.changes[0].before);
    EXPECT_TRUE(moved.better) << "one GPU more has a NIC";
}

} // namespace
} // namespace fabricscope::affinity
