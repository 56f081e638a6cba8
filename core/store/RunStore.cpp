// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunStore.h"

#include "core/base/HostText.h"
#include "core/bench/command/Secrets.h"
#include "core/json/RunJson.h"
#include "core/store/RunOwners.h"
#include "core/store/RunRemoval.h"

#include <fmt/format.h>

#include <algorithm>

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

std::optional<std::int64_t> wide(const std::optional<int> &number) {
    return number ? std::optional<std::int64_t>(*number) : std::nullopt;
}

constexpr const char *kSharedName = "on_network"; ///< in the table of settings

} // namespace

Result<RunStore> RunStore::open(const std::string &path, const Options &options) {
    auto database =
        Database::open(path, {options.readOnly, options.maxBytes, options.fileSystemType, options.busyMs});
    if (!database)
        return tl::unexpected(database.error());
    RunStore store(std::move(*database), options.maxOutput);
    if (options.readOnly && store.database().isOnNetwork() && store.isShared() == false) {
        Options writing = options; // so that the log stays off while it is read
        writing.readOnly = false;
        (void)open(path, writing);
    }
    if (auto ready = store.prepareTables(options.readOnly); !ready)
        return tl::unexpected(ready.error());
    return store;
}

Result<> RunStore::prepareTables(bool readOnly) {
    // Tables first: otherwise another process could see them without names.
    const auto tables = m_database->number("SELECT count(*) FROM sqlite_master");
    const auto application = tables ? m_database->number("PRAGMA application_id") : tables;
    const auto schema = application ? m_database->number("PRAGMA user_version") : application;
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
        if (auto set = m_database->execute("PRAGMA auto_vacuum=FULL"); !set)
            return set;
    // NORMAL in WAL mode: committed data survives a crash of the program; a power failure may lose the last
    // commits, but never damages the file. On a network file system: a rollback journal, which needs no
    // shared memory.
    const char *const kLocal = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;";
    const char *const kNetwork = "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;";
    const auto isKnownShared = isShared();
    if (!isKnownShared)
        return tl::unexpected(isKnownShared.error());
    if (*isKnownShared && !m_database->isOnNetwork())
        if (auto left = m_database->executeWaiting("PRAGMA journal_mode=DELETE"); !left)
            return left;
    if (auto set =
            m_database->executeWaiting(m_database->isOnNetwork() || *isKnownShared ? kNetwork : kLocal);
        !set)
        return set;
    auto made = isEmpty ? makeTables() : *schema == kSchema ? Result<>() : upgrade();
    if (!made || !m_database->isOnNetwork() || *isKnownShared)
        return made;
    return m_database->execute(fmt::format("INSERT OR REPLACE INTO setting VALUES('{}', 1)", kSharedName));
}

Result<> RunStore::makeTables() const {
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    // Another process may have created them meanwhile.
    const auto now = m_database->number("SELECT count(*) FROM sqlite_master");
    if (!now)
        return tl::unexpected(now.error());
    if (*now == 0)
        if (auto made = m_database->execute(
                fmt::format("{}{}{} PRAGMA application_id={}; PRAGMA user_version={};", kTables,
                            kTelemetryTable, kOwnerTables, kApplication, kSchema));
            !made)
            return made;
    return transaction->commit();
}

Result<bool> RunStore::isShared() const {
    const auto hasSettings =
        m_database->number("SELECT count(*) FROM sqlite_master WHERE type='table' AND name='setting'");
    if (!hasSettings)
        return tl::unexpected(hasSettings.error());
    if (*hasSettings == 0)
        return false;
    return m_database
        ->number(fmt::format("SELECT count(*) FROM setting WHERE name='{}' AND value<>0", kSharedName))
        .map([](std::int64_t count) { return count > 0; });
}

/// Another process may do the same at the same time.
Result<> RunStore::upgrade() const {
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    constexpr const char *kLimit =
        "INSERT OR IGNORE INTO setting SELECT 'size_limit', 2 * page_count * page_size "
        "FROM pragma_page_count, pragma_page_size WHERE page_count * page_size > {};";
    if (auto made =
            m_database->execute(fmt::format("{}{}{} PRAGMA user_version={};", kTelemetryTable, kOwnerTables,
                                            fmt::format(kLimit, kDefaultLimit / 2), kSchema));
        !made)
        return made;
    return transaction->commit();
}

