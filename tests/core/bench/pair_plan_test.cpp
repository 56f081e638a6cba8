// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/pairs/PairLog.h"
#include "core/bench/pairs/PairPlan.h"
#include "core/bench/run/OutputParser.h"
#include "tests/core/bench/ExaminedHost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricscope::bench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A host with addresses 10.(200 + k).0.N on the interface of the k-th RDMA device.
ExaminedHost hostOnRails(int number) {
    host::Host host = standaloneServer();
    int rail = 200;
    for (const host::RdmaDevice &device : host.rdmaDevices)
        for (host::NetInterface &interface : host.netInterfaces)
            if (interface.device == device.device)
                interface.addresses = {"10." + std::to_string(rail++) + ".0." + std::to_string(number) +
                                       "/24"};
    return examinedHost(std::move(host));
}

PairHost sideOf(const std::string &name, const ExaminedHost &host) {
    return {name, {*host.topology, host.examination}};
}

class PairPlanning : public testing::Test {
protected:
    PairPlanning() {
        for (const affinity::Nic &nic : m_server.examination.judgement.fabric.nics)
            if (nic.rdma && nic.isCandidate() && nic.state == host::NicEntry::State::Active)
                m_nics.push_back(nic.name);
    }
    [[nodiscard]] PairPlan plan(const PairRequest &request) const {
        auto made = planPairs(request, sideOf("one", m_server), sideOf("two", m_client));
        EXPECT_TRUE(made.has_value()) << (made ? "" : made.error().toString());
        return made ? std::move(*made) : PairPlan{};
    }
    [[nodiscard]] Error errorOf(const PairRequest &request) const {
        const auto made = planPairs(request, sideOf("one", m_server), sideOf("two", m_client));
        EXPECT_FALSE(made.has_value());
        return made ? Error{} : made.error();
    }

    ExaminedHost m_server = hostOnRails(1), m_client = hostOnRails(2);
    std::vector<std::string> m_nics;
};

TEST_F(PairPlanning, MeetsEachNicWithEachOnceAndTheRailsFirst) {
    ASSERT_GE(m_nics.size(), 4U);
    const PairPlan made = plan({});
    EXPECT_EQ(made.cells(), m_nics.size() * m_nics.size());
    EXPECT_THAT(made.rounds, SizeIs(m_nics.size()));
    std::set<std::pair<std::size_t, std::size_t>> met;
    for (const auto &round : made.rounds) {
        std::set<std::string> servers, clients;
        for (const PairCell &cell : round) {
            EXPECT_TRUE(servers.insert(cell.serverDevice).second && clients.insert(cell.clientDevice).second);
            EXPECT_TRUE(met.emplace(cell.row, cell.column).second);
        }
    }
    for (const PairCell &rail : made.rounds.front()) {
        EXPECT_EQ(rail.row, rail.column);
        EXPECT_EQ(rail.address, "10." + std::to_string(200 + rail.column) + ".0.1");
    }
    EXPECT_EQ(made.rows.front(), "two " + m_nics.front());
    EXPECT_EQ(made.columns.front(), m_nics.front());
    EXPECT_EQ(made.unit, "Gb/sec");
}

TEST_F(PairPlanning, GivesBothEndsTheSameOptionsAndEachItsDeviceAndGid) {
    PairRequest request;
    request.servers = {m_nics[1]};
    request.clients = {m_nics[2], m_nics[1]};
    request.options = {{"-D", "3"}, {"-q", "2"}};
    const PairPlan made = plan(request);
    ASSERT_EQ(made.cells(), 2U);
    const PairCell &cell = made.rounds[0][0];
    EXPECT_THAT(shellLine(cell.server), AllOf(HasSubstr("ib_write_bw -d " + m_nics[1]), HasSubstr("-x 3"),
                                              HasSubstr("-D 3 -q 2"), HasSubstr("--report_gbits")));
    EXPECT_THAT(shellLine(cell.client), HasSubstr("ib_write_bw -d " + m_nics[2]));
    EXPECT_THAT(shellLine(cell.client), Not(HasSubstr("--use_rocm")));
    EXPECT_EQ(cell.whyNot, "");
}

