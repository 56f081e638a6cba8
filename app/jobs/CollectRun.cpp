// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/CollectRun.h"

#include "core/base/Text.h"

#include <fmt/format.h>

#include <random>

namespace fabricscope::app {

using remote::FailureKind;

namespace {

std::string makeNonce() {
    std::random_device device;
    std::string nonce;
    for (int i = 0; i < 4; ++i)
        nonce += fmt::format("{:08x}", device());
    return nonce;
}

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
    , m_nonce(makeNonce()) {
    m_capture.target = m_target;
    m_capture.takenMs = nowMs();
    m_capture.takenBy = "fabricscope " FABRICSCOPE_VERSION;
}

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
        const auto runs = self->m_runs;
        for (const auto &run : runs)
            run->cancel();
        if (self->m_transport)
            self->finishWhenIdle();
    });
}

void CollectRun::connected(const std::shared_ptr<remote::Transport> &transport) {
    // The whole collection has one deadline; the timer ends by itself when the job has.
    auto stopTimer = m_client.after(m_options.timeout, [weak = std::weak_ptr(self())] {
        if (auto job = weak.lock())
            job->post([job] { job->timedOut(); });
    });
    post([self = self(), transport, stopTimer] {
        self->m_attempt.reset();
        self->m_transport = transport;
        self->m_stopTimer = stopTimer;
        if (self->m_cancelled) {
            self->finish(cancelledFailure());
            return;
        }
        self->setState(JobState::Running);
        self->log("ssh", "connected");
        self->runPart(Part::Safe);
    });
}

void CollectRun::timedOut() {
    if (m_finished)
        return;
    m_failure = Failure{FailureKind::Timeout, remote::Stage::Command,
                        fmt::format("not all was read within {} s", m_options.timeout.count() / 1000),
                        "what was read is kept; try a longer --timeout"};
    const auto runs = m_runs;
    for (const auto &run : runs)
        run->cancel();
    finishWhenIdle();
}

void CollectRun::publish() {
    m_last = makeSnapshot(std::make_shared<const capture::Capture>(m_capture));
    for (capture::Section &section : m_capture.sections) // once read, they are only kept
        section.pack();
    m_last.capture = std::make_shared<const capture::Capture>(m_capture);
    m_last.parts = m_arrived;
    if (m_events.snapshot)
        m_events.snapshot(m_last);
}

void CollectRun::finishWhenIdle() {
    if (!m_runs.empty() || (m_asking && !m_cancelled && !m_failure))
        return;
    finish(m_cancelled ? std::optional(cancelledFailure()) : m_failure);
}

void CollectRun::finish(const std::optional<Failure> &failure) {
    if (std::exchange(m_finished, true))
        return;
    if (m_stopTimer)
        m_stopTimer();
    if (failure)
        log("ssh", fmt::format("{}: {}", remote::toString(failure->stage), failure->what));
    const bool cancelled = failure && failure->kind == FailureKind::Cancelled;
    setState(!failure ? JobState::Done : cancelled ? JobState::Cancelled : JobState::Failed);
    if (m_events.progress && !failure)
        m_events.progress(1.0, "done");
    // The attempt's callback and the events may hold the job itself, or what owns it: let go of them.
    m_attempt.reset();
    const Events events = std::exchange(m_events, {});
    const auto transport = std::exchange(m_transport, nullptr);
    m_last = {}; // it was delivered: whoever lets go of the job destroys no graph
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
        m_events.log({nowMs(), m_target, std::string(channel), sanitized(text, 1000)});
}

std::shared_ptr<CollectJob> CollectJob::start(remote::Client &client, remote::Endpoint endpoint,
                                              remote::Prompts prompts, remote::ConnectOptions connectOptions,
                                              CollectOptions options, Events events, WorkerPool *workers) {
    const std::string name = options.name.empty() ? endpoint.target : options.name;
    auto run = std::make_shared<CollectRun>(client, name, std::move(options), std::move(events), workers);
    auto target = workspace::parseCollectTarget(endpoint.target);
    if (!target) {
        const Error &error = target.error();
        run->refuse(remote::Failure{FailureKind::Config, remote::Stage::Config, error.what, error.hint});
        return run;
    }
    endpoint.target = target->host;
    if (target->container)
        run->enter(std::move(*target->container));
    run->begin(std::move(endpoint), std::move(prompts), std::move(connectOptions));
    return run;
}

} // namespace fabricscope::app
