// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The verdict sentence: each way in which it could overstate, understate, or be wrong.
#include "core/affinity/Affinity.h"
#include "core/affinity/Sentences.h"
#include "core/nccl/Version.h"
#include "tests/core/affinity/FabricBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::affinity {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr PathWord P = PathWord::Pix, X = PathWord::Pxb, B = PathWord::Phb, N = PathWord::Node,
                   S = PathWord::Sys, U = PathWord::Unknown;

/// Decisions of RCCL in which GPU i uses these NICs on alternating channels.
nccl::Decisions decisionsOf(Fabric &fabric, const std::vector<std::vector<int>> &nics) {
    nccl::Decisions decisions;
    decisions.library = nccl::findVersion("rccl-2.21");
    for (std::size_t i = 0; i < fabric.nics.size(); ++i) {
        fabric.nics[i].library = i;
        decisions.nics.emplace_back().dev = static_cast<int>(i);
    }
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu) {
        fabric.gpus[gpu].library = gpu;
        decisions.gpus.emplace_back().rank = static_cast<int>(gpu);
        auto &channels = decisions.localNetByChannel.emplace_back();
        for (std::size_t channel = 0; channel < channels.size() && !nics[gpu].empty(); ++channel)
            channels[channel] = nics[gpu][channel % nics[gpu].size()];
        for (std::size_t nic = 0; nic < fabric.nics.size(); ++nic) {
            nccl::GpuNic pair;
            pair.gdrSend.reason = pair.gdrRecv.reason = nccl::GdrReason::NearEnough;
            pair.bandwidth = 24;
            decisions.gpuNic.push_back(pair);
        }
    }
    for (std::size_t pair = 0; pair < fabric.gpus.size() * (fabric.gpus.size() - 1); ++pair)
        decisions.gpuGpu.emplace_back().transport = nccl::Transport::P2p;
    return decisions;
}

TEST(Verdict, OfOneUsedPairDoesNotHideWhatTheLibraryDoesElsewhere) {
    Fabric fabric = buildFabric({{P, N, N, N}, {N, P, N, N}, {N, N, P, N}, {N, N, N, P}});
    const nccl::Decisions swapped = decisionsOf(fabric, {{0}, {2}, {1}, {3}});
    Inputs inputs;
    inputs.library = &swapped;
    inputs.run = {{0, 0, 0}};
    const Judgement judgement = judge(fabric, inputs);
    EXPECT_EQ(judgement.verdict.sentence,
              "2 of 4 GPUs are mispaired: GPU1 uses ionic_2 and GPU2 uses ionic_1.");
    EXPECT_EQ(judgement.leading(0), Basis::Run);
    EXPECT_EQ(judgement.leading(1), Basis::Library);
    EXPECT_EQ(judgement.leading(), Basis::Library) << "what most go by";
    int leading = 0;
    for (const Pair &pair : judgement.pairs)
        leading += judgement.isLeading(pair) ? 1 : 0;
    EXPECT_EQ(leading, 4);
    // A run in which a GPU shares the NIC that the library assigned to another GPU.
    Fabric equal = buildFabric({{P, P}, {P, P}});
    const nccl::Decisions straight = decisionsOf(equal, {{0}, {1}});
    inputs.library = &straight;
    inputs.run = {{0, 1, 0}};
    const Judgement shared = judge(equal, inputs);
    EXPECT_THAT(shared.verdict.sentence, HasSubstr("a NIC while an equally near one idles"));
    EXPECT_EQ(pairsOf(shared, Basis::Run).front()->cost.sharedBy, 2);
}

TEST(Verdict, CountsOnlyGpusThatHaveAPair) {
    Fabric fabric = buildFabric({{P, N}, {N, P}});
    Judgement judgement = judge(fabric, {});
    EXPECT_EQ(judgement.verdict.sentence, "Each of 2 GPUs has a NIC below its own switch.");
    std::erase_if(judgement.pairs, [](const Pair &pair) { return pair.gpu == 1; });
    EXPECT_EQ(verdictOf(judgement, {}).sentence, "1 of 2 GPUs has a NIC below its own switch.");
}

