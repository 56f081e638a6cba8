// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RunMessages.h"

#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/base/Text.h"
#include "core/bench/run/RunProcesses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace fabricscope::app {

namespace {

using bench::Phase;

/// Why the supervisor ended a run, or "itself" if the tool ended.
struct EndRow {
    std::string_view word;
    Phase phase;
    std::string_view why;
};
constexpr EndRow kEnds[] = {
    {"itself", Phase::Ended, ""},
    {"stop", Phase::Stopped, "stopped"},
    {"lease", Phase::Stopped, "ended by the host: no contact from fabricscope within the time limit"},
    {"killed", Phase::Stopped, "ended by the host: its supervisor was killed, perhaps by the tool"},
    {"toolong", Phase::Stopped, "ended by the host: time limit reached"},
    {"toomuch", Phase::Stopped, "ended by the host: its output exceeded the limit of a detached run"},
    {"full", Phase::Stopped, "ended by the host: the disk for its output is full"},
};

struct FailureRow {
    /// {0}: the host, {1}: the program, {2}: the directory, {3}: the command that ends and removes the run
    std::string_view word, what;
    Phase phase = Phase::Failed;
    bool isEnd = true; ///< of the run; else it may go on
};
constexpr FailureRow kFailures[] = {
    {"missing", "{0} has no program {1}: `fabricscope bench list` shows how to build it; if it is elsewhere, "
                "give its full path"},
    {"nodirectory", "{0}: cannot enter directory {2}"},
    {"noroom", "{0} has no space for a detached run (/var/tmp, /tmp): {1} was not started, and no files of "
               "the run are left"},
    {"nobegin", "{0} did not start {1} in time; the run was ended, and no files of it are left"},
    {"unended",
     "{0} did not start {1} in time, and parts of the run may be left; this ends and removes them: {3}",
     Phase::Lost, false},
    {"removed",
     "{0}: the run's files were removed while it was followed; did another fabricscope fetch the run to its "
     "end?",
     Phase::Lost},
    {"vanished", "{0}: the run disappeared without an exit status; was the host rebooted?", Phase::Lost},
};

/// Errors of a fetch: nothing more will be known of the run.
constexpr FailureRow kNotKept = {
    "nospool",
    "{0} does not have this run: it ended with the program that started it, was removed after a fetch, never "
    "started there, or /var/tmp was cleared; if the name resolves to several machines, another one may have "
    "it",
    Phase::Lost};

struct ReasonRow {
    std::string_view word;
    bench::RemainingProcess::Reason reason;
    std::string_view why;
};
using Reason = bench::RemainingProcess::Reason;
constexpr ReasonRow kReasons[] = {
    {"denied", Reason::Denied, "this user has no permission to end it"},
    {"stuck", Reason::Stuck, "not even SIGKILL ended it: a driver or file system hangs"},
    {"unsure", Reason::Unsure, "started during the run, perhaps by it"},
};

constexpr std::size_t kMaxRemaining = 20;

std::optional<bench::RemainingProcess> remainingOf(std::string_view item) {
    bench::RemainingProcess process;
    const std::string_view first = takeUntil(item, ':');
    const auto setReason = [&](std::string_view word) {
        for (const ReasonRow &row : kReasons)
            if (row.word == word)
                process.reason = row.reason;
    };
    if (first == "container") {
        process.name = bench::processName(takeUntil(item, ':'));
        setReason(takeUntil(item, ':'));
        process.engine = bench::processName(takeUntil(item, ':'));
        process.container = bench::processName(item);
        if (process.container.size() != item.size()) // no complete name: the id identifies it
            process.container.clear();
        return process;
    }
    const auto pid = parseInteger<int>(first);
    if (!pid || *pid <= 0)
        return std::nullopt;
    process.pid = *pid;
    (void)takeUntil(item, ':'); // its start
    setReason(takeUntil(item, ':'));
    process.owner = bench::processName(takeUntil(item, ':'));
    process.name = bench::processName(takeUntil(item, ':'));
    process.container = bench::processName(item);
    return process;
}

std::vector<bench::RemainingProcess> readRemaining(std::string_view line) {
    std::vector<bench::RemainingProcess> remaining;
    while (!line.empty() && remaining.size() < kMaxRemaining)
        if (auto process = remainingOf(takeUntil(line, ' ')))
            remaining.push_back(std::move(*process));
    return remaining;
}

std::string_view reasonText(bench::RemainingProcess::Reason reason) {
    for (const ReasonRow &row : kReasons)
        if (row.reason == reason)
            return row.why;
    return {};
}

std::string describe(const bench::RemainingProcess &process) {
    if (process.pid == 0)
        return fmt::format("{} ({}{})", bench::remainingName(process),
                           process.container.empty() ? "" : process.name + ", ",
                           process.reason == Reason::Stuck ? "the container runtime did not end it"
                                                           : reasonText(process.reason));
    return fmt::format("{}, {}", bench::remainingName(process), reasonText(process.reason));
}

/// "2 processes, podman container adv"; empty: nothing.
std::string backgroundText(std::string_view line) {
    const auto count = parseInteger<int>(takeUntil(line, ' ')).value_or(0);
    std::string text = count > 0 ? plural(static_cast<std::size_t>(count), "process", "processes") : "";
    for (const bench::RemainingProcess &box : readRemaining(trimmed(line)))
        if (box.pid == 0)
            text += (text.empty() ? "" : ", ") + bench::remainingName(box);
    return text;
}

/// Where process ids count: in the container in which the supervisor ran.
std::string placeText(const std::optional<workspace::Container> &inside) {
    return inside ? "in " + workspace::toString(*inside) : "on the host";
}

/// An engine whose commands are known.
bool isEngine(std::string_view name) {
    return name == "docker" || name == "podman" || name == "nerdctl";
}

/// "sudo kill -KILL 812 813; podman kill busy"; empty: none is known. None for what may be somebody else's.
std::string endingCommands(const std::vector<bench::RemainingProcess> &remaining,
                           bool isInContainer = false) {
    std::string pids, commands;
    for (const bench::RemainingProcess &process : remaining) {
        if (process.pid > 0 && process.reason == Reason::Denied)
            pids += fmt::format(" {}", process.pid);
        const std::string &box = process.container.empty() ? process.name : process.container;
        if (process.pid != 0 || process.reason == Reason::Unsure || !isEngine(process.engine) ||
            box.empty() || box.front() == '-')
            continue;
        if (process.reason == Reason::Denied)
            commands +=
                fmt::format("; {}{} rm -f {}", isInContainer ? "as root: " : "sudo ", process.engine, box);
        else
            commands += fmt::format("; {} kill {}", process.engine, box);
    }
    if (!pids.empty())
        commands = (isInContainer ? "; as root: kill -KILL" : "; sudo kill -KILL") + pids + commands;
    return commands.empty() ? commands : commands.substr(2);
}

} // namespace

