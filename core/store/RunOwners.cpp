// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunOwners.h"

namespace fabricscope::store {

namespace {

constexpr std::string_view kWhy = "the program that kept it was killed or the machine restarted";

Result<std::optional<RunOwner>> ownerOf(const Database &database, const std::string &id) {
    auto statement =
        database.prepare("SELECT machine, boot, pid_namespace, pid, started FROM owner WHERE run_id=?1");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, id);
    const auto row = statement->step();
    if (!row)
        return tl::unexpected(row.error());
    if (!*row)
        return std::nullopt;
    return RunOwner{statement->text(0), statement->text(1), statement->text(2), statement->number(3),
                    statement->number(4)};
}

/// Only what still has not ended: its owner may have told its end meanwhile.
Result<bool> mark(const Database &database, const std::string &id) {
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto statement = database.prepare("UPDATE run SET phase=?2, why=?3, "
                                      "ended_ms=(SELECT max(at_ms) FROM chunk WHERE run_id=?1) "
                                      "WHERE id=?1 AND phase<=?4");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, id)
        .bind(2, static_cast<std::int64_t>(bench::Phase::Interrupted))
        .bind(3, kWhy)
        .bind(4, static_cast<std::int64_t>(bench::Phase::Stopping));
    if (auto done = statement->run(); !done)
        return tl::unexpected(done.error());
    const auto changed = database.number("SELECT changes()");
    if (!changed)
        return tl::unexpected(changed.error());
    if (auto done = transaction->commit(); !done)
        return tl::unexpected(done.error());
    return *changed > 0;
}

bool isOver(const bench::RunRecord &run, std::int64_t nowMs) {
    const std::int64_t longest = std::chrono::milliseconds(run.spec.longest).count();
    return run.damage.empty() && nowMs - run.createdMs > longest + kLongestSlackMs;
}

} // namespace

Result<bool> hasUnfinished(const RunStore &store) {
    const auto count = store.database().number("SELECT EXISTS(SELECT 1 FROM run WHERE phase<=3)");
    return count ? Result<bool>(*count != 0) : tl::unexpected(count.error());
}

Result<std::size_t> markInterrupted(RunStore &store, std::int64_t nowMs, const LookAtOwner &lookAt) {
    RunStore::Filter filter;
    filter.isUnfinished = true;
    const auto runs = store.list(filter);
    if (!runs)
        return tl::unexpected(runs.error());
    std::size_t marked = 0;
    for (const bench::RunRecord &run : *runs) {
        if (run.spec.detached)
            continue;
        const auto owner = ownerOf(store.database(), run.state.id);
        if (!owner)
            return tl::unexpected(owner.error());
        const OwnerState state = *owner ? lookAt(**owner) : OwnerState::Unknown;
        if (state == OwnerState::Alive || (state == OwnerState::Unknown && !isOver(run, nowMs)))
            continue;
        const auto done = mark(store.database(), run.state.id);
        if (!done)
            return tl::unexpected(done.error());
        marked += *done ? 1 : 0;
    }
    return marked;
}

} // namespace fabricscope::store
