// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/ToolRun.h"

#include "app/jobs/collect/PartRun.h"
#include "app/jobs/run/LinkSilence.h"
#include "app/jobs/run/LoginGreeting.h"
#include "app/jobs/run/RetrySchedule.h"
#include "app/jobs/run/RunMessages.h"
#include "app/jobs/run/RunReport.h"
#include "app/jobs/run/RunTimes.h"
#include "app/jobs/run/SupervisorLine.h"
#include "app/jobs/run/SupervisorReport.h"
#include "app/jobs/run/SupervisorScript.h"
#include "app/jobs/script/MessageSplitter.h"
#include "app/jobs/script/ScriptShell.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::app {

namespace {

using bench::Phase;
using remote::Failure;

class Run final : public ToolRun, public std::enable_shared_from_this<Run> {
public:
    Run(remote::Client &client, HostEndpoint hostEndpoint, bench::RunSpec spec, std::string id,
        ToolRunOptions options, Events events)
        : m_client(client)
        , m_hostEndpoint(std::move(hostEndpoint))
        , m_spec(std::move(spec))
        , m_options(options)
        , m_script(std::move(id))
        , m_messages(m_script.mark())
        , m_delivery(std::make_shared<RunDelivery>(options.workers, std::move(events)))
        , m_report(m_script.run(), m_spec.command, m_delivery) {
        if (m_spec.host.empty())
            m_spec.host = m_hostEndpoint.endpoint.target;
    }

    void begin(bool fetch, std::uint64_t from) {
        m_isFollowing = fetch;
        m_from = from;
        m_client.post([self = shared_from_this()] { self->connect(); });
    }

    void stop() override {
        m_client.post([self = shared_from_this()] { self->stopNow("stopped"); });
    }
    void leave() override {
        m_client.post([self = shared_from_this()] {
            if (!self->m_options.detached)
                return self->stopNow("stopped");
            self->m_isLeft = true;
            if (self->m_retry)
                self->conclude(std::nullopt, self->m_continues);
            else if (self->m_process && self->m_isFollowing)
                self->m_process->close(); // else it ends on its own, once the run has begun
        });
    }
    void pause() override { m_delivery->hold(true); }
    void resume() override { m_delivery->hold(false); }
    [[nodiscard]] bench::RunState state() const override { return m_report.state(); }

private:
    // All of it runs on the io thread.

    void connect() {
        if (m_isOver)
            return;
        m_report.change([](bench::RunState &state) {
            state.phase = Phase::Starting;
            state.startedMs = nowMs();
        });
        open();
    }

    void open() {
        m_attempt = openShell(m_client, m_hostEndpoint,
                              [self = shared_from_this()](tl::expected<HostShell, Failure> shell) {
                                  if (!shell) {
                                      if (!self->followLater(shell.error()))
                                          self->failedToReach(whyOf(shell.error()));
                                      return;
                                  }
                                  self->m_shell = std::move(*shell);
                                  if (self->m_shell.isLocal)
                                      self->m_report.hideInherited();
                                  else
                                      self->m_delivery->connected(self->m_shell.transport);
                                  self->launch();
                              });
    }

    /// A detached run that is followed continues meanwhile: after sleep or a lost VPN its output is fetched
    /// from where it was cut. Returns false if that is over.
    bool followLater(const Failure &failure) {
        if (!mayContinue() || m_isOver || m_isLeft || !mayPass(failure.kind))
            return false;
        if (!std::exchange(m_isFollowing, true)) // the connection was lost before its output was requested
            m_from = 0;
        if (auto cancel = std::exchange(m_givingUp, {}))
            cancel();
        const auto delay = m_retries.next(std::chrono::steady_clock::now(), m_options.reconnectFor);
        if (!delay)
            return false;
        m_report.change([&](bench::RunState &state) { state.why = whyOf(failure) + "; reconnecting"; });
        m_retry = m_client.after(*delay, [self = shared_from_this()] {
            self->m_retry = {};
            self->reconnect();
        });
        return true;
    }

    /// The detached run exists, or may exist.
    [[nodiscard]] bool mayContinue() const { return m_hasFollowed || m_wasCut; }

    void reconnect() {
        m_messages = MessageSplitter(m_script.mark());
        m_hasMessage = false;
        open();
    }

