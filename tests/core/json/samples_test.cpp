// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/OutputParser.h"
#include "core/json/NcclLogJson.h"
#include "core/json/SamplesJson.h"
#include "core/nccl/log/DebugLogReader.h"
#include "tests/support/Golden.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fabricscope::json {
namespace {

const std::string kCollective = "# nccl-tests version 2.19.6\n"
                                "# nThread 1 nGpus 2 minBytes 8 maxBytes 16 step: 2(factor) warmup iters: 5 "
                                "iters: 20 agg iters: 1 validation: 1 "
                                "graph: 0\n"
                                "a:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] [send] via NET/IB/0/GDRDMA\n"
                                "#       size         count      type   redop    root     time   algbw   "
                                "busbw #wrong     time   algbw   busbw #wrong\n"
                                "           8             2     float     sum      -1    10.00    0.00    "
                                "0.00      0    11.00    0.00    0.00    N/A\n"
                                "ERROR: made for this test\n"
                                "# Out of bounds values : 0 OK\n"
                                "# Avg bus bandwidth    : 0.25\n";
const std::string kTelemetry = "# gpu   pwr\n# Idx     W\n    0    70\n    0     -\n";
const std::string kPairs = "NIC0 NIC1\nNIC0 1.5 N/A\nNIC1 2.5 3.5\n";

std::string documentOf(const std::string &log) {
    const auto parser = bench::makeParser("auto");
    parser->feed(log);
    parser->end();
    return samplesDocument(parser->results());
}

TEST(SamplesJson, SeveralRunsAreInTheDocument) {
    test::expectGolden(documentOf(kCollective + kTelemetry + kPairs),
                       "tests/core/json/golden/three-runs.samples.json");
}

TEST(SamplesJson, OneRunNeedsNoListOfRuns) {
    const auto document = nlohmann::json::parse(documentOf(kPairs));
    EXPECT_EQ(document["schema"], "fabricscope.samples/0");
    EXPECT_FALSE(document.contains("runs"));
    EXPECT_EQ(document["matrix"]["values"][0][1], nullptr) << "unknown is null";
    EXPECT_EQ(document["complete"], true);
}

TEST(SamplesJson, ALogWithoutARunIsADocumentToo) {
    const auto document = nlohmann::json::parse(documentOf("nothing\n"));
    EXPECT_EQ(document["tool"], "");
    EXPECT_EQ(document["complete"], false);
}

TEST(NcclLogJson, ALogIsADocument) {
    nccl::log::DebugLogReader reader;
    reader.feed("a:1:1 [0] NCCL INFO Bootstrap: Using eth1:10.0.0.1<0>\n"
                "a:1:1 [0] NCCL INFO NCCL version 2.27.5+cuda12.9\n"
                "a:1:1 [0] NCCL INFO NCCL_IB_HCA set to mlx5_0\n"
                "a:1:1 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth1:10.0.0.1<0>\n"
                "a:1:1 [0] NCCL INFO Channel 00/01 :    0   1\n"
                "a:1:1 [0] NCCL INFO Trees [0] 1/-1/-1->0->-1\n"
                "a:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] [send] via NET/IB/0/GDRDMA\n"
                "a:1:1 [0] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via P2P/IPC\n"
                "a:1:1 [0] misc/x.cc:1 NCCL WARN Call to ibv_reg_mr failed with error Bad address\n");
    reader.end();
    test::expectGolden(ncclLogDocument(reader.log()), "tests/core/json/golden/two-ranks.nccl_log.json");
}

} // namespace
} // namespace fabricscope::json