SupervisorMessage readSupervisorMessage(std::string_view line) {
    const std::string_view word = takeUntil(line, ' ');
    SupervisorMessage read;
    using Kind = SupervisorMessage::Kind;
    for (const auto &[list, kind] :
         {std::pair{"left", Kind::Left}, {"unwatched", Kind::Unwatched}, {"foreign", Kind::Foreign}})
        if (word == list) {
            read.kind = kind;
            read.remaining = readRemaining(trimmed(line));
            return read;
        }
    if (word == "attending")
        read.kind = SupervisorMessage::Kind::Attending;
    if (word == "background") {
        read.kind = SupervisorMessage::Kind::Background;
        read.text = backgroundText(line);
        return read;
    }
    if (word == "handed") {
        read.kind = SupervisorMessage::Kind::Handed;
        read.text = bench::processName(line);
        return read;
    }
    const std::string_view rest = line, figure = takeUntil(line, ' ');
    const auto number = parseInteger<int>(figure);
    if (word == "began" && number && *number > 0) {
        read.kind = SupervisorMessage::Kind::Began;
        read.pid = number;
        (void)takeUntil(line, ' '); // its start
        read.text = bench::processName(takeUntil(line, ' '));
        read.simulated = HostText(trimmed(line)).plain(200);
        return read;
    }
    if (word == "ended" && figure == "-") {
        read.kind = SupervisorMessage::Kind::Ended;
        read.text = HostText(line).plain(32);
        return read;
    }
    if (word == "ended" && number && *number >= 0 && *number <= 255) {
        read.kind = SupervisorMessage::Kind::Ended;
        read.status = number;
        read.text = HostText(line).plain(32);
        return read;
    }
    read.text = HostText(word).plain(32);
    if (std::any_of(std::begin(kFailures), std::end(kFailures),
                    [&](const FailureRow &row) { return row.word == word; }))
        read.simulated = HostText(trimmed(rest)).plain(200);
    return read;
}

