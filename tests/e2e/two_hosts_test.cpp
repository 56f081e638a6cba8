// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/PairMatrix.h"
#include "tests/e2e/Machine.h"
#include "tests/e2e/Server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iostream>
#include <memory>
#include <regex>

/// Two emulated servers joined by a wire, soft-RoCE on its ends, and the real ib_write_bw between them, run
/// by the job that fills a matrix of pairs.
namespace fabricscope::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

class TwoHosts : public testing::Test {
protected:
    static constexpr std::array<const char *, 2> kNames = {"one", "two"};

    static void SetUpTestSuite() {
        std::filesystem::create_directories(Server::artefacts());
        const std::string wire = "230.0.0.1:" + std::to_string(20000 + getpid() % 12000);
        std::array<std::future<std::unique_ptr<Machine>>, 2> boots;
        for (std::size_t i = 0; i < boots.size(); ++i)
            boots[i] = std::async(std::launch::async, [i, wire] {
                return std::make_unique<Machine>(
                    kNames[i],
                    std::vector<std::string>{"FABRICSCOPE_E2E_SHAPE=flat",
                                             "FABRICSCOPE_E2E_NICS=0" + std::to_string(i + 1) + " 11",
                                             "FABRICSCOPE_E2E_WIRE=" + wire});
            });
        for (std::size_t i = 0; i < boots.size(); ++i)
            s_machines[i] = boots[i].get();
        for (std::size_t i = 0; i < boots.size(); ++i)
            if (s_machines[i]->boot().status == 0)
                s_ready[i] = s_machines[i]->ssh("server", softRoce(i + 1), 180s);
    }
    static void TearDownTestSuite() {
        for (auto &machine : s_machines)
            machine.reset();
    }
    void SetUp() override {
        for (std::size_t i = 0; i < s_machines.size(); ++i) {
            ASSERT_EQ(s_machines[i]->boot().status, 0) << s_machines[i]->boot().err;
            ASSERT_EQ(s_ready[i].status, 0) << s_ready[i].out << s_ready[i].err;
        }
    }

    /// The NIC on the wire, with an address of its own.
    static std::string softRoce(std::size_t number) {
        const std::string host = std::to_string(number);
        return "set -e; modprobe -a rdma_rxe ib_uverbs crc32_generic; "
               "nic=$(basename /sys/bus/pci/devices/0000:00:0a.0/net/*); "
               "ip addr add 10.8.0." +
               host +
               "/24 dev $nic; ip link set $nic up; "
               "rdma link add rxe0 type rxe netdev $nic; "
               "for i in 1 2 3 4 5 6 7 8 9 10; do "
               "grep -q 0a08:000" +
               host +
               " /sys/class/infiniband/rxe0/ports/1/gids/1 && exit 0; sleep 1; done; "
               "exit 1";
    }
    static long sentPackets(std::size_t machine) {
        return std::atol(s_machines[machine]
                             ->ssh("server", "cat /sys/class/infiniband/rxe0/ports/1/hw_counters/sent_pkts")
                             .out.c_str());
    }
    /// The server is the first machine.
    static app::HostWay wayTo(std::size_t machine) {
        app::HostWay way;
        way.endpoint.target = "server"; // each calls itself so
        way.endpoint.configFile = s_machines[machine]->sshConfig();
        way.options.connectTimeout = way.options.handshakeTimeout = 60s;
        return way;
    }
    static bench::PairPlan plan() {
        bench::PairPlan plan;
        plan.test = "ib_write_bw";
        plan.title = "two emulated servers";
        plan.unit = "Gb/sec";
        plan.serverHost = kNames[0];
        plan.clientHost = kNames[1];
        plan.rows = {"two rxe0"};
        plan.columns = {"rxe0"};
        bench::PairCell cell;
        cell.server.words =
            cell.client.words = {"stdbuf",         "-oL", "ib_write_bw", "-d", "rxe0", "-x", "1", "-F",
                                 "--report_gbits", "-s",  "4096",        "-n", "200"};
        cell.address = "10.8.0.1";
        plan.rounds = {{cell}};
        return plan;
    }

    static std::array<std::unique_ptr<Machine>, 2> s_machines;
    static std::array<CommandResult, 2> s_ready;
};
std::array<std::unique_ptr<Machine>, 2> TwoHosts::s_machines;
std::array<CommandResult, 2> TwoHosts::s_ready;

/// Whether there is a figure depends on the CPU's clock, which perftest often cannot calibrate in software
/// emulation; that there was a row, and that packets went over the wire, does not.
TEST_F(TwoHosts, RdmaWritesGoFromOneToTheOther) {
    const long before = sentPackets(1);
    remote::Client io;
    std::string said;
    std::promise<bench::RunState> ended;
    app::ToolRun::Events events;
    events.output = [&](remote::Stream, std::string_view bytes) {
        said += bytes;
    };
    events.finished = [&](const bench::RunState &state) {
        ended.set_value(state);
    };
    const auto run = app::startPairMatrix(io, {plan(), wayTo(0), wayTo(1), 1, 120s}, {}, std::move(events));
    auto future = ended.get_future();
    ASSERT_EQ(future.wait_for(300s), std::future_status::ready);
    const bench::RunState state = future.get();
    std::ofstream(Server::artefacts() / "two-hosts.pairs.txt") << said;
    EXPECT_EQ(state.phase, bench::Phase::Ended) << state.why;
    EXPECT_TRUE(std::regex_search(said, std::regex("\nclient\\|  4096 +200 "))) << said;
    EXPECT_THAT(said, HasSubstr("server|                     RDMA_Write BW Test"));
    EXPECT_THAT(said, Not(HasSubstr("not what was asked for")));
    EXPECT_GE(sentPackets(1) - before, 200);
    if (state.exitStatus != 0) {
        EXPECT_THAT(said, HasSubstr("cell 0 0 none: not measured"));
        std::cout << "NOT MEASURED: perftest could not calibrate its clock in the emulated servers\n";
    }
    for (const auto &machine : s_machines)
        EXPECT_EQ(machine->ssh("server", "pgrep -af '^ib_write' || true").out, "");
}

} // namespace
} // namespace fabricscope::e2e
