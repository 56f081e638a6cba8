// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunStore.h"

#include "core/base/Text.h"
#include "core/bench/Environment.h"
#include "core/json/RunJson.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::store {

namespace {

constexpr std::int64_t kApplication = 0x46534352; // "FSCR": so file(1) and we know our own
constexpr std::int64_t kSchema = 2;

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
/// What a database of form 1 has not.
constexpr const char *kTelemetryTable = R"(
CREATE TABLE IF NOT EXISTS telemetry(
    run_id TEXT NOT NULL REFERENCES run(id), number INTEGER NOT NULL, lines TEXT NOT NULL,
    UNIQUE(run_id, number));
)";

std::optional<std::int64_t> wide(const std::optional<int> &number) {
    return number ? std::optional<std::int64_t>(*number) : std::nullopt;
}

bool isOfName(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// The values of NAME=value inside of a word, which may be a whole script, and what stands behind a header of
/// HTTP that holds a key.
void hideInside(std::string &word) {
    constexpr std::string_view kHeader = "authorization:";
    const auto same = [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
    };
    const auto header = std::search(word.begin(), word.end(), kHeader.begin(), kHeader.end(), same);
    if (header != word.end())
        word = std::string(word.begin(), header + kHeader.size()) + std::string(bench::kSecretPlaceholder);
    std::size_t equals = 0;
    while ((equals = word.find('=', equals)) != std::string::npos) {
        std::size_t begin = equals++;
        while (begin > 0 && isOfName(word[begin - 1]))
            --begin;
        std::string name = word.substr(begin, equals - 1 - begin);
        name.erase(0, name.find_first_not_of('-'));
        std::replace(name.begin(), name.end(), '-', '_');
        if (!bench::isSecret(name))
            continue;
        const bool isQuoted = equals < word.size() && (word[equals] == '\'' || word[equals] == '"');
        const std::size_t end =
            isQuoted ? word.find(word[equals], equals + 1) : word.find_first_of(" \t\n;&|\"'", equals);
        word.replace(equals, std::min(end, word.size()) - equals, bench::kSecretPlaceholder);
        equals += bench::kSecretPlaceholder.size();
    }
}

} // namespace

bench::RunSpec withoutSecrets(bench::RunSpec spec) {
    spec.command.environment = bench::withoutSecrets(std::move(spec.command.environment));
    bool hideNext = false;
    for (std::string &word : spec.command.words) {
        const std::size_t equals = word.find('=');
        std::string name = word.substr(0, equals);
        const bool isFlag = name.starts_with("-");
        name.erase(0, name.find_first_not_of('-'));
        std::replace(name.begin(), name.end(), '-', '_');
        const bool secret = bench::isSecret(name) && (isFlag || equals != std::string::npos);
        if (hideNext)
            word = bench::kSecretPlaceholder;
        else if (secret && equals != std::string::npos)
            word = word.substr(0, equals + 1) + std::string(bench::kSecretPlaceholder);
        else
            hideInside(word);
        hideNext = !hideNext && secret && equals == std::string::npos;
    }
    return spec;
}

Result<RunStore> RunStore::open(const std::string &path, const Options &options) {
    auto database = Database::open(path, {options.readOnly, options.mostBytes});
    if (!database)
        return tl::unexpected(database.error());
    RunStore store(std::move(*database), options.mostOutput);
    if (auto ready = store.prepareTables(options.readOnly); !ready)
        return tl::unexpected(ready.error());
    return store;
}

