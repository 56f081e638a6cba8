// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/PerftestPair.h"
#include "tests/e2e/Machine.h"
#include "tests/e2e/Server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <future>
#include <iostream>
#include <regex>
#include <thread>

/// The real perftest over soft-RoCE inside the emulated server, between a device and itself.
namespace fabricscope::e2e {
namespace {

using app::PerftestPair;
using app::PerftestResult;
using app::PerftestSpec;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

/// Sets up the first NIC below a switch, with a unique address.
constexpr const char *kSoftRoce =
    "set -e; modprobe -a rdma_rxe ib_uverbs crc32_generic; "
    "nic=$(basename /sys/bus/pci/devices/0000:24:00.0/net/*); "
    "ip addr add 10.8.0.1/24 dev $nic; ip link set $nic up; rdma link add rxe0 type rxe netdev $nic; "
    "for i in 1 2 3 4 5 6 7 8 9 10; do "
    "grep -q 0a08:0001 /sys/class/infiniband/rxe0/ports/1/gids/1 && exit 0; sleep 1; done; "
    "cat /sys/class/infiniband/rxe0/ports/1/gids/1; exit 1";

class Perftest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        std::filesystem::create_directories(Server::artefacts());
        s_machine = std::make_unique<Machine>("perftest");
        if (s_machine->boot().status == 0)
            s_ready = s_machine->ssh("server", kSoftRoce, 120s);
    }
    static void TearDownTestSuite() { s_machine.reset(); }
    void SetUp() override {
        ASSERT_EQ(s_machine->boot().status, 0) << s_machine->boot().err;
        ASSERT_EQ(s_ready.status, 0) << s_ready.out << s_ready.err;
    }

    static PerftestSpec specOf(const std::vector<std::string> &words) {
        PerftestSpec spec;
        for (PerftestSpec::Side *side : {&spec.server, &spec.client}) {
            side->hostEndpoint.endpoint.target = "server";
            side->hostEndpoint.endpoint.configFile = s_machine->sshConfig();
            side->hostEndpoint.options.connectTimeout = side->hostEndpoint.options.handshakeTimeout = 60s;
            side->command.words = words;
            side->command.words.insert(side->command.words.end(), {"-d", "rxe0", "-x", "1", "-F"});
        }
        spec.serverAddress = "10.8.0.1";
        return spec;
    }
    static PerftestResult run(const std::string &name, const std::vector<std::string> &words,
                              std::chrono::seconds stopAfter = 0s) {
        remote::Client io;
        std::promise<PerftestResult> ended;
        PerftestPair::Events events;
        events.finished = [&](const PerftestResult &result) {
            ended.set_value(result);
        };
        const auto pair = PerftestPair::start(io, specOf(words), std::move(events));
        auto future = ended.get_future();
        if (stopAfter > 0s && future.wait_for(stopAfter) == std::future_status::timeout)
            pair->stop();
        EXPECT_EQ(future.wait_for(300s), std::future_status::ready);
        PerftestResult result = future.get();
        std::ofstream(Server::artefacts() / (name + ".client.txt")) << result.clientOutput;
        std::ofstream(Server::artefacts() / (name + ".server.txt")) << result.serverOutput;
        return result;
    }
    static long sentPackets() {
        return std::atol(
            s_machine->ssh("server", "cat /sys/class/infiniband/rxe0/ports/1/hw_counters/sent_pkts")
                .out.c_str());
    }
    /// perftest measures the CPU clock first; in software emulation on a busy machine that fails, and its
    /// rows contain 0.00 or inf.
    static void printClock(const PerftestResult &result) {
        if (result.clientOutput.find("Correlation coefficient") != std::string::npos)
            std::cout << "NOT MEASURED: perftest could not calibrate its clock in the emulated server\n";
    }
    static std::string left() { return s_machine->ssh("server", "pgrep -af '^ib_write' || true").out; }

    static std::unique_ptr<Machine> s_machine;
    static CommandResult s_ready;
};
std::unique_ptr<Machine> Perftest::s_machine;
CommandResult Perftest::s_ready;

/// Checks the packets sent by the device, which do not depend on the clock.
TEST_F(Perftest, BandwidthIsMeasuredBetweenBothEnds) {
    const long before = sentPackets();
    const PerftestResult result = run("perftest-bw", {"ib_write_bw", "-s", "4096", "-n", "200"});
    EXPECT_EQ(result.why, "") << result.serverOutput << result.clientOutput;
    EXPECT_THAT(result.mismatches, IsEmpty());
    EXPECT_THAT(result.clientOutput, HasSubstr("RDMA_Write BW Test"));
    EXPECT_TRUE(std::regex_search(result.clientOutput, std::regex("\n 4096 +200 "))) << result.clientOutput;
    EXPECT_GE(sentPackets() - before, 200);
    printClock(result);
    EXPECT_EQ(left(), "");
}

TEST_F(Perftest, LatencyIsMeasuredBetweenBothEnds) {
    const long before = sentPackets();
    const PerftestResult result = run("perftest-lat", {"ib_write_lat", "-s", "2", "-n", "200"});
    EXPECT_EQ(result.why, "") << result.serverOutput << result.clientOutput;
    EXPECT_TRUE(std::regex_search(result.clientOutput, std::regex("\n 2 +200 "))) << result.clientOutput;
    EXPECT_GE(sentPackets() - before, 2 * 200);
    printClock(result);
    EXPECT_EQ(left(), "");
}

TEST_F(Perftest, AnEndlessOneIsStoppedAtBothEnds) {
    const PerftestResult result =
        run("perftest-stopped", {"ib_write_bw", "-s", "4096", "--run_infinitely", "-D", "1"}, 20s);
    EXPECT_EQ(result.why, "stopped");
    EXPECT_EQ(result.client.phase, bench::Phase::Stopped) << result.client.why;
    EXPECT_EQ(result.server.phase, bench::Phase::Stopped) << result.server.why;
    EXPECT_EQ(left(), "");
}

TEST_F(Perftest, EndsThatWereNotAskedForTheSameAreNamed) {
    remote::Client io;
    PerftestSpec spec = specOf({"ib_write_bw", "-s", "4096", "-n", "200"});
    spec.server.command.words.emplace_back("-b");
    std::promise<PerftestResult> ended;
    PerftestPair::Events events;
    events.finished = [&](const PerftestResult &result) {
        ended.set_value(result);
    };
    const auto pair = PerftestPair::start(io, std::move(spec), std::move(events));
    const PerftestResult result = ended.get_future().get();
    EXPECT_TRUE(!result.why.empty() || !result.mismatches.empty())
        << "-b on one side alone\n"
        << result.clientOutput << result.serverOutput;
    EXPECT_EQ(left(), "");
}

} // namespace
} // namespace fabricscope::e2e
