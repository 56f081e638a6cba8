// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/store/FileSystem.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace fabricscope::store {

class Database;

/// Whether another process wrote for longer than the wait limit: the operation may be retried.
[[nodiscard]] bool isBusy(const Error &error);

/// One prepared statement. Parameters count from 1, columns from 0, as SQLite counts them.
class Statement {
public:
    Statement &bind(int index, std::string_view text);
    Statement &bind(int index, std::int64_t number);
    Statement &bind(int index, const std::optional<std::int64_t> &number);
    Statement &bindBytes(int index, std::string_view bytes);

    /// True: there is a row; false: done.
    [[nodiscard]] Result<bool> step();
    /// For statements that return no rows.
    [[nodiscard]] Result<> run();

    [[nodiscard]] std::string text(int column) const; ///< bytes too; empty where it is NULL
    [[nodiscard]] std::int64_t number(int column) const;
    [[nodiscard]] std::optional<std::int64_t> known(int column) const;

private:
    friend class Database;
    struct Finalize {
        void operator()(sqlite3_stmt *statement) const;
    };
    Statement(const Database &database, sqlite3_stmt *statement)
        : m_database(&database), m_statement(statement) {}
    void note(int status);

    const Database *m_database;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    int m_bound = 0; ///< the first failure of bind(); reported by step()
};

/// One SQLite file. For one thread at a time; several processes may have it open.
class Database {
public:
    struct Options {
        bool readOnly = false;
        std::uint64_t maxBytes = 0; ///< the file never grows beyond it; 0: no limit
        FileSystemType fileSystemType = store::fileSystemType;
        int busyMs = 0; ///< how long another process that writes is waited for; 0: as usual there
        LocalLocks localLocks = [](const std::string &folder) {
            return store::localLocks(folder);
        };
    };
    /// Errors: among others, file locks there do not reach other machines, so that writing could damage it.
    /// A symbolic link in place of the file is refused, one in its folder's path is followed. A new file,
    /// and each that SQLite creates for it, has mode 0600; an existing one opened for writing gets it.
    [[nodiscard]] static Result<Database> open(const std::string &path, const Options &options);

    /// The file is on a network file system: a write-ahead log must not be used.
    [[nodiscard]] bool isOnNetwork() const { return m_isOnNetwork; }
    /// Waits briefly without a lock, since waiting processes only poll for it.
    static void yieldToWriters();
    /// Wait limit for another process that writes.
    [[nodiscard]] int busyMs() const { return m_busyMs; }

    [[nodiscard]] Result<Statement> prepare(std::string_view sql) const;
    /// Statements without parameters, one or several.
    [[nodiscard]] Result<> execute(const std::string &sql) const;
    /// The same, for busyMs() while another process is in the way: SQLite itself does not wait when the
    /// journal mode changes.
    [[nodiscard]] Result<> executeWaiting(const std::string &sql) const;
    /// The first column of the first row.
    [[nodiscard]] Result<std::int64_t> number(std::string_view sql) const;
    /// SQLite's message for its last failure here, with the path and what to do.
    [[nodiscard]] Error error(int status) const;

private:
    struct Close {
        void operator()(sqlite3 *database) const;
    };
    Database(std::string path, sqlite3 *database) : m_path(std::move(path)), m_database(database) {}

    [[nodiscard]] static Result<Database> openFile(const std::string &path, bool readOnly);
    [[nodiscard]] Result<> disableWriteAheadLog() const;
    void waitFor(int busyMs);

    std::string m_path;
    std::unique_ptr<sqlite3, Close> m_database;
    bool m_isOnNetwork = false;
    int m_busyMs = 0;
};

/// BEGIN IMMEDIATE ... COMMIT; rolled back if commit() was not reached.
class Transaction {
public:
    [[nodiscard]] static Result<Transaction> begin(const Database &database);
    Transaction(Transaction &&other) noexcept : m_database(std::exchange(other.m_database, nullptr)) {}
    Transaction &operator=(Transaction &&) = delete;
    ~Transaction();
    [[nodiscard]] Result<> commit();

private:
    explicit Transaction(const Database &database) : m_database(&database) {}
    const Database *m_database;
};

} // namespace fabricscope::store