Result<> RunStore::prepareTables(bool readOnly) {
    const auto application = m_database->number("PRAGMA application_id");
    const auto schema = application ? m_database->number("PRAGMA user_version") : application;
    const auto tables = schema ? m_database->number("SELECT count(*) FROM sqlite_master") : schema;
    if (!tables)
        return tl::unexpected(tables.error());
    const bool isEmpty = *tables == 0 && *application == 0;
    if (!isEmpty && *application != kApplication)
        return failure("the file is a database of another program", "run database", "give another path");
    if (*schema > kSchema)
        return failure(
            fmt::format("the run database was made by a newer fabricscope (form {}, known here {})", *schema,
                        kSchema),
            "run database", "use that version, or give another path");
    if (readOnly)
        return {};
    // Before there are tables: the file shrinks when runs are deleted.
    if (isEmpty)
        if (auto set = m_database->execute("PRAGMA auto_vacuum=FULL"); !set)
            return set;
    // NORMAL in WAL: what was committed survives the program's death; a power cut may cost the last commits,
    // never the file.
    if (auto set = m_database->execute(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;");
        !set || (!isEmpty && *schema == kSchema))
        return set;
    if (!isEmpty)
        return upgrade();
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    // Another process may have made them between.
    const auto now = m_database->number("SELECT count(*) FROM sqlite_master");
    if (!now)
        return tl::unexpected(now.error());
    if (*now == 0)
        if (auto made =
                m_database->execute(fmt::format("{}{} PRAGMA application_id={}; PRAGMA user_version={};",
                                                kTables, kTelemetryTable, kApplication, kSchema));
            !made)
            return made;
    return transaction->commit();
}

/// Another process may do so at the same time.
Result<> RunStore::upgrade() const {
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    if (auto made = m_database->execute(fmt::format("{} PRAGMA user_version={};", kTelemetryTable, kSchema));
        !made)
        return made;
    return transaction->commit();
}

Result<> RunStore::add(const bench::RunRecord &record) {
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
        .bind(5, json::specText(withoutSecrets(record.spec)))
        .bind(6, record.group)
        .bind(7, record.sweepValue)
        .bind(8, static_cast<std::int64_t>(record.repeat))
        .bind(9, static_cast<std::int64_t>(state.phase))
        .bind(10, state.startedMs)
        .bind(11, state.endedMs)
        .bind(12, wide(state.pid))
        .bind(13, wide(state.exitStatus))
        .bind(14, state.why)
        .bind(15, static_cast<std::int64_t>(state.outputBytes))
        .bind(16, static_cast<std::int64_t>(state.outputLines))
        .bind(17, json::summaryText(record.summary))
        .bind(18, record.note);
    if (auto done = statement->run(); !done)
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
        // Of one stream without a pause they become one piece.
        if (m_waiting.empty() || m_waiting.back().id != id || m_waiting.back().chunk.stream != stream)
            m_waiting.push_back({std::string(id), {nowMs, stream, {}}});
        m_waiting.back().chunk.bytes += bytes;
        m_waitingBytes += bytes.size();
    }
    return m_waitingBytes >= kCommitBytes ? flush() : tick(nowMs);
}

Result<> RunStore::tick(std::int64_t nowMs) {
    if (m_waiting.empty() || nowMs - m_waiting.front().chunk.atMs < kCommitMs)
        return {};
    return flush();
}

Result<> RunStore::flush() {
    if (m_waiting.empty())
        return {};
    const std::vector<Waiting> waiting = std::exchange(m_waiting, {});
    m_waitingBytes = 0;
    auto done = keep(waiting);
    // What cannot be kept is not kept for later: a full disk must not fill the memory too. Nor is what comes
    // behind it: what is kept of a run has no hole.
    if (!done)
        for (const Waiting &one : waiting)
            m_cut.insert(one.id);
    return done;
}

Result<> RunStore::keep(const std::vector<Waiting> &waiting) const {
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    for (const Waiting &one : waiting)
        if (auto done = keepOne(one); !done)
            return done;
    return transaction->commit();
}

/// As much of it as the run has room for: once that is less than all, there is none for what comes after.
Result<> RunStore::keepOne(const Waiting &one) const {
    auto kept = m_database->prepare("SELECT kept_bytes FROM run WHERE id = ?1");
    if (!kept)
        return tl::unexpected(kept.error());
    kept->bind(1, one.id);
    const auto row = kept->step();
    if (!row)
        return tl::unexpected(row.error());
    const std::int64_t before = *row ? kept->number(0) : 0;
    const auto most = static_cast<std::int64_t>(m_mostOutput);
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

Result<> RunStore::setState(const bench::RunState &state) {
    if (auto flushed = flush(); !flushed)
        return flushed;
    auto statement = m_database->prepare("UPDATE run SET phase=?2, started_ms=?3, ended_ms=?4, pid=?5, "
                                         "exit_status=?6, why=?7, output_bytes=?8, "
                                         "output_lines=?9 WHERE id=?1");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, state.id)
        .bind(2, static_cast<std::int64_t>(state.phase))
        .bind(3, state.startedMs)
        .bind(4, state.endedMs)
        .bind(5, wide(state.pid))
        .bind(6, wide(state.exitStatus))
        .bind(7, state.why)
        .bind(8, static_cast<std::int64_t>(state.outputBytes))
        .bind(9, static_cast<std::int64_t>(state.outputLines));
    return statement->run();
}

