// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/BenchCommands.h"
#include "app/cli/Cli.h"
#include "app/cli/Collect.h"
#include "app/cli/Targets.h"
#include "app/cli/TerminalPrompts.h"
#include "app/jobs/ForeignLoad.h"
#include "app/jobs/KeptRun.h"
#include "app/jobs/RunStorePlace.h"
#include "app/jobs/SupervisorScript.h"
#include "app/jobs/ToolRun.h"
#include "core/base/Text.h"
#include "core/bench/OutputParser.h"

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <future>
#include <mutex>

namespace fabricscope::app::cli {

namespace {

using bench::Phase;

struct Arguments {
    std::string target, tool, test, directory, fetch, log;
    std::vector<std::string> words, environment;
    int longest = 3600;
    bool yes = false, detach = false, stop = false, keep = false;
    CollectFlags collect;
};

std::atomic<int> g_interrupts{0};
static_assert(std::atomic<int>::is_always_lock_free, "it is set by a signal handler");
void interrupted(int) {
    ++g_interrupts;
}

/// As long as it lives Ctrl-C is counted, not obeyed.
class CountInterrupts {
public:
    CountInterrupts() {
        g_interrupts = 0;
        for (std::size_t i = 0; i < kSignals.size(); ++i)
            m_before[i] = std::signal(kSignals[i], interrupted);
    }
    ~CountInterrupts() {
        for (std::size_t i = 0; i < kSignals.size(); ++i)
            std::signal(kSignals[i], m_before[i]);
    }
    CountInterrupts(const CountInterrupts &) = delete;
    CountInterrupts &operator=(const CountInterrupts &) = delete;

private:
    static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
    std::array<void (*)(int), kSignals.size()> m_before{};
};

/// What the client's thread tells, for the thread that waits. The output goes on as it comes.
class Watched {
public:
    explicit Watched(const std::string &log) {
        if (!log.empty())
            m_log.open(log, std::ios::binary);
    }
    [[nodiscard]] bool logIsBad() const { return !m_log; }
    /// Some of the output is lost: the disk is full, or nobody reads it.
    [[nodiscard]] bool isUnwritten() const { return m_isUnwritten; }

    ToolRun::Events events() {
        ToolRun::Events events;
        events.output = [this](remote::Stream stream, std::string_view bytes) {
            FILE *file = stream == remote::Stream::Out ? stdout : stderr;
            std::fwrite(bytes.data(), 1, bytes.size(), file);
            std::fflush(file);
            m_isUnwritten = m_isUnwritten || std::ferror(file) != 0;
            if (m_log.is_open())
                m_isUnwritten =
                    !m_log.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush() ||
                    m_isUnwritten;
        };
        events.state = [this](const bench::RunState &state) {
            const std::scoped_lock lock(m_mutex);
            m_state = state;
            m_changed.notify_all();
        };
        events.finished = [this](const bench::RunState &state) {
            const std::scoped_lock lock(m_mutex);
            m_state = state;
            m_isOver = true;
            m_changed.notify_all();
        };
        return events;
    }

