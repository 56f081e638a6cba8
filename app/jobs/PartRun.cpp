// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/PartRun.h"

#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace fabricscope::app {

namespace {

constexpr std::size_t kBacklogLimit = std::size_t{8} << 20;
constexpr std::size_t kErrorTextLimit = 4096;

void addBounded(std::string &text, const std::string &bytes) {
    if (text.size() < kErrorTextLimit)
        text += bytes.substr(0, kErrorTextLimit - text.size());
}

} // namespace

std::int64_t nowMs() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

PartRun::PartRun(capture::Part part, std::string nonce, Strand &strand, Events events)
    : m_part(part)
    , m_strand(strand)
    , m_events(std::move(events))
    , m_splitter(std::move(nonce), part,
                 {.section = [this](capture::Section section) { m_events.section(std::move(section)); },
                  .note = [this](std::string text) { m_events.note(std::move(text)); },
                  .done = {}}) {}

void PartRun::start(remote::Transport &transport, remote::Command command, std::string promptMarker) {
    m_promptMarker = std::move(promptMarker);
    m_startedMs = nowMs();
    auto self = shared_from_this();
    remote::Sink sink;
    sink.data = [self](remote::Stream stream, std::string_view bytes) {
        const std::size_t backlog = self->m_backlog.fetch_add(bytes.size()) + bytes.size();
        if (backlog > kBacklogLimit && !self->m_paused.exchange(true))
            if (auto process = self->process())
                process->pause();
        self->m_strand.post([self, stream, copy = std::string(bytes)] { self->received(stream, copy); });
    };
    sink.finished = [self](const remote::Exit &exit) {
        self->m_strand.post([self, exit] { self->ended(exit); });
    };
    auto process = transport.start(std::move(command), std::move(sink));
    const std::scoped_lock lock(m_processMutex);
    m_process = std::move(process);
}

std::shared_ptr<remote::Process> PartRun::process() {
    const std::scoped_lock lock(m_processMutex);
    return m_process;
}

void PartRun::write(std::string bytes, bool closeAfter) {
    const auto running = process();
    if (!running)
        return;
    running->write(std::move(bytes));
    if (closeAfter)
        running->closeInput();
}

void PartRun::cancel() {
    if (const auto running = process())
        running->close();
}

void PartRun::received(remote::Stream stream, const std::string &bytes) {
    if (m_backlog.fetch_sub(bytes.size()) - bytes.size() < kBacklogLimit / 2 && m_paused.exchange(false))
        if (const auto running = process())
            running->resume();
    if (stream == remote::Stream::Out) {
        m_splitter.feed(bytes, nowMs());
        if (!m_splitter.begun())
            addBounded(m_frontText, bytes);
        else if (!m_begunMs)
            m_begunMs = nowMs();
        return;
    }
    addBounded(m_errorText, bytes);
    if (!m_promptMarker.empty() && bytes.find(m_promptMarker) != std::string::npos && m_events.prompt)
        m_events.prompt(m_promptMarker);
}

void PartRun::ended(const remote::Exit &exit) {
    if (std::exchange(m_finished, true))
        return;
    Outcome outcome;
    outcome.exit = exit;
    outcome.begun = m_splitter.begun();
    outcome.done = m_splitter.isDone();
    outcome.stuck = exit.failure && exit.failure->kind == remote::FailureKind::Timeout;
    outcome.startUp =
        std::chrono::milliseconds(std::max<std::int64_t>(0, m_begunMs.value_or(m_startedMs) - m_startedMs));
    outcome.openSection = std::string(m_splitter.openSection());
    outcome.lastLine = sanitized(m_splitter.lastLine(), 200);
    // docker tells on standard output why it runs nothing; so do shells that let nobody in.
    const bool isSilent = trimmed(m_errorText).empty() && !outcome.begun;
    outcome.errorText = sanitized(trimmed(isSilent ? m_frontText : m_errorText), kErrorTextLimit);
    if (outcome.stuck)
        m_splitter.finish(capture::Damage::Stuck, fmt::format("stuck after {}", outcome.lastLine), nowMs());
    else
        m_splitter.finish(capture::Damage::Truncated,
                          exit.failure ? exit.failure->what : "the stream ended early", nowMs());
    {
        const std::scoped_lock lock(m_processMutex);
        m_process.reset();
    }
    m_events.finished(outcome);
}

} // namespace fabricscope::app
