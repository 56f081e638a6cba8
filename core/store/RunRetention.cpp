// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunRetention.h"

#include "core/store/RunRemoval.h"

#include <algorithm>

namespace fabricscope::store {

namespace {

constexpr const char *kLimitName = "size_limit";

std::uint64_t countOf(std::int64_t number) {
    return number < 0 ? 0 : static_cast<std::uint64_t>(number);
}

/// Pages in use; free pages are released at the end of the transaction, or reused.
Result<std::uint64_t> usedBytes(const Database &database) {
    const auto size = database.number("PRAGMA page_size");
    const auto pages = size ? database.number("PRAGMA page_count") : size;
    const auto unused = pages ? database.number("PRAGMA freelist_count") : pages;
    if (!unused)
        return tl::unexpected(unused.error());
    return countOf(*size) * countOf(*pages - *unused);
}

/// Tables missing in a database of an older format that was opened read-only.
Result<bool> hasTable(const Database &database, const char *name) {
    auto statement = database.prepare("SELECT 1 FROM sqlite_master WHERE type='table' AND name=?1");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, name);
    return statement->step();
}

Result<std::uint64_t> limitOf(const Database &database) {
    const auto isThere = hasTable(database, "setting");
    if (!isThere)
        return tl::unexpected(isThere.error());
    if (!*isThere)
        return RunStore::kDefaultLimit;
    auto statement = database.prepare("SELECT value FROM setting WHERE name=?1");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, kLimitName);
    const auto row = statement->step();
    if (!row)
        return tl::unexpected(row.error());
    return *row ? countOf(statement->number(0)) : RunStore::kDefaultLimit;
}

/// The oldest run that may be deleted to free space.
Result<std::optional<std::string>> oldestPrunable(const Database &database, std::int64_t retainFromMs) {
    auto statement =
        database.prepare("SELECT id FROM run WHERE phase>?1 AND phase<100 AND created_ms<?2 AND "
                         "id NOT IN (SELECT run_id FROM pin) ORDER BY created_ms, rowid LIMIT 1");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, static_cast<std::int64_t>(bench::Phase::Stopping)).bind(2, retainFromMs);
    const auto row = statement->step();
    if (!row)
        return tl::unexpected(row.error());
    return *row ? std::optional(statement->text(0)) : std::nullopt;
}

struct PendingRemoval {
    std::string id;
    bool isNew = false; ///< its removal begins here
};
/// Whether the limit is exceeded, and which run is deleted, is determined in the transaction that starts the
/// deletion: another process may pin it, or free space too. Runs that are being deleted come first, else two
/// processes would delete twice as much as necessary.
Result<std::optional<PendingRemoval>> nextToPrune(const Database &database, std::uint64_t limit,
                                                  std::int64_t retainFromMs) {
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto id = unfinishedRemoval(database);
    if (!id)
        return tl::unexpected(id.error());
    if (*id)
        return PendingRemoval{**id};
    const auto used = usedBytes(database);
    if (!used)
        return tl::unexpected(used.error());
    if (limit == 0 || *used <= limit)
        return std::nullopt;
    id = oldestPrunable(database, retainFromMs);
    if (!id)
        return tl::unexpected(id.error());
    if (!*id)
        return std::nullopt;
    if (const auto marked = markRemoved(database, **id); !marked)
        return tl::unexpected(marked.error());
    if (auto done = transaction->commit(); !done)
        return tl::unexpected(done.error());
    return PendingRemoval{**id, true};
}

} // namespace

Result<> visitSizes(const RunStore &store, const std::function<bool(const bench::RunSize &)> &take) {
    const auto hasPins = hasTable(store.database(), "pin");
    const auto hasTelemetry = hasPins ? hasTable(store.database(), "telemetry") : hasPins;
    if (!hasTelemetry)
        return tl::unexpected(hasTelemetry.error());
    std::string sql = "SELECT r.id, r.host, r.tool, r.created_ms, ";
    sql += *hasPins ? "r.id IN (SELECT run_id FROM pin), " : "0, ";
    sql += "r.kept_bytes, ";
    sql += *hasTelemetry ? "(SELECT coalesce(sum(length(CAST(lines AS BLOB))), 0) FROM telemetry t "
                           "WHERE t.run_id=r.id), "
                         : "0, ";
    sql += "(SELECT coalesce(sum(length(bytes)), 0) FROM attachment a WHERE a.run_id=r.id), "
           "(SELECT coalesce(sum(length(c.bytes)), 0) FROM capture c WHERE c.id IN "
           "(SELECT capture_id FROM run_capture l WHERE l.run_id=r.id)) FROM run r WHERE r.phase<100";
    auto statement = store.database().prepare(sql);
    if (!statement)
        return tl::unexpected(statement.error());
    std::vector<bench::RunSize> sizes;
    auto row = statement->step();
    for (; row && *row; row = statement->step())
        sizes.push_back({statement->text(0), statement->text(1), statement->text(2), statement->number(3),
                         statement->number(4) != 0, countOf(statement->number(5)),
                         countOf(statement->number(6)), countOf(statement->number(7)),
                         countOf(statement->number(8))});
    if (!row)
        return tl::unexpected(row.error());
    std::stable_sort(sizes.begin(), sizes.end(),
                     [](const bench::RunSize &a, const bench::RunSize &b) { return a.total() > b.total(); });
    for (const bench::RunSize &size : sizes)
        if (!take(size))
            break;
    return {};
}