TEST(Verdict, OfAPairAtUnknownDistanceTalksOfNoCpu) {
    Fabric fabric = buildFabric({{P, U}, {U, P}});
    const nccl::Decisions decisions = decisionsOf(fabric, {{0}, {0}});
    Inputs inputs;
    inputs.library = &decisions;
    const Judgement judgement = judge(fabric, inputs);
    EXPECT_THAT(judgement.verdict.sentence, Not(HasSubstr("(?)")));
    EXPECT_EQ(judgement.verdict.sentence,
              "Unknown distance to the NIC that 1 of 2 GPUs uses: GPU1 uses ionic_0.");
    EXPECT_FALSE(judgement.verdict.conclusive);
    EXPECT_EQ(judgement.verdict.severity, Severity::Note);
}

TEST(Verdict, NamesAGpuOnceWithAllItsWrongNics) {
    Fabric fabric = buildFabric({{P, N, N}, {N, P, N}, {N, N, P}});
    const nccl::Decisions decisions = decisionsOf(fabric, {{1, 2}, {1}, {2}});
    Inputs inputs;
    inputs.library = &decisions;
    EXPECT_EQ(judge(fabric, inputs).verdict.sentence,
              "1 of 3 GPUs is mispaired: GPU0 uses ionic_1 and ionic_2.");
}

TEST(Verdict, ReportsSharingWhileAFartherNicIdles) {
    Fabric fabric = buildFabric({{P, N, N}, {P, N, N}, {N, P, N}});
    Inputs inputs;
    inputs.run = {{0, 0, 0}, {1, 0, 0}, {2, 1, 0}};
    const Judgement judgement = judge(fabric, inputs);
    EXPECT_EQ(judgement.verdict.sentence,
              "Each of 3 GPUs has a NIC below its own switch; GPU0 and GPU1 share "
              "ionic_0 while ionic_2 idles.");
    EXPECT_EQ(judgement.verdict.severity, Severity::Note);
    const Judgement needed = judge(buildFabric({{P, N}, {P, N}, {N, P}}), inputs);
    EXPECT_EQ(needed.verdict.sentence,
              "Each of 3 GPUs has a NIC below its own switch; GPU0 and GPU1 share ionic_0.");
    EXPECT_FALSE(needed.verdict.severity) << "there is none for each";
}

TEST(Verdict, OfACloudMachineWithOneNicIsNoComplaint) {
    Fabric fabric = buildFabric({{B}, {B}, {S}, {S}});
    const Judgement known = judge(fabric, {});
    EXPECT_EQ(known.verdict.sentence, "4 GPUs share ionic_0, the only NIC: nothing to choose.");
    EXPECT_EQ(known.verdict.why, "2 reach it at PHB and 2 reach it at SYS.");
    EXPECT_EQ(known.verdict.severity, Severity::Note);
    EXPECT_TRUE(known.verdict.fix.empty());
    Fabric flat = buildFabric({{U}, {S}});
    flat.guest = true;
    const Judgement guest = judge(flat, {});
    EXPECT_EQ(guest.verdict.sentence, "2 GPUs share ionic_0, the only NIC: nothing to choose.");
    EXPECT_THAT(guest.verdict.why, HasSubstr("1 at unknown distance"));
    EXPECT_TRUE(guest.verdict.fix.empty()) << "nobody has the hypervisor of a cloud";
}

TEST(Verdict, NamesNumaNodesIfSocketsAreUnknown) {
    Inputs inputs;
    inputs.run = {{0, 0, 0}, {1, 1, 0}};
    const Judgement none = judge(buildFabric({{N, N}, {S, S}}), inputs);
    EXPECT_EQ(none.verdict.sentence, "1 of 2 GPUs has no NIC on its own NUMA node: GPU1 uses ionic_1.");
    for (const Pair &pair : none.pairs)
        EXPECT_THAT(pair.reason, Not(HasSubstr("socket")));
}

