// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/PerftestPair.h"
#include "core/bench/pairs/PerftestBanner.h"
#include "core/bench/pairs/Rounds.h"
#include "tests/app/FakePerftest.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <set>

/// Server and client of perftest, with a fake tool that really listens and connects; the real one is tested
/// in tests/e2e.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::bannerDifferences;
using bench::Cell;
using bench::Phase;
using test::Sshd;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Perftest : public testing::Test {
protected:
    void SetUp() override {
        if (!fs::exists("/usr/bin/busybox"))
            GTEST_SKIP() << "NOT TESTED: needs busybox";
        m_tool = test::writePerftest(m_folder);
    }
    [[nodiscard]] PerftestSpec::Side side(std::vector<std::string> more = {}) const {
        PerftestSpec::Side side{test::hostEndpointFor(m_sshd), {}};
        side.command.words = {m_tool.string()};
        side.command.words.insert(side.command.words.end(), more.begin(), more.end());
        return side;
    }
    PerftestResult run(PerftestSpec::Side server, PerftestSpec::Side client, PerftestSpec spec = {}) {
        spec.server = std::move(server);
        spec.client = std::move(client);
        spec.serverAddress = "127.0.0.1";
        spec.longest = std::chrono::seconds(3);
        remote::Client io;
        std::promise<PerftestResult> ended;
        PerftestPair::Events events;
        events.output = [this](std::string_view bytes) {
            m_live += bytes;
        };
        events.finished = [&](const PerftestResult &result) {
            ended.set_value(result);
        };
        const auto pair = PerftestPair::start(io, std::move(spec), std::move(events));
        auto future = ended.get_future();
        EXPECT_EQ(future.wait_for(test::RunRecorder::kLongest), std::future_status::ready);
        return future.get();
    }
    void expectNoProcessesLeft(const PerftestResult &result) {
        for (const bench::RunState &state : {result.server, result.client})
            if (!state.id.empty()) {
                EXPECT_THAT(test::markedProcesses(state.id), IsEmpty());
            }
    }

    Sshd m_sshd;
    test::TemporaryFolder m_folder;
    fs::path m_tool;
    std::string m_live;
};

TEST_F(Perftest, PairMeetsOnAFreePortAndBothSidesEnd) {
    const PerftestResult result = run(side(), side());
    EXPECT_EQ(result.why, "") << result.serverOutput;
    EXPECT_THAT(result.mismatches, IsEmpty());
    EXPECT_GE(result.port, 20000);
    EXPECT_EQ(result.client.phase, Phase::Ended);
    EXPECT_EQ(result.server.phase, Phase::Ended);
    EXPECT_THAT(m_live, HasSubstr("65536      5000"));
    EXPECT_EQ(m_live, result.clientOutput);
}

TEST_F(Perftest, ReportsParametersThatDifferBetweenServerAndClient) {
    const PerftestResult result = run(side({"-q", "2"}), side());
    EXPECT_EQ(result.why, "");
    EXPECT_THAT(result.mismatches, ElementsAre("Number of qps: 2 on the server, 1 on the client"));
}

TEST_F(Perftest, ServerThatDoesNotEndIsEndedAfterItsClient) {
    const PerftestResult result = run(side({"--hang"}), side());
    EXPECT_EQ(result.client.phase, Phase::Ended);
    EXPECT_EQ(result.server.phase, Phase::Stopped);
    expectNoProcessesLeft(result);
}

TEST_F(Perftest, ClientThatHangsTakesItsServerAlong) {
    const PerftestResult result = run(side({"--hang"}), side({"--hang"}));
    EXPECT_THAT(result.why, HasSubstr("the client did not finish"));
    expectNoProcessesLeft(result);
}

TEST_F(Perftest, ReportsWhyTheServerCannotListen) {
    const PerftestResult result = run(side({"--fail"}), side());
    EXPECT_THAT(result.why, HasSubstr("the perftest server did not start: Couldn't listen to port"));
    EXPECT_EQ(result.client.phase, Phase::Waiting);
}

/// One check of one second: a server that is silent for longer is given up.
PerftestSpec shortTimeouts() {
    PerftestSpec spec;
    spec.look = std::chrono::seconds(1);
    spec.maxLooks = 1;
    return spec;
}

