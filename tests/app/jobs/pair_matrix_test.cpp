// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/PairMatrix.h"
#include "app/jobs/run/PersistedRun.h"
#include "core/bench/output/text/LogFinding.h"
#include "core/bench/run/OutputParser.h"
#include "core/store/RunStore.h"
#include "tests/app/FakePerftest.h"
#include "tests/app/RunRecorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

/// Pairs between two hosts: two real sshds, and a fake perftest that really listens and connects.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::PairCell;
using bench::PairPlan;
using bench::Phase;
using test::RunRecorder;
using test::Sshd;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;

class PairMatrix : public testing::Test {
protected:
    void SetUp() override {
        if (!fs::exists("/usr/bin/busybox"))
            GTEST_SKIP() << "NOT TESTED: needs busybox";
        m_tool = test::writePerftest(m_folder).string();
    }

    /// Each of `names` is a device, as client and as server.
    [[nodiscard]] PairPlan plan(const std::vector<std::string> &names) const {
        PairPlan plan;
        plan.test = "ib_write_bw";
        plan.title = "made";
        plan.unit = "Gb/sec";
        plan.serverHost = "sshd0";
        plan.clientHost = "sshd1";
        for (const std::string &name : names) {
            plan.rows.push_back("sshd1 " + name);
            plan.columns.push_back("sshd0 " + name);
        }
        for (std::size_t shift = 0; shift < names.size(); ++shift) {
            auto &round = plan.rounds.emplace_back();
            for (std::size_t row = 0; row < names.size(); ++row)
                round.push_back(cell(names, row, (row + shift) % names.size()));
        }
        return plan;
    }
    /// The value of a cell encodes row and column: "21" is row 1, column 0.
    [[nodiscard]] PairCell cell(const std::vector<std::string> &names, std::size_t row,
                                std::size_t column) const {
        PairCell cell;
        cell.row = row;
        cell.column = column;
        cell.server.words = {m_tool, "-d", names[column]};
        cell.client.words = {m_tool, "-d", names[row], "--rate",
                             std::to_string(row + 1) + std::to_string(column + 1)};
        cell.address = "127.0.0.1";
        return cell;
    }

    std::shared_ptr<ToolRun> start(PairPlan plan, ToolRun::Events events, std::size_t concurrent = 1) {
        return startPairMatrix(m_io,
                               {std::move(plan), test::hostEndpointFor(m_sshd, "sshd0"),
                                test::hostEndpointFor(m_sshd, "sshd1"), concurrent, std::chrono::seconds(60)},
                               {}, std::move(events));
    }
    static bench::Results resultsOf(const std::string &log) {
        const auto parser = bench::makeParser("auto");
        parser->feed(log);
        parser->end();
        EXPECT_EQ(parser->results().size(), 1U);
        return parser->results().empty() ? bench::Results() : parser->results().front();
    }

    static test::SshdOptions twoHosts() {
        test::SshdOptions options;
        options.ports = 2;
        return options;
    }
    Sshd m_sshd{twoHosts()};
    test::TemporaryFolder m_folder;
    std::string m_tool;
    remote::Client m_io;
    RunRecorder m_recorder;
};

TEST_F(PairMatrix, FillsCellByCellAndItsLogReadsBackAsTheMatrix) {
    const auto run = start(plan({"a", "b"}), m_recorder.events(), 2);
    ASSERT_TRUE(m_recorder.waitForEnd());
    EXPECT_EQ(m_recorder.last.phase, Phase::Ended);
    EXPECT_EQ(m_recorder.last.exitStatus, 0) << m_recorder.out;
    const bench::Results results = resultsOf(m_recorder.out);
    EXPECT_EQ(results.tool, "perftest-mesh");
    EXPECT_TRUE(results.complete);
    ASSERT_EQ(results.matrices.size(), 1U);
    const bench::Matrix &matrix = results.matrices.front();
    EXPECT_EQ(matrix.unit, "Gb/sec");
    EXPECT_THAT(matrix.rows, ElementsAre("sshd1 a", "sshd1 b"));
    EXPECT_THAT(matrix.columns, ElementsAre("sshd0 a", "sshd0 b"));
    EXPECT_THAT(matrix.values, ElementsAre(ElementsAre(Optional(11.0), Optional(12.0)),
                                           ElementsAre(Optional(21.0), Optional(22.0))));
    // The output of both ends is there, and their commands.
    EXPECT_THAT(m_recorder.out,
                AllOf(HasSubstr("server|  RDMA_Write BW Test"), HasSubstr("client|  65536      5000"),
                      HasSubstr(m_tool + " -d a --rate")));
    EXPECT_LT(m_recorder.out.find("cell 1 1 22"), m_recorder.out.find("round 2 of 2"))
        << "a round is awaited";
}