Result<> RunStore::setSummary(std::string_view id, const bench::RunSummary &summary) {
    auto statement = m_database->prepare("UPDATE run SET summary=?2 WHERE id=?1");
    return statement ? statement->bind(1, id).bind(2, json::summaryText(summary)).run()
                     : tl::unexpected(statement.error());
}

Result<> RunStore::setNote(std::string_view id, std::string_view note) {
    constexpr std::size_t kMost = std::size_t{64} << 10;
    auto statement = m_database->prepare("UPDATE run SET note=?2 WHERE id=?1");
    return statement ? statement->bind(1, id).bind(2, sanitized(note, kMost)).run()
                     : tl::unexpected(statement.error());
}

Result<> RunStore::attach(std::string_view id, std::string_view name, std::string_view bytes) {
    if (bytes.size() > kMostFile)
        return failure(fmt::format("{} is larger than 256 MiB", sanitized(name, 128)), "run database");
    auto statement =
        m_database->prepare("INSERT OR REPLACE INTO attachment SELECT id, ?2, ?3 FROM run WHERE id = ?1");
    if (!statement)
        return tl::unexpected(statement.error());
    const std::string kept = json::withoutSecretEnvironment(std::string(bytes));
    return statement->bind(1, id).bind(2, name).bindBytes(3, kept).run();
}

Result<> RunStore::addCapture(std::string_view runId, const bench::RunCapture &capture,
                              std::string_view bytes) {
    if (bytes.size() > kMostFile)
        return failure(fmt::format("the capture of {} is larger than 256 MiB", sanitized(capture.host, 128)),
                       "run database");
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto insert = m_database->prepare("INSERT OR IGNORE INTO capture VALUES(?,?)");
    auto link =
        m_database->prepare("INSERT OR IGNORE INTO run_capture SELECT id,?2,?3,?4 FROM run WHERE id=?1");
    if (!insert || !link)
        return tl::unexpected(insert ? link.error() : insert.error());
    if (auto done = insert->bind(1, capture.id).bindBytes(2, bytes).run(); !done)
        return done;
    link->bind(1, runId).bind(2, capture.host).bind(3, capture.id).bind(4, capture.takenMs);
    if (auto done = link->run(); !done)
        return done;
    return transaction->commit();
}

Result<bool> RunStore::remove(std::string_view id) {
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    std::erase_if(m_waiting, [&](const Waiting &one) { return one.id == id; });
    m_telemetry.erase(std::string(id));
    for (const char *sql : {"DELETE FROM chunk WHERE run_id=?", "DELETE FROM telemetry WHERE run_id=?",
                            "DELETE FROM attachment WHERE run_id=?", "DELETE FROM run_capture WHERE run_id=?",
                            "DELETE FROM run WHERE id=?"}) {
        auto statement = m_database->prepare(sql);
        if (!statement)
            return tl::unexpected(statement.error());
        if (auto done = statement->bind(1, id).run(); !done)
            return tl::unexpected(done.error());
    }
    const auto removed = m_database->number("SELECT changes()");
    if (!removed)
        return tl::unexpected(removed.error());
    if (auto done =
            m_database->execute("DELETE FROM capture WHERE id NOT IN (SELECT capture_id FROM run_capture)");
        !done)
        return tl::unexpected(done.error());
    if (auto done = transaction->commit(); !done)
        return tl::unexpected(done.error());
    return *removed > 0;
}

} // namespace fabricscope::store
