// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/json/RunJson.h"
#include "core/store/RunStore.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::store {

namespace {

constexpr std::string_view kColumns =
    "SELECT id, created_ms, spec, group_id, sweep_value, repeat, phase, "
    "started_ms, ended_ms, pid, exit_status, "
    "why, output_bytes, output_lines, kept_bytes, summary, note, host, tool "
    "FROM run ";

std::optional<int> narrow(const std::optional<std::int64_t> &number) {
    return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

std::uint64_t countOf(std::int64_t number) {
    return number < 0 ? 0 : static_cast<std::uint64_t>(number);
}

bench::Phase phaseOf(std::int64_t number) {
    const auto last = static_cast<std::int64_t>(bench::Phase::Failed);
    return static_cast<bench::Phase>(std::clamp<std::int64_t>(number, 0, last));
}

/// GLOB's own characters of an id, so that only its beginning counts.
std::string beginsWith(std::string_view text) {
    std::string pattern;
    for (const char c : text)
        pattern += c == '*' || c == '?' || c == '[' ? fmt::format("[{}]", c) : std::string(1, c);
    return pattern + '*';
}

} // namespace

Result<std::vector<bench::RunRecord>> RunStore::records(Statement statement) const {
    std::vector<bench::RunRecord> found;
    while (true) {
        const auto row = statement.step();
        if (!row)
            return tl::unexpected(row.error());
        if (!*row)
            break;
        bench::RunRecord record;
        auto spec = json::specFrom(statement.text(2));
        auto summary = json::summaryFrom(statement.text(15));
        if (spec && summary) {
            record.spec = std::move(*spec);
            record.summary = std::move(*summary);
        } else {
            record.damage = (spec ? summary.error() : spec.error()).what;
            record.spec.host = statement.text(17);
            record.spec.tool = statement.text(18);
        }
        record.state = {statement.text(0),  phaseOf(statement.number(6)),  statement.known(7),
                        statement.known(8), narrow(statement.known(9)),    narrow(statement.known(10)),
                        statement.text(11), countOf(statement.number(12)), countOf(statement.number(13))};
        record.createdMs = statement.number(1);
        record.group = statement.text(3);
        record.sweepValue = statement.text(4);
        record.repeat = static_cast<unsigned>(countOf(statement.number(5)));
        record.keptBytes = countOf(statement.number(14));
        record.note = statement.text(16);
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
        found.push_back(std::move(record));
    }
    return found;
}

Result<std::vector<bench::RunRecord>> RunStore::list(const Filter &filter) const {
    auto statement = m_database->prepare(
        std::string(kColumns) + "WHERE (?1='' OR host=?1) AND (?2='' OR tool=?2) AND (?3='' OR group_id=?3) "
                                "ORDER BY created_ms DESC, rowid DESC LIMIT ?4");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, filter.host)
        .bind(2, filter.tool)
        .bind(3, filter.group)
        .bind(4, static_cast<std::int64_t>(filter.most));
    return records(std::move(*statement));
}

Result<std::vector<std::string>> RunStore::hosts(std::size_t most) const {
    auto statement = m_database->prepare("SELECT DISTINCT host FROM run ORDER BY host LIMIT ?1");
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

Result<std::optional<bench::RunRecord>> RunStore::find(std::string_view id) const {
    auto statement = m_database->prepare(std::string(kColumns) +
                                         "WHERE id=?1 OR (?1<>'' AND id GLOB ?2) ORDER BY id<>?1 LIMIT 2");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, id).bind(2, beginsWith(id));
    auto found = records(std::move(*statement));
    if (!found)
        return tl::unexpected(found.error());
    if (found->empty())
        return std::nullopt;
    if (found->size() > 1 && found->front().state.id != id)
        return failure(fmt::format("several runs begin with '{}'", sanitized(id, 64)), "run database",
                       "give more of the id");
    if (!found->front().damage.empty())
        return failure("the run is damaged: " + found->front().damage, "run database",
                       "sqlite3 FILE .recover saves what can be saved");
    return std::move(found->front());
}

Result<> RunStore::read(std::string_view id, const std::function<bool(const Chunk &)> &take) const {
    auto statement =
        m_database->prepare("SELECT at_ms, stream, bytes FROM chunk WHERE run_id=? ORDER BY number");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, id);
    while (true) {
        const auto row = statement->step();
        if (!row)
            return tl::unexpected(row.error());
        if (!*row || !take({statement->number(0), statement->number(1) == 0 ? Stream::Output : Stream::Error,
                            statement->text(2)}))
            return {};
    }
}

Result<std::uint64_t> RunStore::keptOf(std::string_view id, Stream stream) const {
    auto statement =
        m_database->prepare("SELECT coalesce(sum(length(bytes)), 0) FROM chunk WHERE run_id=? AND stream=?");
    if (!statement)
        return tl::unexpected(statement.error());
    statement->bind(1, id).bind(2, static_cast<std::int64_t>(stream));
    const auto row = statement->step();
    if (!row)
        return tl::unexpected(row.error());
    return countOf(*row ? statement->number(0) : 0);
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

Result<std::optional<std::string>> RunStore::attachment(std::string_view id, std::string_view name) const {
    return firstText(m_database->prepare("SELECT bytes FROM attachment WHERE run_id=? AND name=?"), id, name);
}

Result<std::optional<std::string>> RunStore::capture(std::string_view captureId) const {
    return firstText(m_database->prepare("SELECT bytes FROM capture WHERE id=?"), captureId, {});
}

} // namespace fabricscope::store
