// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/OutputParser.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

/// STREAM as packaged in Debian (hpcc), really run over SSH.
namespace fabricscope::app {
namespace {

using testing::Gt;

/// The smallest problem that hpcc accepts: 500 equations on one process. The lines are identified by
/// position.
constexpr const char *kInput = R"(HPLinpack benchmark input file
what the lines mean stands behind their values
HPL.out      output file name
8            device out
1            # of problems sizes (N)
500          Ns
1            # of NBs
80           NBs
0            PMAP process mapping
1            # of process grids (P x Q)
1            Ps
1            Qs
16.0         threshold
1            # of panel fact
2            PFACTs
1            # of recursive stopping criterium
4            NBMINs
1            # of panels in recursion
2            NDIVs
1            # of recursive panel fact.
1            RFACTs
1            # of broadcast
1            BCASTs
1            # of lookahead depth
1            DEPTHs
2            SWAP
64           swapping threshold
0            L1 in form
0            U in form
1            Equilibration
8            memory alignment
##### separator
0            Number of additional problem sizes for PTRANS
1200         values of N
0            number of additional blocking sizes for PTRANS
40           values of NB
)";

std::optional<double> valueOf(const bench::Results &run, std::string_view name) {
    for (const bench::Series &series : run.series)
        if (series.name == name && !series.points.empty())
            return series.points.back().y;
    return std::nullopt;
}

TEST(Hpcc, ItsStreamRunsOverSshAndIsRead) {
    if (!std::filesystem::exists("/usr/bin/hpcc"))
        GTEST_SKIP() << "NOT TESTED: needs hpcc";
    const test::TemporaryFolder folder;
    folder.write("hpccinf.txt", kInput);
    const test::Sshd sshd;
    ::setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
    const test::ProgramRun run = test::runProgram(
        "fabricscope",
        {"bench", "run", "sshd0", "stream", "--ssh-config", sshd.configFile().string(), "--yes", "--set",
         "OMPI_ALLOW_RUN_AS_ROOT=1", "--set", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "--directory",
         folder.path().string(), "--", "sh", "-c", "hpcc && cat hpccoutf.txt"});
    ASSERT_EQ(run.status, 0) << run.err;
    const auto parser = bench::makeParser("stream");
    parser->feed(run.out);
    parser->end();
    const std::vector<bench::Results> &runs = parser->results();
    ASSERT_EQ(runs.size(), 2U) << "all processes at once, then one alone";
    for (const bench::Results &each : runs) {
        EXPECT_TRUE(each.complete);
        EXPECT_EQ(each.summary.passed, true);
        for (const char *function : {"Copy", "Scale", "Add", "Triad"})
            EXPECT_THAT(valueOf(each, function), testing::Optional(Gt(0))) << function;
        EXPECT_EQ(each.series.front().unit, "GB/s");
    }
    // The tool's own summary contains the same value, with other digits.
    const auto table = valueOf(runs[1], "Triad"), summary = valueOf(runs[1], "SingleSTREAM Triad");
    ASSERT_TRUE(table && summary);
    EXPECT_NEAR(*table, *summary, *table / 1000);
}

} // namespace
} // namespace fabricscope::app
