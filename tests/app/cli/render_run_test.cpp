// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunStore.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

/// `render --view run`: the chart of a log or of a saved run, without a window.
namespace fabricscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kLog =
    "# nThread 1 nGpus 2 minBytes 1024 maxBytes 4096 step: 2(factor) warmup iters: 5 iters: "
    "20 agg iters: 1 validation: 1\n"
    "#       size         count      type   redop    root     time   algbw   busbw "
    "#wrong     time   algbw   busbw #wrong\n"
    "        1024           256     float     sum      -1    10.25    0.10    0.11     "
    " 0    11.00    0.09    0.10      0\n"
    "        2048           512     float     sum      -1    10.25    0.20    0.21     "
    " 0    11.00    0.19    0.20      0\n"
    "        4096          1024     float     sum      -1    10.25    0.40    0.42     "
    " 0    11.00    0.39    0.41      0\n"
    "# Out of bounds values : 0 OK\n";

class RenderRun : public testing::Test {
protected:
    [[nodiscard]] ProgramRun render(const std::string &source, std::vector<std::string> more = {}) const {
        std::vector<std::string> words{"render", source, "--view", "run", "-o", picture()};
        words.insert(words.end(), more.begin(), more.end());
        return runProgram("fabricscope", words);
    }
    [[nodiscard]] std::string picture() const { return (m_folder.path() / "x.svg").string(); }

    TemporaryFolder m_folder;
};

TEST_F(RenderRun, ALogIsDrawnAsItsChart) {
    const ProgramRun run = render(m_folder.write("all_reduce.log", kLog).string(), {"--size", "1200x600"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(readFile(picture()), AllOf(HasSubstr("width=\"1200\""), HasSubstr("Bus bandwidth"),
                                           HasSubstr(">2K<"), HasSubstr("out of place")));
}

TEST_F(RenderRun, OneOfSeveralRunsOfALogIsChosenByItsNumber) {
    const std::string log =
        m_folder
            .write("two.log", kLog +
                                  "# nThread 1 nGpus 2 minBytes 8 maxBytes 8 step: 2(factor) warmup "
                                  "iters: 5 iters: 20 agg iters: 1 validation: 1\n" +
                                  kLog.substr(kLog.find("#       size")))
            .string();
    EXPECT_EQ(render(log, {"--run", "1"}).status, 0);
    const ProgramRun run = render(log, {"--run", "9"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("run 9 of 2"));
}

TEST_F(RenderRun, ASavedRunIsDrawnByItsIdAndMarkedSimulated) {
    ::setenv("XDG_DATA_HOME", m_folder.path().c_str(), 1);
    std::filesystem::create_directories(m_folder.path() / "fabricscope");
    {
        auto store = store::RunStore::open((m_folder.path() / "fabricscope" / "runs.db").string());
        ASSERT_TRUE(store) << store.error().toString();
        bench::RunRecord record;
        record.spec.host = "gpu-07";
        record.spec.tool = "nccl-tests";
        record.spec.test = "all_reduce_perf";
        record.state.id = "20261122-first";
        record.state.phase = bench::Phase::Ended;
        record.state.simulated = "MI355X";
        ASSERT_TRUE(store->add(record));
        ASSERT_TRUE(store->append(record.state.id, store::Stream::Output, 0, kLog));
        ASSERT_TRUE(store->flush());
    }
    const ProgramRun run = render("20261122-first");
    const ProgramRun none = render("20200101-none");
    ::unsetenv("XDG_DATA_HOME");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(readFile(picture()), AllOf(HasSubstr("all_reduce_perf (simulated)"), HasSubstr("0.42")));
    EXPECT_EQ(none.status, 3);
    EXPECT_THAT(none.err, HasSubstr("no saved run of this id"));
}

TEST_F(RenderRun, WhatIsNoOutputOfAToolIsRefused) {
    const ProgramRun run = render(m_folder.write("notes.txt", "hello\n").string());
    EXPECT_EQ(run.status, 4);
    EXPECT_THAT(run.err, HasSubstr("nothing to draw"));
    EXPECT_FALSE(std::filesystem::exists(picture()));
    const std::string log = m_folder.write("all_reduce.log", kLog).string();
    const ProgramRun png = runProgram(
        "fabricscope", {"render", log, "--view", "run", "-o", (m_folder.path() / "x.png").string()});
    EXPECT_EQ(png.status, 2);
    EXPECT_THAT(png.err, AllOf(HasSubstr("SVG"), Not(HasSubstr("cannot be started"))));
}

} // namespace
} // namespace fabricscope::test
