// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/ToolRun.h"

#include "app/jobs/PartRun.h"
#include "app/jobs/RemoteScript.h"
#include "app/jobs/RunDelivery.h"
#include "app/jobs/RunWords.h"
#include "app/jobs/SupervisorLine.h"
#include "app/jobs/SupervisorScript.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

namespace fabricscope::app {

namespace {

using bench::Phase;
using remote::Failure;
using std::chrono::milliseconds;

constexpr milliseconds kBeat{1000};
constexpr milliseconds kAskAgain{4000}; ///< after Stop: the end of the input, and a signal
constexpr milliseconds kGiveUp{8000};   ///< after Stop: the channel is closed
/// The same while a detached run starts: its script hears nothing until it has said whether the tool began,
/// within ten seconds.
constexpr milliseconds kGiveUpStart{16000};
constexpr milliseconds kLastBytes{1000}; ///< for what still comes behind the word that it ended
constexpr std::size_t kMostFront = 4096;

class Run final : public ToolRun, public std::enable_shared_from_this<Run> {
public:
    Run(remote::Client &client, HostWay way, bench::RunSpec spec, std::string id, ToolRunOptions options,
        Events events)
        : m_client(client)
        , m_way(std::move(way))
        , m_spec(std::move(spec))
        , m_options(options)
        , m_script(std::move(id))
        , m_said(m_script.mark())
        , m_delivery(std::make_shared<RunDelivery>(options.workers, std::move(events))) {
        m_state.id = m_script.run();
        if (m_spec.host.empty())
            m_spec.host = m_way.endpoint.target;
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
            if (self->m_process && self->m_isFollowing)
                self->m_process->close(); // else it ends by itself, once the run has begun
        });
    }
    void pause() override { m_delivery->hold(true); }
    void resume() override { m_delivery->hold(false); }
    [[nodiscard]] bench::RunState state() const override {
        const std::scoped_lock lock(m_mutex);
        return m_state;
    }

private:
    // All of it on the io thread.

    void connect() {
        if (m_isOver)
            return;
        change([](bench::RunState &state) {
            state.phase = Phase::Starting;
            state.startedMs = nowMs();
        });
        m_attempt =
            openShell(m_client, m_way, [self = shared_from_this()](tl::expected<HostShell, Failure> shell) {
                if (!shell)
                    return self->failed(whyOf(shell.error()));
                self->m_shell = std::move(*shell);
                self->launch();
            });
    }

    /// The script of this step: the run itself, or following a detached one.
    [[nodiscard]] Result<std::string> scriptNow() const {
        if (m_isFollowing)
            return m_script.fetch(m_from);
        if (m_options.detached)
            return m_script.detached(m_spec.command,
                                     {m_options.detachedLease, m_spec.longest, m_options.mostKeptBytes});
        return m_script.attached(m_spec.command, m_options.lease);
    }

    void launch() {
        if (m_isOver)
            return;
        auto script = scriptNow();
        if (!script)
            return failed(script.error().toString());
        remote::Command command;
        command.line = supervisorLine(m_shell, m_options.detached && !m_isFollowing);
        command.input = std::move(*script);
        command.keepInputOpen = true;
        remote::Sink sink;
        sink.data = [self = shared_from_this()](remote::Stream stream, std::string_view bytes) {
            self->received(stream, bytes);
        };
        sink.finished = [self = shared_from_this()](const remote::Exit &exit) {
            self->channelEnded(exit);
        };
        m_process = m_shell.transport->start(std::move(command), std::move(sink));
        beat();
        if (m_isStopping)
            m_process->write("stop\n");
        if (!m_isFollowing && !m_options.detached)
            m_limit = m_client.after(m_spec.longest, [self = shared_from_this()] {
                self->stopNow(fmt::format("stopped after {} s, the longest that it may take",
                                          self->m_spec.longest.count()));
            });
    }

    void beat() {
        m_beat = m_client.after(kBeat, [self = shared_from_this()] {
            if (!self->m_process)
                return;
            // Again and again: what comes right behind the script the shell may read with it, and pass over.
            self->m_process->write(self->m_isStopping ? "stop\n" : "\n");
            self->beat();
        });
    }

    void received(remote::Stream stream, std::string_view bytes) {
        const auto output = [&](std::string_view piece) {
            m_isTold ? pass(stream, piece) : keepFront(stream, piece);
        };
        if (stream == remote::Stream::Err)
            return output(bytes);
        m_said.feed(bytes, output, [this](std::string_view line) { heard(line); });
    }