Result<> RunStore::add(const bench::RunRecord &record, const RunOwner *owner) {
    if (auto gone = finishRemoval(*m_database, record.state.id); !gone) // of one of the same id
        return gone;
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto statement = m_database->prepare("INSERT INTO run VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,0,?,?)");
    if (!statement)
        return tl::unexpected(statement.error());
    const bench::RunState &state = record.state;
    statement->bind(1, state.id)
        .bind(2, record.createdMs)
        .bind(3, record.spec.host)
        .bind(4, record.spec.tool)
        .bind(5, json::specText(bench::withoutSecrets(record.spec)))
        .bind(6, record.group)
        .bind(7, record.sweepValue)
        .bind(8, static_cast<std::int64_t>(record.repeat))
        .bind(9, static_cast<std::int64_t>(state.phase))
        .bind(10, state.startedMs)
        .bind(11, state.endedMs)
        .bind(12, wide(state.pid))
        .bind(13, wide(state.exitStatus))
        .bind(14, bench::withoutSecrets(state.why))
        .bind(15, static_cast<std::int64_t>(state.outputBytes))
        .bind(16, static_cast<std::int64_t>(state.outputLines))
        .bind(17, json::summaryText(record.summary))
        .bind(18, bench::withoutSecrets(record.note));
    if (auto done = statement->run(); !done)
        return done;
    if (owner != nullptr)
        if (auto done = setOwner(*m_database, state.id, *owner); !done)
            return done;
    if (const std::string containment = json::containmentText(state); !containment.empty())
        if (auto done = attach(state.id, kContainmentFile, containment); !done)
            return done;
    for (const bench::RunCapture &capture : record.captures) {
        auto link = m_database->prepare("INSERT OR IGNORE INTO run_capture VALUES(?,?,?,?)");
        if (!link)
            return tl::unexpected(link.error());
        link->bind(1, state.id).bind(2, capture.host).bind(3, capture.id).bind(4, capture.takenMs);
        if (auto done = link->run(); !done)
            return done;
    }
    return transaction->commit();
}

Result<> RunStore::append(std::string_view id, Stream stream, std::int64_t nowMs, std::string_view bytes) {
    if (!bytes.empty() && !m_cut.contains(id)) {
        // Consecutive pieces of one stream are joined.
        if (m_waiting.empty() || m_waiting.back().id != id || m_waiting.back().chunk.stream != stream)
            m_waiting.push_back({std::string(id), {nowMs, stream, {}}});
        m_waiting.back().chunk.bytes += bytes;
        m_waitingBytes += bytes.size();
    }
    return m_waitingBytes >= kCommitBytes ? tryToCommit(nowMs) : tick(nowMs);
}

Result<> RunStore::tick(std::int64_t nowMs) {
    if (m_waiting.empty())
        return {};
    // If the clock was set back, bytes do not wait until it has caught up.
    const std::int64_t sinceMs = nowMs - m_waiting.front().chunk.atMs;
    return sinceMs >= 0 && sinceMs < kCommitMs ? Result<>() : tryToCommit(nowMs);
}

/// Each try may take as long as the timeout for the other process: between two tries there is a pause.
Result<> RunStore::tryToCommit(std::int64_t nowMs) {
    const std::int64_t sinceMs = nowMs - m_busyAtMs;
    const bool isTooSoon = m_busyAtMs > 0 && sinceMs >= 0 && sinceMs < 2 * std::int64_t{m_database->busyMs()};
    if (isTooSoon && m_waitingBytes < kMaxWaiting)
        return {};
    auto done = flush();
    m_busyAtMs = !done && isBusy(done.error()) ? nowMs : 0;
    if (m_busyAtMs == 0)
        return done;
    if (m_waitingBytes < kMaxWaiting)
        return {};
    cutWaiting();
    return done;
}

Result<> RunStore::flush() {
    if (m_waiting.empty())
        return {};
    auto done = keep(m_waiting);
    if (done) {
        m_waiting.clear();
        m_waitingBytes = 0;
    } else if (!isBusy(done.error())) {
        cutWaiting();
    }
    return done;
}

