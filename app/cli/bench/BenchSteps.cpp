// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/BenchSteps.h"

#include "app/cli/bench/BenchTelemetry.h"
#include "app/cli/bench/BenchWatch.h"
#include "app/cli/bench/DetachOffer.h"
#include "app/cli/bench/DeviceUsageQuestion.h"
#include "app/cli/bench/RunJudgement.h"
#include "app/cli/sources/ReadLog.h"
#include "app/cli/sources/Targets.h"
#include "app/cli/sources/TerminalPrompts.h"
#include "app/cli/terminal/CountInterrupts.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/jobs/collect/RootNote.h"
#include "app/jobs/judge/JudgeHost.h"
#include "app/jobs/run/PersistedRun.h"
#include "app/jobs/run/RunMessages.h"
#include "app/jobs/run/RunStorePath.h"
#include "app/jobs/run/SupervisorScript.h"
#include "core/base/HostText.h"
#include "core/base/OutputFile.h"
#include "core/base/Plural.h"
#include "core/base/Print.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/plan/Environment.h"
#include "core/bench/run/RunRecord.h"
#include "core/bench/view/BenchStops.h"
#include "core/json/SamplesJson.h"
#include "core/report/TextOutcomes.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

namespace fabricscope::app::cli {

namespace {

using bench::Phase;

/// Runs one plan.
class PlanRun {
public:
    PlanRun(const bench::Plan &plan, std::vector<bench::PlannedRun> runs,
            std::vector<bench::StopRule> stopRules, const RunFlags &flags)
        : m_plan(plan)
        , m_runs(std::move(runs))
        , m_stopRules(std::move(stopRules))
        , m_flags(flags)
        , m_detach(flags.detach)
        , m_copy(flags.log)
        , m_question(flags.yes)
        , m_group(m_runs.size() > 1 ? SupervisorScript::makeRunId() : std::string())
        , m_collect(flags.collect) {
        m_collect.keepSessions();
        m_collect.silence = std::chrono::seconds(flags.lease);
    }

    int run() {
        if (!m_copy.isOpen() || !writeSamples()) {
            printText(stderr, "{} cannot be written\n", m_copy.isOpen() ? m_flags.samples : m_flags.log);
            return kUsage;
        }
        if (!m_detach) {
            LongRuns runs{{}, {}, m_flags.lease, m_runs.size() == 1, !m_flags.yes && !m_flags.hasLease};
            for (const bench::PlannedRun &run : m_runs)
                runs.specs.push_back(run.run.spec);
            const StartAs chosen = offerDetached(runs);
            if (chosen == StartAs::NotAtAll)
                return kFindings;
            m_detach = chosen == StartAs::Detached;
        }
        for (const bench::PlannedRun &run : m_runs)
            if (!isWrong(run) && !runOne(run))
                break;
        if (m_runs.size() > 1)
            printText(stderr, "\n{}",
                      Lines{report::outcomesText(m_plan, bench::outcomesOf(m_measured), terminalWidth())});
        if (!m_flags.samples.empty() && !m_isWritten) {
            printText(stderr, "{}: not written completely\n", m_flags.samples);
            m_status = std::max<int>(m_status, kUnreachable);
        }
        return m_copy.isCut() ? std::max<int>(m_status, kUnreachable) : m_status;
    }

private:
    /// Returns false if no further step is to run.
    bool runOne(const bench::PlannedRun &planned) {
        bench::RunSpec spec = planned.run.spec;
        spec.telemetry = m_flags.telemetry && !m_detach;
        spec.detached = m_detach;
        const HostEndpoint hostEndpoint = hostEndpointFor(spec.host, m_collect);
        int status = kDone;
        readHost(spec.host); // first, so that the run starts right after the question
        if (!m_question.mayStart(*m_collect.client, hostEndpoint, spec, status)) {
            m_status = std::max(m_status, status);
            return false;
        }
        reportStart(planned);
        // Both outlive the pool, which calls the events.
        Watched watched(m_copy);
        RunJudgement judgement(bench::withoutSecrets(spec), m_hosts[spec.host].facts, m_stopRules);
        WorkerPool workers(1); // a terminal or a disk that blocks must not delay the heartbeats
        ToolRunOptions options;
        options.detached = m_detach;
        options.lease = std::chrono::seconds(m_flags.lease);
        options.workers = &workers;
        const CountInterrupts count;
        const BenchTelemetry telemetry(*m_collect.client, hostEndpoint, &workers, spec,
                                       std::chrono::seconds(m_flags.lease));
        const auto run =
            ToolRun::start(*m_collect.client, hostEndpoint, spec, options,
                           telemetry.wrap(stored(workers, planned, telemetry, judgement, watched.events())));
        const bench::RunState state =
            watched.wait(*run, m_detach, OnInterrupt::Stop, [&] { judgement.tick(*run); });
        if (m_detach && state.phase == Phase::Running)
            printText("{}\n", state.id);
        m_status = std::max(m_status, reportEnd(spec.host, state));
        m_measured.push_back(
            {planned.step, planned.run.value, planned.run.repeat, bench::withoutSecrets(spec), state, {}});
        if (state.phase > Phase::Stopping) { // else it is still read
            std::vector<bench::Results> &results = m_measured.back().results;
            results = judgement.results();
            telemetry.report(results.empty() ? nullptr : &results.back());
            m_status = std::max(m_status, judgement.report(state));
        }
        m_isWritten = writeSamples();
        noteWrong(planned);
        return CountInterrupts::count() == 0;
    }

