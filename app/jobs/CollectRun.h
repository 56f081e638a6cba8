// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/CollectJob.h"
#include "app/jobs/PartRun.h"
#include "app/jobs/SlowTouch.h"
#include "core/workspace/ContainerTarget.h"

#include <map>

namespace fabricscope::app {

/// The collection of one host as it goes: CollectRun.cpp connects, publishes and ends, CollectParts.cpp runs
/// the parts. Everything but begin() and cancel() happens on the strand.
class CollectRun final : public CollectJob {
public:
    using Part = capture::Part;
    using Failure = remote::Failure;

    CollectRun(remote::Client &client, std::string target, CollectOptions options, Events events,
               WorkerPool *workers);
    void begin(remote::Endpoint endpoint, remote::Prompts prompts, remote::ConnectOptions connectOptions);
    /// Runs the parts in there instead of on the host itself; before begin().
    void enter(workspace::Container container) { m_container = std::move(container); }
    /// Instead of begin(): ends at once.
    void refuse(const Failure &failure);
    void cancel() override;

private:
    std::shared_ptr<CollectRun> self() { return std::static_pointer_cast<CollectRun>(shared_from_this()); }
    void post(std::function<void()> work) { m_strand.post(std::move(work)); }

    void connected(const std::shared_ptr<remote::Transport> &transport);
    void timedOut();
    void publish();
    void finishWhenIdle();
    void finish(const std::optional<Failure> &failure);
    void setState(JobState state);
    void log(std::string_view channel, const std::string &text);

    void runPart(Part part, const std::string &arguments = {});
    [[nodiscard]] Failure notBegun(const PartRun::Outcome &outcome) const;
    void startRun(Part part, remote::Command command, std::string script, std::string password);
    PartRun::Events partEvents(Part part, std::string script, std::string password);
    void addSection(Part part, capture::Section section);
    void partEnded(Part part, const PartRun::Outcome &outcome);
    void safeEnded(const PartRun::Outcome &outcome);
    void noteSilence(capture::Part part, const PartRun::Outcome &outcome);
    bool touchAgain(const PartRun::Outcome &outcome);
    /// `sudo -n` was refused: with a password, where somebody gives one.
    bool rootRefused(const PartRun::Outcome &outcome);
    void passwordGiven(std::optional<std::string> password, const std::string &error);
    void rootGivenUp(const std::string &error);

    remote::Client &m_client;
    std::string m_target;
    CollectOptions m_options;
    std::optional<workspace::Container> m_container;
    Events m_events;
    Strand m_strand;
    std::string m_nonce;
    capture::Capture m_capture;
    Snapshot m_last;
    std::vector<Part> m_arrived; ///< whole
    std::shared_ptr<remote::Attempt> m_attempt;
    std::shared_ptr<remote::Transport> m_transport;
    std::function<void()> m_stopTimer;
    std::vector<std::shared_ptr<PartRun>> m_runs;
    std::map<Part, std::shared_ptr<PartRun>> m_runOf;
    std::optional<Failure> m_failure;
    SlowTouch m_slowTouch;
    int m_passwordAttempts = 0;
    bool m_isRoot = false;
    std::chrono::milliseconds m_startUp{0}; ///< of the safe part: how long this host takes to begin
    bool m_asking = false;                  ///< a person is typing the sudo password
    bool m_cancelled = false;
    bool m_finished = false;
};

} // namespace fabricscope::app