RunEnd runEnd(const SupervisorMessage &end, const std::string &stopReason,
              const std::vector<std::string> &handed, const std::string &background,
              const std::string &unheld) {
    RunEnd read{Phase::Ended, end.text};
    for (const EndRow &row : kEnds)
        if (row.word == end.text)
            read = {row.phase,
                    row.phase == Phase::Stopped && !stopReason.empty() ? stopReason : std::string(row.why)};
    if (read.phase == Phase::Stopped && !unheld.empty())
        read.why += fmt::format(
            "; {} ({}){}", kSeenHaveEnded, unheld,
            handed.empty() ? std::string()
                           : fmt::format("; work handed to {} may still run", fmt::join(handed, ", ")));
    else if (read.phase == Phase::Stopped && !handed.empty())
        read.why +=
            fmt::format("; {}, but work handed to {} may still run", kTreeHasEnded, fmt::join(handed, ", "));
    if (read.phase == Phase::Ended && !background.empty())
        read.why = std::string(bench::kLeftInBackground) + background;
    return read;
}

bool isHeld(std::string_view containment) {
    return containment == "cgroup" || containment == "scope" || containment == "subreaper";
}

std::string unheldText(const bench::RunState &state, const std::string &host, const SupervisorMessage *end) {
    if (state.containment == "subreaper" && end && !end->status)
        return "the supervisor that held them was killed: others may remain";
    if (state.containment.empty() || isHeld(state.containment))
        return {};
    return fmt::format("no cgroup and no subreaper held the run on {}: others may remain",
                       HostText(host).line(256));
}

RunFailure failureOf(const SupervisorMessage &word, const bench::RunSpec &spec, const std::string &run,
                     bool isFetched) {
    const std::string program =
        spec.command.words.empty() ? "" : HostText(spec.command.words.front()).plain(200);
    const std::string host = HostText(spec.host).plain(200);
    const auto textOf = [&](const FailureRow &row) {
        const std::string stop =
            bench::shellLine({{"fabricscope", "bench", "run", host, "--fetch", run, "--stop"}, {}, {}});
        return RunFailure{fmt::format(fmt::runtime(row.what), host, program,
                                      HostText(spec.command.directory).plain(200), stop),
                          row.phase, row.isEnd};
    };
    if (isFetched && word.text == kNotKept.word)
        return textOf(kNotKept);
    for (const FailureRow &row : kFailures)
        if (row.word == word.text)
            return textOf(row);
    return {fmt::format("unexpected answer from the host: '{}'", word.text)};
}

std::string noShellText(const HostShell &shell, std::optional<int> status, std::string_view output) {
    const std::string text = HostText(trimmed(output)).plain(1000);
    if (shell.container)
        return workspace::containerError(*shell.container, status, text).toString();
    return text.empty() ? "the host did not run /bin/sh -s" : "the host did not run /bin/sh -s: " + text;
}

