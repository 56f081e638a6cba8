// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectedHost.h"
#include "app/jobs/collect/PartRun.h"
#include "app/jobs/collect/SlowTouch.h"
#include "app/jobs/script/PausableTimer.h"
#include "app/jobs/script/SudoPrompter.h"
#include "core/workspace/ContainerTarget.h"

namespace fabricscope::app {

/// The running collection of one host: CollectRun.cpp connects, publishes and ends, CollectParts.cpp runs the
/// parts. Everything but begin() and cancel() happens on the strand.
class CollectRun final : public CollectJob {
public:
    using Part = capture::Part;
    using Failure = remote::Failure;

    CollectRun(remote::Client &client, std::string target, CollectOptions options, Events events,
               WorkerPool *workers);
    void begin(remote::Endpoint endpoint, remote::Prompts prompts, remote::ConnectOptions connectOptions);
    /// Runs the parts in the container instead of on the host itself; before begin().
    void enter(workspace::Container container) { m_container = std::move(container); }
    /// Instead of begin(): ends immediately.
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

    /// All parts in one shell.
    void runAll();
    /// One part in its own shell.
    void runPart(Part part, const std::string &arguments = {});
    void runRoot(ShellUser user, remote::Secret password = {});
    std::shared_ptr<PartRun> startRun(PartRun::Plan plan, ShellUser user, remote::Secret password = {});
    PartRun::Events partEvents(const std::shared_ptr<std::weak_ptr<PartRun>> &run);
    void addSection(capture::Section section);
    void partEnded(Part part, const PartRun::Outcome &outcome);
    void safeEnded(const PartRun::Outcome &outcome);
    void noteSilence(capture::Part part, const PartRun::Outcome &outcome);
    bool retryTouch(const PartRun::Outcome &outcome);
    /// `sudo -n` was refused: retries with a password, if the user supplies one.
    bool rootRefused(const PartRun::Outcome &outcome);
    void askPassword();
    void passwordReceived(const remote::Secret &password);
    void rootSkipped(const std::string &note);
    /// The time that all parts have together.
    void runClock();

    remote::Client &m_client;
    std::string m_target;
    CollectOptions m_options;
    std::optional<workspace::Container> m_container;
    Events m_events;
    Strand m_strand;
    std::string m_nonce;
    CollectedHost m_host;
    PausableTimer m_clock;
    SudoPrompter m_sudo;
    std::shared_ptr<remote::Attempt> m_attempt;
    std::shared_ptr<remote::Transport> m_transport;
    std::vector<std::shared_ptr<PartRun>> m_runs;
    std::shared_ptr<PartRun> m_allRun;
    std::shared_ptr<PartRun> m_sudoRun; ///< reads the root part by sudo, or asks for its password
    std::optional<Failure> m_failure;
    SlowTouch m_slowTouch;
    std::chrono::milliseconds m_startUp{0}; ///< time this host needs until a shell is ready
    bool m_cancelled = false;
    bool m_finished = false;
};

} // namespace fabricscope::app
