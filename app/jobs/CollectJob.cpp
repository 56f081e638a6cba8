// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/CollectJob.h"

#include "app/jobs/PartRun.h"
#include "app/jobs/SlowTouch.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <thread>

namespace fabricscope::app {

namespace {

using capture::Part;
using remote::Failure;
using remote::FailureKind;

constexpr int kMaxPasswordAttempts = 3;
constexpr std::string_view kShell = "exec /bin/sh -s";

/// How long each part may be silent, as a multiple of CollectOptions::silence: only `touch` waits for
/// hardware alone. Tools have 20 s each of their own, which the script gives them.
struct PartRule {
    Part part;
    int silenceFactor;
    double progress; ///< when it has come
};
constexpr std::array<PartRule, 4> kPartRules = {{
    {Part::Safe, 4, 0.5},
    {Part::Touch, 1, 0.7},
    {Part::Tools, 6, 0.9},
    {Part::Root, 6, 1.0},
}};

const PartRule &rule(Part part) {
    return *std::find_if(kPartRules.begin(), kPartRules.end(),
                         [&](const PartRule &r) { return r.part == part; });
}

std::string makeNonce() {
    std::random_device device;
    std::string nonce;
    for (int i = 0; i < 4; ++i)
        nonce += fmt::format("{:08x}", device());
    return nonce;
}

void wipe(std::string &secret) {
    volatile char *bytes = secret.data();
    for (std::size_t i = 0; i < secret.size(); ++i)
        bytes[i] = 0;
    secret.clear();
}

class Job final : public CollectJob {
public:
    Job(remote::Client &client, std::string target, CollectOptions options, Events events,
        WorkerPool *workers)
        : m_client(client)
        , m_target(std::move(target))
        , m_options(std::move(options))
        , m_events(std::move(events))
        , m_strand(workers) {
        m_capture.target = m_target;
        m_capture.takenMs = nowMs();
        m_capture.takenBy = "fabricscope " FABRICSCOPE_VERSION;
        m_nonce = makeNonce();
    }

    void begin(remote::Endpoint endpoint, remote::Prompts prompts, remote::ConnectOptions connectOptions) {
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
            self->m_attempt = attempt;
            if (self->m_cancelled)
                attempt->cancel();
        });
    }