TEST_F(Perftest, ServerThatIsBusyIsWaitedForAsLongAsItPrints) {
    const PerftestResult result = run(side({"--busy", "4"}), side(), shortTimeouts());
    EXPECT_EQ(result.why, "") << result.serverOutput;
    EXPECT_THAT(result.serverOutput, HasSubstr("still busy: 1"));
    EXPECT_EQ(result.client.phase, Phase::Ended);
}

TEST_F(Perftest, ServerThatNeverListensIsStartedOnThreePortsAndThenGivenUp) {
    const fs::path ports = m_folder.path() / "ports";
    const PerftestResult result = run(side({"--mute", ports.string()}), side(), shortTimeouts());
    EXPECT_THAT(result.why, HasSubstr("the perftest server did not listen on port"));
    EXPECT_THAT(result.why, HasSubstr("3 attempts"));
    std::ifstream tried(ports);
    std::set<std::string> different;
    for (std::string port; std::getline(tried, port);)
        different.insert(port);
    EXPECT_EQ(different.size(), 3U);
    EXPECT_EQ(result.client.phase, Phase::Waiting);
    expectNoProcessesLeft(result);
}

TEST_F(Perftest, ClientThatDoesNotReachItsServerIsTriedAgain) {
    const PerftestResult result =
        run(side(), side({"--flaky", (m_folder.path() / "tried").string()}), shortTimeouts());
    EXPECT_EQ(result.why, "") << result.clientOutput;
    EXPECT_THAT(result.clientOutput, testing::Not(HasSubstr("Couldn't connect")));
    expectNoProcessesLeft(result);
}

TEST(Banner, DifferencesAreNamed) {
    const std::string uni =
        " RDMA_Write BW Test\n Number of qps   : 1\t\tTransport type : IB\n Connection type : RC\n";
    const std::string both =
        " RDMA_Write Bidirectional BW Test\n Number of qps   : 1\n Connection type : RC\n"
        " Use ROCm memory : OFF\n";
    EXPECT_THAT(bannerDifferences(uni, uni), IsEmpty());
    EXPECT_THAT(
        bannerDifferences(both, uni),
        ElementsAre("the server ran 'RDMA_Write Bidirectional BW Test', the client 'RDMA_Write BW Test'"));
    const std::string gpu = uni + " Use ROCm memory : ON\n";
    EXPECT_THAT(bannerDifferences(uni, gpu),
                ElementsAre("Use ROCm memory: unknown on the server, ON on the client"));
    EXPECT_THAT(bannerDifferences(uni, gpu, false), IsEmpty());
    EXPECT_THAT(bannerDifferences("", uni), ElementsAre("the server printed no banner"));
}

TEST(Rounds, UseNoDeviceTwiceAndMeetEachPairOnce) {
    for (std::size_t n = 0; n < 13; ++n) {
        std::set<std::pair<std::size_t, std::size_t>> met;
        for (const bench::Round &round : bench::roundsAmong(n)) {
            std::set<std::size_t> used;
            for (const Cell &cell : round) {
                EXPECT_TRUE(used.insert(cell.server).second && used.insert(cell.client).second) << n;
                EXPECT_TRUE(met.emplace(cell.server, cell.client).second) << n;
                EXPECT_NE(cell.server, cell.client);
            }
        }
        EXPECT_EQ(met.size(), n < 2 ? 0 : n * (n - 1));
        EXPECT_EQ(bench::roundsAmong(n).size(), n < 2 ? 0 : 2 * (n % 2 == 0 ? n - 1 : n));
        for (std::size_t m = 0; m < 9; ++m) {
            std::set<std::pair<std::size_t, std::size_t>> cells;
            for (const bench::Round &round : bench::roundsBetween(n, m)) {
                std::set<std::size_t> servers, clients;
                for (const Cell &cell : round) {
                    EXPECT_TRUE(servers.insert(cell.server).second && clients.insert(cell.client).second);
                    cells.emplace(cell.server, cell.client);
                }
            }
            EXPECT_EQ(cells.size(), n * m);
        }
    }
    EXPECT_THAT(bench::roundsBetween(2, 2).front(), ElementsAre(Cell{0, 0}, Cell{1, 1}));
}

} // namespace
} // namespace fabricscope::app
