// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/DebugLogReader.h"
#include "core/nccl/log/Needles.h"
#include "core/nccl/log/Warnings.h"

#include <gtest/gtest.h>

#include <array>

namespace fabricscope::nccl::log {
namespace {

const std::string kLog =
    "node-a:10:10 [0] NCCL INFO Bootstrap : Using ens50f0:10.5.0.1<0>\n"
    "node-a:10:10 [0] NCCL INFO NCCL version 2.24.3+cuda12.8\n"
    "node-a:10:31 [0] NCCL INFO NCCL_IB_HCA set to =mlx5_1\n"
    "node-a:10:31 [0] NCCL INFO NCCL_TOPO_FILE set by environment to /etc/nccl/topo.xml\n"
    "node-a:10:31 [0] NCCL INFO NET/IB : Using [0]mlx5_1:1/RoCE [1]mlx5_10:1/IB [RO]; OOB "
    "ens50f0:10.5.0.1<0>\n"
    "node-a:10:31 [0] NCCL INFO Using network IB\n"
    "node-a:10:31 [0] NCCL INFO Loading topology file /etc/nccl/topo.xml\n"
    "node-a:10:31 [0] NCCL INFO ncclCommInitRank comm 0x55 rank 0 nranks 16 cudaDev 0 nvmlDev 0 busId 1b000 "
    "commId 0x7 - "
    "Init START\n"
    "all_reduce: a line of somebody else\n"
    "node-a:10:31 [0] NCCL INFO Channel 00/02 :    0   1   3   2\n"
    "node-a:10:31 [0] NCCL INFO Channel 01/02 :    0   2   3   1\n"
    "node-a:10:31 [0] NCCL INFO Trees [0] 1/4/-1->0->-1 [1] -1/-1/-1->0->3\n"
    "node-a:10:31 [0] NCCL INFO Channel 00/0 : 3[3] -> 0[0] [receive] via NET/IB/0/GDRDMA/Shared\n"
    "node-a:10:31 [0] NCCL INFO Channel 01/0 : 0[1b000] -> 1[43000] [send] via NET/IB/1(4)/GDRDMA\n"
    "node-a:10:31 [0] NCCL INFO Channel 01/0 : 1[1] -> 2[2] [send] via NET/IB/1\n"
    "node-a:10:31 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via P2P/direct pointer\n"
    "node-a:10:31 [0] NCCL INFO Channel 02 : 0[0] -> 1[1] via SHM/direct/direct\n"
    "node-a:10:31 [0] NCCL INFO Connected all rings\n"
    "node-a:10:31 [0] NCCL INFO Connected all trees\n"
    "[2026-11-22 13:11:54] node-a:10:40 [0] transport/net_ib.cc:2200 NCCL WARN NET/IB : Got completion from "
    "peer "
    "10.5.0.2<4791> with status=12 opcode=0 len=0 vendor err 129\n"
    "node-b:11:41 [1] transport/net_ib.cc:2200 NCCL WARN NET/IB : Got completion from peer 10.5.0.2<4791> "
    "with "
    "status=12 opcode=0 len=0 vendor err 129\n"
    "node-b:11:41 [1] NCCL WARN something that nobody has seen before\n";

DebugLog read(std::string_view text) {
    DebugLogReader reader;
    reader.feed(text);
    reader.end();
    return reader.log();
}

TEST(DebugLog, ReadsTheLibraryAndItsConfiguration) {
    const DebugLog log = read(kLog);
    EXPECT_EQ(log.library, "NCCL");
    EXPECT_EQ(log.version, "2.24.3+cuda12.8");
    EXPECT_EQ(log.ranks, 16);
    EXPECT_EQ(log.network, "IB");
    EXPECT_EQ(log.bootstrapInterface, "ens50f0");
    EXPECT_EQ(log.bootstrapAddress, "10.5.0.1");
    EXPECT_EQ(log.topologyFile, "/etc/nccl/topo.xml");
    EXPECT_EQ(log.nics, (std::vector<Nic>{{0, "mlx5_1", "RoCE", "IB"}, {1, "mlx5_10", "IB", "IB"}}));
    ASSERT_NE(log.setting("NCCL_IB_HCA"), nullptr);
    EXPECT_EQ(log.setting("NCCL_IB_HCA")->value, "=mlx5_1");
    EXPECT_EQ(log.setting("NCCL_DEBUG"), nullptr);
    EXPECT_TRUE(log.ringsConnected);
    EXPECT_TRUE(log.treesConnected);
    EXPECT_EQ(log.lines, 22U);
}

TEST(DebugLog, ConnectionsNameTheirTransportAndWhetherItIsDirect) {
    const DebugLog log = read(kLog);
    ASSERT_EQ(log.connections.size(), 5U);
    ASSERT_EQ(log.transports.size(), 5U);
    EXPECT_EQ(log.connections[0], (Connection{0, 3, 0, Direction::Receive, 0}));
    EXPECT_EQ(log.connections[1], (Connection{1, 0, 1, Direction::Send, 1}));
    EXPECT_EQ(log.transports[0], (Transport{"NET/IB", "0", true, 1}));
    EXPECT_EQ(log.transports[1], (Transport{"NET/IB", "1", true, 1})) << "(4) is the rank that sends for it";
    EXPECT_EQ(log.transports[2], (Transport{"NET/IB", "1", false, 1})) << "staged";
    EXPECT_EQ(log.transports[3], (Transport{"P2P/direct", "", std::nullopt, 1}));
    EXPECT_EQ(log.transports[4], (Transport{"SHM/direct/direct", "", std::nullopt, 1}));
}

TEST(DebugLog, RingsAndTreesAreInTheirOrder) {
    const DebugLog log = read(kLog);
    EXPECT_EQ(log.rings, (std::vector<Ring>{{0, {0, 1, 3, 2}}, {1, {0, 2, 3, 1}}}));
    EXPECT_EQ(log.trees, (std::vector<TreeNode>{{0, 0, std::nullopt, {1, 4}}, {1, 0, 3, {}}}));
}

TEST(DebugLog, AWarningOfManyRanksIsOneWithWhatToDo) {
    const DebugLog log = read(kLog);
    ASSERT_EQ(log.warnings.size(), 2U);
    EXPECT_EQ(log.warnings[0].count, 2U);
    EXPECT_EQ(log.warnings[0].line, 20U);
    EXPECT_EQ(log.warnings[0].where, "transport/net_ib.cc:2200");
    EXPECT_NE(log.warnings[0].meaning.find("retries exceeded"), std::string::npos);
    EXPECT_FALSE(log.warnings[0].remedy.empty());
    EXPECT_EQ(log.warnings[1].text, "something that nobody has seen before");
    EXPECT_EQ(log.warnings[1].meaning, "") << "not known is not guessed";
}

TEST(DebugLog, TheFactsAreSentencesForAScreen) {
    std::vector<std::string> texts;
    for (const TransportFact &fact : transportFacts(read(kLog)))
        texts.push_back(fact.text);
    EXPECT_EQ(texts,
              (std::vector<std::string>{"NCCL 2.24.3+cuda12.8", "Network IB", "NET/IB with GDRDMA 2 of 3",
                                        "P2P/direct 1", "SHM/direct/direct 1", "Bootstrap interface ens50f0",
                                        "Topology file loaded /etc/nccl/topo.xml"}));
    EXPECT_TRUE(transportFacts(DebugLog{}).empty());
}

TEST(DebugLog, ReportsARequestedTopologyFileThatWasNotLoaded) {
    const DebugLog log = read("a:1:1 [0] NCCL INFO NCCL_TOPO_FILE set by environment to /gone.xml\n");
    EXPECT_EQ(log.topologyFile, "");
    const auto facts = transportFacts(log);
    ASSERT_EQ(facts.size(), 1U);
    EXPECT_EQ(facts[0].text, "Topology file requested, not loaded in this log: /gone.xml");
}

TEST(DebugLog, RcclAndOldVersionsAreRead) {
    const DebugLog rccl = read("NCCL version 2.20.5\nRCCL version 2.20.5+hip6.2 HEAD:abc\n");
    EXPECT_EQ(rccl.library, "RCCL");
    EXPECT_EQ(rccl.version, "2.20.5+hip6.2 HEAD:abc");
    const DebugLog spaced = read("RCCL version : 2.30.4-rccl/gfx950:1234567\n");
    EXPECT_EQ(spaced.version, "2.30.4-rccl/gfx950:1234567");
    const DebugLog old =
        read("a:1:1 [0] NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0> [1]eth1:10.0.1.1<0>\n"
             "a:1:1 [0] NCCL INFO Ring 00 : 7 -> 0 -> 1\n");
    EXPECT_EQ(old.nics,
              (std::vector<Nic>{{0, "eth0", "10.0.0.1", "Socket"}, {1, "eth1", "10.0.1.1", "Socket"}}));
    EXPECT_EQ(old.rings, (std::vector<Ring>{{0, {7, 0, 1}}}));
}

TEST(DebugLog, IsTheSameForEverySplitOfTheBytes) {
    const DebugLog whole = read(kLog);
    for (std::size_t cut = 0; cut <= kLog.size(); ++cut) {
        DebugLogReader reader;
        reader.feed(std::string_view(kLog).substr(0, cut));
        reader.feed(std::string_view(kLog).substr(cut));
        reader.end();
        ASSERT_EQ(reader.log(), whole) << cut;
    }
}

TEST(DebugLog, WhatIsTooMuchIsCounted) {
    DebugLogReader reader;
    for (std::size_t i = 0; i < kMaxConnections + 7; ++i)
        reader.line("a:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] [send] via NET/IB/0", i);
    EXPECT_EQ(reader.log().connections.size(), kMaxConnections);
    EXPECT_EQ(reader.log().moreConnections, 7U);
    EXPECT_EQ(reader.log().transports.at(0).connections, kMaxConnections + 7);
}

TEST(Needles, TheFirstGivenOfThoseThatAreThereCounts) {
    const Needles needles({"cause", "follows", "ab"});
    EXPECT_EQ(needles.firstIn("it follows from the cause"), 0U);
    EXPECT_EQ(needles.firstIn("it follows"), 1U);
    EXPECT_EQ(needles.firstIn("xab"), 2U);
    EXPECT_EQ(needles.firstIn("a b"), std::nullopt);
    EXPECT_EQ(needles.firstIn(""), std::nullopt);
}

TEST(Warnings, ExplainCausesDifferentlyFromTheirConsequences) {
    const auto meaning = [](std::string_view line) {
        const Explanation *known = explanationOf(line);
        return known != nullptr ? known->meaning : std::string_view();
    };
    EXPECT_NE(meaning("NET/IB: with status=13"), meaning("NET/IB: with status=12"));
    EXPECT_NE(meaning("NET/IB: with status=4"), meaning("NET/IB: with status=5"));
    EXPECT_NE(meaning("Cuda failure 'out of memory'"), meaning("Cuda failure 'unknown error'"));
    EXPECT_NE(meaning("Cuda failure 802 'system not yet initialized'"), meaning("Cuda failure 999"));
}

TEST(DebugLog, ReadsRcclLinesThatNameTheirCommunicator) {
    DebugLogReader reader;
    reader.feed(
        "n:1:2 [0] NCCL INFO Ring 00 : 7 -> 0 -> 1 comm 0x55d0 nRanks 08 busId c000\n"
        "n:1:2 [0] NCCL INFO Channel 00/0 : 0[c000] -> 8[c000] [send] via NET/IB/3 comm 0x55d0 nRanks 16\n"
        "n:1:2 [0] NCCL INFO Channel 01/0 : 0[c000] -> 8[c000] [send] via NET/IB/3 comm 0x66e0 nRanks 16\n"
        "n:1:2 [0] NCCL INFO Channel 00/0 : 0[c000] -> 1[22000] via P2P/IPC comm 0x55d0 nRanks 16\n");
    reader.end();
    ASSERT_EQ(reader.log().rings.size(), 1U);
    EXPECT_EQ(reader.log().rings[0].ranks, (std::vector<int>{7, 0, 1}));
    ASSERT_EQ(reader.log().transports.size(), 2U);
    EXPECT_EQ(reader.log().transports[0].device, "3");
    EXPECT_EQ(reader.log().transports[0].connections, 2U);
    EXPECT_EQ(reader.log().transports[1].via, "P2P/IPC");
}

TEST(DebugLog, NewerVersionsWordTheirLinesOtherwise) {
    DebugLogReader reader;
    reader.feed(
        "[2026-11-22 13:11:54] n:1:2 [0] NCCL INFO comm 0x5 rank 3 nRanks 72 nNodes 18 localRanks 4 "
        "localRank 3 MNNVL 1\n"
        "n:1:2 [0] NCCL INFO Channel 00/0 : 3[3] -> 4[0] [send] via NET/IB/0(2)/GDRDMA(PCI)/Shared\n"
        "n:1:2 [0] NCCL INFO Channel 00/0 : 3[3] -> 5[1] [send] via NET/AWS Libfabric/1/GDRDMA/Shared\n"
        "n:1:2 [0] NCCL INFO Channel 00/0 : 3[3] -> 2[2] via P2P/CUMEM/read\n"
        "n:1:2 [0] NCCL INFO Channel 00/0 : 3[3] -> 1[1] via SHM/direct/direct\n");
    reader.end();
    EXPECT_EQ(reader.log().ranks, 72);
    ASSERT_EQ(reader.log().transports.size(), 4U);
    EXPECT_EQ(reader.log().transports[0].via, "NET/IB");
    EXPECT_EQ(reader.log().transports[0].device, "0");
    EXPECT_EQ(reader.log().transports[0].gdr, true);
    EXPECT_EQ(reader.log().transports[1].via, "NET/AWS Libfabric");
    EXPECT_EQ(reader.log().transports[2].via, "P2P/CUMEM/read");
    EXPECT_EQ(reader.log().transports[3].via, "SHM/direct/direct");
}

TEST(Warnings, WhatTheFieldKnowsIsExplained) {
    for (const char *line :
         {"Call to ibv_modify_qp failed with error Connection timed out",
          "Call to ibv_reg_mr failed with error Bad address",
          "Call to ibv_create_cq failed with error Cannot allocate memory",
          "Bootstrap : no socket interface found",
          "unhandled system error",
          "NET/IB : No device found.",
          "NET/IB: Got completion from peer 10.0.0.2<41431> with status=5 opcode=0 len=0 vendor err 244 "
          "(Recv)",
          "NET/IB: Got completion from peer 10.0.0.2<41431> with status=4 opcode=0 len=0 vendor err 81 "
          "(Send)",
          "NET/IB: Got completion from peer 10.0.0.2<41431> with status=13 opcode=0 len=0 vendor err 135",
          "Call to ibv_create_qp failed with error Cannot allocate memory",
          "Failed to open libibverbs.so[.1]",
          "NET/IB : mlx5_0:1 async fatal event on QP: local catastrophic error",
          "NET/Socket : peer 10.0.0.2<5> message truncated : receiving 1048576 bytes instead of 65536",
          "bootstrapRoot : mismatch in rank count from procs 16 : 8",
          "bootstrapRoot : rank 3 of 8 ranks has already checked in",
          "[Service thread] Error encountered progressing operation=Connect, res=3, closing connection",
          "Proxy Call to rank 3 failed (Connect)",
          "socketPollConnect poll() returned 1, no POLLOUT events",
          "Failed to bind NVLink SHARP (NVLS) Multicast memory of size 2097152 : CUDA error 1",
          "Cuda failure 802 'system not yet initialized'",
          "Cuda failure 'peer access is not supported between these two devices'",
          "Error: failed to extend /dev/shm/nccl-aBcDeF to 33030532 bytes",
          "Could not find a path for pattern 4, falling back to simple order",
          "Missing \"iommu=pt\" from kernel command line which can lead to system instablity or hang!"}) {
        const Explanation *explanation = explanationOf(line);
        ASSERT_NE(explanation, nullptr) << line;
        EXPECT_FALSE(explanation->meaning.empty()) << line;
        EXPECT_FALSE(explanation->remedy.empty()) << line;
    }
    EXPECT_EQ(explanationOf("all is well"), nullptr);
}

DebugLog readLines(const std::string &text) {
    DebugLogReader reader;
    reader.feed(text);
    reader.end();
    return reader.log();
}

TEST(DebugLog, LinesNeedNoProcessBeforeThem) {
    const DebugLog log = readLines("NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.0.0.1<0>\n"
                                   "NCCL INFO NET/FastSocket : Using [0]eth1:10.0.1.1<0>\n"
                                   "NCCL WARN P2P is disabled between NVLINK connected GPUs 1 and 0.\n"
                                   "a sentence on NCCL INFORMATION\n");
    EXPECT_EQ(log.infoLines, 2U);
    EXPECT_EQ(log.warningLines, 1U);
    ASSERT_EQ(log.nics.size(), 2U);
    EXPECT_EQ(log.nics[0].name, "mlx5_0");
    EXPECT_EQ(log.nics[1].network, "FastSocket");
    EXPECT_EQ(log.nics[1].kind, "10.0.1.1");
    ASSERT_EQ(log.warnings.size(), 1U);
    EXPECT_FALSE(log.warnings[0].meaning.empty());
}

TEST(DebugLog, PartsThatWereCutOutAreRead) {
    const DebugLog log = readLines("INFO NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'\n"
                                   "9[1a000] -> 2[6b000] [send] via NET/IB/0/GDRDMA\n"
                                   "9[1a000] -> 2[6b000] [receive] via NET/IB/1\n"
                                   "INFO of another program\n4 -> 5 via bus\n");
    EXPECT_EQ(log.infoLines, 3U);
    EXPECT_EQ(log.warnings.size(), 1U);
    ASSERT_EQ(log.transports.size(), 2U);
    EXPECT_EQ(log.transports[0].gdr, true);
    EXPECT_EQ(log.transports[1].gdr, false);
    EXPECT_TRUE(log.connections.empty()) << "their channel is not known";
}

TEST(DebugLog, InfoLinesOfALossOfSpeedAreWarnings) {
    const std::string none = "a:1:2 [0] NCCL INFO NET/IB : No device found.\n";
    EXPECT_TRUE(readLines(none + "a:1:2 [0] NCCL INFO Using network AWS Libfabric\n").warnings.empty());
    const std::string socket = "a:1:2 [0] NCCL INFO Using network Socket\n"
                               "a:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/Socket/0\n";
    EXPECT_TRUE(readLines(socket).warnings.empty()) << "sockets may be all that was asked for";
    EXPECT_EQ(
        readLines(none + "a:1:2 [0] NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0>\n").warnings.size(), 1U);
    const DebugLog log = readLines("first\n" + none + none + socket);
    ASSERT_EQ(log.warnings.size(), 1U);
    EXPECT_EQ(log.warnings[0].line, 2U);
    EXPECT_FALSE(log.warnings[0].remedy.empty());
    const DebugLog direct =
        readLines("a:1:2 [0] NCCL INFO NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'\n"
                  "a:1:3 [1] NCCL INFO NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'\n");
    ASSERT_EQ(direct.warnings.size(), 1U);
    EXPECT_EQ(direct.warnings[0].count, 2U);
    EXPECT_FALSE(direct.warnings[0].meaning.empty());
}

TEST(DebugLog, TheSystemIsTheTreeOfTheFirstRank) {
    const std::string tree = "n:1:2 [0] NCCL INFO === System : maxBw 24.0 totalBw 240.0 ===\n"
                             "n:1:2 [0] NCCL INFO CPU/0-0 (1/1/2)\n"
                             "n:1:2 [0] NCCL INFO + SYS[10.0] - CPU/0-1\n"
                             "n:1:2 [0] NCCL INFO + PCI[24.0] - PCI/0-1000 (1000c0301000100b)\n"
                             "n:1:2 [0] NCCL INFO               + PCI[24.0] - GPU/0-3000 (0)\n"
                             "n:1:2 [0] NCCL INFO                             + NVL[240.0] - NVS/0\n"
                             "n:1:2 [0] NCCL INFO               + PCI[24.0] - NIC/0-5000\n"
                             "n:1:2 [0] NCCL INFO CPU/0-1 (1/1/2)\n"
                             "n:1:2 [0] NCCL INFO ==========================================\n";
    const DebugLog log = readLines(tree + tree);
    ASSERT_EQ(log.system.size(), 7U) << "once";
    EXPECT_EQ(log.system[3].name, "GPU/0-3000");
    EXPECT_EQ(log.system[3].detail, "(0)");
    EXPECT_EQ(log.system[3].depth, 2U);
    EXPECT_EQ(log.system[4].depth, 3U);
    EXPECT_EQ(log.system[4].link, "NVL");
    EXPECT_DOUBLE_EQ(log.system[4].bandwidth.value(), 240);
    EXPECT_EQ(log.system[5].depth, 2U);
    EXPECT_EQ(log.system[6].depth, 0U);
}

TEST(DebugLog, ADumpOfTheGraphsHasTheChannels) {
    const DebugLog log =
        readLines("<graphs version=\"1\">\n"
                  "  <graph id=\"0\" pattern=\"4\" crossnic=\"0\" nchannels=\"2\" speedintra=\"12\" "
                  "speedinter=\"24.5\" typeintra=\"NVL\" typeinter=\"PIX\">\n"
                  "    <channel>\n      <net dev=\"1\"/>\n      <gpu dev=\"3\"/>\n    </channel>\n"
                  "    <channel>\n      <gpu dev=\"2\"/>\n    </channel>\n  </graph>\n"
                  "  <graph id=\"1\" pattern=\"9\" speedintra=\"x\"></graph>\n</graphs>\n"
                  "<graph id=\"2\"/>\n");
    ASSERT_EQ(log.graphs.size(), 2U) << "what follows the file is not its part";
    EXPECT_EQ(log.graphs[0].pattern, "ring");
    EXPECT_EQ(log.graphs[0].typeInter, "PIX");
    EXPECT_DOUBLE_EQ(log.graphs[0].speedInter.value(), 24.5);
    EXPECT_EQ(log.graphs[0].channels, (std::vector<std::vector<std::string>>{{"NIC 1", "GPU 3"}, {"GPU 2"}}));
    EXPECT_EQ(log.graphs[1].pattern, "9");
    EXPECT_FALSE(log.graphs[1].speedIntra);
}

TEST(Warnings, AStatusIsExplainedByNumberAndByName) {
    for (const auto &[number, name] : {std::pair("status=12", "status=IBV_WC_RETRY_EXC_ERR(12)"),
                                       std::pair("status=13", "status=IBV_WC_RNR_RETRY_EXC_ERR(13)"),
                                       std::pair("status=10", "status=IBV_WC_REM_ACCESS_ERR(10)"),
                                       std::pair("status=4", "status=IBV_WC_LOC_PROT_ERR(4)"),
                                       std::pair("status=5", "status=IBV_WC_WR_FLUSH_ERR(5)")}) {
        const Explanation *byNumber = explanationOf(number), *byName = explanationOf(name);
        ASSERT_NE(byNumber, nullptr) << number;
        ASSERT_NE(byName, nullptr) << name;
        EXPECT_EQ(byName->meaning, byNumber->meaning);
    }
}

TEST(DebugLog, InfoLinesAboutP2pAndTheRdmaLibraryAreWarnings) {
    const DebugLog log = read(
        "a:1:2 [0] NCCL INFO Could not enable P2P between dev 0(=1000) and dev 1(=2000)\n"
        "a:1:2 [0] NCCL INFO Could not enable P2P between dev 0(=1000) and dev 1(=2000)\n"
        "a:1:2 [0] NCCL INFO P2P is disabled between connected GPUs 0 and 2. You can repress this message "
        "with NCCL_IGNORE_DISABLED_P2P=1.\n"
        "a:1:2 [0] graph/paths.cc:300 NCCL WARN P2P is disabled between NVLINK connected GPUs 1 and 3. This "
        "should not be the case given their connectivity.\n"
        "a:1:2 [0] NCCL INFO Failed to open libibverbs.so[.1]\n"
        "a:1:3 [1] NCCL INFO Could not enable P2P between dev 4(=5000) and dev 5(=6000)");
    ASSERT_EQ(log.warnings.size(), 5U);
    EXPECT_EQ(log.warnings[0].text, "Could not enable P2P between dev 0(=1000) and dev 1(=2000)");
    EXPECT_EQ(log.warnings[0].count, 2U);
    EXPECT_EQ(log.warnings[0].line, 1U);
    EXPECT_EQ(log.warnings[1].line, 3U);
    EXPECT_EQ(log.warnings[4].text, "Could not enable P2P between dev 4(=5000) and dev 5(=6000)")
        << "whole without its line end";
    for (const Warning &warning : log.warnings)
        EXPECT_FALSE(warning.meaning.empty() || warning.remedy.empty()) << warning.text;
    EXPECT_TRUE(read("a:1:2 [0] NCCL INFO P2P Chunksize set to 131072\n").warnings.empty());
}

} // namespace
} // namespace fabricscope::nccl::log
