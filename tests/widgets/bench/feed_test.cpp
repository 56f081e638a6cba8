// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/BenchFeed.h"
#include "core/nccl/log/DebugLog.h"

#include <gtest/gtest.h>

#include <thread>

namespace fabricscope::app::bridge {
namespace {

constexpr const char *kHead =
    "# nThread 1 nGpus 8 minBytes 1024 maxBytes 1073741824 step: 2(factor) warmup iters: 5 iters: 20\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
    "busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  "
    "(GB/s)\n";

std::string row(std::uint64_t size) {
    return std::to_string(size) + "  256  float  sum  -1  49.58  21.15  37.01  0  49.11  21.35  37.36  0\n";
}

class BenchFeedTest : public ::testing::Test {
protected:
    [[nodiscard]] std::vector<BenchRunning> taken() const {
        std::vector<BenchRunning> all;
        for (Delivery &delivery : box->take())
            all.push_back(std::get<BenchRunning>(std::move(delivery.event)));
        return all;
    }
    std::int64_t now = 1000;
    std::shared_ptr<Mailbox> box = std::make_shared<Mailbox>([] {});
    BenchFeed feed{7, "nccl-tests", box, [this] {
                       return now;
                   }};
};

TEST_F(BenchFeedTest, ReportsNewDataOnTick) {
    feed.output(kHead);
    feed.output(row(1024));
    feed.output(row(2048));
    EXPECT_TRUE(taken().empty());
    feed.tick();
    const auto updates = taken();
    ASSERT_EQ(updates.size(), 1U);
    ASSERT_EQ(updates[0].runs.size(), 1U);
    EXPECT_EQ(updates[0].runs[0]->rows.size(), 2U);
    EXPECT_EQ(updates[0].lastRowMs, 1000);
    feed.tick();
    EXPECT_TRUE(taken().empty()); // no new data
}

TEST_F(BenchFeedTest, NeverChangesReportedData) {
    feed.output(kHead + row(1024));
    feed.tick();
    const auto before = taken();
    feed.output(row(2048));
    feed.tick();
    EXPECT_EQ(before[0].runs[0]->rows.size(), 1U);
    EXPECT_EQ(taken()[0].runs[0]->rows.size(), 2U);
}

TEST_F(BenchFeedTest, SharesReportedRowsAndCopiesOnlyTheLastPiece) {
    feed.output(kHead);
    for (std::uint64_t size = 1; size <= 3000; ++size)
        feed.output(row(size * 1024));
    feed.tick();
    const auto before = taken();
    feed.output(row(4'000'000));
    feed.tick();
    const auto after = taken();
    const auto &rows = after[0].runs[0]->rows;
    EXPECT_EQ(rows.size(), 3001U);
    EXPECT_EQ(rows.sharedWith(before[0].runs[0]->rows), 3000 / rows.kPiece);
}

TEST_F(BenchFeedTest, ReportsLibraryLinesBeforeTheFirstRowThenOncePerSecond) {
    const auto channel = [](int number) {
        return "gpu-1:10:20 [0] NCCL INFO Channel " + std::to_string(number) +
               "/0 : 0[0] -> 1[1] [send] via NET/IB/0/GDRDMA\n";
    };
    now = 10'000;
    feed.output(channel(0));
    feed.tick();
    auto updates = taken();
    ASSERT_EQ(updates.size(), 1U);
    ASSERT_NE(updates[0].library, nullptr);
    EXPECT_EQ(updates[0].library->connections.size(), 1U);
    EXPECT_EQ(updates[0].runs.back()->library.transports.at(0).connections, 1U);
    now += BenchFeed::kLibraryMs / 2;
    feed.output(channel(1));
    feed.tick();
    updates = taken();
    ASSERT_EQ(updates.size(), 1U) << "the transport is told with each tick";
    EXPECT_EQ(updates[0].runs.back()->library.transports.at(0).connections, 2U);
    EXPECT_EQ(updates[0].library->connections.size(), 1U);
    now += BenchFeed::kLibraryMs / 2;
    feed.tick();
    updates = taken();
    ASSERT_EQ(updates.size(), 1U);
    EXPECT_EQ(updates[0].library->connections.size(), 2U);
    feed.tick();
    EXPECT_TRUE(taken().empty());
    feed.output(channel(2));
    bench::RunState state;
    state.phase = bench::Phase::Ended;
    feed.finish(state);
    EXPECT_EQ(taken().back().library->connections.size(), 3U) << "nothing is held back at the end";
}

TEST_F(BenchFeedTest, ReportsStateAndEndImmediatelyAndQueuesOnlyTheNewest) {
    bench::RunState state;
    state.phase = bench::Phase::Running;
    feed.state(state);
    feed.output(kHead + row(1024));
    state.phase = bench::Phase::Ended;
    feed.finish(state);
    const auto updates = taken();
    ASSERT_EQ(updates.size(), 1U);
    EXPECT_EQ(updates[0].state.phase, bench::Phase::Ended);
    EXPECT_EQ(updates[0].runs[0]->rows.size(), 1U);
}

TEST_F(BenchFeedTest, ReportsARunWithoutOutput) {
    bench::RunState state;
    state.phase = bench::Phase::Failed;
    state.why = "not found";
    feed.finish(state);
    ASSERT_EQ(taken().size(), 1U);
}

TEST_F(BenchFeedTest, BytesAndTicksMayComeFromDifferentThreads) {
    feed.output(kHead);
    std::thread writer([this] {
        for (std::uint64_t size = 1; size <= 2000; ++size)
            feed.output(row(size * 1024));
    });
    for (int turn = 0; turn < 200; ++turn)
        feed.tick();
    writer.join();
    bench::RunState state;
    state.phase = bench::Phase::Ended;
    feed.finish(state);
    EXPECT_EQ(taken().back().runs.back()->rows.size(), 2000U);
}

} // namespace
} // namespace fabricscope::app::bridge
