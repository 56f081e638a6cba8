// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/Secrets.h"
#include "core/store/RunStore.h"

namespace fabricscope::store {

Result<bool> RunStore::saveTelemetry(std::string_view id, WriteMode mode, std::string_view lines) {
    const auto known = m_telemetry.find(id);
    const std::size_t before = mode == WriteMode::Replace || known == m_telemetry.end() ? 0 : known->second;
    if (lines.size() > kMaxTelemetry - before)
        return false;
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto clear = m_database->prepare("DELETE FROM telemetry WHERE run_id = ?1 AND ?2 = 1");
    auto insert =
        m_database->prepare("INSERT INTO telemetry SELECT id, (SELECT coalesce(max(number), 0) + 1 "
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

Result<std::string> RunStore::telemetry(std::string_view id) const {
    const auto isThere =
        m_database->number("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'telemetry'");
    if (!isThere)
        return tl::unexpected(isThere.error());
    std::string all;
    if (*isThere == 0) // made by an older version, and not written to since
        return all;
    auto statement = m_database->prepare("SELECT lines FROM telemetry WHERE run_id = ? ORDER BY number");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, id);
    while (true) {
        const auto row = statement->step();
        if (!row)
            return tl::unexpected(row.error());
        if (!*row || all.size() > kMaxTelemetry) // more than we write
            return all;
        all += statement->text(0);
    }
}

} // namespace fabricscope::store