    /// Until it is over, or `running` says that it has seen enough, or Ctrl-C. What came of it.
    bench::RunState wait(ToolRun &run, bool leaveWhenRunning) {
        std::unique_lock lock(m_mutex);
        int seen = 0;
        while (!m_isOver) {
            m_changed.wait_for(lock, std::chrono::milliseconds(100));
            if (leaveWhenRunning && m_state.phase == Phase::Running)
                run.leave();
            if (const int now = g_interrupts; now > seen) {
                if (std::exchange(seen, now) > 0)
                    break; // twice: the host ends it when the link closes
                fmt::print(stderr, "\nfabricscope: stopping; again to leave at once\n");
                run.stop();
            }
        }
        return m_state;
    }

private:
    std::ofstream m_log;
    std::atomic<bool> m_isUnwritten{false};
    std::mutex m_mutex; // guards all below
    std::condition_variable m_changed;
    bench::RunState m_state;
    bool m_isOver = false;
};

HostWay wayTo(const Arguments &arguments) {
    return {endpointBy(typedHost(arguments.target), arguments.collect),
            terminalPrompts(arguments.collect.acceptNew),
            {}};
}

int reportEnd(const Arguments &arguments, const bench::RunState &state) {
    const std::string target = sanitized(arguments.target, 256);
    switch (state.phase) {
    case Phase::Ended:
        if (state.exitStatus.value_or(0) != 0)
            fmt::print(stderr, "{}: the tool ended with status {}\n", target, *state.exitStatus);
        return state.exitStatus == 0 ? kDone : kFindings;
    case Phase::Stopped:
        fmt::print(stderr, "{}: {}; none of its processes is left\n", target, sanitized(state.why));
        return kFindings;
    case Phase::Running: // it was left
        return kDone;
    default:
        fmt::print(stderr, "{}: {}\n", target, sanitized(state.why));
        return kUnreachable;
    }
}

/// True where nobody uses the devices, or it may be started all the same.
bool isFree(remote::Client &client, const Arguments &arguments, int &status) {
    std::promise<tl::expected<std::vector<ForeignUse>, remote::Failure>> answer;
    const auto job = findForeignLoad(client, wayTo(arguments), [&](auto uses) { answer.set_value(uses); });
    const auto uses = answer.get_future().get();
    status = kUnreachable;
    if (!uses) {
        fmt::print(stderr, "{}: {}: {}\n", arguments.target, remote::toString(uses.error().stage),
                   uses.error().what);
        return false;
    }
    if (uses->empty())
        return true;
    fmt::print(stderr, "{}: GPUs or NICs are in use:\n", arguments.target);
    for (const ForeignUse &use : *uses)
        fmt::print(stderr, "  {}\n", describe(use));
    if (arguments.yes || askYes("Start it all the same (yes, or anything else for no)? "))
        return true;
    fmt::print(stderr, "Nothing was started{}.\n", hasTerminal() ? "" : ": --yes starts it all the same");
    status = kFindings;
    return false;
}

bool specOf(const Arguments &arguments, bench::RunSpec &spec) {
    spec.tool = arguments.tool;
    spec.test = arguments.test;
    spec.host = arguments.target;
    spec.longest = std::chrono::seconds(arguments.longest);
    spec.command.words = arguments.words;
    spec.command.directory = arguments.directory;
    for (const std::string &setting : arguments.environment) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos) {
            fmt::print(stderr, "--set {}: it is NAME=VALUE\n", sanitized(setting, 100));
            return false;
        }
        spec.command.environment.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
    }
    if (spec.command.words.empty())
        fmt::print(stderr, "there is no command: it stands behind --, the program first\n");
    return !spec.command.words.empty();
}

void showCommand(const Arguments &arguments, const bench::RunSpec &spec) {
    fmt::print(stderr, "{}: {}\n", arguments.target, sanitized(bench::shellLine(spec.command), 8192));
}

/// The same events, and the run is kept in the database of runs: `fabricscope runs`.
ToolRun::Events kept(remote::Client &client, WorkerPool *workers, const Arguments &arguments,
                     const bench::RunSpec &spec, ToolRun::Events events) {
    const std::string path = runStorePath();
    if (path.empty())
        return events;
    std::shared_ptr<bench::OutputParser> parser = bench::makeParser(spec.tool);
    if (parser == nullptr)
        parser = bench::makeParser("auto");
    Keeping keeping{path, spec, {}, {}, {}};
    keeping.summary = [parser] {
        parser->end();
        return parser->results().empty() ? bench::RunSummary() : bench::summaryOf(parser->results().back());
    };
    keeping.failed = [target = arguments.target](const Error &error) {
        fmt::print(stderr, "{}: the run is not kept: {}\n", target, error.toString());
    };
    events.output = [parser, then = std::move(events.output)](remote::Stream stream, std::string_view bytes) {
        parser->feed(bytes);
        then(stream, bytes);
    };
    return keptEvents(client, workers, std::move(keeping), std::move(events));
}

/// The host forgets it once all of it is here.
void forget(remote::Client &client, const Arguments &arguments, const std::string &id) {
    std::promise<tl::expected<void, remote::Failure>> answer;
    forgetRun(client, wayTo(arguments), id, [&](auto how) { answer.set_value(how); });
    if (const auto how = answer.get_future().get(); !how)
        fmt::print(stderr, "{}: its output is still kept there: {}\n", arguments.target, how.error().what);
}