TEST(Verdict, ReportsThatAJobOnOneHostUsesNoNic) {
    Fabric fabric = buildFabric({{P, N}, {N, P}});
    nccl::Decisions swapped = decisionsOf(fabric, {{1}, {0}});
    Inputs inputs;
    inputs.library = &swapped;
    inputs.nodes = 1;
    const Judgement alone = judge(fabric, inputs);
    EXPECT_THAT(alone.verdict.sentence, HasSubstr("A single-host job uses no NIC"));
    EXPECT_THAT(alone.verdict.why, HasSubstr("In a multi-host job: 2 of 2 GPUs are mispaired"));
    EXPECT_EQ(alone.verdict.severity, Severity::Note);
    swapped.gpuGpu.front().transport = nccl::Transport::Net;
    EXPECT_EQ(judge(fabric, inputs).verdict.severity, Severity::Error) << "here it does";
    swapped.gpuGpu.front().transport = nccl::Transport::Shm;
    inputs.run = {{0, 1, 0}};
    EXPECT_EQ(judge(fabric, inputs).verdict.severity, Severity::Error) << "and here it did";
}

TEST(Verdict, NeverRecommendsASlowerNic) {
    Fabric fabric = buildFabric({{B, S}, {S, B}});
    fabric.nics[0].rate = GigabitsPerSecond{1};
    fabric.nics[1].rate = GigabitsPerSecond{10};
    const nccl::Decisions decisions = decisionsOf(fabric, {{1}, {1}});
    Inputs inputs;
    inputs.library = &decisions;
    const Judgement judgement = judge(fabric, inputs);
    const Pair &pair = *pairsOf(judgement, Basis::Library)[0];
    EXPECT_FALSE(pair.mispaired);
    EXPECT_EQ(pair.kind, Kind::CrossSocket);
    EXPECT_THAT(pair.reason, HasSubstr("ionic_0 is nearer, at PHB, but slower: 1 Gb/s instead of 10 Gb/s"));
    EXPECT_TRUE(pair.fix.empty());
    EXPECT_EQ(judgement.verdict.sentence,
              "1 of 2 GPUs reaches its NIC across NUMA nodes: GPU0 uses ionic_1.");
    fabric.nics[0].rate = GigabitsPerSecond{10};
    EXPECT_TRUE(pairsOf(judge(fabric, inputs), Basis::Library)[0]->mispaired) << "as fast, and nearer";
    // An equally near idle NIC counts only if it is as fast.
    Fabric idle = buildFabric({{P, P}, {P, P}});
    idle.nics[1].rate = GigabitsPerSecond{100};
    inputs.library = nullptr;
    inputs.run = {{0, 0, 0}, {1, 0, 0}};
    EXPECT_EQ(judge(idle, inputs).verdict.severity, Severity::Note);
}

TEST(Verdict, PutsFindingsAfterPairsUnlessTheyAreMoreSevere) {
    Inputs inputs;
    findings::Finding finding("library.bootstrap");
    finding.set("library", "RCCL 2.21").set("why", "no interface is up");
    finding.commands = {"export NCCL_SOCKET_IFNAME=eth0"};
    inputs.findings = {finding};
    const Judgement right = judge(buildFabric({{P, X}, {X, P}}), inputs);
    const std::string claim = findings::claim(finding);
    EXPECT_EQ(right.verdict.sentence, "Each of 2 GPUs has a NIC below its own switch. " + claim);
    EXPECT_EQ(right.verdict.severity, Severity::Error);
    EXPECT_THAT(right.verdict.fix, testing::ElementsAre("export NCCL_SOCKET_IFNAME=eth0"));
    inputs.run = {{0, 1, 0}, {1, 0, 0}};
    inputs.findings.front().severity = Severity::Warning;
    const Judgement both = judge(buildFabric({{P, N}, {N, P}}), inputs);
    EXPECT_EQ(both.verdict.sentence, "2 of 2 GPUs are mispaired: GPU0 uses ionic_1 and GPU1 uses ionic_0.");
    EXPECT_THAT(both.verdict.why, HasSubstr(claim));
    EXPECT_EQ(both.verdict.fix.back(), "export NCCL_SOCKET_IFNAME=eth0");
    inputs.run.clear();
    inputs.findings.front().severity = Severity::Note;
    const Judgement quiet = judge(buildFabric({{P, N}, {N, P}}), inputs);
    EXPECT_FALSE(quiet.verdict.severity);
    EXPECT_EQ(quiet.verdict.sentence, "Each of 2 GPUs has a NIC below its own switch.");
    EXPECT_THAT(quiet.verdict.why, HasSubstr(claim));
}