TEST_F(PairPlanning, TakesGpuMemoryOfTheNearestGpuAtBothEnds) {
    PairRequest request;
    request.gpuMemory = true;
    request.servers = request.clients = {m_nics.back()};
    const PairPlan made = plan(request);
    const PairCell &cell = made.rounds.at(0).at(0);
    EXPECT_THAT(shellLine(cell.server), HasSubstr("--use_rocm=")) << cell.whyNot;
    EXPECT_THAT(shellLine(cell.client), HasSubstr("--use_rocm="));
    EXPECT_TRUE(cell.sameMemory) << cell.whyNot;
}

TEST_F(PairPlanning, OfGpusByNicsTheOtherEndIsTheSameRailAndHostMemory) {
    PairRequest request;
    request.gpus = true;
    const PairPlan made = plan(request);
    const auto &gpus = m_client.examination.judgement.fabric.gpus;
    EXPECT_EQ(made.cells(), gpus.size() * m_nics.size());
    EXPECT_EQ(made.rows.front(), gpus.front().name);
    std::size_t runnable = 0;
    for (const auto &round : made.rounds)
        for (const PairCell &cell : round) {
            EXPECT_EQ(cell.serverDevice, cell.clientDevice);
            EXPECT_FALSE(cell.sameMemory);
            EXPECT_THAT(cell.server.words, Not(Contains(HasSubstr("--use_rocm="))));
            const bool onGpu = shellLine(cell.client).find("--use_rocm=") != std::string::npos;
            EXPECT_NE(onGpu, !cell.whyNot.empty()) << cell.whyNot;
            runnable += onGpu ? 1 : 0;
        }
    EXPECT_EQ(runnable, made.cells() / 2) << "the numbers of half of the GPUs are known";
}

TEST_F(PairPlanning, DeviceOfOneHostIsNeverPairedWithItselfOrTwiceInARound) {
    PairRequest request;
    request.servers = {m_nics[0], m_nics[1], m_nics[2]};
    const auto among = planPairs(request, sideOf("one", m_server));
    ASSERT_TRUE(among.has_value());
    EXPECT_EQ(among->cells(), 6U);
    EXPECT_EQ(among->rows, request.servers);
    request.clients = {m_nics[1], m_nics[3]}; // one NIC is on both sides
    const PairHost one = sideOf("one", m_server);
    const auto between = planPairs(request, one);
    ASSERT_TRUE(between.has_value());
    EXPECT_EQ(between->cells(), 5U);
    for (const auto *made : {&*among, &*between})
        for (const auto &round : made->rounds) {
            std::set<std::string> used;
            for (const PairCell &cell : round)
                EXPECT_TRUE(used.insert(cell.serverDevice).second && used.insert(cell.clientDevice).second);
        }
    request.clients.clear();
    request.servers = {m_nics[0]};
    const auto alone = planPairs(request, one);
    ASSERT_FALSE(alone.has_value());
    EXPECT_THAT(alone.error().toString(), HasSubstr("no pair to measure"));
}

TEST_F(PairPlanning, ReportsInvalidRequests) {
    PairRequest request;
    request.servers = {"mlx5_77"};
    EXPECT_THAT(errorOf(request).toString(), HasSubstr("has no RDMA device 'mlx5_77'"));
    request.servers.clear();
    request.test = "ib_bake_bw";
    EXPECT_THAT(errorOf(request).toString(), HasSubstr("no test 'ib_bake_bw'"));
    request.test = "ib_write_bw";
    request.address = "--help";
    EXPECT_THAT(errorOf(request).toString(), HasSubstr("is not an address"));
}

