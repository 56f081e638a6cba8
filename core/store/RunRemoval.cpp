// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunRemoval.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <vector>

namespace fabricscope::store {

namespace {

constexpr std::size_t kMaxRows = 1000; ///< of one table in one transaction

/// The largest parts of a run; the rest is deleted with its row of `run`.
struct Table {
    const char *name;
    const char *size; ///< of a row, in bytes
};
constexpr Table kTables[] = {
    {"chunk", "length(bytes)"},
    {"telemetry", "length(CAST(lines AS BLOB))"},
    {"attachment", "length(bytes)"},
};

/// Executes a statement without values, or with the run's id.
Result<> run(const Database &database, const std::string &sql, std::string_view id) {
    auto statement = database.prepare(sql);
    if (!statement)
        return tl::unexpected(statement.error());
    return statement->bind(1, id).run();
}

Result<bool> isMarked(const Database &database, std::string_view id) {
    auto statement = database.prepare("SELECT 1 FROM run WHERE id=?1 AND phase=100");
    if (!statement)
        return tl::unexpected(statement.error());
    return statement->bind(1, id).step();
}

/// Deletes the rows that fit into `room`, at least one. Returns false if there are more.
Result<bool> removeRows(const Database &database, const Table &table, std::string_view id,
                        std::int64_t &room) {
    auto statement = database.prepare(
        fmt::format("SELECT rowid, {} FROM {} WHERE run_id=?1 LIMIT ?2", table.size, table.name));
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, id).bind(2, static_cast<std::int64_t>(kMaxRows));
    std::vector<std::int64_t> rows;
    auto row = statement->step();
    for (; row && *row && room > 0; row = statement->step()) {
        rows.push_back(statement->number(0));
        room -= statement->number(1);
    }
    if (!row)
        return tl::unexpected(row.error());
    const bool isAll = !*row && rows.size() < kMaxRows;
    if (rows.empty())
        return isAll;
    const auto done =
        database.execute(fmt::format("DELETE FROM {} WHERE rowid IN ({})", table.name, fmt::join(rows, ",")));
    return done ? Result<bool>(isAll) : tl::unexpected(done.error());
}

/// Deletes captures that no other run uses, one by one.
Result<bool> removeCaptures(const Database &database, std::string_view id, std::int64_t &room) {
    while (room > 0) {
        auto statement = database.prepare(
            "SELECT l.rowid, coalesce(length(c.bytes), 0), c.rowid, "
            "EXISTS(SELECT 1 FROM run_capture o WHERE o.capture_id=l.capture_id AND o.run_id<>?1) "
            "FROM run_capture l LEFT JOIN capture c ON c.id=l.capture_id WHERE l.run_id=?1 LIMIT 1");
        if (!statement)
            return tl::unexpected(statement.error());
        const auto row = statement->bind(1, id).step();
        if (!row)
            return tl::unexpected(row.error());
        if (!*row)
            return true;
        const auto capture = statement->number(3) == 0 ? statement->known(2) : std::nullopt;
        room -= capture ? statement->number(1) : 0;
        const auto done = database.execute(
            fmt::format("DELETE FROM run_capture WHERE rowid={}; DELETE FROM capture WHERE rowid={};",
                        statement->number(0), capture.value_or(-1)));
        if (!done)
            return tl::unexpected(done.error());
    }
    return false;
}

/// Deletes the next part; returns true if it was the last, or there was none.
Result<bool> removeSome(const Database &database, std::string_view id) {
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    const auto marked = isMarked(database, id);
    if (!marked)
        return marked;
    if (!*marked)
        return true;
    auto room = static_cast<std::int64_t>(kMaxAtOnce);
    Result<bool> isLast = true;
    for (const Table &table : kTables)
        if (isLast && *isLast)
            isLast = removeRows(database, table, id, room);
    if (isLast && *isLast)
        isLast = removeCaptures(database, id, room);
    if (!isLast)
        return isLast;
    if (*isLast)
        for (const char *sql : {"DELETE FROM owner WHERE run_id=?1", "DELETE FROM pin WHERE run_id=?1",
                                "DELETE FROM run WHERE id=?1",
                                "DELETE FROM capture WHERE id NOT IN (SELECT capture_id FROM run_capture "
                                "WHERE run_id<>?1)"})
            if (auto done = run(database, sql, id); !done)
                return tl::unexpected(done.error());
    if (auto done = transaction->commit(); !done)
        return tl::unexpected(done.error());
    return isLast;
}

} // namespace

Result<bool> markRemoved(const Database &database, std::string_view id) {
    if (auto done = run(database, "UPDATE run SET phase=100 WHERE id=?1 AND phase<100", id); !done)
        return tl::unexpected(done.error());
    const auto changed = database.number("SELECT changes()");
    if (!changed)
        return tl::unexpected(changed.error());
    if (auto done = run(database, "DELETE FROM pin WHERE run_id=?1", id); !done)
        return tl::unexpected(done.error());
    return *changed > 0;
}

Result<bool> beginRemoval(const Database &database, std::string_view id) {
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto marked = markRemoved(database, id);
    if (!marked)
        return marked;
    if (auto done = transaction->commit(); !done)
        return tl::unexpected(done.error());
    return marked;
}

Result<> finishRemoval(const Database &database, std::string_view id) {
    const auto marked = isMarked(database, id);
    if (!marked)
        return tl::unexpected(marked.error());
    for (bool continues = *marked; continues;) {
        const auto isLast = removeSome(database, id);
        if (!isLast)
            return tl::unexpected(isLast.error());
        continues = !*isLast;
        if (continues)
            Database::yieldToWriters();
    }
    return {};
}

Result<std::optional<std::string>> unfinishedRemoval(const Database &database) {
    auto statement = database.prepare("SELECT id FROM run WHERE phase=100 LIMIT 1");
    if (!statement)
        return tl::unexpected(statement.error());
    const auto row = statement->step();
    if (!row)
        return tl::unexpected(row.error());
    return *row ? std::optional(statement->text(0)) : std::nullopt;
}

} // namespace fabricscope::store