TEST(JoinLibrary, KnowsAllPortsOfADevice) {
    Fabric fabric = buildFabric({{P, N}, {N, P}});
    nccl::Decisions decisions = decisionsOf(fabric, {{1}, {2}});
    decisions.nics.emplace_back();
    decisions.gpuNic.assign(decisions.gpus.size() * decisions.nics.size(), decisions.gpuNic.front());
    const std::vector<std::pair<const char *, int>> ports = {{"ionic_0", 1}, {"ionic_0", 2}, {"ionic_1", 1}};
    for (std::size_t i = 0; i < ports.size(); ++i) {
        decisions.nics[i].name = ports[i].first;
        decisions.nics[i].port = ports[i].second;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        decisions.gpus[i].busId = fabric.gpus[i].bdf;
        fabric.gpus[i].library.reset();
        fabric.nics[i].library.reset();
    }
    joinLibrary(fabric, decisions);
    EXPECT_THAT(fabric.nics[0].ports, testing::ElementsAre(0, 1));
    EXPECT_THAT(fabric.nics[1].ports, testing::ElementsAre(2));
    Inputs inputs;
    inputs.library = &decisions;
    const Judgement judgement = judge(fabric, inputs);
    const auto pairs = pairsOf(judgement, Basis::Library);
    ASSERT_EQ(pairs.size(), 2u) << "GPU0 uses the second port";
    EXPECT_EQ(pairs[0]->nic, 0u);
    EXPECT_THAT(pairs[0]->ports, testing::ElementsAre(2));
    EXPECT_THAT(pairs[0]->reason, HasSubstr("RCCL 2.21 will use ionic_0 (port 2) for GPU0"));
    EXPECT_TRUE(pairs[1]->ports.empty()) << "it has only one";
}

TEST(WhatIf, MovesTheFilesPlacesWithTheNics) {
    Fabric fabric = buildFabric({{P, N, N}, {N, P, N}, {N, N, P}});
    const nccl::Decisions swapped = decisionsOf(fabric, {{0}, {2}, {1}});
    Inputs inputs;
    inputs.library = &swapped;
    inputs.file = {{0, 0, 10}, {1, 2, 20}, {2, 1, 30}};
    inputs.fileName = "/etc/topo.xml";
    const Judgement before = judge(fabric, inputs);
    ASSERT_EQ(before.verdict.severity, Severity::Error);
    const WhatIf moved = whatIf(before, inputs, Basis::Library, 1, 1);
    EXPECT_TRUE(moved.better);
    EXPECT_FALSE(moved.judgement.verdict.severity) << moved.judgement.verdict.sentence;
    for (const Pair *pair : pairsOf(moved.judgement, Basis::File))
        EXPECT_FALSE(pair->mispaired) << pair->reason;
    EXPECT_THAT(moved.held, HasSubstr("The NICs in topo.xml are swapped too."));
    EXPECT_THAT(moved.held, HasSubstr("RCCL 2.21 picks for other GPUs is assumed unchanged"));
    EXPECT_EQ(moved.changes[0].gdrAfter, moved.changes[0].gdrBefore) << "it comes to the place of the other";
    // A second move is applied to the result of the first.
    const WhatIf again = whatIf(moved.judgement, inputs, moved.judgement.leading(), 0, 2);
    EXPECT_TRUE(again.worse);
    const auto file = pairsOf(again.judgement, Basis::File);
    ASSERT_EQ(file.size(), 3u);
    EXPECT_EQ(file[0]->nic, 2u);
    EXPECT_EQ(file[1]->nic, 1u);
    EXPECT_EQ(file[2]->nic, 0u);
    // The NICs used by a run do not depend on the file.
    inputs.run = {{1, 2, 0}, {2, 1, 0}};
    const WhatIf run = whatIf(judge(fabric, inputs), inputs, Basis::Run, 1, 1);
    EXPECT_THAT(run.held, HasSubstr("topo.xml is assumed unchanged."));
    EXPECT_TRUE(pairsOf(run.judgement, Basis::File)[1]->mispaired);
    EXPECT_EQ(pairsOf(run.judgement, Basis::Run).size(), 3u) << "GPU0 keeps what the library gave it";
}

} // namespace
} // namespace fabricscope::affinity