/// Data that cannot be stored is dropped: a full disk must not fill the memory too. Later data is dropped as
/// well, so that a stored run has no gap.
void RunStore::cutWaiting() {
    for (const Waiting &one : std::exchange(m_waiting, {}))
        m_cut.insert(one.id);
    m_waitingBytes = 0;
}

Result<> RunStore::keep(const std::vector<Waiting> &waiting) const {
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    for (const Waiting &one : waiting)
        if (auto done = writeOne(one); !done)
            return done;
    return transaction->commit();
}

/// As much as fits the limit of the run: once something was cut, later data is not stored.
Result<> RunStore::writeOne(const Waiting &one) const {
    auto kept = m_database->prepare("SELECT kept_bytes FROM run WHERE id = ?1 AND phase < 100");
    if (!kept)
        return tl::unexpected(kept.error());
    kept->bind(1, one.id);
    const auto row = kept->step();
    if (!row)
        return tl::unexpected(row.error());
    const std::int64_t before = *row ? kept->number(0) : 0;
    const auto most = static_cast<std::int64_t>(m_maxOutput);
    const auto room = static_cast<std::size_t>(std::max<std::int64_t>(0, most - before));
    const std::string_view bytes = std::string_view(one.chunk.bytes).substr(0, room);
    if (!*row || bytes.empty())
        return {};
    auto insert = m_database->prepare("INSERT INTO chunk SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4 "
                                      "FROM chunk WHERE run_id = ?1");
    auto count = m_database->prepare("UPDATE run SET kept_bytes = kept_bytes + ?2 WHERE id = ?1");
    if (!insert || !count)
        return tl::unexpected(insert ? count.error() : insert.error());
    insert->bind(1, one.id)
        .bind(2, one.chunk.atMs)
        .bind(3, static_cast<std::int64_t>(one.chunk.stream))
        .bindBytes(4, bytes);
    if (auto done = insert->run(); !done)
        return done;
    return count->bind(1, one.id).bind(2, static_cast<std::int64_t>(bytes.size())).run();
}

Result<> RunStore::changeOutput(std::string_view id, Stream stream,
                                const std::function<std::string(std::string_view)> &change) const {
    if (auto set = m_database->execute("PRAGMA secure_delete=ON"); !set)
        return set;
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    for (std::int64_t behind = 0;;) {
        auto next = m_database->prepare("SELECT number, bytes FROM chunk WHERE run_id=?1 AND stream=?2 AND "
                                        "number>?3 ORDER BY number LIMIT 1");
        auto put = m_database->prepare("UPDATE chunk SET bytes=?3 WHERE run_id=?1 AND number=?2");
        if (!next || !put)
            return tl::unexpected(next ? put.error() : next.error());
        next->bind(1, id).bind(2, static_cast<std::int64_t>(stream)).bind(3, behind);
        const auto row = next->step();
        if (!row)
            return tl::unexpected(row.error());
        if (!*row)
            break;
        behind = next->number(0);
        if (auto done = put->bind(1, id).bind(2, behind).bindBytes(3, change(next->text(1))).run(); !done)
            return done;
    }
    auto count = m_database->prepare("UPDATE run SET kept_bytes=(SELECT coalesce(sum(length(bytes)),0) FROM "
                                     "chunk WHERE run_id=?1) WHERE id=?1");
    if (!count)
        return tl::unexpected(count.error());
    if (auto done = count->bind(1, id).run(); !done)
        return done;
    return transaction->commit();
}

namespace {

/// Its host, or the program that ran it, reported how it ended.
constexpr const char *kEndIsKnown = "phase IN (4, 5, 7, 8)";
static_assert(static_cast<int>(bench::Phase::Ended) == 4 && static_cast<int>(bench::Phase::Stopped) == 5 &&
                  static_cast<int>(bench::Phase::Failed) == 7 &&
                  static_cast<int>(bench::Phase::MayStillRun) == 8,
              "kEndIsKnown");

bool isEndKnown(bench::Phase phase) {
    using bench::Phase;
    return phase == Phase::Ended || phase == Phase::Stopped || phase == Phase::Failed ||
           phase == Phase::MayStillRun;
}

} // namespace

