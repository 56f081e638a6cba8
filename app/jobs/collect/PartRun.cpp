// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/PartRun.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace fabricscope::app {

namespace {

using capture::Part;
using remote::FailureKind;
using remote::Stream;

constexpr std::size_t kBacklogLimit = std::size_t{8} << 20;
constexpr std::size_t kErrorTextLimit = 4096;

void addBounded(std::string &text, std::string_view bytes) {
    if (text.size() < kErrorTextLimit)
        text += bytes.substr(0, kErrorTextLimit - text.size());
}

std::int64_t steadyMs() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

std::size_t indexOf(Stream stream) {
    return stream == Stream::Out ? 0 : 1;
}

} // namespace

std::int64_t nowMs() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

PartRun::PartRun(remote::Client &client, Plan plan, ScriptShell shell, std::string nonce, Strand strand,
                 Events events)
    : m_client(client)
    , m_plan(std::move(plan))
    , m_nonce(std::move(nonce))
    , m_strand(std::move(strand))
    , m_events(std::move(events))
    , m_channel(std::make_shared<ScriptChannel>(client, std::move(shell), m_plan.script)) {
    m_lanes[0].left.assign(m_plan.out.begin(), m_plan.out.end());
    m_lanes[1].stream = Stream::Err;
    m_lanes[1].left.assign(m_plan.err.begin(), m_plan.err.end());
    m_lanes[1].isEnded = m_plan.err.empty();
    for (Lane &lane : m_lanes)
        if (!lane.isEnded)
            renew(lane);
}

void PartRun::start(const std::shared_ptr<remote::Transport> &transport, std::shared_ptr<KeptShell> kept,
                    remote::Secret password) {
    m_startedMs = steadyMs();
    auto self = shared_from_this();
    ScriptChannel::Events events;
    events.ready = [self] {
        self->m_startUpMs = steadyMs() - self->m_startedMs;
    };
    events.data = [self](Stream stream, std::string_view bytes) {
        self->m_lastByteMs[indexOf(stream)] = steadyMs();
        const std::size_t backlog = self->m_backlog.fetch_add(bytes.size()) + bytes.size();
        if (backlog > kBacklogLimit && !self->m_paused.exchange(true))
            self->m_channel->pause();
        self->m_strand.post([self, stream, copy = std::string(bytes)] { self->received(stream, copy); });
    };
    events.passwordRefused = [self] {
        self->m_strand.post([self] {
            self->m_isAsking = true;
            if (self->m_events.passwordRefused)
                self->m_events.passwordRefused();
        });
    };
    events.finished = [self](const remote::Exit &exit) {
        self->m_strand.post([self, exit] { self->ended(exit); });
    };
    m_channel->setEvents(std::move(events));
    m_channel->setPassword(std::move(password));
    m_channel->setRest(std::move(m_plan.rest));
    open(m_lanes[0]);
    m_channel->start(transport, std::move(kept));
}

void PartRun::sendRest() {
    m_lastByteMs[0] = m_lastByteMs[1] = steadyMs();
    m_channel->sendRest();
}

void PartRun::answer(const remote::Secret &password) {
    m_isAsking = false;
    m_lastByteMs[0] = steadyMs();
    m_channel->answer(password);
}

void PartRun::cancel() {
    m_channel->close();
}

/// Starts the next part with a new splitter.
void PartRun::renew(Lane &lane) {
    lane.isBegun = false;
    const Part part = lane.left.front();
    lane.splitter = std::make_unique<capture::StreamSplitter>(
        m_nonce, part,
        capture::StreamSplitter::Events{
            .section = [this](capture::Section section) { m_events.section(std::move(section)); },
            .note = [this, &lane](std::string text) { m_events.note(partOf(lane), std::move(text)); },
            .done = {}});
    if (m_plan.maybe && lane.stream == Stream::Err)
        lane.splitter->expectParts({part, *m_plan.maybe});
}

Part PartRun::partOf(const Lane &lane) const {
    return lane.splitter->part();
}

void PartRun::open(Lane &lane) {
    if (lane.isOpen || lane.isEnded)
        return;
    lane.isOpen = true;
    m_lastByteMs[indexOf(lane.stream)] = steadyMs();
    watch(lane, silenceOf(lane));
}

std::chrono::milliseconds PartRun::silenceOf(const Lane &lane) const {
    return m_plan.silence(partOf(lane));
}

void PartRun::watch(Lane &lane, std::chrono::milliseconds after) {
    lane.stopTimer = m_client.after(after, [self = shared_from_this(), &lane] {
        self->m_strand.post([self, &lane] { self->checkSilence(lane); });
    });
}

