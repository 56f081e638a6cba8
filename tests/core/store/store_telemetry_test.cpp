// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/StoreFolder.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace fabricscope::store {
namespace {

using WriteMode = RunStore::WriteMode;

class StoreTelemetry : public StoreFolder {
protected:
    void execute(const char *sql) const {
        auto database = Database::open(path(), {});
        ASSERT_TRUE(database);
        ASSERT_TRUE(database->execute(sql));
    }
};

TEST_F(StoreTelemetry, GivesBackWhatWasKeptInItsOrder) {
    RunStore store = opened();
    for (const char *id : {"one", "two"})
        ASSERT_TRUE(store.add(recordOf(id)));
    for (const char *lines : {"a\n", "b\n", "c\n"})
        EXPECT_EQ(store.saveTelemetry("one", WriteMode::Append, lines), true);
    EXPECT_EQ(store.saveTelemetry("two", WriteMode::Append, "x\n"), true);
    EXPECT_EQ(store.telemetry("one"), "a\nb\nc\n");
    EXPECT_EQ(store.saveTelemetry("one", WriteMode::Replace, "d\n"), true);
    EXPECT_EQ(store.saveTelemetry("one", WriteMode::Append, "e\n"), true);
    EXPECT_EQ(store.telemetry("one"), "d\ne\n");
    EXPECT_EQ(store.telemetry("two"), "x\n");
    EXPECT_EQ(store.telemetry("three"), "");
}

TEST_F(StoreTelemetry, GoesWithItsRunAndOfARunThatIsNotThereNoneIsKept) {
    RunStore store = opened();
    ASSERT_TRUE(store.add(recordOf("one")));
    ASSERT_EQ(store.saveTelemetry("one", WriteMode::Append, "a\n"), true);
    EXPECT_EQ(store.remove("one"), true);
    EXPECT_EQ(store.telemetry("one"), "");
    ASSERT_TRUE(store.saveTelemetry("one", WriteMode::Append, "late\n"));
    EXPECT_EQ(store.telemetry("one"), "");
}

TEST_F(StoreTelemetry, RefusesTelemetryAboveTheLimitUntilItIsReplacedByLess) {
    RunStore store = opened();
    ASSERT_TRUE(store.add(recordOf("one")));
    const std::string half(RunStore::kMaxTelemetry / 2, 'x');
    EXPECT_EQ(store.saveTelemetry("one", WriteMode::Append, half), true);
    EXPECT_EQ(store.saveTelemetry("one", WriteMode::Append, half), true);
    EXPECT_EQ(store.saveTelemetry("one", WriteMode::Append, "y"), false);
    EXPECT_EQ(store.saveTelemetry("one", WriteMode::Replace, half + half + "y"), false);
    EXPECT_EQ(store.telemetry("one")->size(), RunStore::kMaxTelemetry);
    EXPECT_EQ(store.saveTelemetry("one", WriteMode::Replace, "z"), true);
    EXPECT_EQ(store.telemetry("one"), "z");
}

/// A database of the previous form, without a telemetry table.
TEST_F(StoreTelemetry, AnOlderDatabaseIsReadAsItIsAndGetsThePlaceWhenItIsWritten) {
    ASSERT_TRUE(opened().add(recordOf("old")));
    execute("DROP TABLE telemetry; PRAGMA user_version=1");
    const auto reader = RunStore::open(path(), {.readOnly = true});
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->list()->size(), 1U);
    EXPECT_EQ(reader->telemetry("old"), "");
    RunStore store = opened();
    EXPECT_EQ(store.saveTelemetry("old", WriteMode::Append, "a\n"), true);
    EXPECT_EQ(store.list()->size(), 1U);
    EXPECT_EQ(store.telemetry("old"), "a\n");
    EXPECT_EQ(opened().telemetry("old"), "a\n") << "opened twice, upgraded once";
}

TEST_F(StoreTelemetry, IsThereAfterKillMinus9) {
    const std::string file = path();
    ASSERT_TRUE(killedAfter(1, [&file](int pipeEnd) {
        auto store = RunStore::open(file);
        const bool isStored = store && store->add(recordOf("one")) &&
                              store->saveTelemetry("one", WriteMode::Append, "a\n") &&
                              store->saveTelemetry("one", WriteMode::Append, "b\n");
        if (isStored && write(pipeEnd, "x", 1) == 1)
            pause();
    }));
    EXPECT_EQ(opened().telemetry("one"), "a\nb\n");
}

} // namespace
} // namespace fabricscope::store
