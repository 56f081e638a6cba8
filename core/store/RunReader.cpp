// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunReader.h"

#include "core/base/HostText.h"
#include "core/json/RunJson.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fabricscope::store {

namespace {

constexpr std::string_view kColumns =
    "SELECT id, created_ms, spec, group_id, sweep_value, repeat, phase, "
    "started_ms, ended_ms, pid, exit_status, "
    "why, output_bytes, output_lines, kept_bytes, summary, note, host, tool, rowid "
    "FROM run ";

std::optional<int> narrow(const std::optional<std::int64_t> &number) {
    return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

std::uint64_t countOf(std::int64_t number) {
    return number < 0 ? 0 : static_cast<std::uint64_t>(number);
}

bench::Phase phaseOf(std::int64_t number) {
    const auto last = static_cast<std::int64_t>(bench::Phase::Interrupted);
    return static_cast<bench::Phase>(std::clamp<std::int64_t>(number, 0, last));
}

constexpr const char *kFilter = "WHERE (?1='' OR host=?1) AND (?2='' OR tool=?2) AND (?3='' OR group_id=?3) "
                                "AND (?4=0 OR phase<=3 OR (?4=2 AND phase=9)) AND +phase<100 ";

static_assert(static_cast<int>(bench::Phase::Interrupted) == 9, "kFilter");

Statement &bindFilter(Statement &statement, const RunReader::Filter &filter) {
    const std::int64_t unfinished = filter.isUnfinished ? 1 : 0;
    return statement.bind(1, filter.host)
        .bind(2, filter.tool)
        .bind(3, filter.group)
        .bind(4, unfinished * (filter.orInterrupted ? 2 : 1));
}

/// Escapes GLOB's special characters in an id, so that only its beginning matches.
std::string beginsWith(std::string_view text) {
    std::string pattern;
    for (const char c : text)
        pattern += c == '*' || c == '?' || c == '[' ? fmt::format("[{}]", c) : std::string(1, c);
    return pattern + '*';
}

/// A run that is deleted while it is read is incomplete.
Result<> isThere(const Database &database, std::string_view id) {
    auto statement = database.prepare("SELECT 1 FROM run WHERE id=?1 AND phase<100");
    if (!statement)
        return tl::unexpected(statement.error());
    const auto row = statement->bind(1, id).step();
    if (!row)
        return tl::unexpected(row.error());
    return *row ? Result<>() : failure("the run was deleted while it was read", HostText(id).plain(64));
}

} // namespace

struct RunReader::Cursor {
    std::int64_t createdMs = std::numeric_limits<std::int64_t>::max();
    std::int64_t rowid = std::numeric_limits<std::int64_t>::max();
};

Result<bench::RunRecord> RunReader::record(const Statement &row) const {
    bench::RunRecord record;
    auto spec = json::specFrom(row.text(2));
    auto summary = json::summaryFrom(row.text(15));
    if (spec && summary) {
        record.spec = std::move(*spec);
        record.summary = std::move(*summary);
    } else {
        record.damage = (spec ? summary.error() : spec.error()).what;
        record.spec.host = row.text(17);
        record.spec.tool = row.text(18);
    }
    record.state = {row.text(0),  phaseOf(row.number(6)),  row.known(7),
                    row.known(8), narrow(row.known(9)),    narrow(row.known(10)),
                    row.text(11), countOf(row.number(12)), countOf(row.number(13))};
    const auto containment = attachment(record.state.id, kContainmentFile);
    if (!containment)
        return tl::unexpected(containment.error());
    if (*containment)
        json::readContainment(**containment, record.state);
    record.createdMs = row.number(1);
    record.group = row.text(3);
    record.sweepValue = row.text(4);
    record.repeat = static_cast<unsigned>(countOf(row.number(5)));
    record.storedBytes = countOf(row.number(14));
    record.note = row.text(16);
    auto links = m_database->prepare("SELECT host, capture_id, taken_ms FROM run_capture WHERE run_id=? "
                                     "ORDER BY host, capture_id");
    if (!links)
        return tl::unexpected(links.error());
    links->bind(1, record.state.id);
    auto link = links->step();
    for (; link && *link; link = links->step())
        record.captures.push_back({links->text(0), links->text(1), links->number(2)});
    if (!link)
        return tl::unexpected(link.error());
    return record;
}

Result<std::vector<bench::RunRecord>> RunReader::records(Statement statement) const {
    std::vector<bench::RunRecord> found;
    while (true) {
        const auto row = statement.step();
        if (!row)
            return tl::unexpected(row.error());
        if (!*row)
            return found;
        auto one = record(statement);
        if (!one)
            return tl::unexpected(one.error());
        found.push_back(std::move(*one));
    }
}

Result<std::vector<bench::RunRecord>> RunReader::page(const Filter &filter, Cursor &behind,
                                                      std::size_t most) const {
    auto statement = m_database->prepare(
        std::string(kColumns) + kFilter +
        "AND (created_ms, rowid) < (?5, ?6) ORDER BY created_ms DESC, rowid DESC LIMIT ?7");
    if (!statement)
        return tl::unexpected(statement.error());
    bindFilter(*statement, filter)
        .bind(5, behind.createdMs)
        .bind(6, behind.rowid)
        .bind(7, static_cast<std::int64_t>(most));
    std::vector<bench::RunRecord> found;
    auto row = statement->step();
    for (; row && *row; row = statement->step()) {
        auto one = record(*statement);
        if (!one)
            return tl::unexpected(one.error());
        behind = {one->createdMs, statement->number(19)};
        found.push_back(std::move(*one));
    }
    if (!row)
        return tl::unexpected(row.error());
    return found;
}

Result<> RunReader::visit(const Filter &filter,
                          const std::function<bool(const bench::RunRecord &)> &take) const {
    constexpr std::size_t kPage = 256;
    Cursor behind;
    for (std::size_t left = filter.most; left > 0;) {
        const auto runs = page(filter, behind, std::min(left, kPage));
        if (!runs)
            return tl::unexpected(runs.error());
        for (const bench::RunRecord &run : *runs)
            if (!take(run))
                return {};
        if (runs->size() < std::min(left, kPage))
            return {};
        left -= runs->size();
    }
    return {};
}

Result<std::vector<bench::RunRecord>> RunReader::list(const Filter &filter) const {
    Cursor behind;
    return page(filter, behind, filter.most);
}

Result<std::uint64_t> RunReader::count(const Filter &filter) const {
    auto statement = m_database->prepare(std::string("SELECT count(*) FROM run ") + kFilter);
    if (!statement)
        return tl::unexpected(statement.error());
    const auto row = bindFilter(*statement, filter).step();
    if (!row)
        return tl::unexpected(row.error());
    return *row ? countOf(statement->number(0)) : 0;
}

Result<std::vector<std::string>> RunReader::hosts(std::size_t most) const {
    auto statement =
        m_database->prepare("SELECT DISTINCT host FROM run WHERE +phase<100 ORDER BY host LIMIT ?1");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, static_cast<std::int64_t>(most));
    std::vector<std::string> names;
    auto row = statement->step();
    for (; row && *row; row = statement->step())
        names.push_back(statement->text(0));
    if (!row)
        return tl::unexpected(row.error());
    return names;
}

