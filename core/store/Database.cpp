// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/Database.h"

#include "core/base/HostText.h"
#include "core/base/OutputFile.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace fabricscope::store {

namespace {

constexpr int kBusyMs = 5000;         // another process writes
constexpr int kNetworkBusyMs = 30000; // there a reader blocks a writer, too
constexpr int kPauseMs = 25;          // SQLite looks each 25 to 100 ms, at first more often

constexpr const char *kBusyHint = "another fabricscope is writing to it: try again";

struct HintRow {
    int status;
    const char *hint;
};
constexpr std::array kHints = {
    HintRow{SQLITE_FULL, "free space on this disk; saved runs are not affected"},
    HintRow{SQLITE_IOERR, "check the disk: it may be full or failing"},
    HintRow{SQLITE_NOTADB, "move the file away: a new one is created"},
    HintRow{SQLITE_CORRUPT,
            "move the file away: a new one is created; sqlite3 FILE .recover restores readable data"},
    HintRow{SQLITE_READONLY, "check the permissions of the file and its folder"},
    HintRow{SQLITE_CANTOPEN, "check the path and the folder's permissions"},
    HintRow{SQLITE_BUSY, kBusyHint},
};

/// SQLITE_OPEN_NOFOLLOW refuses a symbolic link in any part of the path. A home folder that is a link is
/// common: only the file itself must not be one.
std::string inRealFolder(const std::string &path) {
    const std::filesystem::path file(path);
    std::error_code error;
    const auto folder = std::filesystem::canonical(file.has_parent_path() ? file.parent_path() : ".", error);
    return error ? path : (folder / file.filename()).string();
}

} // namespace

bool isBusy(const Error &error) {
    return error.hint == kBusyHint;
}

void Statement::Finalize::operator()(sqlite3_stmt *statement) const {
    sqlite3_finalize(statement);
}

void Database::Close::operator()(sqlite3 *database) const {
    sqlite3_close(database);
}

Error Database::error(int status) const {
    const int primary = status & 0xFF;
    const auto *row = std::find_if(kHints.begin(), kHints.end(),
                                   [primary](const HintRow &one) { return one.status == primary; });
    return {fmt::format("run database error: {}", HostText(sqlite3_errmsg(m_database.get())).plain(512)),
            m_path, row == kHints.end() ? "" : row->hint};
}

Result<Database> Database::openFile(const std::string &path, bool readOnly) {
    if (!readOnly)
        for (const char *ending : {"", "-wal", "-shm", "-journal"}) {
            const std::string file = path + ending;
            std::error_code error;
            if (*ending == '\0' || std::filesystem::exists(std::filesystem::symlink_status(file, error)))
                makePrivate(file, LastLink::Refuse); // SQLite copies its mode to the other files
        }
    sqlite3 *raw = nullptr;
    const int flags = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int status = sqlite3_open_v2(path.c_str(), &raw, flags | SQLITE_OPEN_NOFOLLOW, nullptr);
    Database database(path, raw);
    if (raw == nullptr)
        return failure("out of memory for the run database", path);
    if (status != SQLITE_OK)
        return tl::unexpected(database.error(status));
    sqlite3_extended_result_codes(raw, 1);
    database.waitFor(kBusyMs);
    // A foreign file must not run code.
    sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    return database;
}

void Database::waitFor(int busyMs) {
    m_busyMs = busyMs;
    sqlite3_busy_timeout(m_database.get(), busyMs);
}

void Database::yieldToWriters() {
    sqlite3_sleep(kPauseMs);
}

/// A file in WAL mode, created on a local disk or by an older version, can be read without shared memory only
/// under an exclusive lock; then it is converted to a rollback journal.
Result<> Database::disableWriteAheadLog() const {
    if (auto set = execute("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=DELETE; "
                           "PRAGMA locking_mode=NORMAL;");
        !set)
        return set;
    // The next read releases the lock.
    const auto released = number("SELECT count(*) FROM sqlite_master");
    return released ? Result<>() : tl::unexpected(released.error());
}