    void noteWrong(const bench::PlannedRun &planned) {
        const bench::RunSummary summary = bench::summaryOfLast(m_measured.back().results);
        if (summary.wrong.value_or(0) == 0)
            return;
        m_status = std::max<int>(m_status, kFindings);
        m_wrong.emplace_back(&planned, *summary.wrong);
        const auto later = std::count_if(m_runs.begin(), m_runs.end(),
                                         [&](const bench::PlannedRun &run) { return isWrong(run); });
        if (later > 0)
            printText(stderr, "{}wrong results ({}); {} of the same command not started\n",
                      messagePrefix(planned.run.spec.host), *summary.wrong,
                      plural(static_cast<std::size_t>(later), "repeat", "repeats"));
    }
    [[nodiscard]] bool isWrong(const bench::PlannedRun &run) const {
        return std::any_of(m_wrong.begin(), m_wrong.end(), [&](const auto &wrong) {
            return wrong.first->step == run.step &&
                   bench::repeatsWrongRun(run.run, wrong.first->run, wrong.second);
        });
    }

    /// Collects the host once if its runs are stored. A host that cannot be collected may still be used.
    void readHost(const std::string &target) {
        if (!m_flags.capture || runStorePath().empty() || m_hosts.contains(target))
            return;
        Collected read = collectAll(std::vector<std::string>{target}, m_collect).front();
        judgeAlone(read.snapshot);
        m_hosts[target] = {read.snapshot.capture, {read.snapshot.topology, read.snapshot.examination}};
        if (!read.snapshot.capture)
            printText(stderr, "{}not collected; its runs are saved without a capture{}{}\n",
                      messagePrefix(target), read.failure ? ": " : "",
                      HostText(read.failure ? read.failure->what : "").line(512));
        else if (read.snapshot.isRootPartMissing)
            for (const std::string &note : read.snapshot.capture->notes)
                if (note.starts_with(kNotReadAsRoot))
                    printText(stderr, "{}{}\n", messagePrefix(target), note);
    }

    void reportStart(const bench::PlannedRun &planned) {
        if (m_runs.size() > 1)
            printText(stderr, "\nrun {} of {}{}{}\n", m_measured.size() + 1, m_runs.size(),
                      planned.run.value.empty() ? "" : ": ",
                      report::variedText(m_plan.steps[planned.step].sweep.flag, planned.run.value));
        const std::string prefix = messagePrefix(planned.run.spec.host);
        const bench::Command &command = planned.run.spec.command;
        printText(stderr, "{}{}\n", prefix,
                  HostText(bench::shellLine(bench::withoutSecrets(command))).line(8192));
        if (const auto finding = bench::checkWords(command.words))
            printText(stderr, "{}{}\n  {}: --set NAME\n", prefix, findings::title(*finding),
                      findings::remedy(*finding));
    }

    /// The same events; in addition the run is judged, and stored in the database of `fabricscope runs`.
    ToolRun::Events stored(WorkerPool &workers, const bench::PlannedRun &planned,
                           const BenchTelemetry &telemetry, const RunJudgement &judgement,
                           ToolRun::Events events) {
        events = judgement.wrap(std::move(events));
        const std::string path = runStorePath();
        if (path.empty())
            return events;
        PersistOptions persist;
        persist.path = path;
        persist.spec = planned.run.spec;
        persist.spec.detached = m_detach;
        persist.group = m_group;
        persist.sweepValue = planned.run.value;
        persist.repeat = planned.run.repeat;
        persist.summary = [&judgement] {
            return judgement.summary();
        };
        persist.failed = [host = planned.run.spec.host](const Error &error) {
            printText(stderr, "{}the run was not saved: {}\n", messagePrefix(host), error.toString());
        };
        persist.deleted = [](const std::string &text) {
            printText(stderr, "{}\n", text);
        };
        if (const auto read = m_hosts.find(persist.spec.host); read != m_hosts.end() && read->second.capture)
            persist.captures = {read->second.capture};
        telemetry.addTo(persist);
        return persistedEvents(*m_collect.client, &workers, std::move(persist), std::move(events));
    }