    /// In front of the script's first word: a greeting of the login, or why there is no shell.
    void keepFront(remote::Stream stream, std::string_view bytes) {
        std::string &text = stream == remote::Stream::Out ? m_frontOut : m_frontErr;
        text += bytes.substr(0, kMostFront - std::min(kMostFront, text.size()));
    }

    void pass(remote::Stream stream, std::string_view bytes) {
        if (bytes.empty() || m_isLeft)
            return;
        {
            const std::scoped_lock lock(m_mutex);
            m_state.outputBytes += bytes.size();
            m_state.outputLines += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
        }
        m_from += bytes.size();
        m_delivery->output(stream, bytes);
    }

    void heard(std::string_view line) {
        const RunWord word = readRunWord(line);
        const bool isFirst = !std::exchange(m_isTold, true);
        if (isFirst)
            m_delivery->take(m_process); // held back not before: its words must come
        if (isFirst && (word.kind == RunWord::Kind::Began || word.kind == RunWord::Kind::Attending))
            change([&](bench::RunState &state) {
                state.pid = word.pid;
                if (state.phase == Phase::Starting)
                    state.phase = Phase::Running;
            });
        else if (word.kind == RunWord::Kind::Left)
            m_left = word.text;
        else if (word.kind == RunWord::Kind::Ended)
            m_end = word;
        else if (m_failure.why.empty())
            m_failure = failureOf(word, m_spec);
        // The tool may have been quicker on its standard error than on its standard output.
        if (isFirst && !m_frontErr.empty())
            pass(remote::Stream::Err, std::exchange(m_frontErr, {}));
        if (m_end)
            m_last = m_client.after(kLastBytes, [self = shared_from_this()] {
                if (self->m_process)
                    self->m_process->close();
            });
    }

    void stopNow(std::string why) {
        if (m_isOver || m_isStopping)
            return;
        m_isStopping = true;
        m_stopWords = std::move(why);
        if (!m_process && m_isFollowing)
            return; // launch() says it
        if (!m_process) {
            if (m_attempt)
                m_attempt->cancel();
            return conclude(Phase::Stopped, m_stopWords + " before it began");
        }
        change([](bench::RunState &state) { state.phase = Phase::Stopping; });
        m_delivery->drain(); // what nobody takes must not hold up the word that it ended
        m_process->write("stop\n");
        if (m_isFollowing)
            return;
        if (!m_options.detached)
            m_asking = m_client.after(kAskAgain, [self = shared_from_this()] {
                if (!self->m_process)
                    return;
                self->m_process->closeInput();
                self->m_process->signal("TERM");
            });
        const auto patience = m_options.detached ? kGiveUpStart : kGiveUp;
        m_givingUp = m_client.after(patience, [self = shared_from_this()] {
            if (self->m_process)
                self->m_process->close();
        });
    }

    void channelEnded(const remote::Exit &exit) {
        m_process.reset();
        m_delivery->take(nullptr);
        if (auto cancel = std::exchange(m_beat, {}))
            cancel();
        m_said.finish([this](std::string_view bytes) { received(remote::Stream::Err, bytes); });
        if (!m_failure.why.empty())
            return failedThere();
        if (m_end)
            return ended();
        if (m_isLeft)
            return conclude(std::nullopt, "it goes on by itself");
        if (m_isTold && m_options.detached && !m_isFollowing && !exit.failure)
            return follow();
        if (!m_isTold && !exit.failure)
            return failed(noShell(m_shell, exit.status, m_frontErr.empty() ? m_frontOut : m_frontErr));
        const std::string how = exit.failure ? whyOf(*exit.failure) : "its supervisor ended";
        if (!m_isTold && !m_isStopping)
            return failed(how);
        conclude(Phase::Lost, m_left.empty() ? how : leftWords(m_left));
    }

    /// The detached run has begun; now its output.
    void follow() {
        if (auto cancel = std::exchange(m_givingUp, {}))
            cancel(); // it began in time, and launch() says that it shall stop
        m_isFollowing = true;
        m_from = 0;
        m_isTold = false;
        launch();
    }