Result<Database> Database::open(const std::string &path, const Options &options) {
    const std::string file = inRealFolder(path);
    const auto type = options.fileSystemType(std::filesystem::path(file).parent_path().string());
    const bool isOnNetwork = type && isNetworkFileSystem(*type);
    const std::string locks = options.localLocks(std::filesystem::path(file).parent_path().string());
    if (!locks.empty() && !options.readOnly)
        return failure(
            fmt::format("runs cannot be saved here: its file system ({}) keeps file locks on one machine, so "
                        "another machine that uses this run database could damage it",
                        locks),
            path, "set XDG_DATA_HOME to a folder on a local disk, or mount the file system with locks");
    std::error_code gone;
    if (isOnNetwork && locks.empty() && options.readOnly && std::filesystem::exists(file, gone))
        if (const auto writer = openFile(file, false); writer) // a reader could not read it in WAL mode
            (void)writer->disableWriteAheadLog();
    auto database = openFile(file, options.readOnly);
    if (!database)
        return database;
    if (isOnNetwork) {
        database->m_isOnNetwork = true;
        database->waitFor(options.busyMs > 0 ? options.busyMs : kNetworkBusyMs);
        if (auto left = options.readOnly ? Result<>() : database->disableWriteAheadLog(); !left)
            return tl::unexpected(left.error());
    }
    if (options.busyMs > 0)
        database->waitFor(options.busyMs);
    if (options.maxBytes > 0) {
        const auto page = database->number("PRAGMA page_size");
        if (!page)
            return tl::unexpected(page.error());
        const auto pages = std::max<std::uint64_t>(1, options.maxBytes / static_cast<std::uint64_t>(*page));
        if (auto set = database->number(fmt::format("PRAGMA max_page_count={}", pages)); !set)
            return tl::unexpected(set.error());
    }
    return database;
}

Result<Statement> Database::prepare(std::string_view sql) const {
    sqlite3_stmt *raw = nullptr;
    const int status =
        sqlite3_prepare_v2(m_database.get(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
    Statement statement(*this, raw);
    if (status != SQLITE_OK)
        return tl::unexpected(error(status));
    return statement;
}

Result<> Database::execute(const std::string &sql) const {
    const int status = sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (status != SQLITE_OK)
        return tl::unexpected(error(status));
    return {};
}

Result<> Database::executeWaiting(const std::string &sql) const {
    auto done = execute(sql);
    for (int waitedMs = 0; !done && isBusy(done.error()) && waitedMs < m_busyMs; waitedMs += kPauseMs) {
        yieldToWriters();
        done = execute(sql);
    }
    return done;
}

Result<std::int64_t> Database::number(std::string_view sql) const {
    auto statement = prepare(sql);
    if (!statement)
        return tl::unexpected(statement.error());
    const auto row = statement->step();
    if (!row)
        return tl::unexpected(row.error());
    return *row ? statement->number(0) : 0;
}

void Statement::note(int status) {
    if (m_bound == SQLITE_OK)
        m_bound = status;
}

Statement &Statement::bind(int index, std::string_view text) {
    note(sqlite3_bind_text64(m_statement.get(), index, text.data() == nullptr ? "" : text.data(), text.size(),
                             SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
}

Statement &Statement::bind(int index, std::int64_t number) {
    note(sqlite3_bind_int64(m_statement.get(), index, number));
    return *this;
}

Statement &Statement::bind(int index, const std::optional<std::int64_t> &number) {
    note(number ? sqlite3_bind_int64(m_statement.get(), index, *number)
                : sqlite3_bind_null(m_statement.get(), index));
    return *this;
}

Statement &Statement::bindBytes(int index, std::string_view bytes) {
    note(sqlite3_bind_blob64(m_statement.get(), index, bytes.data() == nullptr ? "" : bytes.data(),
                             bytes.size(), SQLITE_TRANSIENT));
    return *this;
}

Result<bool> Statement::step() {
    if (m_bound != SQLITE_OK)
        return tl::unexpected(m_database->error(m_bound));
    const int status = sqlite3_step(m_statement.get());
    if (status != SQLITE_ROW && status != SQLITE_DONE)
        return tl::unexpected(m_database->error(status));
    return status == SQLITE_ROW;
}

Result<> Statement::run() {
    const auto row = step();
    if (!row)
        return tl::unexpected(row.error());
    return {};
}

std::string Statement::text(int column) const {
    const auto *bytes = static_cast<const char *>(sqlite3_column_blob(m_statement.get(), column));
    const int size = sqlite3_column_bytes(m_statement.get(), column);
    return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(size));
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(m_statement.get(), column);
}

std::optional<std::int64_t> Statement::known(int column) const {
    if (sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL)
        return std::nullopt;
    return number(column);
}

Result<Transaction> Transaction::begin(const Database &database) {
    if (auto begun = database.execute("BEGIN IMMEDIATE"); !begun)
        return tl::unexpected(begun.error());
    return Transaction(database);
}

Transaction::~Transaction() {
    if (m_database != nullptr)
        (void)m_database->execute("ROLLBACK"); // a full disk has rolled back already: then this fails
}

Result<> Transaction::commit() {
    auto done = m_database->execute("COMMIT");
    if (done)
        m_database = nullptr;
    return done;
}

} // namespace fabricscope::store
