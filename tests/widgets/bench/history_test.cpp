// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchHistory.h"
#include "core/store/RunStore.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace fabricscope::app::window {
namespace {

constexpr const char *kPrinted =
    "# nThread 1 nGpus 8 minBytes 1024 maxBytes 1024 step: 2(factor) warmup iters: 5 iters: 20\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
    "busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  "
    "(GB/s)\n"
    "1024  256  float  sum  -1  49.58  21.15  37.01  0  49.11  21.35  37.36  0\n"
    "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 37.18\n#\n";

class BenchHistoryTest : public ::testing::Test {
protected:
    void SetUp() override {
        path = (folder.path() / "runs.db").string();
        QObject::connect(&history, &BenchHistory::failed, &history,
                         [this](const QString &why) { failures << why; });
    }
    /// Stores runs of one kind, "r1" first, one hour apart.
    void keep(int count) const {
        auto store = store::RunStore::open(path);
        ASSERT_TRUE(store);
        for (int run = 1; run <= count; ++run) {
            bench::RunRecord record;
            record.spec.tool = "nccl-tests";
            record.spec.test = "all_reduce_perf";
            record.spec.host = "gpu-1";
            record.state.id = "r" + std::to_string(run);
            record.state.phase = bench::Phase::Ended;
            record.createdMs = run * 3'600'000LL;
            record.summary.complete = true;
            ASSERT_TRUE(store->add(record));
            ASSERT_TRUE(store->append(record.state.id, store::Stream::Output, record.createdMs, kPrinted));
        }
        ASSERT_TRUE(store->flush());
    }
    /// Replaces the database by a file that cannot be opened.
    void breakDatabase() const {
        std::filesystem::rename(path, path + ".kept");
        std::ofstream(path) << "not a database, surely";
    }
    void restoreDatabase() const { std::filesystem::rename(path + ".kept", path); }

    test::TemporaryFolder folder;
    std::string path;
    QStringList failures;
    BenchHistory history;
};

TEST_F(BenchHistoryTest, ANoteIsWrittenOnceTheDatabaseCanBeOpenedAgain) {
    keep(1);
    breakDatabase();
    history.setPath(path);
    history.noteSoon("r1", "stopped automatically: #wrong is 5");
    ASSERT_TRUE(test::waitFor([this] { return failures.size() >= 2; })); // the first read, and the note
    restoreDatabase();
    ASSERT_TRUE(test::waitFor(
        [this] { return history.records().size() == 1 && !history.records().front().note.empty(); }));
    EXPECT_EQ(history.records().front().note, "stopped automatically: #wrong is 5");
}

TEST_F(BenchHistoryTest, ReportsANoteThatCannotBeWritten) {
    keep(1);
    breakDatabase();
    history.setPath(path);
    history.noteSoon("r1", "a word");
    ASSERT_TRUE(test::waitFor(
        [this] { return failures.filter(QStringLiteral("Note not saved: a word")).size() == 1; }));
}

TEST_F(BenchHistoryTest, ANoteIsWrittenWhereItsRunIsKeptThoughAnotherDatabaseIsReadMeanwhile) {
    keep(1);
    const auto noteThere = [this] {
        const auto store = store::RunStore::open(path, {.readOnly = true});
        const auto record = store ? store->find("r1") : tl::unexpected(store.error());
        return record && *record ? (*record)->note : std::string();
    };
    for (const std::string &other : {(folder.path() / "other.db").string(), std::string()}) {
        history.setPath(path);
        ASSERT_TRUE(test::waitFor([this] { return history.isSettled(); }));
        history.noteSoon("r1", "before " + other);
        history.setPath(other);
        EXPECT_TRUE(test::waitFor([&] { return noteThere() == "before " + other; })) << noteThere();
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "other.db"));
    EXPECT_TRUE(failures.isEmpty()) << failures.join(QLatin1Char('|')).toStdString();
}

TEST_F(BenchHistoryTest, ARunThatIsOpenedComesWithWhatItIsHeldAgainst) {
    keep(3);
    history.setPath(path);
    ASSERT_TRUE(test::waitFor([this] { return history.isSettled(); }));
    EXPECT_TRUE(history.runs()->empty()) << "nothing like any of them was asked for";
    std::shared_ptr<HistoryRead> opened;
    bool wasSettled = false;
    QObject::connect(&history, &BenchHistory::opened, &history,
                     [&](const std::shared_ptr<HistoryRead> &read) {
                         opened = read;
                         wasSettled = history.isSettled();
                     });
    history.open(QStringLiteral("r3"));
    ASSERT_TRUE(test::waitFor([&] { return opened != nullptr; }));
    EXPECT_TRUE(wasSettled) << "one reading was enough";
    ASSERT_TRUE(opened->opened);
    EXPECT_EQ(opened->opened->tables.back()->rows.size(), 1U);
    ASSERT_EQ(history.runs()->size(), 3U);
    EXPECT_EQ(history.runs()->front().record.state.id, "r3");
}

TEST_F(BenchHistoryTest, WhatIsStillReadOfAnotherDatabaseIsDropped) {
    keep(2);
    history.setPath(path);
    history.setPath((folder.path() / "another.db").string());
    ASSERT_TRUE(test::waitFor([this] { return history.isSettled(); }));
    EXPECT_TRUE(history.records().empty());
    EXPECT_TRUE(failures.isEmpty()) << failures.join(QLatin1Char(' ')).toStdString();
}

} // namespace
} // namespace fabricscope::app::window