std::string inputConsumedText() {
    return "a startup file of the login shell (such as .bashrc) read the run's script from standard input; "
           "put `[ -t 0 ] || return` before the command in it that reads standard input";
}

std::string remainingText(const std::vector<bench::RemainingProcess> &remaining,
                          const std::optional<workspace::Container> &inside, const std::string &unheld) {
    if (remaining.empty())
        return "the host did not confirm that its processes have ended; check them there";
    const std::string place = placeText(inside);
    std::string text = "may still be running " + place + (unheld.empty() ? ": " : ", as last seen: ");
    for (const bench::RemainingProcess &process : remaining)
        text += (&process == remaining.data() ? "" : "; ") + describe(process);
    if (!unheld.empty())
        text += "; " + unheld;
    const std::string commands = endingCommands(remaining, inside.has_value());
    return commands.empty() ? text : fmt::format("{}; {}: {}", text, place, commands);
}

std::string lostText(const std::string &how, const bench::RunSpec &spec, std::optional<int> pid,
                     std::chrono::seconds lease, std::chrono::seconds silence,
                     const std::vector<bench::RemainingProcess> &foreign,
                     const std::optional<workspace::Container> &inside) {
    const std::string host = HostText(spec.host).line(256);
    const std::string processes = bench::processesText(spec, pid), lookup = bench::lookupText(spec);
    std::string others;
    for (const bench::RemainingProcess &process : foreign)
        others += (others.empty() ? "; not ended by it, since this user has no permission to: " : ", ") +
                  bench::remainingName(process);
    if (const std::string commands = endingCommands(foreign, inside.has_value()); !commands.empty())
        others += fmt::format("; {}: {}", placeText(inside), commands);
    if (silence > lease)
        return fmt::format("{}: no contact for {} s, longer than the lease of {} s, so {} ended the run; {} "
                           "may still run if it could not be ended; to check (newest last): {}{}",
                           how, silence.count(), lease.count(), host, processes, lookup, others);
    return fmt::format(
        "{}; {} ends the run {} s after the last sign of life from here (the lease), unless the "
        "tool ended the run's supervisor, and except processes of other users (sudo) and those "
        "that it cannot see; until then, {} may still run; to check (newest last): {}{}",
        how, host, lease.count(), processes, lookup, others);
}

std::string unconfirmedText(const bench::RunSpec &spec, std::optional<int> pid, bool isStopping) {
    const std::string host = HostText(spec.host).line(256);
    return fmt::format("{}; {} may still run; to check (newest last): {}",
                       isStopping ? host + " did not confirm the end of the run"
                                  : "the run's supervisor on " + host +
                                        " ended unexpectedly, perhaps killed by the tool, and no lease "
                                        "ends it",
                       bench::processesText(spec, pid), bench::lookupText(spec));
}

std::string unwatchedText(const bench::RunSpec &spec, const std::string &run,
                          const std::vector<bench::RemainingProcess> &remaining,
                          const std::optional<workspace::Container> &inside) {
    const std::string host = HostText(spec.host).plain(200);
    std::string text =
        fmt::format("its supervisor on {} was killed: no lease and no time limit ends the run; {}: ", host,
                    placeText(inside));
    for (const bench::RemainingProcess &process : remaining)
        text += (&process == remaining.data() ? "" : "; ") + bench::remainingName(process);
    return text + "; this ends it: " +
           bench::shellLine({{"fabricscope", "bench", "run", host, "--fetch", run, "--stop"}, {}, {}});
}

std::string whyOf(const remote::Failure &failure) {
    return fmt::format("{}: {}{}{}", remote::summary(failure), failure.what, failure.hint.empty() ? "" : "; ",
                       failure.hint);
}

} // namespace fabricscope::app