    /// Called after each run, so that the measurements exist however this program ends.
    bool writeSamples() const {
        if (m_flags.samples.empty())
            return true;
        return writeWhole(m_flags.samples, json::measuredDocument(m_measured), ReadableBy::Owner).has_value();
    }

    const bench::Plan &m_plan;
    std::vector<bench::PlannedRun> m_runs;
    std::vector<bench::StopRule> m_stopRules;
    const RunFlags &m_flags;
    bool m_detach;
    OutputCopy m_copy;
    DeviceUsageQuestion m_question;
    std::string m_group; ///< empty: there is one run alone
    /// A host as read before its first run; empty if it could not be read.
    struct ReadHost {
        std::shared_ptr<const capture::Capture> capture;
        bench::BenchHost facts;
    };
    std::map<std::string, ReadHost> m_hosts; ///< by target
    CollectFlags m_collect;                  ///< with the client of all runs
    std::vector<bench::MeasuredRun> m_measured;
    /// Runs with wrong results, of m_runs, and how many.
    std::vector<std::pair<const bench::PlannedRun *, std::uint64_t>> m_wrong;
    bool m_isWritten = true;
    int m_status = kDone;
};

} // namespace

void addLease(CLI::App &command, int &seconds) {
    command
        .add_option("--lease", seconds,
                    "Seconds without contact after which the host ends the run; should be longer than this "
                    "machine may sleep or lose its VPN connection")
        ->check(CLI::Range(static_cast<int>(ToolRunOptions::kMinLease.count()),
                           static_cast<int>(ToolRunOptions::kMaxLease.count())))
        ->capture_default_str()
        ->type_name("S");
}

int reportEnd(const std::string &host, const bench::RunState &state) {
    const std::string target = HostText(host).line(256), prefix = messagePrefix(host);
    const bool namesHost = state.why.starts_with(target + " ") || state.why.starts_with(target + ":");
    const std::string why = namesHost ? state.why : prefix + state.why;
    if (CountInterrupts::count() > 1 && state.phase <= Phase::Stopping) {
        printText(stderr,
                  "{}exiting before the end of the run was confirmed; the host ends it when the connection "
                  "closes\n",
                  prefix);
        return kFindings;
    }
    switch (state.phase) {
    case Phase::Ended:
        if (state.exitStatus.value_or(0) != 0)
            printText(stderr, "{}the tool exited with status {}{}{}\n", prefix, *state.exitStatus,
                      state.why.empty() ? "" : "; ", state.why);
        else if (!state.why.empty())
            printText(stderr, "{}\n", why);
        return state.exitStatus == 0 ? kDone : kFindings;
    case Phase::Stopped:
        // Work that it handed to another service is not in its tree, nor is what left a run that nothing
        // held.
        if (why.find(kTreeHasEnded) != std::string::npos || why.find(kSeenHaveEnded) != std::string::npos ||
            why.ends_with(kBeforeItStarted) || !isHeld(state.containment))
            printText(stderr, "{}\n", why);
        else
            printText(stderr, "{}; {}\n", why, kTreeHasEnded);
        return kFindings;
    case Phase::Running: // it was left
        return kDone;
    case Phase::MayStillRun:
        printText(stderr, "{}\n", why);
        return kFindings;
    default:
        printText(stderr, "{}\n", why);
        return kUnreachable;
    }
}

int runPlan(const bench::Plan &plan, const RunFlags &flags) {
    auto runs = bench::runsOf(plan);
    if (!runs) {
        printText(stderr, "{}\n", Lines{toLines(runs.error())});
        return kUsage;
    }
    if (flags.detach && runs->size() > 1) {
        printText(
            stderr,
            "--detach takes a single run: those of a series are started one after another by this machine\n");
        return kUsage;
    }
    auto stopRules = bench::stopRulesFrom(flags.stopWhen);
    if (!stopRules) {
        printText(stderr, "--stop-when: {}\n", Lines{toLines(stopRules.error())});
        return kUsage;
    }
    return PlanRun(plan, std::move(*runs), std::move(*stopRules), flags).run();
}

} // namespace fabricscope::app::cli
