// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/run/RunRecord.h"
#include "core/store/Database.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::store {

/// Which of a run's streams bytes came from.
enum class Stream : std::uint8_t { Output, Error };

/// A piece of a run's output, as it came.
struct Chunk {
    std::int64_t atMs = 0; ///< Unix time of this machine, when its first byte came
    Stream stream = Stream::Output;
    std::string bytes;
};

/// Finds and reads the runs of a database whose tables are known (Schema.h). For one thread at a time; other
/// processes may write meanwhile.
class RunReader {
public:
    explicit RunReader(Database database) : m_database(std::make_unique<Database>(std::move(database))) {}

    /// Newest first; `host`, `tool`, `group`: filters, if not empty. At most `most`. A damaged
    /// run hides no other: it is returned with RunRecord::damage.
    struct Filter {
        std::string host, tool, group;
        std::size_t most = kAll;
        bool isUnfinished = false;  ///< only runs that have not ended, as far as is known
        bool orInterrupted = false; ///< with it: also those of which nothing is known since
    };
    static constexpr std::size_t kAll = std::numeric_limits<std::int64_t>::max();
    [[nodiscard]] Result<std::vector<bench::RunRecord>> list(const Filter &filter) const;
    [[nodiscard]] Result<std::vector<bench::RunRecord>> list() const { return list(Filter{}); }
    /// The same one by one; ends early if `take` returns false. Nothing is locked while `take` runs.
    [[nodiscard]] Result<> visit(const Filter &filter,
                                 const std::function<bool(const bench::RunRecord &)> &take) const;
    /// The total number, independent of `most`.
    [[nodiscard]] Result<std::uint64_t> count(const Filter &filter) const;
    /// Of all runs, in the order of their names; at most `most`.
    [[nodiscard]] Result<std::vector<std::string>> hosts(std::size_t most = 1000) const;
    /// Absent: no such run. Errors: it is damaged. The beginning of an id is enough if only one run's begins
    /// with it.
    [[nodiscard]] Result<std::optional<bench::RunRecord>> find(std::string_view id) const;
    /// Its output in order, piece by piece; ends early where `take` returns false. Nothing is locked while
    /// `take` works.
    [[nodiscard]] Result<> read(std::string_view id, const std::function<bool(const Chunk &)> &take) const;
    [[nodiscard]] Result<std::optional<std::string>> attachment(std::string_view id,
                                                                std::string_view name) const;
    [[nodiscard]] Result<std::optional<std::string>> capture(std::string_view captureId) const;
    /// All of RunStore::saveTelemetry(); empty: none was kept.
    [[nodiscard]] Result<std::string> telemetry(std::string_view id) const;

    /// For what is saved in addition to runs: RunOwners.h, RunRetention.h.
    [[nodiscard]] const Database &database() const { return *m_database; }
    static constexpr std::size_t kMaxTelemetry = std::size_t{32} << 20; ///< bytes of one run
    /// Under this name a run has attached to it what json::containmentText() makes of its state: databases of
    /// all forms have room for it there.
    static constexpr const char *kContainmentFile = ".containment";

private:
    [[nodiscard]] Result<bench::RunRecord> record(const Statement &row) const;
    [[nodiscard]] Result<std::vector<bench::RunRecord>> records(Statement statement) const;
    struct Cursor; ///< where a page of the list ended
    [[nodiscard]] Result<std::vector<bench::RunRecord>> page(const Filter &filter, Cursor &behind,
                                                             std::size_t most) const;

    std::unique_ptr<Database> m_database; ///< stays where it is: statements point to it
};

} // namespace fabricscope::store