int fetch(const Arguments &arguments, Watched &watched) {
    if (!SupervisorScript::isRunId(arguments.fetch)) {
        fmt::print(stderr, "--fetch takes the id that --detach printed: 32 digits and letters\n");
        return kUsage;
    }
    remote::Client client;
    WorkerPool workers(1); // a terminal that stands still must not hold up the signs of life
    ToolRunOptions options;
    options.workers = &workers;
    const CountInterrupts count;
    const auto run = ToolRun::fetch(client, wayTo(arguments), arguments.fetch, 0, options, watched.events());
    if (arguments.stop)
        run->stop();
    const bench::RunState state = watched.wait(*run, false);
    const int status = reportEnd(arguments, state);
    if (watched.isUnwritten()) {
        fmt::print(stderr, "{}: not all of it could be written here: it is kept there\n", arguments.target);
        return kUnreachable;
    }
    if ((state.phase == Phase::Ended || state.phase == Phase::Stopped) && !arguments.keep)
        forget(client, arguments, arguments.fetch);
    return status;
}

int start(const Arguments &arguments, Watched &watched) {
    bench::RunSpec spec;
    if (!specOf(arguments, spec))
        return kUsage;
    remote::Client client;
    int status = kDone;
    if (!isFree(client, arguments, status))
        return status;
    showCommand(arguments, spec);
    WorkerPool workers(1); // a terminal or a disk that stands still must not hold up the signs of life
    ToolRunOptions options;
    options.detached = arguments.detach;
    options.workers = &workers;
    const CountInterrupts count;
    const auto run = ToolRun::start(client, wayTo(arguments), spec, options,
                                    kept(client, &workers, arguments, spec, watched.events()));
    const bench::RunState state = watched.wait(*run, arguments.detach);
    if (arguments.detach && state.phase == Phase::Running)
        fmt::print("{}\n", state.id);
    return reportEnd(arguments, state);
}

int runIt(const Arguments &arguments) {
    Watched watched(arguments.log);
    if (watched.logIsBad()) {
        fmt::print(stderr, "{} cannot be written\n", arguments.log);
        return kUsage;
    }
    return arguments.fetch.empty() ? start(arguments, watched) : fetch(arguments, watched);
}

} // namespace

void addBenchRun(CLI::App &bench, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command =
        bench.add_subcommand("run", "A tool on a host, live; Ctrl-C ends it with all of its processes");
    command->footer("Example: fabricscope bench run gpu-07 rccl-tests --set NCCL_DEBUG=INFO -- "
                    "all_reduce_perf -b 8 -e 16G -f 2 -g 8\n"
                    "Exit status: 1 where the tool failed or was stopped.");
    command->add_option("TARGET", arguments->target, "The host, or a container on it")->required();
    command->add_option("TOOL", arguments->tool, "Of `bench list`, or custom");
    command->add_option("COMMAND", arguments->words, "The program and its words, behind --");
    command->add_option("--test", arguments->test, "What of the tool it is, where the program does not say");
    command->add_option("--set", arguments->environment, "NAME=VALUE in the tool's environment")
        ->allow_extra_args(false);
    command->add_option("--directory", arguments->directory, "Where it runs (default: the home)");
    command->add_option("--longest", arguments->longest, "Seconds; then it is stopped")
        ->check(CLI::Range(1, 7 * 86400))
        ->capture_default_str();
    command->add_option("--log", arguments->log, "Write what it prints to this file too");
    command->add_flag("--yes", arguments->yes, "Start it where somebody else uses the GPUs or NICs");
    CLI::Option *detach = command->add_flag("--detach", arguments->detach,
                                            "It goes on alone; prints the id under which it is fetched");
    CLI::Option *id = command
                          ->add_option("--fetch", arguments->fetch,
                                       "What the detached run of this id prints, from its start to its end")
                          ->excludes(detach)
                          ->type_name("ID");
    command->add_flag("--stop", arguments->stop, "End that run")->needs(id);
    command->add_flag("--keep", arguments->keep, "Leave its output on the host")->needs(id);
    arguments->collect.addTo(*command);
    command->callback([arguments, &status] { status = runIt(*arguments); });
}

} // namespace fabricscope::app::cli