    /// The script of this step: the run itself, or following a detached one.
    [[nodiscard]] Result<std::string> scriptNow() const {
        if (m_isFollowing)
            return m_script.fetch(m_from);
        if (m_options.detached)
            return m_script.detached(m_spec.command,
                                     {m_options.detachedLease, m_spec.longest, m_options.maxStoredBytes});
        return m_script.attached(m_spec.command, m_options.lease);
    }

    void launch() {
        if (m_isOver)
            return;
        auto script = scriptNow();
        if (!script)
            return failed(script.error().toString());
        remote::Command command;
        m_door = ScriptShell(scriptNonce(), ShellUser::Login);
        m_nudges = 0;
        command.line = m_door.lineBefore(supervisorLine(m_shell, m_options.detached && !m_isFollowing));
        m_input = std::move(*script);
        command.keepInputOpen = true;
        remote::Sink sink;
        sink.data = [self = shared_from_this()](remote::Stream stream, std::string_view bytes) {
            self->received(stream, bytes);
        };
        sink.finished = [self = shared_from_this()](const remote::Exit &exit) {
            self->channelEnded(exit);
        };
        m_process = m_shell.startLast(std::move(command), std::move(sink));
        beat();
        if (!m_isFollowing && !m_options.detached)
            m_limit = m_client.after(m_spec.longest, [self = shared_from_this()] {
                self->stopNow(fmt::format("stopped at its time limit of {} s", self->m_spec.longest.count()));
            });
    }

    /// Not earlier: the start-up files of a login may read the input. A beat answers those that read a line.
    void sendScript() {
        if (!m_process || isStarved())
            return;
        m_process->write(std::exchange(m_input, {}));
        m_isSent = true;
        if (m_isStopping)
            m_process->write("stop\n");
    }

    void beat() {
        m_beat = m_client.after(kBeat, [self = shared_from_this()] {
            if (!self->m_process)
                return;
            self->m_nudges += self->m_door.hasBegun() ? 0 : 1;
            if (self->isStarved())
                return self->m_process->closeInput();
            // Repeatedly, since the shell may read input right after the script together with it, and skip
            // it.
            self->m_process->write(self->m_isStopping && self->m_door.hasBegun() ? "stop\n" : "\n");
            self->m_silence.note();
            self->beat();
        });
    }

    /// The login's start-up files have read to the end of the input, without which a run cannot work.
    [[nodiscard]] bool isStarved() const { return m_nudges * kBeat > m_options.loginTimeout; }

    void received(remote::Stream stream, std::string_view bytes) {
        const auto output = [&](std::string_view piece) {
            m_hasMessage ? pass(stream, piece) : m_greeting.keep(stream, piece);
        };
        if (stream == remote::Stream::Err)
            return output(bytes);
        if (m_door.takeOut(bytes) == ScriptShell::ShellState::Ready)
            sendScript();
        m_messages.feed(bytes, output, [this](std::string_view line) { handleMessage(line); });
    }

    void pass(remote::Stream stream, std::string_view bytes) {
        if (bytes.empty() || m_isLeft)
            return;
        m_from += stream == remote::Stream::Out ? bytes.size() : 0; // of the output stored on the host
        m_report.output(stream, bytes);
    }

    void handleMessage(std::string_view line) {
        const SupervisorMessage word = readSupervisorMessage(line);
        const bool isFirst = !std::exchange(m_hasMessage, true);
        if (m_isFollowing) {
            m_hasFollowed = true;
            m_retries.reset();
        }
        if (!word.simulated.empty()) // also if the tool does not begin
            m_report.change([&](bench::RunState &state) { state.simulated = word.simulated; });
        if (isFirst)
            m_delivery->take(m_process); // not held back earlier: the script's own lines must arrive
        if (isFirst &&
            (word.kind == SupervisorMessage::Kind::Began || word.kind == SupervisorMessage::Kind::Attending))
            m_report.change([&](bench::RunState &state) { setBegun(state, word, m_isFollowing); });
        else if (word.kind == SupervisorMessage::Kind::Unwatched)
            m_report.change([&](bench::RunState &state) {
                state.why = m_continues =
                    unwatchedText(m_spec, m_script.run(), word.remaining, m_shell.container);
            });
        else if (word.kind == SupervisorMessage::Kind::Foreign) // kept, in case this program is killed
            m_report.change(
                [&](bench::RunState &state) { state.remaining = m_reported.foreign = word.remaining; });
        else if (!m_reported.take(word) && m_failure.why.empty())
            m_failure = failureOf(word, m_spec, m_script.run(), m_isFollowing);
        // Output on standard error may arrive before that on standard output.
        if (isFirst)
            pass(remote::Stream::Err, m_greeting.takeErrors());
        if (m_reported.end)
            m_last = m_client.after(kLastBytes, [self = shared_from_this()] {
                if (self->m_process)
                    self->m_process->close();
            });
    }

