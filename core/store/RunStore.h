// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/run/RunRecord.h"
#include "core/store/RunReader.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::store {

/// The process that owns a run: a later reader can check whether it still does.
struct RunOwner {
    std::string machine;      ///< its id and name
    std::string boot;         ///< differs each time the kernel starts
    std::string pidNamespace; ///< in which `pid` counts
    std::int64_t pid = 0;
    std::int64_t started = 0; ///< clock ticks since the start of the kernel (proc(5), starttime)
    friend bool operator==(const RunOwner &, const RunOwner &) = default;
};

/// All runs, in one SQLite file. What was committed survives the death of the program; output is committed at
/// the latest half a second after it came, if tick() is called that often. For one thread at a time; another
/// process may read, or write other runs, meanwhile.
class RunStore : public RunReader {
public:
    static constexpr std::uint64_t kMaxOutput = std::uint64_t{1} << 30; ///< bytes kept of one run
    /// Of all runs together, unless another limit is set (RunRetention.h). A database of an older version
    /// that is larger than half of it begins with a limit of twice its size.
    static constexpr std::uint64_t kDefaultLimit = std::uint64_t{10} << 30;

    struct Options {
        bool readOnly = false;
        std::uint64_t maxBytes = 0;           ///< of the file; 0: no limit
        std::uint64_t maxOutput = kMaxOutput; ///< bytes kept of one run
        FileSystemType fileSystemType = store::fileSystemType;
        int busyMs = 0; ///< how long another process that writes is waited for; 0: as usual there
        LocalLocks localLocks = Database::Options().localLocks;
    };
    /// Makes the file and its tables where there is none. Errors: it is something else, damaged, made by a
    /// newer version, or cannot be written.
    [[nodiscard]] static Result<RunStore> open(const std::string &path, const Options &options);
    [[nodiscard]] static Result<RunStore> open(const std::string &path) { return open(path, Options{}); }

    /// A new run. `record.state.id` names it and must be new. Secrets are not kept
    /// (core/bench/command/Secrets.h), here and in all other text: callers that append output must have
    /// filtered it, since it comes in pieces. `owner`: the program that owns it.
    [[nodiscard]] Result<> add(const bench::RunRecord &record, const RunOwner *owner = nullptr);
    /// Bytes of its output, in the order in which they came; committed together as above. Where another
    /// process writes for too long they wait for the next attempt, at most kMaxWaiting. Stored output has no
    /// gaps: beyond Options::maxOutput, and after bytes that could not be committed, bytes are only counted
    /// in the state.
    [[nodiscard]] Result<> append(std::string_view id, Stream stream, std::int64_t nowMs,
                                  std::string_view bytes);
    /// Replaces each stored piece of this stream, in order, by the result of `change`; committed
    /// together, and the old bytes are overwritten. Nothing may be pending.
    [[nodiscard]] Result<> changeOutput(std::string_view id, Stream stream,
                                        const std::function<std::string(std::string_view)> &change) const;
    /// Commits what has been pending for half a second or longer.
    [[nodiscard]] Result<> tick(std::int64_t nowMs);
    /// Commits all that is pending. If the error isBusy(), it stays pending.
    [[nodiscard]] Result<> flush();
    [[nodiscard]] bool hasWaiting() const { return !m_waiting.empty(); }

    /// A known end is not overwritten by a `state` without one: running, lost or interrupted.
    [[nodiscard]] Result<> setState(const bench::RunState &state);
    [[nodiscard]] Result<> setSummary(std::string_view id, const bench::RunSummary &summary);
    [[nodiscard]] Result<> setNote(std::string_view id, std::string_view note);
    /// A file that the tool wrote (nccl-tests -J), without secrets.
    [[nodiscard]] Result<> attach(std::string_view id, std::string_view name, std::string_view bytes);
    /// Telemetry of the run, as bench::TelemetryWriter writes it: after what is saved already, or in its
    /// place. Committed at once. False: it would be more than kMaxTelemetry, and nothing is kept of it.
    enum class WriteMode : std::uint8_t { Append, Replace };
    [[nodiscard]] Result<bool> saveTelemetry(std::string_view id, WriteMode mode, std::string_view lines);
    /// Stores a host's capture, once by its id, and that this run has it.
    [[nodiscard]] Result<> addCapture(std::string_view runId, const bench::RunCapture &capture,
                                      std::string_view bytes);

    /// Deletes the run with its output; captures that no other run has are deleted too. False: no such run.
    /// It is hidden at once and deleted piece by piece, so that others can write meanwhile (RunRemoval.h).
    [[nodiscard]] Result<bool> remove(std::string_view id);
    static constexpr std::int64_t kCommitMs = 500;
    static constexpr std::size_t kCommitBytes = std::size_t{1} << 16;
    static constexpr std::size_t kMaxWaiting = std::size_t{32} << 20; ///< bytes that were not committed yet
    static constexpr std::size_t kMaxFile = std::size_t{256} << 20;   ///< of an attachment or a capture

private:
    struct Waiting {
        std::string id;
        Chunk chunk;
    };
    RunStore(Database database, std::uint64_t maxOutput)
        : RunReader(std::move(database)), m_maxOutput(maxOutput) {}
    [[nodiscard]] Result<> tryToCommit(std::int64_t nowMs);
    void cutWaiting();
    [[nodiscard]] Result<> keep(const std::vector<Waiting> &waiting) const;
    [[nodiscard]] Result<> writeOne(const Waiting &one) const;

    std::vector<Waiting> m_waiting; ///< in the order in which they came
    std::size_t m_waitingBytes = 0;
    std::int64_t m_busyAtMs = 0; ///< when a try to commit them met another process; 0: none did
    std::uint64_t m_maxOutput;
    std::map<std::string, std::size_t, std::less<>> m_telemetry; ///< bytes that are kept, by run
    std::set<std::string, std::less<>> m_cut; ///< runs of whose output something could not be committed
};

} // namespace fabricscope::store
