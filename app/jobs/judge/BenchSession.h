// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/WorkerPool.h"
#include "core/bench/run/OutputParser.h"
#include "core/bench/run/RunRecord.h"
#include "core/bench/view/RunJudge.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

namespace fabricscope::app {

/// One run while it is read: parses its output as it arrives, judges it with the rules of core/bench, and
/// publishes the whole as an immutable value. Judging happens on a strand of its own, so neither the output
/// nor a receiver waits for it; if it takes long, it happens less often. Callable from any thread.
class BenchSession : public std::enable_shared_from_this<BenchSession> {
public:
    /// Called one at a time and in order: on the pool, or without one where the cause occurs.
    using Publish = std::function<void(std::shared_ptr<const bench::JudgedRun>)>;
    using Clock = std::chrono::steady_clock;
    struct Options {
        WorkerPool *workers = nullptr;
        std::function<std::int64_t()> wallMs = {};   ///< Unix time; the system's by default
        std::function<Clock::time_point()> now = {}; ///< for the intervals of judging; likewise
    };

    /// `base`: what is known of the run without its output; its specification names the tool.
    static std::shared_ptr<BenchSession> make(bench::BenchView base, Publish publish, Options options);

    void output(std::string_view bytes);
    /// Published without delay.
    void state(const bench::RunState &state);
    /// The output has ended. Published without delay, and judged to the last row.
    void finish(const bench::RunState &state);
    /// What has been read of its host so far; published without delay.
    void telemetry(std::shared_ptr<const bench::Telemetry> read);
    /// Publishes what is new. Call about ten times a second until the end: a row that lacks only its newline
    /// is accepted after kSilenceMs.
    void tick();
    /// What it is judged with from now on, also after its end. Published without delay.
    void setQuestion(std::shared_ptr<const bench::RunQuestion> question);
    /// Whether somebody looks at it; else its growing last table is judged at most once in kUnwatched.
    void setWatched(bool isWatched) { m_isWatched = isWatched; }

    /// The most recently printed table, once the output has ended.
    [[nodiscard]] bench::RunSummary summary();

    static constexpr std::int64_t kSilenceMs = 200;
    /// The library's log is taken no more often than this while the run continues: it may be long.
    static constexpr std::int64_t kLibraryMs = 1000;
    /// Rows that were added to the last table are judged again after this multiple of the time that judging
    /// took, but at the latest after kLongest: stop rules wait for it.
    static constexpr int kShare = 20;
    static constexpr std::chrono::milliseconds kLongest{2000}, kUnwatched{1000};

private:
    struct Private {};

public:
    BenchSession(Private, bench::BenchView base, Publish publish, Options options);

private:
    /// What a turn of judging starts from.
    struct Input {
        bench::RunSoFar run;
        std::optional<std::int64_t> lastRowMs;
        std::shared_ptr<const bench::RunQuestion> question;
        bool isNew = false;
    };
    void note(const bench::Change &change);
    void noteLibrary();
    void takeLibrary();
    [[nodiscard]] Input take();
    void request();
    void turn();
    [[nodiscard]] bool isDue(const Input &input) const;
    void publish(const Input &input);

    Publish m_publish;
    Options m_options;
    std::atomic<bool> m_isWatched{true};
    Strand m_strand; ///< of turn()

    std::mutex m_mutex; // guards what follows, down to the blank line
    std::unique_ptr<bench::OutputParser> m_parser;
    std::shared_ptr<const bench::RunQuestion> m_question = std::make_shared<const bench::RunQuestion>();
    bench::RunState m_state;
    std::shared_ptr<const bench::Telemetry> m_telemetry;
    /// By table: those before m_firstNew are unchanged since the parser produced them, and share its rows and
    /// points.
    bench::Tables m_tables;
    std::size_t m_firstNew = 0;
    std::shared_ptr<const nccl::log::DebugLog> m_library; ///< as taken
    std::uint64_t m_libraryLines = 0;                     ///< received so far
    std::int64_t m_libraryMs = 0;                         ///< when m_library was taken
    bool m_isLibraryNew = false;
    bool m_hasRows = false; ///< of the parser, not yet in m_tables
    bool m_isNew = false;   ///< anything at all, for the next turn
    bool m_isRequested = false, m_isSilent = true;
    std::int64_t m_lastOutputMs = 0;
    std::optional<std::int64_t> m_lastRowMs;

    // Only in turn()
    bench::RunJudge m_judge;
    std::string m_endedWhy; ///< the first reason to stop, while it was running
    std::optional<Clock::time_point> m_judgedAt;
    Clock::duration m_judgingTook{0};
    std::atomic<bool> m_isBehind{false}; ///< rows were left for a later turn
};

} // namespace fabricscope::app