Result<std::optional<bench::RunRecord>> RunReader::find(std::string_view id) const {
    auto statement =
        m_database->prepare(std::string(kColumns) + "WHERE (id=?1 OR (?1<>'' AND id GLOB ?2)) AND +phase<100 "
                                                    "ORDER BY id<>?1 LIMIT 2");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, id).bind(2, beginsWith(id));
    auto found = records(std::move(*statement));
    if (!found)
        return tl::unexpected(found.error());
    if (found->empty())
        return std::nullopt;
    if (found->size() > 1 && found->front().state.id != id)
        return failure(fmt::format("several runs start with '{}'", HostText(id).plain(64)), "run database",
                       "use more of the id");
    if (!found->front().damage.empty())
        return failure("the run is damaged: " + found->front().damage, "run database",
                       "sqlite3 FILE .recover restores readable data");
    return std::move(found->front());
}

Result<> RunReader::read(std::string_view id, const std::function<bool(const Chunk &)> &take) const {
    constexpr std::int64_t kPage = 32; // pieces of some 64 KiB
    constexpr std::int64_t kBegin = std::numeric_limits<std::int64_t>::min();
    for (std::int64_t behind = kBegin;;) {
        auto statement = m_database->prepare("SELECT at_ms, stream, bytes, number FROM chunk "
                                             "WHERE run_id=?1 AND number>?2 ORDER BY number LIMIT ?3");
        if (!statement)
            return tl::unexpected(statement.error());
        statement->bind(1, id).bind(2, behind).bind(3, kPage);
        std::vector<Chunk> page;
        auto row = statement->step();
        for (; row && *row; row = statement->step()) {
            page.push_back({statement->number(0), statement->number(1) == 0 ? Stream::Output : Stream::Error,
                            statement->text(2)});
            behind = statement->number(3);
        }
        if (!row)
            return tl::unexpected(row.error());
        for (const Chunk &chunk : page)
            if (!take(chunk))
                return {};
        if (page.size() < static_cast<std::size_t>(kPage))
            return behind == kBegin ? Result<>() : isThere(*m_database, id);
    }
}

namespace {

Result<std::optional<std::string>> firstText(Result<Statement> statement, std::string_view a,
                                             std::string_view b) {
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, a);
    if (!b.empty())
        statement->bind(2, b);
    const auto row = statement->step();
    if (!row)
        return tl::unexpected(row.error());
    return *row ? std::optional(statement->text(0)) : std::nullopt;
}

} // namespace

Result<std::optional<std::string>> RunReader::attachment(std::string_view id, std::string_view name) const {
    return firstText(m_database->prepare("SELECT bytes FROM attachment WHERE run_id=? AND name=?"), id, name);
}

Result<std::optional<std::string>> RunReader::capture(std::string_view captureId) const {
    return firstText(m_database->prepare("SELECT bytes FROM capture WHERE id=?"), captureId, {});
}

Result<std::string> RunReader::telemetry(std::string_view id) const {
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
