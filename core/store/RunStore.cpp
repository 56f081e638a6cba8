// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunStore.h"

#include "core/base/HostText.h"
#include "core/bench/command/Secrets.h"
#include "core/json/RunJson.h"
#include "core/store/RunOwners.h"
#include "core/store/RunRemoval.h"
#include "core/store/Schema.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::store {

namespace {

std::optional<std::int64_t> wide(const std::optional<int> &number) {
    return number ? std::optional<std::int64_t>(*number) : std::nullopt;
}

} // namespace

Result<RunStore> RunStore::open(const std::string &path, const Options &options) {
    auto database = Database::open(path, {options.readOnly, options.maxBytes, options.fileSystemType,
                                          options.busyMs, options.localLocks});
    if (!database)
        return tl::unexpected(database.error());
    RunStore store(std::move(*database), options.maxOutput);
    if (options.readOnly && store.database().isOnNetwork() && isShared(store.database()) == false) {
        Options writing = options; // so that the log stays off while it is read
        writing.readOnly = false;
        (void)open(path, writing);
    }
    if (auto ready = prepareTables(store.database(), options.readOnly); !ready)
        return tl::unexpected(ready.error());
    return store;
}

Result<> RunStore::add(const bench::RunRecord &record, const RunOwner *owner) {
    if (auto gone = finishRemoval(database(), record.state.id); !gone) // of one of the same id
        return gone;
    auto transaction = Transaction::begin(database());
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto statement = database().prepare("INSERT INTO run VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,0,?,?)");
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
        if (auto done = setOwner(database(), state.id, *owner); !done)
            return done;
    if (const std::string containment = json::containmentText(state); !containment.empty())
        if (auto done = attach(state.id, kContainmentFile, containment); !done)
            return done;
    for (const bench::RunCapture &capture : record.captures) {
        auto link = database().prepare("INSERT OR IGNORE INTO run_capture VALUES(?,?,?,?)");
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
    const bool isTooSoon = m_busyAtMs > 0 && sinceMs >= 0 && sinceMs < 2 * std::int64_t{database().busyMs()};
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
    auto transaction = Transaction::begin(database());
    if (!transaction)
        return tl::unexpected(transaction.error());
    for (const Waiting &one : waiting)
        if (auto done = writeOne(one); !done)
            return done;
    return transaction->commit();
}

/// As much as fits the limit of the run: once something was cut, later data is not stored.
Result<> RunStore::writeOne(const Waiting &one) const {
    auto kept = database().prepare("SELECT kept_bytes FROM run WHERE id = ?1 AND phase < 100");
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
    auto insert = database().prepare("INSERT INTO chunk SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4 "
                                     "FROM chunk WHERE run_id = ?1");
    auto count = database().prepare("UPDATE run SET kept_bytes = kept_bytes + ?2 WHERE id = ?1");
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
    if (auto set = database().execute("PRAGMA secure_delete=ON"); !set)
        return set;
    auto transaction = Transaction::begin(database());
    if (!transaction)
        return tl::unexpected(transaction.error());
    for (std::int64_t behind = 0;;) {
        auto next = database().prepare("SELECT number, bytes FROM chunk WHERE run_id=?1 AND stream=?2 AND "
                                       "number>?3 ORDER BY number LIMIT 1");
        auto put = database().prepare("UPDATE chunk SET bytes=?3 WHERE run_id=?1 AND number=?2");
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
    auto count = database().prepare("UPDATE run SET kept_bytes=(SELECT coalesce(sum(length(bytes)),0) FROM "
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
    auto statement = database().prepare(
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
    auto statement = database().prepare("UPDATE run SET summary=?2 WHERE id=?1");
    return statement ? statement->bind(1, id).bind(2, json::summaryText(summary)).run()
                     : tl::unexpected(statement.error());
}

Result<> RunStore::setNote(std::string_view id, std::string_view note) {
    constexpr std::size_t kMost = std::size_t{64} << 10;
    auto statement = database().prepare("UPDATE run SET note=?2 WHERE id=?1");
    return statement
               ? statement->bind(1, id).bind(2, bench::withoutSecrets(HostText(note).plain(kMost))).run()
               : tl::unexpected(statement.error());
}

Result<> RunStore::attach(std::string_view id, std::string_view name, std::string_view bytes) {
    if (bytes.size() > kMaxFile)
        return failure(fmt::format("{} is larger than 256 MiB", HostText(name).plain(128)), "run database");
    auto statement = database().prepare("INSERT OR REPLACE INTO attachment SELECT id, ?2, ?3 FROM run "
                                        "WHERE id = ?1 AND phase < 100");
    if (!statement)
        return tl::unexpected(statement.error());
    const std::string kept = bench::withoutSecrets(json::withoutSecretEnvironment(std::string(bytes)));
    return statement->bind(1, id).bind(2, name).bindBytes(3, kept).run();
}

Result<bool> RunStore::saveTelemetry(std::string_view id, WriteMode mode, std::string_view lines) {
    const auto known = m_telemetry.find(id);
    const std::size_t before = mode == WriteMode::Replace || known == m_telemetry.end() ? 0 : known->second;
    if (lines.size() > kMaxTelemetry - before)
        return false;
    auto transaction = Transaction::begin(database());
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto clear = database().prepare("DELETE FROM telemetry WHERE run_id = ?1 AND ?2 = 1");
    auto insert =
        database().prepare("INSERT INTO telemetry SELECT id, (SELECT coalesce(max(number), 0) + 1 "
                           "FROM telemetry WHERE run_id = ?1), ?2 FROM run WHERE id = ?1 AND phase < 100");
    if (!clear || !insert)
        return tl::unexpected(clear ? insert.error() : clear.error());
    if (auto done = clear->bind(1, id).bind(2, std::int64_t{mode == WriteMode::Replace ? 1 : 0}).run(); !done)
        return tl::unexpected(done.error());
    if (auto done = insert->bind(1, id).bind(2, bench::withoutSecrets(lines)).run(); !done)
        return tl::unexpected(done.error());
    if (auto done = transaction->commit(); !done)
        return tl::unexpected(done.error());
    m_telemetry[std::string(id)] = before + lines.size();
    return true;
}

Result<> RunStore::addCapture(std::string_view runId, const bench::RunCapture &capture,
                              std::string_view bytes) {
    if (bytes.size() > kMaxFile)
        return failure(
            fmt::format("the capture of {} is larger than 256 MiB", HostText(capture.host).plain(128)),
            "run database");
    auto transaction = Transaction::begin(database());
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto insert = database().prepare("INSERT OR IGNORE INTO capture SELECT ?1,?2 FROM run "
                                     "WHERE id=?3 AND phase<100");
    auto link = database().prepare("INSERT OR IGNORE INTO run_capture SELECT id,?2,?3,?4 FROM run "
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
    auto begun = beginRemoval(database(), id);
    if (!begun)
        return begun;
    if (auto done = finishRemoval(database(), id); !done)
        return tl::unexpected(done.error());
    return begun;
}

} // namespace fabricscope::store
