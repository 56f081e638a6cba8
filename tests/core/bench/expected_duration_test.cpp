// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/ExpectedDuration.h"

#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using namespace std::chrono_literals;

RunSpec specOf(const std::string &tool, std::vector<std::string> words) {
    RunSpec spec;
    spec.tool = tool;
    spec.host = "ai1";
    spec.command.words = std::move(words);
    return spec;
}

RunRecord endedAfter(RunSpec spec, std::int64_t createdMs, std::int64_t seconds, Phase phase = Phase::Ended) {
    RunRecord run;
    run.spec = std::move(spec);
    run.createdMs = createdMs;
    run.state.phase = phase;
    run.state.startedMs = createdMs;
    run.state.endedMs = createdMs + 1000 * seconds;
    return run;
}

TEST(ExpectedDuration, IsReadFromTheOptionsOfTheTool) {
    EXPECT_EQ(expectedDuration(specOf("perftest", {"ib_write_bw", "-D", "900"}), {}), 900s);
    EXPECT_EQ(expectedDuration(specOf("perftest", {"ib_write_bw", "-n", "900"}), {}), std::nullopt);
    EXPECT_EQ(expectedDuration(specOf("perftest", {"ib_write_bw", "-D", "-5"}), {}), std::nullopt);
    EXPECT_EQ(expectedDuration(specOf("perftest", {"ib_write_bw", "-D", "99999999999999999999"}), {}),
              std::nullopt);
    EXPECT_EQ(expectedDuration(specOf("no-such-tool", {"x", "-D", "900"}), {}), std::nullopt);
}

TEST(ExpectedDuration, ElseWhatTheNewestRunOfTheSameWordsOnTheSameHostTook) {
    const RunSpec spec = specOf("rccl-tests", {"all_reduce_perf", "-e", "16G"});
    RunSpec elsewhere = spec;
    elsewhere.host = "ai2";
    const std::vector<RunRecord> earlier = {
        endedAfter(spec, 1000, 100),
        endedAfter(spec, 3000, 700),
        endedAfter(spec, 2000, 200),
        endedAfter(spec, 4000, 5, Phase::Stopped),
        endedAfter(elsewhere, 5000, 6),
        endedAfter(specOf("rccl-tests", {"all_reduce_perf", "-e", "1G"}), 6000, 7),
    };
    EXPECT_EQ(expectedDuration(spec, earlier), 700s);
    EXPECT_EQ(expectedDuration(specOf("rccl-tests", {"all_gather_perf"}), earlier), std::nullopt);
}

TEST(ExpectedDuration, IsFormattedInRoundNumbers) {
    EXPECT_EQ(durationText(90s), "90 s");
    EXPECT_EQ(durationText(900s), "15 min");
    EXPECT_EQ(durationText(9000s), "2.5 h");
}

} // namespace
} // namespace fabricscope::bench
