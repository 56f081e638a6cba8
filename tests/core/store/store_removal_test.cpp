// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Removing a run from the database while others use it.
#include "core/store/RunRemoval.h"
#include "core/store/RunRetention.h"
#include "tests/core/store/StoreFolder.h"
#include "tests/support/StatementWatch.h"

#include <gmock/gmock.h>

namespace fabricscope::store {
namespace {

using bench::Phase;
using test::StatementWatch;
using testing::HasSubstr;

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::int64_t kToday = 1000000;
constexpr const char *kBegin = "BEGIN IMMEDIATE";

class StoreRemoval : public StoreFolder {
protected:
    /// Stores a run of `size` MiB.
    static void keep(RunStore &store, const std::string &id, std::int64_t createdMs, std::size_t size) {
        bench::RunRecord record = recordOf(id, createdMs);
        record.state.phase = Phase::Ended;
        ASSERT_TRUE(store.add(record));
        const std::string piece(RunStore::kCommitBytes, 'x');
        for (std::size_t kept = 0; kept < size * kMiB; kept += piece.size())
            ASSERT_TRUE(store.append(id, Stream::Output, 0, piece));
        ASSERT_TRUE(store.flush());
    }
    [[nodiscard]] static std::int64_t pieces(const RunStore &store) {
        return store.database().number("SELECT count(*) FROM chunk").value();
    }
    /// A store that does not wait for a lock.
    [[nodiscard]] RunStore other() const {
        RunStore::Options options;
        options.busyMs = 1;
        return std::move(*RunStore::open(path(), options));
    }
};

TEST_F(StoreRemoval, OthersWriteWhileALargeRunGoesAndNobodySeesAPartOfIt) {
    constexpr std::size_t kSize = 32;
    RunStore concurrent = other();
    keep(concurrent, "large", 100, kSize);
    std::size_t begins = 0, seen = 0;
    const StatementWatch watch([&](const std::string &sql) {
        if (sql != kBegin)
            return;
        EXPECT_TRUE(concurrent.add(recordOf("new-" + std::to_string(begins), 200)))
            << "someone holds the lock";
        seen += concurrent.find("large").value().has_value() ? 1 : 0;
        seen += concurrent.count({}).value() > begins + 1 ? 1 : 0;
        ++begins;
    });
    EXPECT_EQ(opened().remove("large"), true);
    EXPECT_GE(begins, kSize * kMiB / kMaxAtOnce);
    EXPECT_EQ(seen, 2U) << "before it was marked";
    EXPECT_EQ(pieces(concurrent), 0);
    EXPECT_EQ(concurrent.list()->size(), begins);
}

TEST_F(StoreRemoval, OneThatWasKilledOnTheWayIsNeverShownAndGoesOn) {
    const std::string file = path();
    {
        RunStore store = opened();
        keep(store, "large", 100, 16);
        ASSERT_EQ(setPinned(store, "large", true), true);
        ASSERT_TRUE(store.addCapture("large", {"ai1", "content", 1}, "123"));
    }
    ASSERT_TRUE(killedAfter(1, [&file](int pipeEnd) {
        int commits = 0;
        const StatementWatch watch([&](const std::string &sql) {
            commits += sql == "COMMIT" ? 1 : 0;
            if (commits == 4 && write(pipeEnd, "x", 1) == 1)
                pause();
        });
        auto store = RunStore::open(file);
        (void)(store && store->remove("large"));
    }));
    RunStore store = opened();
    ASSERT_GT(pieces(store), 0) << "else nothing is half deleted, and this shows nothing";
    EXPECT_TRUE(store.list()->empty());
    EXPECT_TRUE(store.hosts()->empty());
    EXPECT_EQ(store.count({}), 0U);
    EXPECT_FALSE(store.find("large")->has_value());
    EXPECT_FALSE(store.find("lar")->has_value());
    EXPECT_TRUE(largestOutputs(store, 3)->empty());
    EXPECT_EQ(usageOf(store)->runs, 0U);
    EXPECT_EQ(usageOf(store)->pinned, 0U);
    EXPECT_EQ(setPinned(store, "large", true), false);
    bench::RunState state;
    state.id = "large";
    state.phase = Phase::Ended;
    EXPECT_TRUE(store.setState(state));
    EXPECT_FALSE(store.find("large")->has_value()) << "who recorded it does not bring it back";

    EXPECT_EQ(prune(store, kToday)->runs, 0U) << "nothing had to make room";
    EXPECT_EQ(pieces(store), 0);
    EXPECT_FALSE(store.capture("content")->has_value());
    EXPECT_EQ(store.database().number("SELECT count(*) FROM run"), 0);
}

TEST_F(StoreRemoval, ARunOfTheSameIdIsWhollyNew) {
    RunStore store = opened();
    keep(store, "run-1", 100, 1);
    ASSERT_EQ(beginRemoval(store.database(), "run-1"), true);
    ASSERT_TRUE(store.add(recordOf("run-1")));
    EXPECT_EQ(outputOf(store, "run-1"), "");
    EXPECT_TRUE(store.find("run-1")->has_value());
}

TEST_F(StoreRemoval, WhatIsReadOfARunThatGoesMeanwhileIsNotTakenForAllOfIt) {
    RunStore store = opened();
    keep(store, "run-1", 100, 8);
    RunStore concurrent = opened();
    std::size_t read = 0;
    const auto done = store.read("run-1", [&](const Chunk &chunk) {
        if (read == 0) {
            EXPECT_EQ(concurrent.remove("run-1"), true);
        }
        read += chunk.bytes.size();
        return true;
    });
    ASSERT_FALSE(done);
    EXPECT_THAT(done.error().what, HasSubstr("deleted while"));
    EXPECT_GT(read, 0U);
    EXPECT_LT(read, 8 * kMiB);
}

TEST_F(StoreRemoval, WhatIsPinnedInTheMomentBeforeItGoesStays) {
    RunStore concurrent = other();
    keep(concurrent, "first", 100, 1);
    keep(concurrent, "second", 200, 1);
    ASSERT_TRUE(setSizeLimit(concurrent, 3 * kMiB / 2));
    bool isPinned = false;
    const StatementWatch watch([&](const std::string &sql) {
        if (sql == kBegin && !std::exchange(isPinned, true)) {
            EXPECT_EQ(setPinned(concurrent, "first", true), true);
        }
    });
    RunStore store = opened();
    const auto pruned = prune(store, kToday);
    ASSERT_TRUE(pruned);
    EXPECT_TRUE(isPinned);
    EXPECT_TRUE(store.find("first")->has_value());
    EXPECT_FALSE(store.find("second")->has_value());
    EXPECT_EQ(pruned->runs, 1U);
}

TEST_F(StoreRemoval, TwoThatMakeRoomAtOnceDeleteNoMoreThanIsTooMuch) {
    RunStore concurrent = opened();
    keep(concurrent, "first", 100, 12);
    keep(concurrent, "second", 200, 1);
    keep(concurrent, "third", 300, 1);
    ASSERT_TRUE(setSizeLimit(concurrent, 5 * kMiB));
    int begins = 0;
    const StatementWatch watch([&](const std::string &sql) {
        if (sql == kBegin && ++begins == 3) { // the run is half removed
            EXPECT_EQ(prune(concurrent, kToday)->runs, 0U);
        }
    });
    RunStore store = opened();
    EXPECT_EQ(prune(store, kToday)->runs, 1U);
    EXPECT_GE(begins, 3);
    EXPECT_FALSE(store.find("first")->has_value());
    EXPECT_TRUE(store.find("second")->has_value());
    EXPECT_TRUE(store.find("third")->has_value());
}

/// A writer that holds the lock for longer than the others wait.
class StoreBusy : public StoreRemoval {
protected:
    static constexpr std::int64_t kNow = 100000;
    RunStore store = other();
    Database blocker = std::move(*Database::open(path(), {}));
};

TEST_F(StoreBusy, WhatMeetsAnotherWriterWaitsAndIsKept) {
    ASSERT_TRUE(store.add(recordOf("run-1")));
    {
        const auto writes = Transaction::begin(blocker);
        ASSERT_TRUE(writes);
        EXPECT_TRUE(store.append("run-1", Stream::Output, kNow, std::string(RunStore::kCommitBytes, 'x')));
        EXPECT_TRUE(store.append("run-1", Stream::Output, kNow + 1, "y"));
        EXPECT_TRUE(store.tick(kNow + RunStore::kCommitMs));
        const auto flushed = store.flush();
        ASSERT_FALSE(flushed);
        EXPECT_TRUE(isBusy(flushed.error())) << flushed.error().toString();
        EXPECT_TRUE(store.hasWaiting());
    }
    EXPECT_TRUE(store.tick(kNow + 2 * RunStore::kCommitMs));
    EXPECT_FALSE(store.hasWaiting());
    EXPECT_EQ(outputOf(store, "run-1"), std::string(RunStore::kCommitBytes, 'x') + "y");
}

TEST_F(StoreBusy, NoMoreWaitsThanTheMemoryHasRoomFor) {
    ASSERT_TRUE(store.add(recordOf("run-1")));
    std::size_t taken = 0;
    {
        const auto writes = Transaction::begin(blocker);
        ASSERT_TRUE(writes);
        Result<> done;
        while (done && taken <= RunStore::kMaxWaiting) {
            done = store.append("run-1", Stream::Output, kNow, std::string(kMiB, 'x'));
            taken += kMiB;
        }
        ASSERT_FALSE(done);
        EXPECT_TRUE(isBusy(done.error()));
        EXPECT_EQ(taken, RunStore::kMaxWaiting);
        EXPECT_FALSE(store.hasWaiting());
    }
    EXPECT_TRUE(store.append("run-1", Stream::Output, kNow, "behind it"));
    EXPECT_TRUE(store.flush());
    EXPECT_EQ(outputOf(store, "run-1"), "") << "what is kept has no hole";
}

} // namespace
} // namespace fabricscope::store