TEST_F(PairPlanning, OmitsPortsThatAreDownAndReportsThem) {
    host::Host host = standaloneServer();
    for (host::NetInterface &interface : host.netInterfaces)
        interface.addresses.clear();
    for (host::RdmaDevice &device : host.rdmaDevices)
        if (device.name == m_nics[0])
            device.ports.front().state = samples::text("DOWN");
    const ExaminedHost server = examinedHost(std::move(host));
    const auto made = planPairs({}, sideOf("one", server), sideOf("two", m_client));
    ASSERT_TRUE(made.has_value());
    EXPECT_THAT(made->notes, Contains(m_nics[0] + " of one is skipped: its port is not up"));
    EXPECT_EQ(made->columns.size(), m_nics.size() - 1);
    EXPECT_EQ(made->rounds[0][0].whyNot, "the IPv4 address of one is unknown");
}

TEST_F(PairPlanning, SkipsIncompatiblePairsAndReportsWhy) {
    host::Host host = standaloneServer();
    for (host::RdmaDevice &device : host.rdmaDevices) {
        if (device.name == m_nics[1])
            device.nodeType = samples::text("RNIC");
        if (device.name == m_nics[2])
            device.ports.front().linkLayer = {};
    }
    const ExaminedHost mixed = examinedHost(std::move(host));
    const auto between = planPairs({}, sideOf("one", m_server), sideOf("two", mixed));
    ASSERT_TRUE(between.has_value()) << between.error().toString();
    std::size_t left = 0;
    for (const auto &round : between->rounds)
        for (const PairCell &cell : round)
            if (cell.clientDevice == m_nics[1]) {
                EXPECT_EQ(cell.whyNot, m_nics[1] + " uses iWARP and " + cell.serverDevice +
                                           " uses RoCE: they cannot connect");
                ++left;
            } else {
                EXPECT_THAT(cell.whyNot, Not(HasSubstr("cannot connect"))) << "what is not known is tried";
            }
    EXPECT_EQ(left, m_nics.size());
    PairRequest request;
    request.gpus = true;
    request.servers = {m_nics[0], m_nics[1], m_nics[3]};
    request.clients = {m_nics[0], m_nics[3]};
    const auto gpus = planPairs(request, sideOf("one", mixed));
    ASSERT_TRUE(gpus.has_value()) << gpus.error().toString();
    for (const auto &round : gpus->rounds)
        for (const PairCell &cell : round)
            EXPECT_NE(cell.serverDevice, m_nics[1]);
}

/// A host on which only soft-RoCE is up.
ExaminedHost hostInSoftware(const std::string &address) {
    host::Host host = standaloneServer();
    host.rdmaDevices.clear();
    return examinedHost(withSoftRoce(std::move(host), "rxe0", address));
}

TEST(PairInSoftware, IsPlannedWithANoteIfNoRdmaNicIsUp) {
    const ExaminedHost server = hostInSoftware("10.8.0.1"), client = hostInSoftware("10.8.0.2");
    const auto made = planPairs({}, sideOf("one", server), sideOf("two", client));
    ASSERT_TRUE(made.has_value()) << made.error().toString();
    ASSERT_EQ(made->cells(), 1U);
    const PairCell &cell = made->rounds[0][0];
    EXPECT_EQ(cell.whyNot, "");
    EXPECT_EQ(cell.address, "10.8.0.1");
    EXPECT_EQ(made->rows, std::vector<std::string>{"two rxe0"});
    EXPECT_THAT(shellLine(cell.server),
                AllOf(HasSubstr("ib_write_bw -d rxe0 -x 3"), HasSubstr("numactl -N 0")));
    EXPECT_THAT(made->notes, Contains(AllOf(HasSubstr("rxe0 of one is soft-RoCE over "),
                                            HasSubstr("it measures the CPU, not a NIC"))));
}