TEST_F(PairMatrix, FailedPairReportsTheReasonAndTheOthersContinue) {
    PairPlan asked = plan({"a", "bad", "c"});
    asked.rounds[0][0].whyNot = "no IPv4 address is known";
    const auto run = start(asked, m_recorder.events());
    ASSERT_TRUE(m_recorder.waitForEnd());
    EXPECT_EQ(m_recorder.last.exitStatus, 1);
    EXPECT_EQ(m_recorder.last.why, "6 of 9 pairs failed");
    const bench::Results results = resultsOf(m_recorder.out);
    EXPECT_THAT(results.matrices.front().values[2],
                ElementsAre(Optional(31.0), Not(Optional(32.0)), Optional(33.0)));
    EXPECT_EQ(results.matrices.front().values[0][0], std::nullopt);
    ASSERT_EQ(results.diagnostics.size(), 6U);
    EXPECT_EQ(bench::lineText(results.diagnostics[0]), "sshd1 a to sshd0 a: no IPv4 address is known");
    EXPECT_THAT(bench::lineText(results.diagnostics[1]),
                HasSubstr("sshd1 bad to sshd0 bad: the perftest server did not start"));
}

TEST_F(PairMatrix, GivesUpWhereNoPairCanBegin) {
    PairPlan asked = plan({"a", "b", "c"});
    for (auto &round : asked.rounds)
        for (PairCell &cell : round)
            cell.server.words.front() = "/no/such/tool";
    const auto run = start(asked, m_recorder.events());
    ASSERT_TRUE(m_recorder.waitForEnd());
    EXPECT_EQ(m_recorder.last.phase, Phase::Failed);
    EXPECT_THAT(m_recorder.last.why, HasSubstr("aborted: "));
    EXPECT_EQ(resultsOf(m_recorder.out).diagnostics.size(), 3U);
}

TEST_F(PairMatrix, StopEndsBothEndsAndLeavesTheOthersUnknown) {
    PairPlan asked = plan({"a", "b"});
    for (PairCell &cell : asked.rounds[1])
        for (bench::Command *command : {&cell.server, &cell.client})
            command->words.emplace_back("--hang");
    const auto run = start(asked, m_recorder.events());
    ASSERT_TRUE(m_recorder.waitForOutput("round 2 of 2"));
    run->stop();
    run->stop();
    ASSERT_TRUE(m_recorder.waitForEnd());
    EXPECT_EQ(m_recorder.finishes, 1);
    EXPECT_EQ(m_recorder.last.phase, Phase::Stopped);
    EXPECT_EQ(m_recorder.last.why, "stopped after 2 of 4 pairs");
    const bench::Results results = resultsOf(m_recorder.out);
    EXPECT_THAT(results.matrices.front().values[0], ElementsAre(Optional(11.0), std::nullopt));
    EXPECT_EQ(test::run({"sh", "-c", "pgrep -f '^/bin/sh " + m_tool + "' || true"}), "");
}

TEST_F(PairMatrix, IsKeptAsOneRunWithAllThatWasPrinted) {
    const std::string database = (m_folder.path() / "runs.db").string();
    const PairPlan asked = plan({"a"});
    const std::vector<bench::OptionValue> options = {{"-D", "2"}, {"-b", ""}};
    PersistOptions persist{database, runSpecOf(asked, options), {}, {}, {}};
    const auto run = start(asked, persistedEvents(m_io, nullptr, persist, m_recorder.events()));
    ASSERT_TRUE(m_recorder.waitForEnd());
    auto store = store::RunStore::open(database, {.readOnly = true});
    ASSERT_TRUE(store.has_value());
    auto runs = store->list();
    // The end is reported before the related data is stored.
    for (int i = 0; i < 500 && runs && !runs->empty() && runs->front().state.phase <= Phase::Stopping; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        runs = store->list();
    }
    ASSERT_TRUE(runs && runs->size() == 1);
    const bench::RunRecord &kept = runs->front();
    EXPECT_EQ(kept.spec.host, "sshd0,sshd1");
    EXPECT_THAT(kept.spec.command.words, ElementsAre("ib_write_bw", "-D", "2", "-b"));
    std::string output;
    ASSERT_TRUE(store->read(kept.state.id, [&](const store::Chunk &chunk) {
        output += chunk.bytes;
        return true;
    }));
    EXPECT_EQ(output, m_recorder.out);
}

} // namespace
} // namespace fabricscope::app
