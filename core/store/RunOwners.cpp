// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunOwners.h"

#include "core/bench/run/RunProcesses.h"

#include <fmt/format.h>

namespace fabricscope::store {

namespace {

/// {0}: its processes, {1}: those of other users, as last reported, {2}: the command that shows them
constexpr const char *kWhy = "the recording program was killed or the machine restarted; {0} may remain on "
                             "the host if they could not be ended there, such as those of other users "
                             "(sudo){1}; to check (newest last): {2}";
constexpr std::string_view kWhyNotStarted =
    "the program was killed before the start of the run was confirmed";
constexpr std::string_view kWhyOverdue = "no report within the maximum duration of the run";

Result<std::optional<RunOwner>> ownerOf(const Database &database, std::string_view id) {
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

/// Only runs that have not ended: their owner may have reported the end meanwhile.
Result<bool> mark(const Database &database, const std::string &id, std::string_view why) {
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
        .bind(3, why)
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
    const std::int64_t slack = run.spec.detached ? kDetachedSlackMs : kLongestSlackMs;
    return run.damage.empty() && nowMs - run.createdMs > longest + slack;
}

std::string withProcesses(const bench::RunRecord &run) {
    std::string others;
    for (const bench::RemainingProcess &process : run.state.remaining)
        others += (others.empty() ? ", as last seen: " : ", ") + bench::remainingName(process);
    return fmt::format(kWhy, bench::processesText(run.spec, run.state.pid), others,
                       bench::lookupText(run.spec));
}

/// Empty: unchanged.
std::string whyInterrupted(const bench::RunRecord &run, OwnerState owner, std::int64_t nowMs) {
    if (owner == OwnerState::Alive)
        return {};
    if (!run.spec.detached)
        return owner == OwnerState::Gone || isOver(run, nowMs) ? withProcesses(run) : std::string();
    if (owner == OwnerState::Gone && run.state.phase < bench::Phase::Running)
        return std::string(kWhyNotStarted);
    return isOver(run, nowMs) ? std::string(kWhyOverdue) : std::string();
}

} // namespace

Result<bool> hasUnfinished(const RunStore &store) {
    const auto count = store.database().number("SELECT EXISTS(SELECT 1 FROM run WHERE phase<=3)");
    return count ? Result<bool>(*count != 0) : tl::unexpected(count.error());
}

Result<std::size_t> markInterrupted(RunStore &store, std::int64_t nowMs, const OwnerCheck &checkOwner) {
    RunStore::Filter filter;
    filter.isUnfinished = true;
    const auto runs = store.list(filter);
    if (!runs)
        return tl::unexpected(runs.error());
    std::size_t marked = 0;
    for (const bench::RunRecord &run : *runs) {
        const auto owner = ownerOf(store.database(), run.state.id);
        if (!owner)
            return tl::unexpected(owner.error());
        const std::string why =
            whyInterrupted(run, *owner ? checkOwner(**owner) : OwnerState::Unknown, nowMs);
        if (why.empty())
            continue;
        const auto done = mark(store.database(), run.state.id, why);
        if (!done)
            return tl::unexpected(done.error());
        marked += *done ? 1 : 0;
    }
    return marked;
}

Result<> setOwner(const Database &database, std::string_view id, const RunOwner &owner) {
    auto keep = database.prepare("INSERT OR REPLACE INTO owner VALUES(?,?,?,?,?,?)");
    if (!keep)
        return tl::unexpected(keep.error());
    keep->bind(1, id).bind(2, owner.machine).bind(3, owner.boot).bind(4, owner.pidNamespace);
    return keep->bind(5, owner.pid).bind(6, owner.started).run();
}

Result<> release(RunStore &store, std::string_view id, const RunOwner &self) {
    auto drop =
        store.database().prepare("DELETE FROM owner WHERE run_id=?1 AND boot=?2 AND pid=?3 AND started=?4");
    if (!drop)
        return tl::unexpected(drop.error());
    return drop->bind(1, id).bind(2, self.boot).bind(3, self.pid).bind(4, self.started).run();
}

Result<bool> isOwnedByAnother(const RunStore &store, std::string_view id, const RunOwner &self,
                              const OwnerCheck &checkOwner) {
    return ownerOf(store.database(), id).map([&](const std::optional<RunOwner> &owner) {
        return owner && *owner != self && checkOwner(*owner) == OwnerState::Alive;
    });
}

Result<bool> takeOver(RunStore &store, std::string_view id, const RunOwner &self,
                      const OwnerCheck &checkOwner) {
    auto transaction = Transaction::begin(store.database());
    if (!transaction)
        return tl::unexpected(transaction.error());
    const auto isKept = isOwnedByAnother(store, id, self, checkOwner);
    if (!isKept || *isKept)
        return isKept.map([](bool kept) { return !kept; });
    if (auto done = setOwner(store.database(), id, self); !done)
        return tl::unexpected(done.error());
    if (auto done = transaction->commit(); !done)
        return tl::unexpected(done.error());
    return true;
}

} // namespace fabricscope::store