TEST(PairInSoftware, IsOmittedNextToNicsUnlessNamed) {
    const ExaminedHost host = examinedHost(withSoftRoce(standaloneServer(), "rxe0", "10.8.0.1"));
    const PairDevices devices = pairDevices(sideOf("one", host));
    EXPECT_THAT(devices.software, ElementsAre("rxe0"));
    PairRequest request;
    const auto usual = planPairs(request, sideOf("one", host));
    ASSERT_TRUE(usual.has_value());
    EXPECT_EQ(usual->columns, devices.hardware);
    EXPECT_THAT(usual->notes, Contains(HasSubstr("rxe0 of one is skipped: it is soft-RoCE over ")));
    request.servers = {"rxe0", devices.hardware.front()};
    const auto named = planPairs(request, sideOf("one", host));
    ASSERT_TRUE(named.has_value());
    EXPECT_EQ(named->columns, request.servers);
    EXPECT_EQ(named->cells(), 2U);
}

TEST(PairInSoftware, HasNoWayToTheMemoryOfAGpu) {
    const ExaminedHost server = hostInSoftware("10.8.0.1"), client = hostInSoftware("10.8.0.2");
    PairRequest request;
    request.gpuMemory = true;
    const auto memory = planPairs(request, sideOf("one", server), sideOf("two", client));
    ASSERT_TRUE(memory.has_value());
    EXPECT_THAT(memory->rounds[0][0].whyNot, HasSubstr("(software) and cannot access GPU memory"));
    EXPECT_THAT(shellLine(memory->rounds[0][0].client), Not(HasSubstr("--use_rocm")));
    request.gpuMemory = false;
    request.gpus = true;
    const auto gpus = planPairs(request, sideOf("one", server), sideOf("two", client));
    ASSERT_TRUE(gpus.has_value());
    for (const auto &round : gpus->rounds)
        for (const PairCell &cell : round)
            EXPECT_THAT(cell.whyNot, HasSubstr("rxe0 is soft-RoCE"));
}

TEST(PairLog, LineOfAToolCannotPassForOneOfOurs) {
    PairPlan plan;
    plan.test = "ib_write_bw";
    plan.title = "made";
    plan.unit = "Gb/sec";
    plan.rows = {"a"};
    plan.columns = {"b"};
    PairCell cell;
    plan.rounds = {{cell}};
    const std::string hostile = "cell 0 0 999\nx\rcell 0 0 998\r\nend: 1\nround 9 of 9\nwithout an end";
    const std::string log =
        pairLogHeader(plan) + pairLogRound(0, 1) +
        pairLogCell(plan, cell, {std::nullopt, "it failed\ncell 0 0 997", hostile, hostile});
    const auto parser = makeParser("perftest-mesh");
    parser->feed(log);
    ASSERT_THAT(parser->results(), SizeIs(1));
    EXPECT_EQ(parser->results()[0].matrices[0].values[0][0], std::nullopt);
    EXPECT_FALSE(parser->results()[0].complete);
    parser->feed(pairLogEnd(plan, 0, true));
    EXPECT_TRUE(parser->results()[0].complete);
}

TEST(PairLog, RowOfAnUncalibratedClockIsNotMeasured) {
    const std::string row =
        " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n"
        " 4096       200              0.00               ";
    EXPECT_EQ(pairOutcome("Gb/sec", " RDMA_Write BW Test\n" + row + "12.50\t\t 0.1\n").value, 12.5);
    for (const char *figure : {"0.00", "inf", "-nan"}) {
        const PairOutcome outcome =
            pairOutcome("Gb/sec", " RDMA_Write BW Test\n" + row + figure + "\t\t 0.1\n");
        EXPECT_EQ(outcome.value, std::nullopt) << figure;
        EXPECT_THAT(outcome.why, HasSubstr("not measured"));
    }
    EXPECT_THAT(pairOutcome("usec", " RDMA_Write BW Test\n" + row + "12.50\t\t 0.1\n").why,
                HasSubstr("no row in usec"));
    EXPECT_THAT(pairOutcome("Gb/sec", "Correlation coefficient r^2: 0.5 < 0.9\n RDMA_Write BW Test\n" + row +
                                          "0.00\t\t 0.1\n")
                    .why,
                HasSubstr("clock"));
}

} // namespace
} // namespace fabricscope::bench
