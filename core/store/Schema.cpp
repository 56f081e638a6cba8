// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/Schema.h"

#include "core/store/RunStore.h"

#include <fmt/format.h>

namespace fabricscope::store {

namespace {

constexpr std::int64_t kApplication = 0x46534352; // "FSCR": identifies our files, also for file(1)
constexpr std::int64_t kSchema = 3;

constexpr const char *kTables = R"(
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
)";
/// Missing in a database of format 1.
constexpr const char *kTelemetryTable = R"(
CREATE TABLE IF NOT EXISTS telemetry(
    run_id TEXT NOT NULL REFERENCES run(id), number INTEGER NOT NULL, lines TEXT NOT NULL,
    UNIQUE(run_id, number));
)";
/// Missing in a database of format 2. No references: an older version that is still running deletes runs
/// without these.
constexpr const char *kOwnerTables = R"(
CREATE TABLE IF NOT EXISTS owner(
    run_id TEXT PRIMARY KEY, machine TEXT NOT NULL, boot TEXT NOT NULL, pid_namespace TEXT NOT NULL,
    pid INTEGER NOT NULL, started INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS pin(run_id TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS setting(name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS run_by_phase ON run(phase);
)";

constexpr const char *kSharedName = "on_network"; ///< in the table of settings

Result<> makeTables(const Database &database) {
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    // Another process may have created them meanwhile.
    const auto now = database.number("SELECT count(*) FROM sqlite_master");
    if (!now)
        return tl::unexpected(now.error());
    if (*now == 0)
        if (auto made =
                database.execute(fmt::format("{}{}{} PRAGMA application_id={}; PRAGMA user_version={};",
                                             kTables, kTelemetryTable, kOwnerTables, kApplication, kSchema));
            !made)
            return made;
    return transaction->commit();
}

/// Another process may do the same at the same time.
Result<> upgrade(const Database &database) {
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    constexpr const char *kLimit =
        "INSERT OR IGNORE INTO setting SELECT 'size_limit', 2 * page_count * page_size "
        "FROM pragma_page_count, pragma_page_size WHERE page_count * page_size > {};";
    if (auto made =
            database.execute(fmt::format("{}{}{} PRAGMA user_version={};", kTelemetryTable, kOwnerTables,
                                         fmt::format(kLimit, RunStore::kDefaultLimit / 2), kSchema));
        !made)
        return made;
    return transaction->commit();
}

} // namespace

Result<bool> isShared(const Database &database) {
    const auto hasSettings =
        database.number("SELECT count(*) FROM sqlite_master WHERE type='table' AND name='setting'");
    if (!hasSettings)
        return tl::unexpected(hasSettings.error());
    if (*hasSettings == 0)
        return false;
    return database
        .number(fmt::format("SELECT count(*) FROM setting WHERE name='{}' AND value<>0", kSharedName))
        .map([](std::int64_t count) { return count > 0; });
}

Result<> prepareTables(const Database &database, bool readOnly) {
    // Tables first: otherwise another process could see them without names.
    const auto tables = database.number("SELECT count(*) FROM sqlite_master");
    const auto application = tables ? database.number("PRAGMA application_id") : tables;
    const auto schema = application ? database.number("PRAGMA user_version") : application;
    if (!schema)
        return tl::unexpected(schema.error());
    const bool isEmpty = *tables == 0 && *application == 0;
    if (!isEmpty && *application != kApplication)
        return failure("the file is another program's database", "run database", "use another path");
    if (*schema > kSchema)
        return failure(
            fmt::format("the run database was created by a newer fabricscope (format {}, supported {})",
                        *schema, kSchema),
            "run database", "use that version, or another path");
    if (readOnly)
        return {};
    // Before tables exist: lets the file shrink when runs are deleted.
    if (isEmpty)
        if (auto set = database.execute("PRAGMA auto_vacuum=FULL"); !set)
            return set;
    // NORMAL in WAL mode: committed data survives a crash of the program; a power failure may lose the last
    // commits, but never damages the file. On a network file system: a rollback journal, which needs no
    // shared memory.
    const char *const kLocal = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;";
    const char *const kNetwork = "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;";
    const auto isKnownShared = isShared(database);
    if (!isKnownShared)
        return tl::unexpected(isKnownShared.error());
    if (*isKnownShared && !database.isOnNetwork())
        if (auto left = database.executeWaiting("PRAGMA journal_mode=DELETE"); !left)
            return left;
    if (auto set = database.executeWaiting(database.isOnNetwork() || *isKnownShared ? kNetwork : kLocal);
        !set)
        return set;
    auto made = isEmpty ? makeTables(database) : *schema == kSchema ? Result<>() : upgrade(database);
    if (!made || !database.isOnNetwork() || *isKnownShared)
        return made;
    return database.execute(fmt::format("INSERT OR REPLACE INTO setting VALUES('{}', 1)", kSharedName));
}

} // namespace fabricscope::store