void PartRun::checkSilence(Lane &lane) {
    if (lane.isEnded || m_finished)
        return;
    const auto limit = silenceOf(lane);
    const std::chrono::milliseconds silent(steadyMs() - m_lastByteMs[indexOf(lane.stream)]);
    if (m_isAsking || m_backlog > 0) // the user takes minutes, and this program may be the slow one
        watch(lane, limit);
    else if (silent < limit)
        watch(lane, limit - silent);
    else {
        endLane(lane,
                {{},
                 {},
                 remote::Failure{FailureKind::Timeout,
                                 remote::Stage::Command,
                                 fmt::format("no data for {} ms", limit.count()),
                                 {}}},
                true);
        if (!m_lanes[1].isOpen) // it would wait for a part that is not sent
            endLane(m_lanes[1], {}, false);
        closeWhenIdle();
    }
}

void PartRun::received(Stream stream, const std::string &bytes) {
    if (m_backlog.fetch_sub(bytes.size()) - bytes.size() < kBacklogLimit / 2 && m_paused.exchange(false))
        m_channel->resume();
    Lane &lane = m_lanes[indexOf(stream)];
    if (!lane.isEnded)
        feed(lane, bytes);
    else if (stream == Stream::Err && m_plan.err.empty())
        addBounded(m_errorText, bytes);
}

void PartRun::feed(Lane &lane, std::string_view bytes) {
    while (!bytes.empty() && !lane.isEnded) {
        const std::string_view before = bytes;
        lane.splitter->feedPart(bytes, nowMs());
        if (!lane.splitter->begun()) {
            addBounded(lane.stream == Stream::Out ? m_frontText : m_errorText, before);
        } else if (!std::exchange(lane.isBegun, true) && m_events.begun) {
            m_events.begun(partOf(lane));
        }
        if (lane.splitter->isDone())
            partDone(lane);
    }
}

void PartRun::partDone(Lane &lane) {
    const Part part = partOf(lane);
    const Outcome outcome = outcomeOf(lane);
    if (part == lane.left.front())
        lane.left.pop_front();
    else
        m_plan.maybe.reset(); // received; reported once
    lane.isEnded = lane.left.empty();
    if (!lane.isEnded)
        renew(lane);
    else if (const auto stop = std::exchange(lane.stopTimer, nullptr))
        stop();
    if (lane.stream == Stream::Out)
        open(m_lanes[1]);
    m_events.ended(part, outcome);
    closeWhenIdle();
}

PartRun::Outcome PartRun::outcomeOf(const Lane &lane) const {
    Outcome outcome;
    outcome.begun = lane.splitter->begun();
    outcome.done = lane.splitter->isDone();
    outcome.isShared = m_plan.out.size() + m_plan.err.size() > 1;
    outcome.startUp = std::chrono::milliseconds(m_startUpMs.load());
    outcome.openSection = std::string(lane.splitter->openSection());
    outcome.lastLine = HostText(lane.splitter->lastLine()).plain(200);
    // docker reports errors on standard output; so do shells that refuse a login.
    const std::string errors = m_channel->withoutPrompts(m_errorText);
    const bool isSilent = trimmed(errors).empty() && !outcome.begun;
    outcome.errorText = HostText(trimmed(isSilent ? m_frontText : errors)).plain(kErrorTextLimit);
    return outcome;
}

/// Ends the current part; later ones are not started.
void PartRun::endLane(Lane &lane, const remote::Exit &exit, bool stuck) {
    if (std::exchange(lane.isEnded, true))
        return;
    if (const auto stop = std::exchange(lane.stopTimer, nullptr))
        stop();
    const Part part = partOf(lane);
    Outcome outcome = outcomeOf(lane);
    outcome.exit = exit;
    outcome.stuck = stuck;
    if (stuck)
        lane.splitter->finish(capture::Damage::Stuck, fmt::format("stuck after {}", outcome.lastLine),
                              nowMs());
    else
        lane.splitter->finish(capture::Damage::Truncated,
                              exit.failure ? exit.failure->what : "the stream ended early", nowMs());
    auto left = std::exchange(lane.left, {});
    m_events.ended(part, outcome);
    if (!left.empty() && part == left.front())
        left.pop_front();
    for (const Part behind : left) {
        Outcome none;
        none.exit = exit;
        none.isShared = true;
        none.startUp = outcome.startUp;
        m_events.ended(behind, none);
    }
}

/// A process that is stuck in a finished lane would keep the shell alive.
void PartRun::closeWhenIdle() {
    if (std::all_of(m_lanes.begin(), m_lanes.end(), [](const Lane &lane) { return lane.isEnded; }))
        m_channel->close();
}

void PartRun::ended(const remote::Exit &exit) {
    if (std::exchange(m_finished, true))
        return;
    if (trimmed(m_frontText).empty())
        m_frontText = m_channel->front();
    for (Lane &lane : m_lanes)
        endLane(lane, exit, false);
    const Events events = std::exchange(m_events, {}); // they hold a reference to the job
    if (events.finished)
        events.finished();
}

} // namespace fabricscope::app
