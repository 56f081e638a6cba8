// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/DemoFleet.h"
#include "tests/Places.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>

/// `bench pair` on two demo hosts, over real SSH; the tools compute their output.
namespace fabricscope::app {
namespace {

using demo::DemoFleet;
using test::ProgramRun;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class BenchPair : public testing::Test {
protected:
    static void SetUpTestSuite() {
        demo::DemoFleetOptions options;
        options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
        auto fleet = DemoFleet::start(options);
        ASSERT_TRUE(fleet.has_value()) << fleet.error().toString();
        s_fleet = std::move(*fleet);
    }
    static void TearDownTestSuite() { s_fleet.reset(); }
    ProgramRun pair(std::vector<std::string> more) {
        ::setenv("XDG_DATA_HOME", m_data.path().c_str(), 1);
        more.insert(more.begin(), {"bench", "pair", "--ssh-config", s_fleet->configFile().string(), "--yes"});
        return test::runProgram("fabricscope", more);
    }

    static std::unique_ptr<DemoFleet> s_fleet;
    const test::TemporaryFolder m_data;
};
std::unique_ptr<DemoFleet> BenchPair::s_fleet;

TEST_F(BenchPair, FillsTheMatrixOfTwoHostsAndKeepsItAsOneRun) {
    const std::string log = (m_data.path() / "log").string();
    const ProgramRun run = pair({"vm-01a", "vm-02a", "--devices", "ionic_0,ionic_1", "--clients", "ionic_1",
                                 "-n", "1000", "--json", "--log", log});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("2 pairs in 2 rounds"),
                               HasSubstr("2 of 2: vm-02a ionic_1 to ionic_"), HasSubstr("vm-01a: numactl"),
                               HasSubstr("-p PORT"), ContainsRegex("1 of 2: .* Gb/s, ETA [0-9]"),
                               Not(HasSubstr("Gb/sec")), Not(ContainsRegex("2 of 2: .*ETA"))));
    const auto document = nlohmann::json::parse(run.out);
    const auto &matrix = document.at("matrix");
    EXPECT_EQ(matrix.at("rows"), nlohmann::json({"vm-02a ionic_1"}));
    EXPECT_EQ(matrix.at("unit"), "Gb/sec");
    EXPECT_THAT(document.dump(), HasSubstr("simulated"));
    const ProgramRun list = test::runProgram("fabricscope", {"runs", "list"});
    EXPECT_THAT(list.out, AllOf(HasSubstr("vm-01a,vm-02a"), HasSubstr("perftest-mesh")));
    // The log can be parsed to the same numbers.
    const ProgramRun parsed = test::runProgram("fabricscope", {"bench", "parse", log, "--json"});
    EXPECT_EQ(nlohmann::json::parse(parsed.out).at("matrix"), matrix);
}

TEST_F(BenchPair, OfGpusByNicsShowsWhichNicIsNear) {
    const ProgramRun run = pair({"vm-01a", "vm-02a", "--gpus", "--clients", "ionic_0,ionic_7", "-n", "1000",
                                 "--csv", "--at-once", "2"});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, StartsWith(",ionic_0,ionic_7,simulated\r\nGPU0,38")) << "below its own switch";
    EXPECT_THAT(run.out, HasSubstr("\r\nGPU4,1")) << "on the other socket: assumed 180 Gb/s";
}

TEST_F(BenchPair, ShowsEveryCommandWithoutRunningOne) {
    const ProgramRun run = pair({"vm-01a", "--devices", "ionic_0,ionic_1,ionic_2", "--dry-run"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("6 pairs in 6 rounds"), HasSubstr("ib_write_bw -d ionic_2")));
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(test::runProgram("fabricscope", {"runs", "list"}).out, Not(HasSubstr("perftest")));
}

TEST_F(BenchPair, ReportsErrors) {
    ProgramRun run = pair({"vm-01a", "vm-02a", "--devices", "mlx5_9"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("vm-01a: has no RDMA device 'mlx5_9'"));
    run = pair({"vm-01a", "vm-02a", "--devices", "ionic_0", "--clients", "ionic_0", "--address", "192.0.2.1",
                "-n", "5"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("the client did not finish: Couldn't connect to 192.0.2.1"));
    EXPECT_EQ(pair({"vm-01a", "vm-02a", "-D", "3", "-n", "5"}).status, 2);
}

} // namespace
} // namespace fabricscope::app