    void ended() {
        const EndWords words = endWords(*m_end, m_isStopping ? m_stopWords : std::string());
        {
            const std::scoped_lock lock(m_mutex);
            m_state.exitStatus = m_end->status;
            m_state.endTold = true;
        }
        conclude(m_left.empty() ? words.phase : Phase::Lost, m_left.empty() ? words.why : leftWords(m_left));
    }

    void failed(std::string why, Phase phase = Phase::Failed) {
        // A run that is only followed may go on: nothing was heard of it.
        conclude(m_isStopping && !m_isFollowing ? Phase::Stopped : phase, std::move(why));
    }

    /// By the host's own word.
    void failedThere() {
        {
            const std::scoped_lock lock(m_mutex);
            if (m_end)
                m_state.exitStatus = m_end->status;
            m_state.endTold = m_failure.isEnd;
        }
        failed(m_failure.why, m_failure.phase);
    }

    void conclude(std::optional<Phase> phase, std::string why) {
        if (std::exchange(m_isOver, true))
            return;
        for (auto *timer : {&m_beat, &m_limit, &m_asking, &m_givingUp, &m_last})
            if (auto cancel = std::exchange(*timer, {}))
                cancel();
        m_attempt.reset();
        m_shell = {};
        change([&](bench::RunState &state) {
            state.phase = phase.value_or(state.phase);
            state.why = std::move(why);
            if (phase)
                state.endedMs = nowMs();
        });
        m_delivery->finished(state());
    }

    template<typename Change> void change(Change how) {
        bench::RunState now;
        {
            const std::scoped_lock lock(m_mutex);
            how(m_state);
            now = m_state;
        }
        m_delivery->state(std::move(now));
    }

    remote::Client &m_client;
    HostWay m_way;
    bench::RunSpec m_spec;
    ToolRunOptions m_options;
    SupervisorScript m_script;
    SaidSplitter m_said;
    std::shared_ptr<RunDelivery> m_delivery;

    mutable std::mutex m_mutex; ///< of m_state alone
    bench::RunState m_state;

    HostShell m_shell;
    std::shared_ptr<remote::Attempt> m_attempt;
    std::shared_ptr<remote::Process> m_process;
    std::function<void()> m_beat, m_limit, m_asking, m_givingUp, m_last; ///< each ends its timer
    std::string m_frontOut, m_frontErr, m_left, m_stopWords;
    FailureWords m_failure;
    std::optional<RunWord> m_end;
    std::uint64_t m_from = 0;
    bool m_isFollowing = false; ///< the output of a detached run
    bool m_isTold = false;      ///< the script said something
    bool m_isStopping = false;
    bool m_isLeft = false;
    bool m_isOver = false;
};

} // namespace

std::shared_ptr<ToolRun> ToolRun::start(remote::Client &client, HostWay way, bench::RunSpec spec,
                                        ToolRunOptions options, Events events) {
    auto run = std::make_shared<Run>(client, std::move(way), std::move(spec), SupervisorScript::makeRunId(),
                                     options, std::move(events));
    run->begin(false, 0);
    return run;
}

std::shared_ptr<ToolRun> ToolRun::fetch(remote::Client &client, HostWay way, std::string id,
                                        std::uint64_t from, ToolRunOptions options, Events events) {
    options.detached = true;
    // What is no id finds no folder: the script gets one that nobody has.
    auto run = std::make_shared<Run>(client, std::move(way), bench::RunSpec{},
                                     SupervisorScript::isRunId(id) ? std::move(id) : std::string(32, '0'),
                                     options, std::move(events));
    run->begin(true, from);
    return run;
}

void forgetRun(remote::Client &client, HostWay way, const std::string &id,
               std::function<void(tl::expected<void, Failure>)> done) {
    const SupervisorScript script(SupervisorScript::isRunId(id) ? id : std::string(32, '0'));
    RemoteScript::run(client, std::move(way), {}, script.clear(), script.mark(),
                      [done = std::move(done),
                       cleared = script.mark() + "cleared"](tl::expected<ScriptResult, Failure> result) {
                          if (!result)
                              return done(tl::unexpected(result.error()));
                          if (result->out.find(cleared) != std::string::npos)
                              return done({});
                          done(tl::unexpected(Failure{remote::FailureKind::CommandFailed,
                                                      remote::Stage::Command,
                                                      "there is no ended run of this id",
                                                      {}}));
                      });
}

} // namespace fabricscope::app