Result<> RunStore::setState(const bench::RunState &state) {
    if (auto flushed = flush(); !flushed)
        return flushed;
    auto statement = m_database->prepare(
        fmt::format("UPDATE run SET phase=?2, started_ms=?3, ended_ms=?4, pid=?5, exit_status=?6, why=?7, "
                    "output_bytes=?8, output_lines=?9 WHERE id=?1 AND phase<100 AND (?10=1 OR NOT {})",
                    kEndIsKnown));
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, state.id)
        .bind(2, static_cast<std::int64_t>(state.phase))
        .bind(3, state.startedMs)
        .bind(4, state.endedMs)
        .bind(5, wide(state.pid))
        .bind(6, wide(state.exitStatus))
        .bind(7, bench::withoutSecrets(state.why))
        .bind(8, static_cast<std::int64_t>(state.outputBytes))
        .bind(9, static_cast<std::int64_t>(state.outputLines))
        .bind(10, std::int64_t{isEndKnown(state.phase)});
    if (auto done = statement->run(); !done)
        return done;
    const std::string containment = json::containmentText(state);
    return containment.empty() ? Result<>() : attach(state.id, kContainmentFile, containment);
}

Result<> RunStore::setSummary(std::string_view id, const bench::RunSummary &summary) {
    auto statement = m_database->prepare("UPDATE run SET summary=?2 WHERE id=?1");
    return statement ? statement->bind(1, id).bind(2, json::summaryText(summary)).run()
                     : tl::unexpected(statement.error());
}

Result<> RunStore::setNote(std::string_view id, std::string_view note) {
    constexpr std::size_t kMost = std::size_t{64} << 10;
    auto statement = m_database->prepare("UPDATE run SET note=?2 WHERE id=?1");
    return statement
               ? statement->bind(1, id).bind(2, bench::withoutSecrets(HostText(note).plain(kMost))).run()
               : tl::unexpected(statement.error());
}

Result<> RunStore::attach(std::string_view id, std::string_view name, std::string_view bytes) {
    if (bytes.size() > kMaxFile)
        return failure(fmt::format("{} is larger than 256 MiB", HostText(name).plain(128)), "run database");
    auto statement = m_database->prepare("INSERT OR REPLACE INTO attachment SELECT id, ?2, ?3 FROM run "
                                         "WHERE id = ?1 AND phase < 100");
    if (!statement)
        return tl::unexpected(statement.error());
    const std::string kept = bench::withoutSecrets(json::withoutSecretEnvironment(std::string(bytes)));
    return statement->bind(1, id).bind(2, name).bindBytes(3, kept).run();
}

Result<> RunStore::addCapture(std::string_view runId, const bench::RunCapture &capture,
                              std::string_view bytes) {
    if (bytes.size() > kMaxFile)
        return failure(
            fmt::format("the capture of {} is larger than 256 MiB", HostText(capture.host).plain(128)),
            "run database");
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto insert = m_database->prepare("INSERT OR IGNORE INTO capture SELECT ?1,?2 FROM run "
                                      "WHERE id=?3 AND phase<100");
    auto link = m_database->prepare("INSERT OR IGNORE INTO run_capture SELECT id,?2,?3,?4 FROM run "
                                    "WHERE id=?1 AND phase<100");
    if (!insert || !link)
        return tl::unexpected(insert ? link.error() : insert.error());
    if (auto done = insert->bind(1, capture.id).bindBytes(2, bytes).bind(3, runId).run(); !done)
        return done;
    link->bind(1, runId).bind(2, capture.host).bind(3, capture.id).bind(4, capture.takenMs);
    if (auto done = link->run(); !done)
        return done;
    return transaction->commit();
}

Result<bool> RunStore::remove(std::string_view id) {
    std::erase_if(m_waiting, [&](const Waiting &one) { return one.id == id; });
    m_waitingBytes = 0;
    for (const Waiting &one : m_waiting)
        m_waitingBytes += one.chunk.bytes.size();
    m_telemetry.erase(std::string(id));
    auto begun = beginRemoval(*m_database, id);
    if (!begun)
        return begun;
    if (auto done = finishRemoval(*m_database, id); !done)
        return tl::unexpected(done.error());
    return begun;
}

} // namespace fabricscope::store