    void stopNow(std::string why) {
        if (m_isOver || m_isStopping)
            return;
        m_isStopping = true;
        m_stopReason = std::move(why);
        if (!m_process && m_isFollowing) { // launch() reports it
            if (auto cancel = std::exchange(m_retry, {})) {
                cancel();
                reconnect();
            }
            return;
        }
        if (!m_process) {
            if (m_attempt)
                m_attempt->cancel();
            return conclude(Phase::Stopped, m_stopReason + std::string(kBeforeItStarted));
        }
        m_report.change([](bench::RunState &state) { state.phase = Phase::Stopping; });
        m_delivery->drain(); // unread output must not delay the report of the end
        if (m_door.hasBegun())
            m_process->write("stop\n");
        if (m_isFollowing)
            return;
        if (!m_door.hasBegun())
            return m_process->close();
        if (!m_options.detached)
            m_asking = m_client.after(kRepeatStop, [self = shared_from_this()] {
                if (!self->m_process)
                    return;
                self->m_process->closeInput();
                self->m_process->signal("TERM");
            });
        m_givingUp = m_client.after(kGiveUp, [self = shared_from_this()] {
            if (self->m_process)
                self->m_process->close();
        });
    }

    void channelEnded(const remote::Exit &exit) {
        m_process.reset();
        m_delivery->take(nullptr);
        if (auto cancel = std::exchange(m_beat, {}))
            cancel();
        m_messages.finish([this](std::string_view bytes) { received(remote::Stream::Err, bytes); });
        if (!m_failure.why.empty())
            return failedThere();
        if (m_reported.end)
            return ended();
        if (m_isStopping && !m_isFollowing && !m_door.hasBegun())
            return conclude(Phase::Stopped, m_stopReason + std::string(kBeforeItStarted));
        if (m_isLeft)
            return conclude(std::nullopt, m_continues);
        m_wasCut = m_wasCut || (exit.failure && m_options.detached && m_isSent);
        if (exit.failure && followLater(*exit.failure))
            return;
        if (m_hasMessage && m_options.detached && !m_isFollowing && !exit.failure)
            return follow();
        if (!m_hasMessage && isStarved())
            return failedToReach(inputConsumedText());
        if (!m_hasMessage && !exit.failure)
            return failedToReach(noShellText(m_shell, exit.status, m_greeting.reason(m_door.front())));
        const std::string how = exit.failure ? whyOf(*exit.failure) : "its supervisor ended";
        if (!m_hasMessage && !m_isStopping)
            return failedToReach(how);
        if (!m_reported.left.empty())
            return mayStillRun();
        if (m_options.detached || m_isFollowing)
            return conclude(Phase::Lost, how);
        if (!exit.failure || exit.failure->kind == remote::FailureKind::Cancelled) // given up
            return conclude(Phase::Lost,
                            unconfirmedText(m_spec, m_report.state().pid, exit.failure.has_value()));
        m_silence.note(); // this machine may have slept
        const bool isLinkLost = exit.failure && exit.failure->kind == remote::FailureKind::LinkLost;
        conclude(Phase::Lost, lostText(isLinkLost ? std::string(remote::summary(*exit.failure)) : how, m_spec,
                                       m_report.state().pid, m_options.lease, m_silence.longest(),
                                       m_reported.foreign, m_shell.container));
    }

    /// The detached run has started; now its output follows.
    void follow() {
        if (auto cancel = std::exchange(m_givingUp, {}))
            cancel(); // it started in time, and launch() requests the stop
        m_isFollowing = true;
        m_from = 0;
        m_hasMessage = false;
        launch();
    }

    void ended() {
        const RunEnd words =
            m_reported.endOf(m_report.state(), m_spec.host, m_isStopping ? m_stopReason : "");
        m_report.changed([this](bench::RunState &state) {
            state.exitStatus = m_reported.end->status;
            state.endReported = true;
        });
        if (!m_reported.left.empty())
            return mayStillRun();
        m_report.changed([](bench::RunState &state) { state.remaining.clear(); }); // those of other users
        conclude(words.phase, words.why);
    }

