// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Mailbox.h"
#include "core/bench/run/OutputParser.h"
#include "core/bench/run/RunRecord.h"

#include <functional>
#include <mutex>
#include <string_view>

namespace fabricscope::app::bridge {

/// Receives the output of a run for the window: parses it on a worker as it arrives, and delivers the results
/// as values when tick() is called, at most that often. Callable from any thread.
class BenchFeed {
public:
    /// `nowMs`: Unix time; the system clock by default.
    BenchFeed(std::uint64_t run, std::string_view tool, std::shared_ptr<Mailbox> box,
              std::function<std::int64_t()> nowMs = {});

    void output(std::string_view bytes);
    /// Reported immediately.
    void state(const bench::RunState &state);
    /// The output has ended; reported immediately.
    void finish(const bench::RunState &state);
    /// What has been read of its host so far; reported immediately.
    void telemetry(std::shared_ptr<const bench::Telemetry> read);
    /// Reports what is new. Called ten times a second, on a worker: a row that lacks only its newline is
    /// accepted after kSilenceMs.
    void tick();

    /// The most recently printed run, once the output has ended.
    [[nodiscard]] bench::RunSummary summary();

    static constexpr std::int64_t kSilenceMs = 200;
    /// The library's log is reported no more often than this while the run continues: it may be long.
    static constexpr std::int64_t kLibraryMs = 1000;

private:
    void note(const bench::Change &change);
    void noteLibrary();
    void takeLibrary();
    void post();

    std::mutex m_mutex;
    std::uint64_t m_run;
    std::shared_ptr<Mailbox> m_box;
    std::function<std::int64_t()> m_nowMs;
    std::unique_ptr<bench::OutputParser> m_parser; ///< nullptr: no reader for this tool
    bench::RunState m_state;
    std::shared_ptr<const bench::Telemetry> m_telemetry;
    /// By run: those before m_firstNew are unchanged since the parser produced them, and share its rows and
    /// points.
    BenchResults m_posted;
    std::size_t m_firstNew = 0;
    std::shared_ptr<const nccl::log::DebugLog> m_library; ///< as reported
    std::uint64_t m_libraryLines = 0;                     ///< received so far
    std::int64_t m_libraryMs = 0;                         ///< when m_library was taken
    bool m_isLibraryNew = false;
    bool m_isNew = false, m_isSilent = true;
    std::int64_t m_lastOutputMs = 0;
    std::optional<std::int64_t> m_lastRowMs;
};

} // namespace fabricscope::app::bridge
