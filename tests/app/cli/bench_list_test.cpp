// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/catalogue/Tools.h"
#include "tests/app/ProgramRun.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope {
namespace {

using test::runProgram;
using testing::HasSubstr;

TEST(BenchList, NamesEachToolWithItsTests) {
    const auto run = runProgram("fabricscope", {"bench", "list"});
    EXPECT_EQ(run.status, 0);
    for (const bench::Tool &tool : bench::tools())
        EXPECT_THAT(run.out, HasSubstr(std::string(tool.key) + ' '));
    EXPECT_THAT(run.out, HasSubstr("all_reduce_perf, all_gather_perf"));
}

TEST(BenchList, ShowsAToolsOptionsUnitsDefaultsAndRecipe) {
    const auto run = runProgram("fabricscope", {"bench", "list", "perftest"});
    EXPECT_EQ(run.status, 0);
    for (const char *part :
         {"--use_rocm_dmabuf", "bytes; default 65536", "--enable-rocm-dmabuf", "ib_send_lat"})
        EXPECT_THAT(run.out, HasSubstr(part));
}

TEST(BenchList, IsOneDocumentForPrograms) {
    const auto run = runProgram("fabricscope", {"bench", "list", "rvs", "--json"});
    EXPECT_EQ(run.status, 0);
    for (const char *part : {"\"fabricscope.tools/0\"", "\"key\": \"rvs\"", "\"form\": \"word\"", "9 hours"})
        EXPECT_THAT(run.out, HasSubstr(part));
}

TEST(BenchList, AnUnknownToolIsWrongUsage) {
    const auto run = runProgram("fabricscope", {"bench", "list", "no-such-tool"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("see `fabricscope bench list`"));
}

} // namespace
} // namespace fabricscope
