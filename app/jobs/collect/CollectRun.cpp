// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/CollectRun.h"

#include "core/base/HostText.h"

#include <fmt/format.h>

#include <utility>

namespace fabricscope::app {

using remote::FailureKind;

namespace {

remote::Failure cancelledFailure() {
    return {FailureKind::Cancelled, remote::Stage::Command, "cancelled", {}};
}

} // namespace

CollectRun::CollectRun(remote::Client &client, std::string target, CollectOptions options, Events events,
                       WorkerPool *workers)
    : m_client(client)
    , m_target(std::move(target))
    , m_options(std::move(options))
    , m_events(std::move(events))
    , m_strand(workers)
    , m_nonce(scriptNonce())
    , m_host(m_target)
    , m_clock(m_client, m_options.timeout)
    , m_sudo(m_client, m_target, m_options.sudoPassword) {}

void CollectRun::begin(remote::Endpoint endpoint, remote::Prompts prompts,
                       remote::ConnectOptions connectOptions) {
    post([self = this->self()] { self->setState(JobState::Connecting); });
    if (endpoint.target == "local:") {
        connected(m_client.local());
        return;
    }
    connectOptions.stage = [self = self(), outer = connectOptions.stage](remote::Stage stage) {
        self->post([self, stage] {
            if (self->m_events.stage)
                self->m_events.stage(stage);
        });
        if (outer)
            outer(stage);
    };
    connectOptions.note = [self = self(), outer = connectOptions.note](const remote::ConnectNote &note) {
        self->post([self, text = note.text] { self->log("ssh", text); });
        if (outer)
            outer(note);
    };
    auto attempt =
        m_client.connect(std::move(endpoint), std::move(prompts), std::move(connectOptions),
                         [self = self()](remote::ConnectResult result) {
                             if (result) {
                                 self->connected(*result);
                                 return;
                             }
                             self->post([self, failure = result.error()] { self->finish(failure); });
                         });
    post([self = self(), attempt] {
        if (self->m_finished) // it failed at once
            return;
        self->m_attempt = attempt;
        if (self->m_cancelled)
            attempt->cancel();
    });
}

void CollectRun::refuse(const Failure &failure) {
    post([self = self(), failure] { self->finish(failure); });
}

void CollectRun::cancel() {
    post([self = self()] {
        if (std::exchange(self->m_cancelled, true))
            return;
        if (self->m_attempt)
            self->m_attempt->cancel();
        self->m_sudo.abandon();
        const auto runs = self->m_runs;
        for (const auto &run : runs)
            run->cancel();
        if (self->m_transport)
            self->finishWhenIdle();
    });
}

void CollectRun::connected(const std::shared_ptr<remote::Transport> &transport) {
    post([self = self(), transport] {
        self->m_attempt.reset();
        self->m_transport = transport;
        if (self->m_cancelled) {
            self->finish(cancelledFailure());
            return;
        }
        self->setState(JobState::Running);
        const std::string by = transport->description();
        self->log("ssh", by.empty() ? "connected" : "connected by " + by);
        self->runClock();
        self->runAll();
    });
}

void CollectRun::runClock() {
    if (m_finished)
        return;
    // It ends by itself when the job has ended.
    m_clock.run([weak = std::weak_ptr(self())] {
        if (auto job = weak.lock())
            job->post([job] { job->timedOut(); });
    });
}

void CollectRun::timedOut() {
    if (m_finished || m_sudo.isAsking())
        return;
    m_failure = Failure{FailureKind::Timeout, remote::Stage::Command,
                        fmt::format("not everything was read within {} s", m_options.timeout.count() / 1000),
                        "partial data is kept; try a longer --timeout"};
    const auto runs = m_runs;
    for (const auto &run : runs)
        run->cancel();
    finishWhenIdle();
}

void CollectRun::publish() {
    const Snapshot &snapshot = m_host.snapshot();
    if (m_events.snapshot)
        m_events.snapshot(snapshot);
}

void CollectRun::finishWhenIdle() {
    if (!m_runs.empty() || (m_sudo.isAsking() && !m_cancelled && !m_failure))
        return;
    finish(m_cancelled ? std::optional(cancelledFailure()) : m_failure);
}

void CollectRun::finish(const std::optional<Failure> &failure) {
    if (std::exchange(m_finished, true))
        return;
    m_clock.hold();
    if (failure)
        log("ssh", fmt::format("{}: {}", remote::summary(*failure), failure->what));
    const bool cancelled = failure && failure->kind == FailureKind::Cancelled;
    setState(!failure ? JobState::Done : cancelled ? JobState::Cancelled : JobState::Failed);
    if (m_events.progress && !failure)
        m_events.progress(1.0, "done");
    // The attempt's callback and the events may hold the job itself, or its owner: release them.
    m_attempt.reset();
    const Events events = std::exchange(m_events, {});
    const auto transport = std::exchange(m_transport, nullptr);
    m_host.release();
    if (events.link && transport && !failure)
        events.link(transport);
    if (events.finished)
        events.finished(failure);
}

void CollectRun::setState(JobState state) {
    if (m_events.state)
        m_events.state(state);
}

void CollectRun::log(std::string_view channel, const std::string &text) {
    if (m_events.log)
        m_events.log({nowMs(), m_target, std::string(channel), HostText(text).plain(1000)});
}

} // namespace fabricscope::app
