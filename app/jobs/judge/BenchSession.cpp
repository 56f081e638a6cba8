// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/judge/BenchSession.h"

#include "core/nccl/log/DebugLog.h"

#include <algorithm>
#include <utility>

namespace fabricscope::app {

namespace {

std::int64_t systemMs() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

/// An unknown tool may print the format of a known one.
std::unique_ptr<bench::OutputParser> parserFor(const bench::BenchView &base) {
    auto parser = base.spec ? bench::makeParser(base.spec->tool) : nullptr;
    return parser != nullptr ? std::move(parser) : bench::makeParser("auto");
}

bool hasEnded(const bench::RunState &state) {
    return state.phase > bench::Phase::Stopping;
}

} // namespace

std::shared_ptr<BenchSession> BenchSession::make(bench::BenchView base, Publish publish, Options options) {
    return std::make_shared<BenchSession>(Private(), std::move(base), std::move(publish), std::move(options));
}

BenchSession::BenchSession(Private /*key*/, bench::BenchView base, Publish publish, Options options)
    : m_publish(std::move(publish))
    , m_options(std::move(options))
    , m_strand(m_options.workers)
    , m_parser(parserFor(base))
    , m_state(base.state.value_or(bench::RunState()))
    , m_judge(std::move(base)) {
    if (!m_options.wallMs)
        m_options.wallMs = systemMs;
    if (!m_options.now)
        m_options.now = Clock::now;
}

// Reading

void BenchSession::note(const bench::Change &change) {
    if (!change.any())
        return;
    m_firstNew = m_hasRows ? std::min(m_firstNew, change.run) : change.run;
    m_hasRows = true;
    if (change.rows + change.points + change.matrixRows > 0)
        m_lastRowMs = m_options.wallMs();
}

/// Lines of the library are not rows, but they give the run's transport, so they count as new, too.
void BenchSession::noteLibrary() {
    const nccl::log::DebugLog *log = m_parser->library();
    const std::uint64_t lines = log != nullptr ? log->infoLines + log->warnings.size() : 0;
    if (std::exchange(m_libraryLines, lines) == lines)
        return;
    m_isLibraryNew = true;
    m_firstNew = std::min(m_hasRows ? m_firstNew : m_tables.size(), m_parser->results().size() - 1);
    m_hasRows = true;
}

void BenchSession::takeLibrary() {
    const bool mustWait =
        !hasEnded(m_state) && m_library != nullptr && m_options.wallMs() - m_libraryMs < kLibraryMs;
    if (!m_isLibraryNew || mustWait)
        return;
    m_isLibraryNew = false;
    m_libraryMs = m_options.wallMs();
    m_library = std::make_shared<const nccl::log::DebugLog>(*m_parser->library());
}

void BenchSession::output(std::string_view bytes) {
    const std::lock_guard lock(m_mutex);
    m_lastOutputMs = m_options.wallMs();
    m_isSilent = false;
    note(m_parser->feed(bytes));
    noteLibrary();
}

void BenchSession::state(const bench::RunState &state) {
    {
        const std::lock_guard lock(m_mutex);
        m_state = state;
        m_isNew = true;
    }
    request();
}

void BenchSession::finish(const bench::RunState &state) {
    {
        const std::lock_guard lock(m_mutex);
        m_state = state;
        note(m_parser->end());
        noteLibrary(); // its last line may lack a newline
        m_isNew = true;
    }
    request();
}

void BenchSession::telemetry(std::shared_ptr<const bench::Telemetry> read) {
    {
        const std::lock_guard lock(m_mutex);
        m_telemetry = std::move(read);
        m_isNew = true;
    }
    request();
}

void BenchSession::setQuestion(std::shared_ptr<const bench::RunQuestion> question) {
    {
        const std::lock_guard lock(m_mutex);
        m_question = std::move(question);
        m_isNew = true;
    }
    request();
}

void BenchSession::tick() {
    {
        const std::lock_guard lock(m_mutex);
        if (!m_isSilent && m_options.wallMs() - m_lastOutputMs >= kSilenceMs) {
            m_isSilent = true;
            note(m_parser->idle());
        }
        const bool isLibraryDue = m_isLibraryNew && m_options.wallMs() - m_libraryMs >= kLibraryMs;
        m_isNew = m_isNew || m_hasRows || isLibraryDue;
        if (!m_isNew && !m_isBehind)
            return;
    }
    request();
}

bench::RunSummary BenchSession::summary() {
    const std::lock_guard lock(m_mutex);
    note(m_parser->end());
    noteLibrary();
    return bench::summaryOfLast(m_parser->results());
}

/// Tables that did not change keep their objects.
BenchSession::Input BenchSession::take() {
    const std::lock_guard lock(m_mutex);
    m_isRequested = false;
    if (std::exchange(m_hasRows, false)) {
        const std::vector<bench::Results> &results = m_parser->results();
        m_tables.resize(std::min(m_tables.size(), m_firstNew));
        for (std::size_t table = m_tables.size(); table < results.size(); ++table)
            m_tables.push_back(std::make_shared<const bench::Results>(results[table]));
    }
    takeLibrary();
    return {
        {m_state, m_tables, m_library, m_telemetry}, m_lastRowMs, m_question, std::exchange(m_isNew, false)};
}

// Judging

/// Many causes, one turn.
void BenchSession::request() {
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_isRequested, true))
            return;
    }
    m_strand.post([self = shared_from_this()] { self->turn(); });
}

void BenchSession::turn() {
    const Input input = take();
    m_judge.judgeTelemetry(input.run, *input.question);
    const bool isDue = this->isDue(input);
    if (isDue) {
        const auto from = m_options.now();
        m_judge.judge(input.run, *input.question);
        m_judgedAt = m_options.now();
        m_judgingTook = *m_judgedAt - from;
    }
    m_isBehind = !isDue && m_judge.hasNew(input.run, *input.question);
    if (m_endedWhy.empty() && input.run.state.phase == bench::Phase::Running)
        m_endedWhy = m_judge.reasonToStop();
    if (input.isNew || isDue)
        publish(input);
}

bool BenchSession::isDue(const Input &input) const {
    if (!m_judge.hasNew(input.run, *input.question))
        return false;
    if (!m_judgedAt || hasEnded(input.run.state) || m_judge.hasOther(input.run, *input.question))
        return true;
    const Clock::duration wait =
        std::max<Clock::duration>(std::min<Clock::duration>(m_judgingTook * kShare, kLongest),
                                  m_isWatched ? Clock::duration(0) : kUnwatched);
    return m_options.now() - *m_judgedAt >= wait;
}

void BenchSession::publish(const Input &input) {
    auto run = std::make_shared<bench::JudgedRun>();
    run->base = m_judge.base();
    run->state = input.run.state;
    run->tables = input.run.tables;
    run->lastRowMs = input.lastRowMs;
    run->judged = m_judge.tables();
    run->telemetry = m_judge.telemetry();
    run->endedWhy = m_endedWhy;
    run->version = input.question->version;
    m_publish(std::move(run));
}

} // namespace fabricscope::app
