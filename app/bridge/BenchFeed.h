// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Mailbox.h"
#include "core/bench/OutputParser.h"
#include "core/bench/RunRecord.h"

#include <functional>
#include <mutex>
#include <string_view>

namespace fabricscope::app::bridge {

/// What a run prints, on its way to the window: parsed where it arrives, on a worker, and handed over as
/// values when tick() is called, so at most that often. From any thread.
class BenchFeed {
public:
    /// `nowMs`: Unix time; the system's unless told.
    BenchFeed(std::uint64_t run, std::string_view tool, std::shared_ptr<Mailbox> box,
              std::function<std::int64_t()> nowMs = {});

    void output(std::string_view bytes);
    /// Reported immediately.
    void state(const bench::RunState &state);
    /// Nothing more comes; reported immediately.
    void finish(const bench::RunState &state);
    /// What was read of its host so far; reported immediately.
    void telemetry(std::shared_ptr<const bench::Telemetry> read);
    /// Tells what is new. Ten times a second, on a worker: a row that lacks only its newline is taken after
    /// kSilenceMs.
    void tick();

    /// Of the last run that was printed, once nothing more comes.
    [[nodiscard]] bench::RunSummary summary();

    static constexpr std::int64_t kSilenceMs = 200;
    /// What the library says is told no more often while it runs: it may be long.
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
    std::unique_ptr<bench::OutputParser> m_parser; ///< nullptr: nobody reads such a tool
    bench::RunState m_state;
    std::shared_ptr<const bench::Telemetry> m_telemetry;
    /// By run: those before m_firstNew are as the parser has them. They share their rows and points with it.
    BenchResults m_posted;
    std::size_t m_firstNew = 0;
    std::shared_ptr<const nccl::log::DebugLog> m_library; ///< as it was told
    std::uint64_t m_libraryLines = 0;                     ///< that have come
    std::int64_t m_libraryMs = 0;                         ///< when m_library was taken
    bool m_isLibraryNew = false;
    bool m_isNew = false, m_isSilent = true;
    std::int64_t m_lastOutputMs = 0;
    std::optional<std::int64_t> m_lastRowMs;
};

} // namespace fabricscope::app::bridge