Result<std::vector<bench::RunSize>> largestOutputs(const RunStore &store, std::size_t most) {
    auto statement =
        store.database().prepare("SELECT id, host, tool, created_ms, kept_bytes FROM run "
                                 "WHERE +phase<100 ORDER BY kept_bytes DESC, created_ms LIMIT ?1");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, static_cast<std::int64_t>(most));
    std::vector<bench::RunSize> sizes;
    auto row = statement->step();
    for (; row && *row; row = statement->step())
        sizes.push_back({statement->text(0), statement->text(1), statement->text(2), statement->number(3),
                         false, countOf(statement->number(4))});
    if (!row)
        return tl::unexpected(row.error());
    return sizes;
}

Result<bench::StoreUsage> usageOf(const RunStore &store) {
    const Database &database = store.database();
    const auto bytes = usedBytes(database);
    const auto limit = bytes ? limitOf(database) : bytes;
    const auto runs = limit ? database.number("SELECT count(*) FROM run WHERE phase<100")
                            : Result<std::int64_t>(tl::unexpected(limit.error()));
    const auto hasPins = runs ? hasTable(database, "pin") : Result<bool>(tl::unexpected(runs.error()));
    if (!hasPins)
        return tl::unexpected(hasPins.error());
    const auto pinned = *hasPins ? database.number("SELECT count(*) FROM pin") : Result<std::int64_t>(0);
    if (!pinned)
        return tl::unexpected(pinned.error());
    return bench::StoreUsage{*bytes, *limit, countOf(*runs), countOf(*pinned)};
}

Result<> setSizeLimit(RunStore &store, std::uint64_t bytes) {
    if (bytes > kMostSizeLimit) // the database's numbers have a sign
        return failure("the limit is too large", "run database", "0 for no limit, or at most 8388607T");
    auto statement = store.database().prepare("INSERT OR REPLACE INTO setting VALUES(?1, ?2)");
    if (!statement)
        return tl::unexpected(statement.error());
    return statement->bind(1, kLimitName).bind(2, static_cast<std::int64_t>(bytes)).run();
}

Result<bool> setPinned(RunStore &store, std::string_view id, bool pinned) {
    const Database &database = store.database();
    auto statement =
        database.prepare(pinned ? "INSERT OR REPLACE INTO pin SELECT id FROM run WHERE id=?1 AND phase<100"
                                : "DELETE FROM pin WHERE run_id=?1");
    if (!statement)
        return tl::unexpected(statement.error());
    if (auto done = statement->bind(1, id).run(); !done)
        return tl::unexpected(done.error());
    const auto changed = database.number("SELECT changes()");
    return changed ? Result<bool>(*changed > 0) : tl::unexpected(changed.error());
}

Result<Pruned> prune(RunStore &store, std::int64_t retainFromMs) {
    const Database &database = store.database();
    const auto limit = limitOf(database);
    const auto before = limit ? usedBytes(database) : limit;
    const auto unfinished = before ? unfinishedRemoval(database) : tl::unexpected(before.error());
    if (!unfinished)
        return tl::unexpected(unfinished.error());
    Pruned pruned;
    if (!*unfinished && (*limit == 0 || *before <= *limit)) // nothing to write
        return pruned;
    while (true) {
        const auto next = nextToPrune(database, *limit, retainFromMs);
        if (!next)
            return tl::unexpected(next.error());
        if (!*next)
            break;
        if (const auto done = finishRemoval(database, (*next)->id); !done)
            return tl::unexpected(done.error());
        pruned.runs += (*next)->isNew ? 1 : 0;
    }
    // Otherwise the file keeps its size until the log is checkpointed; a reader may prevent that.
    (void)database.number("PRAGMA wal_checkpoint(TRUNCATE)");
    const auto now = usedBytes(database);
    if (!now)
        return tl::unexpected(now.error());
    pruned.bytes = *before - std::min(*before, *now);
    pruned.isStillOverLimit = *limit > 0 && *now > *limit;
    return pruned;
}

} // namespace fabricscope::store
