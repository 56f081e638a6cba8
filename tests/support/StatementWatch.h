// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace fabricscope::test {

/// While it exists, reports each statement that SQLite is about to execute, and how long it took, on each
/// connection opened in the meantime. Only one at a time.
class StatementWatch {
public:
    using Begins = std::function<void(const std::string &sql)>; ///< before the statement takes a lock
    using Ends = std::function<void(const std::string &sql, std::chrono::nanoseconds took)>;
    explicit StatementWatch(Begins begins, Ends ends = {})
        : m_begins(std::move(begins)), m_ends(std::move(ends)) {
        s_current = this;
        sqlite3_auto_extension(reinterpret_cast<void (*)()>(&opened));
    }
    ~StatementWatch() {
        sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(&opened));
        s_current = nullptr;
    }
    StatementWatch(const StatementWatch &) = delete;
    StatementWatch &operator=(const StatementWatch &) = delete;

private:
    static int opened(sqlite3 *database, char ** /*why*/, const void * /*routines*/) {
        return sqlite3_trace_v2(database, SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE, &onTrace, nullptr);
    }
    static int onTrace(unsigned what, void * /*context*/, void *statement, void *more) {
        if (s_current == nullptr)
            return 0;
        const char *sql = sqlite3_sql(static_cast<sqlite3_stmt *>(statement));
        const std::string text = sql == nullptr ? "" : sql;
        if (what == SQLITE_TRACE_STMT && s_current->m_begins)
            s_current->m_begins(text);
        else if (what == SQLITE_TRACE_PROFILE && s_current->m_ends)
            s_current->m_ends(text, std::chrono::nanoseconds(*static_cast<std::int64_t *>(more)));
        return 0;
    }
    static inline StatementWatch *s_current = nullptr;
    Begins m_begins;
    Ends m_ends;
};

} // namespace fabricscope::test
