// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Databases of older versions, created with the statements of those versions.
#include "core/store/RunOwners.h"
#include "core/store/RunRetention.h"
#include "tests/core/store/StoreFolder.h"

#include <gmock/gmock.h>
#include <sqlite3.h>

namespace fabricscope::store {
namespace {

constexpr const char *kForm1 = R"(
PRAGMA auto_vacuum=FULL; PRAGMA journal_mode=WAL;
CREATE TABLE run(
    id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, host TEXT NOT NULL, tool TEXT NOT NULL,
    spec TEXT NOT NULL, group_id TEXT NOT NULL, sweep_value TEXT NOT NULL, repeat INTEGER NOT NULL,
    phase INTEGER NOT NULL, started_ms INTEGER, ended_ms INTEGER, pid INTEGER, exit_status INTEGER,
    why TEXT NOT NULL, output_bytes INTEGER NOT NULL, output_lines INTEGER NOT NULL,
    kept_bytes INTEGER NOT NULL, summary TEXT NOT NULL, note TEXT NOT NULL);
CREATE INDEX run_by_time ON run(created_ms);
CREATE TABLE chunk(
    run_id TEXT NOT NULL REFERENCES run(id), number INTEGER NOT NULL, at_ms INTEGER NOT NULL,
    stream INTEGER NOT NULL, bytes BLOB NOT NULL, UNIQUE(run_id, number));
CREATE TABLE attachment(
    run_id TEXT NOT NULL REFERENCES run(id), name TEXT NOT NULL, bytes BLOB NOT NULL, UNIQUE(run_id, name));
CREATE TABLE capture(id TEXT PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE run_capture(
    run_id TEXT NOT NULL REFERENCES run(id), host TEXT NOT NULL, capture_id TEXT NOT NULL,
    taken_ms INTEGER NOT NULL, UNIQUE(run_id, host, capture_id));
INSERT INTO run VALUES('d49d3f9e6b1d4a3a8f7d3c9f00000001', 1795348800000, 'ai1', 'rccl-tests',
    '{"tool":"rccl-tests","test":"all_reduce_perf","host":"ai1","words":["all_reduce_perf","-b","8"],'
    || '"environment":[{"name":"NCCL_DEBUG","value":"INFO"}],"directory":"","longest_s":60}',
    '', '', 0, 4, 1795348800100, 1795348860000, 4242, 0, '', 12, 2, 12,
    '{"rows":1,"best":328.88,"unit":"GB/s","complete":true}', 'a note');
INSERT INTO run VALUES('d49d3f9e6b1d4a3a8f7d3c9f00000002', 1000, 'ai1', 'custom',
    '{"tool":"custom","test":"","host":"ai1","words":["sleep","9"],"environment":[],"directory":"",'
    || '"longest_s":60}',
    '', '', 0, 2, 1100, NULL, 77, NULL, '', 0, 0, 0, '{"rows":0,"complete":false}', '');
INSERT INTO chunk VALUES('d49d3f9e6b1d4a3a8f7d3c9f00000001', 1, 1795348800200, 0, X'612066697273740A');
INSERT INTO chunk VALUES('d49d3f9e6b1d4a3a8f7d3c9f00000001', 2, 1795348800300, 1, X'6572720A');
INSERT INTO attachment VALUES('d49d3f9e6b1d4a3a8f7d3c9f00000001', 'nccl-tests.json', X'7B7D');
INSERT INTO capture VALUES('00112233445566778899aabbccddeeff', X'0102');
INSERT INTO run_capture VALUES('d49d3f9e6b1d4a3a8f7d3c9f00000001', 'ai1', '00112233445566778899aabbccddeeff', 5);
PRAGMA application_id=1179861842; PRAGMA user_version=1;
)";
/// The additions of form 2.
constexpr const char *kForm2 = R"(
CREATE TABLE IF NOT EXISTS telemetry(
    run_id TEXT NOT NULL REFERENCES run(id), number INTEGER NOT NULL, lines TEXT NOT NULL,
    UNIQUE(run_id, number));
INSERT INTO telemetry VALUES('d49d3f9e6b1d4a3a8f7d3c9f00000001', 1, 'c 1 2');
PRAGMA user_version=2;
)";
const std::string kEnded = "d49d3f9e6b1d4a3a8f7d3c9f00000001", kLeft = "d49d3f9e6b1d4a3a8f7d3c9f00000002";

class StoreForms : public StoreFolder, public testing::WithParamInterface<int> {
protected:
    void SetUp() override {
        sqlite3 *database = nullptr;
        ASSERT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
        char *why = nullptr;
        EXPECT_EQ(sqlite3_exec(database, kForm1, nullptr, nullptr, &why), SQLITE_OK) << why;
        if (GetParam() == 2) {
            EXPECT_EQ(sqlite3_exec(database, kForm2, nullptr, nullptr, &why), SQLITE_OK) << why;
        }
        sqlite3_close(database);
    }
    void expectAll(const RunStore &store) {
        const auto run = store.find(kEnded);
        ASSERT_TRUE(run && *run) << (run ? "there is none" : run.error().toString());
        EXPECT_EQ((*run)->state.phase, bench::Phase::Ended);
        EXPECT_EQ((*run)->spec.command.words.size(), 3U);
        EXPECT_EQ((*run)->spec.command.environment.front().value, "INFO");
        EXPECT_EQ((*run)->summary.best, 328.88);
        EXPECT_EQ((*run)->note, "a note");
        EXPECT_EQ((*run)->captures.size(), 1U);
        EXPECT_EQ(outputOf(store, kEnded), "a first\nerr\n");
        EXPECT_EQ(store.attachment(kEnded, "nccl-tests.json")->value(), "{}");
        EXPECT_EQ(store.telemetry(kEnded), GetParam() == 2 ? "c 1 2" : "");
        EXPECT_EQ(store.list()->size(), 2U);
        EXPECT_EQ(usageOf(store)->runs, 2U);
        std::size_t sizes = 0;
        EXPECT_TRUE(visitSizes(store, [&](const bench::RunSize &) { return ++sizes > 0; }));
        EXPECT_EQ(sizes, 2U);
        EXPECT_EQ(hasUnfinished(store), true);
    }
};

TEST_P(StoreForms, OpensForReadingAsItIs) {
    const auto store = RunStore::open(path(), {.readOnly = true});
    ASSERT_TRUE(store) << store.error().toString();
    expectAll(*store);
    EXPECT_EQ(store->database().number("PRAGMA user_version"), GetParam());
}

TEST_P(StoreForms, OpensForWritingAndLosesNothing) {
    RunStore store = opened();
    expectAll(store);
    EXPECT_EQ(store.database().number("PRAGMA user_version"), 3);
    EXPECT_EQ(usageOf(store)->limit, RunStore::kDefaultLimit);
    const auto never = [](const RunOwner &) {
        return OwnerState::Alive;
    };
    EXPECT_EQ(markInterrupted(store, 1000 + 60000 + kLongestSlackMs + 1, never), 1U);
    EXPECT_EQ((**store.find(kLeft)).state.phase, bench::Phase::Interrupted);
    EXPECT_EQ(store.remove(kEnded), true);
    EXPECT_TRUE(store.add(recordOf("new")));
}

INSTANTIATE_TEST_SUITE_P(Forms, StoreForms, testing::Values(1, 2), testing::PrintToStringParamName());

} // namespace
} // namespace fabricscope::store
