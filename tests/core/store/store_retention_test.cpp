// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunRetention.h"
#include "tests/core/store/StoreFolder.h"

#include <gmock/gmock.h>

namespace fabricscope::store {
namespace {

using bench::Phase;
using testing::ElementsAre;

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::int64_t kToday = 1000000;

class StoreRetention : public StoreFolder {
protected:
    void keep(const std::string &id, std::int64_t createdMs, Phase phase = Phase::Ended,
              std::size_t size = kMiB) {
        bench::RunRecord record = recordOf(id, createdMs);
        record.state.phase = phase;
        ASSERT_TRUE(store.add(record));
        ASSERT_TRUE(store.append(id, Stream::Output, 0, std::string(size, 'x')));
        ASSERT_TRUE(store.flush());
    }
    [[nodiscard]] std::vector<std::string> ids() const {
        std::vector<std::string> all;
        const auto runs = store.list();
        for (const bench::RunRecord &run : *runs)
            all.push_back(run.state.id);
        return all;
    }
    RunStore store = opened();
};

TEST_F(StoreRetention, TheOldestGoFirstUntilTheRestFits) {
    keep("third", 300);
    keep("first", 100);
    keep("second", 200);
    keep("fourth", 400);
    ASSERT_TRUE(setSizeLimit(store, 5 * kMiB / 2));
    const auto pruned = prune(store, kToday);
    ASSERT_TRUE(pruned);
    EXPECT_EQ(pruned->runs, 2U);
    EXPECT_FALSE(pruned->isStillOverLimit);
    EXPECT_GE(pruned->bytes, 2 * kMiB);
    EXPECT_THAT(ids(), ElementsAre("fourth", "third"));
    EXPECT_LE(std::filesystem::file_size(path()), 5 * kMiB / 2) << "the file itself is smaller";
    EXPECT_EQ(prune(store, kToday)->runs, 0U);
}

TEST_F(StoreRetention, PinnedRunsThoseOfTodayAndThoseThatGoOnStay) {
    keep("pinned", 100);
    keep("running", 200, Phase::Running);
    keep("detached", 250, Phase::Stopping);
    keep("old", 300, Phase::Interrupted);
    keep("today", kToday);
    EXPECT_EQ(setPinned(store, "pinned", true), true);
    EXPECT_EQ(setPinned(store, "nothing", true), false);
    ASSERT_TRUE(setSizeLimit(store, 1));
    const auto pruned = prune(store, kToday);
    ASSERT_TRUE(pruned);
    EXPECT_EQ(pruned->runs, 1U);
    EXPECT_TRUE(pruned->isStillOverLimit);
    EXPECT_THAT(ids(), ElementsAre("today", "detached", "running", "pinned"));
    EXPECT_EQ(setPinned(store, "pinned", false), true);
    EXPECT_EQ(prune(store, kToday)->runs, 1U);
    EXPECT_THAT(ids(), ElementsAre("today", "detached", "running"));
}

TEST_F(StoreRetention, TheLimitIsTenGigabytesUntilItIsSetAndNoneWhereItIsZero) {
    keep("old", 100);
    EXPECT_EQ(usageOf(store)->limit, std::uint64_t{10} << 30);
    EXPECT_EQ(prune(store, kToday)->runs, 0U);
    ASSERT_TRUE(setSizeLimit(store, 0));
    EXPECT_EQ(prune(store, kToday)->runs, 0U);
    ASSERT_TRUE(setSizeLimit(store, 7));
    EXPECT_EQ(usageOf(opened())->limit, 7U) << "it is kept in the database";
}

TEST_F(StoreRetention, ListsRunSizesLargestFirst) {
    keep("small", 100, Phase::Ended, 10);
    keep("large", 200, Phase::Ended, 3000);
    ASSERT_TRUE(store.attach("small", "telemetry.json", "12345"));
    ASSERT_TRUE(store.saveTelemetry("small", RunStore::WriteMode::Append, "1234567\n").value());
    ASSERT_TRUE(store.addCapture("small", {"ai1", "content", 1}, "123"));
    ASSERT_EQ(setPinned(store, "large", true), true);
    std::vector<bench::RunSize> sizes;
    ASSERT_TRUE(visitSizes(store, [&](const bench::RunSize &size) {
        sizes.push_back(size);
        return true;
    }));
    ASSERT_EQ(sizes.size(), 2U);
    EXPECT_EQ(sizes[0].id, "large");
    EXPECT_EQ(sizes[0].total(), 3000U);
    EXPECT_TRUE(sizes[0].isPinned);
    EXPECT_EQ(sizes[1].output, 10U);
    EXPECT_EQ(sizes[1].files, 5U);
    EXPECT_EQ(sizes[1].telemetry, 8U);
    EXPECT_EQ(sizes[1].captures, 3U);
    EXPECT_FALSE(sizes[1].isPinned);
    const auto usage = usageOf(store);
    EXPECT_EQ(usage->runs, 2U);
    EXPECT_EQ(usage->pinned, 1U);
    EXPECT_GT(usage->bytes, 3000U);
}

TEST_F(StoreRetention, ADeletedRunIsNoLongerPinned) {
    keep("run-1", 100);
    ASSERT_EQ(setPinned(store, "run-1", true), true);
    EXPECT_EQ(store.remove("run-1"), true);
    EXPECT_EQ(usageOf(store)->pinned, 0U);
}

} // namespace
} // namespace fabricscope::store