    void cancel() override {
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

private:
    std::shared_ptr<Job> self() { return std::static_pointer_cast<Job>(shared_from_this()); }
    void post(std::function<void()> work) { m_strand.post(std::move(work)); }

    void connected(std::shared_ptr<remote::Transport> transport) {
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

    static Failure cancelledFailure() {
        return {FailureKind::Cancelled, remote::Stage::Command, "cancelled", {}};
    }

    void timedOut() {
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

    // --- one part

    void runPart(Part part, const std::string &arguments = {}) {
        remote::Command command;
        command.line = std::string(kShell);
        if (part == Part::Root && !isRoot())
            command.line = "exec sudo -n /bin/sh -s";
        startRun(part, std::move(command), collectorScript(part, m_nonce, arguments), {});
    }

    void startRun(Part part, remote::Command command, std::string script, std::string password) {
        command.silence = m_options.silence * rule(part).silenceFactor;
        const bool asksPassword = !password.empty();
        if (!asksPassword)
            command.input = script;
        command.keepInputOpen = asksPassword;
        const std::string marker = asksPassword ? "[fabricscope " + m_nonce + "]" : std::string();
        if (asksPassword)
            command.line = fmt::format("exec sudo -k -S -p '{}' /bin/sh -s", marker);
        log(partName(part),
            fmt::format("{}  < {}.sh, {} bytes", command.line, partName(part), script.size()));

        auto run = std::make_shared<PartRun>(part, m_nonce, m_strand,
                                             partEvents(part, std::move(script), std::move(password)));
        m_runs.push_back(run);
        m_runOf[part] = run;
        if (m_events.progress)
            m_events.progress(rule(part).progress - 0.2, fmt::format("reading ({})", partName(part)));
        run->start(*m_transport, std::move(command), marker);
    }

    PartRun::Events partEvents(Part part, std::string script, std::string password) {
        PartRun::Events events;
        events.section = [self = self(), part](capture::Section section) {
            self->addSection(part, std::move(section));
        };
        events.note = [self = self(), part](std::string text) {
            self->log(partName(part), text);
            self->m_capture.notes.push_back(std::move(text));
        };
        events.prompt = [self = self(), part, script = std::move(script), password = std::move(password),
                         asked = false](const std::string &) mutable {
            const auto run = self->m_runOf[part];
            if (std::exchange(asked, true)) { // asked again: the password was wrong
                run->cancel();
                return;
            }
            run->write(password + "\n" + script, true);
            wipe(password);
        };
        events.finished = [self = self(), part](const PartRun::Outcome &outcome) {
            self->partEnded(part, outcome);
        };
        return events;
    }

    void addSection(Part part, capture::Section section) {
        const capture::Section::Meta &meta = section.meta();
        if (meta.name == "identity")
            m_capture.simulated = simulatedBy(section.bytes());
        if (meta.name == "user")
            m_isRoot = section.bytes().rfind("uid=0(", 0) == 0;
        log(partName(part), fmt::format("{}  {}  {} bytes{}{}", meta.name, meta.origin, section.size(),
                                        meta.damage == capture::Damage::None ? "" : ", ", meta.damageText));
        m_capture.sections.push_back(std::move(section));
    }

    static std::string simulatedBy(std::string_view identity) {
        constexpr std::string_view kMark = "etc/fabricscope-simulated:";
        while (!identity.empty()) {
            const std::string_view line = takeUntil(identity, '\n');
            if (line.substr(0, kMark.size()) == kMark)
                return sanitized(trimmed(line.substr(kMark.size())), 200);
        }
        return {};
    }

    void partEnded(Part part, const PartRun::Outcome &outcome) {
        const auto run = m_runOf[part];
        m_runs.erase(std::remove(m_runs.begin(), m_runs.end(), run), m_runs.end());
        m_runOf.erase(part);
        if (outcome.done)
            m_arrived.push_back(part);
        if (!outcome.errorText.empty())
            log(partName(part), "standard error: " + outcome.errorText);
        if (m_cancelled || m_failure) {
            finishWhenIdle();
            return;
        }
        if (outcome.exit.failure && outcome.exit.failure->kind == FailureKind::LinkLost) {
            m_failure = outcome.exit.failure;
            publish();
            finishWhenIdle();
            return;
        }
        switch (part) {
        case Part::Safe:
            safeEnded(outcome);
            return;
        case Part::Touch:
            if (outcome.stuck && touchAgain(outcome))
                return;
            break;
        case Part::Root:
            if (!outcome.begun && rootRefused(outcome))
                return;
            break;
        case Part::Tools:
        case Part::Import:
            break;
        }
        if (outcome.stuck)
            m_capture.notes.push_back(fmt::format("{}: no answer while reading {} after {}", partName(part),
                                                  outcome.openSection, outcome.lastLine));
        publish();
        finishWhenIdle();
    }

    void safeEnded(const PartRun::Outcome &outcome) {
        if (!outcome.begun) {
            m_failure = outcome.exit.failure.value_or(Failure{
                FailureKind::CommandFailed, remote::Stage::Command, "the host did not run /bin/sh -s",
                outcome.errorText.empty() ? "is the login shell a forced command?" : outcome.errorText});
            finishWhenIdle();
            return;
        }
        if (outcome.stuck)
            m_capture.notes.push_back(fmt::format("safe: no answer while reading {} after {}",
                                                  outcome.openSection, outcome.lastLine));
        publish();
        runPart(Part::Touch);
        runPart(Part::Tools);
        if (m_isRoot || m_options.root)
            runPart(Part::Root);
    }

    // --- a device that does not answer

    bool touchAgain(const PartRun::Outcome &outcome) {
        const auto step = m_slowTouch.next(outcome.openSection, outcome.lastLine);
        if (!step)
            return false;
        if (step->culprit.empty()) {
            // The quick run reads in batches and cannot tell which device it was: the slow one reads all
            // again.
            std::erase_if(m_capture.sections, [](const capture::Section &section) {
                return section.meta().part == Part::Touch && section.meta().damage != capture::Damage::None;
            });
            log("touch", "no answer; reading the devices one by one");
        } else {
            std::string note = fmt::format("{} does not answer: reading {} of it got stuck", step->culprit,
                                           outcome.openSection);
            log("touch", note);
            m_capture.notes.push_back(std::move(note));
        }
        runPart(Part::Touch, step->arguments);
        return true;
    }

    // --- root

    [[nodiscard]] bool isRoot() const { return m_isRoot; }

    /// `sudo -n` was refused: with a password, where somebody gives one.
    bool rootRefused(const PartRun::Outcome &outcome) {
        if (!m_isRoot && m_options.sudoPassword && m_passwordAttempts < kMaxPasswordAttempts) {
            ++m_passwordAttempts;
            m_asking = true;
            // A person takes minutes: neither the strand nor a worker may wait for that.
            std::thread([weak = std::weak_ptr(self()), ask = m_options.sudoPassword, target = m_target,
                         error = outcome.errorText] {
                auto password = ask(target);
                if (auto job = weak.lock())
                    job->post([job, password = std::move(password), error]() mutable {
                        job->passwordGiven(std::move(password), error);
                    });
            }).detach();
            return true;
        }
        rootGivenUp(outcome.errorText);
        return false;
    }

    void passwordGiven(std::optional<std::string> password, const std::string &error) {
        m_asking = false;
        if (password && !password->empty() && !m_cancelled && !m_failure) {
            startRun(Part::Root, {}, collectorScript(Part::Root, m_nonce), std::move(*password));
            return;
        }
        rootGivenUp(error);
        publish();
        finishWhenIdle();
    }

    void rootGivenUp(const std::string &error) {
        const std::string note =
            "the root part was refused: " + (error.empty() ? "sudo needs a password" : error);
        log("root", note);
        m_capture.notes.push_back(note);
    }

    // --- what comes of it

    void publish() {
        m_last = makeSnapshot(std::make_shared<const capture::Capture>(m_capture));
        m_last.parts = m_arrived;
        if (m_events.snapshot)
            m_events.snapshot(m_last);
    }

    void finishWhenIdle() {
        if (!m_runs.empty() || (m_asking && !m_cancelled && !m_failure))
            return;
        finish(m_cancelled ? std::optional(cancelledFailure()) : m_failure);
    }

    void finish(const std::optional<Failure> &failure) {
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
        // The events may hold the job itself or what owns it: let go of them once the last has been told.
        const Events events = std::exchange(m_events, {});
        m_transport.reset();
        if (events.finished)
            events.finished(failure);
    }

    void setState(JobState state) {
        if (m_events.state)
            m_events.state(state);
    }

    void log(std::string_view channel, std::string text) {
        if (m_events.log)
            m_events.log({nowMs(), m_target, std::string(channel), sanitized(text, 1000)});
    }

    static std::string_view partName(Part part) { return capture::toString(part); }

    remote::Client &m_client;
    std::string m_target;
    CollectOptions m_options;
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
    bool m_asking = false; ///< a person is typing the sudo password
    bool m_cancelled = false;
    bool m_finished = false;
};

} // namespace

std::shared_ptr<CollectJob> CollectJob::start(remote::Client &client, remote::Endpoint endpoint,
                                              remote::Prompts prompts, remote::ConnectOptions connectOptions,
                                              CollectOptions options, Events events, WorkerPool *workers) {
    auto job = std::make_shared<Job>(client, endpoint.target, std::move(options), std::move(events), workers);
    job->begin(std::move(endpoint), std::move(prompts), std::move(connectOptions));
    return job;
}

} // namespace fabricscope::app
