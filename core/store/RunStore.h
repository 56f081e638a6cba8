// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/RunRecord.h"
#include "core/store/Database.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
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

/// All runs, in one SQLite file. What was committed survives the death of the program; output is committed at
/// the latest half a second after it came, if tick() is called that often. For one thread at a time; another
/// process may read, or write other runs, meanwhile.
class RunStore {
public:
    static constexpr std::uint64_t kMostOutput = std::uint64_t{1} << 30; ///< bytes kept of one run

    struct Options {
        bool readOnly = false;
        std::uint64_t mostBytes = 0;            ///< of the file; 0: no limit
        std::uint64_t mostOutput = kMostOutput; ///< bytes kept of one run
    };
    /// Makes the file and its tables where there is none. Errors: it is something else, damaged, made by a
    /// newer version, or cannot be written.
    [[nodiscard]] static Result<RunStore> open(const std::string &path, const Options &options);
    [[nodiscard]] static Result<RunStore> open(const std::string &path) { return open(path, Options{}); }

    /// A new run. `record.state.id` names it and must be new. Values of secrets, in the environment and in
    /// words like NAME=value, are not kept.
    [[nodiscard]] Result<> add(const bench::RunRecord &record);
    /// Bytes of its output, in the order in which they came; committed together as above. What is kept has no
    /// hole: beyond Options::mostOutput, and behind what could not be committed, bytes are counted by the
    /// state alone.
    [[nodiscard]] Result<> append(std::string_view id, Stream stream, std::int64_t nowMs,
                                  std::string_view bytes);
    /// Commits what waits for half a second or longer.
    [[nodiscard]] Result<> tick(std::int64_t nowMs);
    /// Commits all that waits.
    [[nodiscard]] Result<> flush();

    [[nodiscard]] Result<> setState(const bench::RunState &state);
    [[nodiscard]] Result<> setSummary(std::string_view id, const bench::RunSummary &summary);
    [[nodiscard]] Result<> setNote(std::string_view id, std::string_view note);
    /// A file that the tool wrote (nccl-tests -J): its environment without the values of secrets.
    [[nodiscard]] Result<> attach(std::string_view id, std::string_view name, std::string_view bytes);
    /// What was read beside it, as bench::TelemetryWriter tells it: behind what is kept already, or in its
    /// place. Committed at once. False: it would be more than kMostTelemetry, and nothing is kept of it.
    enum class Place : std::uint8_t { Behind, Instead };
    [[nodiscard]] Result<bool> keepTelemetry(std::string_view id, Place place, std::string_view lines);
    /// A host's capture, once by its id, and that this run has it.
    [[nodiscard]] Result<> addCapture(std::string_view runId, const bench::RunCapture &capture,
                                      std::string_view bytes);

    /// The newest first; `host`, `tool`, `group`: only those, where not empty. At most `most`. One that is
    /// damaged hides no other: it is there with RunRecord::damage.
    struct Filter {
        std::string host, tool, group;
        std::size_t most = 1000;
    };
    [[nodiscard]] Result<std::vector<bench::RunRecord>> list(const Filter &filter) const;
    [[nodiscard]] Result<std::vector<bench::RunRecord>> list() const { return list(Filter{}); }
    /// Of all runs, in the order of their names; at most `most`.
    [[nodiscard]] Result<std::vector<std::string>> hosts(std::size_t most = 1000) const;
    /// Absent: there is none. Errors: it is damaged. An id's beginning is enough where only one run's begins
    /// so.
    [[nodiscard]] Result<std::optional<bench::RunRecord>> find(std::string_view id) const;
    /// Its output in order, piece by piece; ends early where `take` returns false.
    [[nodiscard]] Result<> read(std::string_view id, const std::function<bool(const Chunk &)> &take) const;
    /// How much of this stream is kept of it; 0 where there is no such run.
    [[nodiscard]] Result<std::uint64_t> keptOf(std::string_view id, Stream stream) const;
    [[nodiscard]] Result<std::optional<std::string>> attachment(std::string_view id,
                                                                std::string_view name) const;
    [[nodiscard]] Result<std::optional<std::string>> capture(std::string_view captureId) const;
    /// All of keepTelemetry(); empty: none was kept.
    [[nodiscard]] Result<std::string> telemetry(std::string_view id) const;

    /// The run with its output; captures that no other run has go too. False: there is none.
    [[nodiscard]] Result<bool> remove(std::string_view id);
    static constexpr std::int64_t kCommitMs = 500;
    static constexpr std::size_t kCommitBytes = std::size_t{1} << 16;
    static constexpr std::size_t kMostTelemetry = std::size_t{32} << 20; ///< bytes of one run
    static constexpr std::size_t kMostFile = std::size_t{256} << 20;     ///< of an attachment or a capture

private:
    struct Waiting {
        std::string id;
        Chunk chunk;
    };
    RunStore(Database database, std::uint64_t mostOutput)
        : m_database(std::make_unique<Database>(std::move(database))), m_mostOutput(mostOutput) {}
    Result<> prepareTables(bool readOnly);
    [[nodiscard]] Result<> upgrade() const;
    [[nodiscard]] Result<> keep(const std::vector<Waiting> &waiting) const;
    [[nodiscard]] Result<> keepOne(const Waiting &one) const;
    [[nodiscard]] Result<std::vector<bench::RunRecord>> records(Statement statement) const;

    std::unique_ptr<Database> m_database; ///< stays where it is: statements point to it
    std::vector<Waiting> m_waiting;       ///< in the order in which they came
    std::size_t m_waitingBytes = 0;
    std::uint64_t m_mostOutput;
    std::map<std::string, std::size_t, std::less<>> m_telemetry; ///< bytes that are kept, by run
    std::set<std::string, std::less<>> m_cut; ///< runs of whose output something could not be committed
};

/// A run's words without secrets: "NAME=value" and what follows "--token" and its like.
[[nodiscard]] bench::RunSpec withoutSecrets(bench::RunSpec spec);

} // namespace fabricscope::store
