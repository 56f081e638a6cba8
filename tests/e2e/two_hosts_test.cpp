// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/OutputParser.h"
#include "tests/Places.h"
#include "tests/e2e/Server.h"
#include "tests/e2e/TwoMachines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>

/// Two emulated servers connected by a wire, with soft-RoCE over their NICs, and the runs of our program on
/// them: the real ib_write_bw for each pair, and the real mpirun over both.
namespace fabricscope::e2e {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using namespace std::chrono_literals;

class TwoHosts : public testing::Test {
protected:
    static void SetUpTestSuite() {
        s_store = fs::temp_directory_path() / ("fabricscope-e2e-runs-" + std::to_string(getpid()));
        ::setenv("XDG_DATA_HOME", s_store.c_str(), 1);
        s_machines = std::make_unique<TwoMachines>();
        if (s_machines->failure().empty())
            s_captured = s_machines->program({"capture", "one", "two", "-o", artefact("two-hosts/")}, 300s);
    }
    static void TearDownTestSuite() {
        s_machines.reset();
        fs::remove_all(s_store);
    }
    void SetUp() override {
        ASSERT_EQ(s_machines->failure(), "");
        ASSERT_EQ(s_captured.status, 0) << s_captured.err;
    }

    static std::string artefact(const std::string &name) { return (Server::artefacts() / name).string(); }
    static std::string text(const std::string &file) {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// No process with one of these names, separated by bars, is running on either.
    static void expectNoneRunning(const std::string &names) {
        for (std::size_t i = 0; i < TwoMachines::kNames.size(); ++i) {
            const std::string look = "pgrep -af '^([^ ]*/)?(" + names + ")( |$)'";
            // A server ends shortly after its client.
            (void)s_machines->on(i, "for i in 1 2 3 4 5 6 7 8 9; do " + look + " || exit 0; sleep 2; done");
            const CommandResult left = s_machines->on(i, look);
            EXPECT_EQ(left.out + left.err, "");
            EXPECT_EQ(left.status, 1) << "pgrep found none";
        }
    }
    static std::string kept() { return Server::program("fabricscope", {"runs", "list"}, 60s).out; }

    static fs::path s_store;
    static std::unique_ptr<TwoMachines> s_machines;
    static CommandResult s_captured;
};
fs::path TwoHosts::s_store;
std::unique_ptr<TwoMachines> TwoHosts::s_machines;
CommandResult TwoHosts::s_captured;

TEST_F(TwoHosts, ShowTheirDevicesInSoftwareAsSuch) {
    const CommandResult shown =
        Server::program("fabricscope", {"show", artefact("two-hosts/one.fscope"), "--view", "devices"}, 60s);
    EXPECT_EQ(shown.status, 0) << shown.err;
    for (const char *row :
         {"rxe0 +soft-RoCE +enp0s10 +0000:00:0a.0 +ACTIVE", "rxe1 +soft-RoCE +enp0s11 +0000:00:0b.0 +ACTIVE"})
        EXPECT_TRUE(std::regex_search(shown.out, std::regex(row))) << shown.out;
}

/// Each line of the log that starts with one of these words, up to its numbers.
std::vector<std::string> progressLines(const std::string &log) {
    std::vector<std::string> progress;
    const std::regex pattern("(?:^|\n)(round \\d+ of \\d+|cell \\d+ \\d+)(?= |\n)");
    for (std::sregex_iterator at(log.begin(), log.end(), pattern), end; at != end; ++at)
        progress.push_back((*at)[1]);
    return progress;
}

/// Whether there is a number depends on the CPU clock, which perftest often cannot calibrate in software
/// emulation; the existence of a row, and of packets on the wire, does not.
TEST_F(TwoHosts, EachNicOfOneIsMeasuredWithEachOfTheOther) {
    std::array<long, 4> before{};
    for (std::size_t i = 0; i < before.size(); ++i)
        before[i] = s_machines->sentPackets(i / 2, "rxe" + std::to_string(i % 2));
    const std::string log = artefact("two-hosts.pairs.txt");
    const CommandResult run = s_machines->program(
        {"bench", "pair", "one", "two", "-s", "4096", "-n", "200", "--yes", "--json", "--log", log}, 300s);
    EXPECT_THAT(run.err,
                AllOf(HasSubstr("4 pairs in 2 rounds"), HasSubstr("rxe1 of two is soft-RoCE over enp0s11")));
    const std::string printed = text(log);
    EXPECT_THAT(progressLines(printed), ElementsAre("round 1 of 2", "cell 0 0", "cell 1 1", "round 2 of 2",
                                                    StartsWith("cell "), StartsWith("cell ")))
        << printed;
    const std::regex row("\nclient\\|  4096 +200 ");
    EXPECT_EQ(std::distance(std::sregex_iterator(printed.begin(), printed.end(), row), {}), 4) << printed;
    EXPECT_THAT(printed, AllOf(HasSubstr("server|                     RDMA_Write BW Test"),
                               HasSubstr("end: "), Not(HasSubstr("differs from the request"))));
    // The client's devices write, each to two others; the server's devices acknowledge.
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_GE(s_machines->sentPackets(i / 2, "rxe" + std::to_string(i % 2)) - before[i],
                  i / 2 == 1 ? 2 * 200 : 2)
            << i;
    const json matrix = json::parse(run.out, nullptr, false).at("matrix");
    EXPECT_EQ(matrix.at("cols"), json::array({"rxe0", "rxe1"}));
    EXPECT_EQ(matrix.at("rows"), json::array({"two rxe0", "two rxe1"}));
    if (run.status != 0) {
        EXPECT_THAT(printed, HasSubstr(" none: not measured"));
        std::cout << "NOT MEASURED: perftest could not calibrate its clock in the emulated servers\n";
    }
    expectNoneRunning("ib_write_bw");
    EXPECT_THAT(kept(), HasSubstr("perftest-mesh"));
}

/// The kernel's counters of a real interface during a real perftest whose peer is a plain one. Small messages
/// and many readings: two emulated servers on a busy machine may pause for seconds while one of them resends.
TEST_F(TwoHosts, ReadsCountersOfTheUnderlyingNicDuringPerftest) {
    ASSERT_EQ(s_machines
                  ->on(0, "setsid timeout 150 ib_write_bw -d rxe0 -x 1 -F -s 4096 -D 20 -p 19999 </dev/null "
                          ">/root/server.txt 2>&1 & for i in 1 2 3 4 5 6 7 8 9; do "
                          "ss -Hltn sport = :19999 | grep -q . && exit 0; sleep 1; done; exit 1")
                  .status,
              0);
    const long before = s_machines->sentBytes(1);
    const CommandResult run = s_machines->program(
        {"bench", "run", "two", "perftest", "--telemetry", "--yes", "--", "ib_write_bw", "-d",    "rxe0",
         "-x",    "1",   "-F",  "-s",       "4096",        "-D",    "20", "-p",          "19999", "10.8.0.1"},
        180s);
    const long sent = s_machines->sentBytes(1) - before;
    std::ofstream(artefact("two-hosts.telemetry.txt")) << run.out << run.err;
    EXPECT_THAT(run.out, HasSubstr("RDMA_Write BW Test"));
    std::smatch match;
    ASSERT_TRUE(std::regex_search(
        run.err, match,
        std::regex("telemetry: enp0s10 sent: \\S+ Gb/s \\(median of (\\d+); \\S+ to (\\S+)\\)")))
        << run.out << run.err << "sent: " << sent;
    // The maximum of its readings cannot exceed everything the kernel counted, sent within one second.
    constexpr double kBits = 8, kGiga = 1e9;
    EXPECT_GT(std::stod(match[2]), 0);
    EXPECT_LE(std::stod(match[2]), static_cast<double>(sent) * kBits / kGiga);
    EXPECT_GE(std::stoi(match[1]), 2);
    expectNoneRunning("ib_write_bw");
}

/// Reduces the proposed plan to sizes that software emulation completes quickly.
void shrink(const std::string &file) {
    json plan = json::parse(std::ifstream(file));
    json &step = plan.at("steps").at(0);
    json &words = step.at("words");
    const auto test = std::find(words.begin(), words.end(), "all_reduce_perf");
    ASSERT_NE(test, words.end());
    words.erase(test + 1, words.end());
    for (const char *word : {"-b", "1K", "-e", "64K", "-f", "8", "-n", "3", "-g", "1"})
        words.push_back(word);
    // Two ranks share a processor there; the wire is the only network common to both.
    for (const auto &[name, value] :
         {std::pair("OMPI_ALLOW_RUN_AS_ROOT", "1"), std::pair("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
          std::pair("OMPI_MCA_btl", "tcp,self"), std::pair("OMPI_MCA_mpi_yield_when_idle", "1"),
          std::pair("OMPI_MCA_btl_tcp_if_include", "enp0s10"),
          std::pair("OMPI_MCA_oob_tcp_if_include", "enp0s10")})
        step.at("environment").push_back({{"name", name}, {"value", value}});
    std::ofstream(file) << plan.dump(2);
}

TEST_F(TwoHosts, RanksOfBothKernelsReduceWhatMpirunStarted) {
    const std::string fakeTool = FABRICSCOPE_BIN_DIR "/standin/all_reduce_perf";
    if (!fs::exists(fakeTool))
        GTEST_SKIP() << "NOT TESTED: the stand-in needs libopenmpi-dev when it is built";
    const CommandResult copied = s_machines->copyToBoth(fakeTool, "/usr/local/bin/all_reduce_perf");
    ASSERT_EQ(copied.status, 0) << copied.err;
    const std::string plan = artefact("two-hosts.plan.json");
    const CommandResult planned =
        Server::program("fabricscope",
                        {"bench", "plan", artefact("two-hosts/one.fscope"), "--tool",
                         "rccl-tests:all_reduce_perf", "--mpi-hosts", "one,two", "-o", plan},
                        60s);
    ASSERT_EQ(planned.status, 0) << planned.err;
    EXPECT_THAT(text(plan), HasSubstr("one:2,two:2"));
    ASSERT_NO_FATAL_FAILURE(shrink(plan));
    const std::array<long, 2> before = {s_machines->sentBytes(0), s_machines->sentBytes(1)};
    const CommandResult run = s_machines->program({"bench", "run", plan, "--yes"}, 240s);
    std::ofstream(artefact("two-hosts.all_reduce.txt")) << run.out;
    ASSERT_EQ(run.status, 0) << run.err << run.out;
    EXPECT_THAT(run.out, AllOf(HasSubstr("stand-in of fabricscope"), HasSubstr("on        one device"),
                               HasSubstr("on        two device")));
    const auto parser = bench::makeParser("rccl-tests");
    parser->feed(run.out);
    parser->end();
    ASSERT_EQ(parser->results().size(), 1U) << run.out;
    const bench::Results &results = parser->results().front();
    ASSERT_EQ(results.rows.size(), 3U) << run.out;
    for (const bench::CollectiveRow &row : results.rows) {
        ASSERT_TRUE(row.outOfPlace && row.inPlace);
        EXPECT_EQ(row.outOfPlace->wrong, 0);
        EXPECT_EQ(row.inPlace->wrong, 0);
    }
    EXPECT_TRUE(results.complete);
    // A sum over both must send the largest buffer over the wire at least once per iteration of each half.
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_GE(s_machines->sentBytes(i) - before[i], 2 * 3 * 65536L) << i;
    EXPECT_THAT(kept(), HasSubstr("all_reduce_perf"));
    expectNoneRunning("mpirun|orted|all_reduce_perf");
}

} // namespace
} // namespace fabricscope::e2e