    /// The host reports some of its processes by name.
    void mayStillRun() {
        m_report.change([this](bench::RunState &state) { state.remaining = m_reported.left; });
        const std::string unheld = m_reported.unheld(m_report.state(), m_spec.host);
        conclude(Phase::MayStillRun, remainingText(m_reported.left, m_shell.container, unheld));
    }

    /// A detached run that was followed continues there, and can be fetched later.
    void failedToReach(std::string why) {
        failed(std::move(why), mayContinue() ? Phase::Lost : Phase::Failed);
    }

    void failed(std::string why, Phase phase = Phase::Failed) {
        // A run that is only followed, or lost, may continue: its state is unknown.
        const bool isStopped = m_isStopping && !m_isFollowing && phase != Phase::Lost;
        conclude(isStopped ? Phase::Stopped : phase, std::move(why));
    }

    /// As reported by the host.
    void failedThere() {
        m_report.changed([this](bench::RunState &state) {
            if (m_reported.end)
                state.exitStatus = m_reported.end->status;
            state.endReported = m_failure.isEnd;
        });
        failed(m_failure.why, m_failure.phase);
    }

    void conclude(std::optional<Phase> phase, std::string why) {
        if (std::exchange(m_isOver, true))
            return;
        for (auto *timer : {&m_beat, &m_limit, &m_asking, &m_givingUp, &m_last, &m_retry})
            if (auto cancel = std::exchange(*timer, {}))
                cancel();
        m_attempt.reset();
        m_shell = {};
        // For a run that continues, text held back by a filter comes again: half a secret is not recognized
        // as one.
        if (!m_isLeft && (phase != Phase::Lost || !mayContinue()))
            m_report.finishOutput();
        m_report.finish(phase, why);
    }

    remote::Client &m_client;
    HostEndpoint m_hostEndpoint;
    bench::RunSpec m_spec;
    ToolRunOptions m_options;
    SupervisorScript m_script;
    MessageSplitter m_messages;
    std::shared_ptr<RunDelivery> m_delivery;
    RunReport m_report;

    HostShell m_shell;
    ScriptShell m_door{{}, ShellUser::Login};
    std::string m_input; ///< the script, until it is sent
    int m_nudges = 0;    ///< before the shell was ready
    std::shared_ptr<remote::Attempt> m_attempt;
    std::shared_ptr<remote::Process> m_process;
    LinkSilence m_silence;                                                        ///< between beats
    std::function<void()> m_beat, m_limit, m_asking, m_givingUp, m_last, m_retry; ///< each ends its timer
    LoginGreeting m_greeting;
    std::string m_stopReason;
    std::string m_continues = "it continues on the host"; ///< the reason of leave()
    SupervisorReport m_reported;
    RunFailure m_failure;
    std::uint64_t m_from = 0;
    RetrySchedule m_retries;
    bool m_isFollowing = false; ///< the output of a detached run
    bool m_hasFollowed = false; ///< the host has answered to that
    bool m_isSent = false;      ///< a script reached the host's shell
    bool m_wasCut = false;      ///< the connection to a detached run was lost after that
    bool m_hasMessage = false;  ///< the script printed something
    bool m_isStopping = false;
    bool m_isLeft = false;
    bool m_isOver = false;
};

} // namespace

std::shared_ptr<ToolRun> ToolRun::start(remote::Client &client, HostEndpoint hostEndpoint,
                                        bench::RunSpec spec, ToolRunOptions options, Events events) {
    auto run = std::make_shared<Run>(client, std::move(hostEndpoint), std::move(spec),
                                     SupervisorScript::makeRunId(), options, std::move(events));
    run->begin(false, 0);
    return run;
}

std::shared_ptr<ToolRun> ToolRun::fetch(remote::Client &client, HostEndpoint hostEndpoint, std::string id,
                                        std::uint64_t from, ToolRunOptions options, Events events) {
    options.detached = true;
    // An invalid id finds no folder: the script gets one that does not exist.
    auto run = std::make_shared<Run>(client, std::move(hostEndpoint), bench::RunSpec{},
                                     SupervisorScript::isRunId(id) ? std::move(id) : std::string(32, '0'),
                                     options, std::move(events));
    run->begin(true, from);
    return run;
}

} // namespace fabricscope::app
