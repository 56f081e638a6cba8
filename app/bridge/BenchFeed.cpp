// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/BenchFeed.h"

#include "core/nccl/log/DebugLog.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace fabricscope::app::bridge {

namespace {

std::int64_t systemMs() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

BenchFeed::BenchFeed(std::uint64_t run, std::string_view tool, std::shared_ptr<Mailbox> box,
                     std::function<std::int64_t()> nowMs)
    : m_run(run)
    , m_box(std::move(box))
    , m_nowMs(nowMs ? std::move(nowMs) : systemMs)
    , m_parser(bench::makeParser(tool)) {
    if (m_parser == nullptr) // an unknown tool may print the format of a known one
        m_parser = bench::makeParser("auto");
}

void BenchFeed::note(const bench::Change &change) {
    if (!change.any())
        return;
    m_firstNew = m_isNew ? std::min(m_firstNew, change.run) : change.run;
    m_isNew = true;
    if (change.rows + change.points + change.matrixRows > 0)
        m_lastRowMs = m_nowMs();
}

/// Lines of the library are not rows, but they give the run's transport, so they are posted, too.
void BenchFeed::noteLibrary() {
    const nccl::log::DebugLog *log = m_parser->library();
    const std::uint64_t lines = log != nullptr ? log->infoLines + log->warnings.size() : 0;
    if (std::exchange(m_libraryLines, lines) == lines)
        return;
    m_isLibraryNew = true;
    m_firstNew = std::min(m_isNew ? m_firstNew : m_posted.size(), m_parser->results().size() - 1);
    m_isNew = true;
}

void BenchFeed::takeLibrary() {
    const bool isOver = m_state.phase > bench::Phase::Stopping;
    if (!m_isLibraryNew || (!isOver && m_library != nullptr && m_nowMs() - m_libraryMs < kLibraryMs))
        return;
    m_isLibraryNew = false;
    m_libraryMs = m_nowMs();
    m_library = std::make_shared<const nccl::log::DebugLog>(*m_parser->library());
}

void BenchFeed::output(std::string_view bytes) {
    const std::lock_guard lock(m_mutex);
    m_lastOutputMs = m_nowMs();
    m_isSilent = false;
    if (m_parser == nullptr)
        return;
    note(m_parser->feed(bytes));
    noteLibrary();
}

void BenchFeed::state(const bench::RunState &state) {
    const std::lock_guard lock(m_mutex);
    m_state = state;
    post();
}

void BenchFeed::finish(const bench::RunState &state) {
    const std::lock_guard lock(m_mutex);
    m_state = state;
    if (m_parser != nullptr) {
        note(m_parser->end());
        noteLibrary(); // its last line may lack a newline
    }
    post();
}

void BenchFeed::telemetry(std::shared_ptr<const bench::Telemetry> read) {
    const std::lock_guard lock(m_mutex);
    m_telemetry = std::move(read);
    post();
}

void BenchFeed::tick() {
    const std::lock_guard lock(m_mutex);
    if (!m_isSilent && m_parser != nullptr && m_nowMs() - m_lastOutputMs >= kSilenceMs) {
        m_isSilent = true;
        note(m_parser->idle());
    }
    if (m_isNew || (m_isLibraryNew && m_nowMs() - m_libraryMs >= kLibraryMs))
        post();
}

bench::RunSummary BenchFeed::summary() {
    const std::lock_guard lock(m_mutex);
    if (m_parser == nullptr)
        return {};
    note(m_parser->end());
    noteLibrary();
    if (m_parser->results().empty())
        return {};
    return bench::summaryOf(m_parser->results().back());
}

/// Runs that did not change keep their objects.
void BenchFeed::post() {
    if (m_parser != nullptr && m_isNew) {
        const std::vector<bench::Results> &results = m_parser->results();
        m_posted.resize(std::min(m_posted.size(), m_firstNew));
        for (std::size_t index = m_posted.size(); index < results.size(); ++index)
            m_posted.push_back(std::make_shared<const bench::Results>(results[index]));
    }
    if (m_parser != nullptr)
        takeLibrary();
    m_isNew = false;
    m_box->post({m_run, 0, BenchRunning{m_state, m_posted, m_lastRowMs, m_telemetry, m_library}});
}

} // namespace fabricscope::app::bridge
