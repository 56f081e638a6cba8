// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/BenchCommands.h"
#include "app/cli/bench/BenchSteps.h"
#include "app/cli/bench/BenchWatch.h"
#include "app/cli/bench/RunJudgement.h"
#include "app/cli/sources/FileStatus.h"
#include "app/cli/sources/ReadLog.h"
#include "app/cli/sources/Targets.h"
#include "app/cli/terminal/CountInterrupts.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/jobs/run/ForgetRun.h"
#include "app/jobs/run/PersistedRun.h"
#include "app/jobs/run/RunSecrets.h"
#include "app/jobs/run/RunStorePath.h"
#include "app/jobs/run/SupervisorScript.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/plan/Plan.h"
#include "core/bench/run/OutputParser.h"
#include "core/bench/view/BenchStops.h"
#include "core/json/PlanJson.h"
#include "core/store/RunStore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <future>

namespace fabricscope::app::cli {

namespace {

using bench::Phase;

struct Arguments {
    std::string target, tool, test, directory, fetch, sweep;
    std::vector<std::string> words, environment;
    int longest = 3600, repeat = 1;
    bool stop = false, keep = false;
    RunFlags flags;
};

int refuse(const std::string &why) {
    printText(stderr, "{}\n", why);
    return kUsage;
}

Result<> readSweep(const std::string &text, bench::Sweep &sweep) {
    if (text.empty())
        return {};
    const std::size_t equals = text.find('=', 1);
    if (equals == std::string::npos)
        return failure("expected FLAG=VALUES", "--sweep " + HostText(text).line(100),
                       "for example -b=1M,1G or -b=1M..8G*2");
    auto values = bench::sweepValues(text.substr(equals + 1));
    if (!values)
        return tl::unexpected(values.error());
    sweep.flag = text.substr(0, equals);
    if (bench::isSecret(sweep.flag))
        return failure("secrets cannot be swept: their values would be shown and saved",
                       "--sweep " + HostText(sweep.flag).line(100), "set one value with --set NAME");
    sweep.values = std::move(*values);
    return {};
}

/// The plan with one step for the command line.
Result<bench::Plan> planFromArguments(const Arguments &arguments) {
    bench::PlanStep step;
    bench::RunSpec &spec = step.spec;
    spec.tool = arguments.tool;
    spec.test = arguments.test;
    spec.host = arguments.target;
    spec.longest = std::chrono::seconds(arguments.longest);
    spec.command.words = arguments.words;
    spec.command.directory = arguments.directory;
    const bench::Tool *tool = bench::toolOf(spec.tool);
    if (tool == nullptr)
        return failure(fmt::format("unknown tool '{}'", HostText(spec.tool).line(64)), "TOOL",
                       "see `fabricscope bench list`, or use custom for any command");
    for (const std::string &setting : arguments.environment) {
        const auto equals = setting.find('=');
        const char *own = equals == std::string::npos ? std::getenv(setting.c_str())
                                                      : nullptr; // NOLINT(concurrency-mt-unsafe)
        if (equals == std::string::npos && own == nullptr)
            return failure("expected NAME=VALUE, or the NAME of an exported variable of this shell",
                           "--set"); // not the text itself, which may be a secret
        if (!bench::isVariableName(std::string_view(setting).substr(0, equals)))
            return failure("the text before = is not a variable name", "--set",
                           "use letters, digits and _, and no digit at the beginning");
        spec.command.environment.push_back(
            own != nullptr ? bench::EnvironmentValue{setting, own, !bench::isLibraryVariable(setting)}
                           : bench::EnvironmentValue{setting.substr(0, equals), setting.substr(equals + 1)});
    }
    if (const bench::Test *test = tool->testIn(spec.command.words); test != nullptr && spec.test.empty())
        spec.test = test->name;
    if (spec.command.words.empty())
        return failure("no command given: write it after --, the program first", "COMMAND");
    if (auto read = readSweep(arguments.sweep, step.sweep); !read)
        return tl::unexpected(read.error());
    step.sweep.repeats = static_cast<unsigned>(arguments.repeat);
    bench::Plan plan;
    plan.steps.push_back(std::move(step));
    return plan;
}

/// Removes the run from the host once its output was fetched completely.
void forget(remote::Client &client, const Arguments &arguments, const std::string &id) {
    std::promise<tl::expected<bool, remote::Failure>> answer;
    forgetRun(client, hostEndpointFor(arguments.target, arguments.flags.collect), id,
              [&](auto how) { answer.set_value(how); });
    if (const auto how = answer.get_future().get(); !how)
        printText(stderr, "{}its output is still on the host: {}\n", messagePrefix(arguments.target),
                  how.error().what);
}

/// The run with this ID, or a unique prefix of it, in the run database; std::nullopt if it cannot be read
/// there.
std::optional<bench::RunRecord> storedRun(const std::string &id) {
    const std::string path = runStorePath();
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
        return std::nullopt;
    const auto store = store::RunStore::open(path, {.readOnly = true});
    return store ? store->find(id).value_or(std::nullopt) : std::nullopt;
}

/// The secrets of a detached run, of which only the names are stored.
struct KnownSecrets {
    bench::Command command; ///< values given by --set, or set here under the same name
    bool isComplete = true; ///< false: some values are unknown, which was reported
};

void reportUnknown(const Arguments &arguments, const std::string &what, const std::string &set) {
    printText(stderr,
              "{}the value of {} is unknown here and cannot be removed from the output: it is shown as it "
              "is, not saved, and stays on the host\n  to save it without the value, fetch with{}\n",
              messagePrefix(arguments.target), what, set);
}

/// Arguments have no names: any secret that --set gives and that no variable of the run has is one of theirs.
void checkArguments(const Arguments &arguments, const bench::Command &stored, KnownSecrets &known) {
    const auto isArgument = [&](const bench::EnvironmentValue &given) {
        return bench::isSecret(given) &&
               std::none_of(stored.environment.begin(), stored.environment.end(),
                            [&](const auto &each) { return each.name == given.name; });
    };
    const auto &all = known.command.environment;
    const auto given = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), isArgument));
    std::size_t removed = 0;
    for (const std::string &word : stored.words)
        removed += removedSecrets(word);
    if (given >= removed)
        return;
    known.isComplete = false;
    std::string set;
    for (std::size_t i = given; i < removed; ++i)
        set += fmt::format(" --set SECRET{}=VALUE", i + 1);
    reportUnknown(arguments,
                  removed - given == 1 ? "a secret argument of its tool" : "secret arguments of its tool",
                  set);
}

/// `stored`: the command of the run without the values of its secrets.
KnownSecrets secretsOf(const Arguments &arguments, const bench::Command &stored) {
    KnownSecrets known;
    bench::Command &command = known.command;
    for (const std::string &setting : arguments.environment)
        if (const std::size_t equals = setting.find('='); equals != std::string::npos) {
            const std::string name = setting.substr(0, equals);
            command.environment.push_back(
                {name, setting.substr(equals + 1), !bench::isLibraryVariable(name)});
        }
    checkArguments(arguments, stored, known);
    for (const bench::EnvironmentValue &each : stored.environment) {
        const bool isSet = std::any_of(command.environment.begin(), command.environment.end(),
                                       [&](const auto &given) { return given.name == each.name; });
        const bool hasSecret = bench::isSecret(each) || removedSecrets(each.value) > 0;
        if (isSet || !hasSecret)
            continue;
        if (const char *value = std::getenv(each.name.c_str())) {
            command.environment.push_back({each.name, value, true});
            continue;
        }
        known.isComplete = false;
        const std::string name = HostText(each.name).line(128);
        reportUnknown(arguments, name, " --set " + name);
    }
    return known;
}

/// The command of the run without the values of its secrets: from the run database, or, if it was started
/// elsewhere, what its host knows of it.
tl::expected<bench::Command, remote::Failure> storedCommand(remote::Client &client,
                                                            const Arguments &arguments) {
    if (const auto run = storedRun(arguments.fetch))
        return run->spec.command;
    std::promise<tl::expected<bench::Command, remote::Failure>> answer;
    readRunSecrets(client, hostEndpointFor(arguments.target, arguments.flags.collect), arguments.fetch,
                   [&](auto command) { answer.set_value(std::move(command)); });
    return answer.get_future().get();
}

/// Output is also stored: in the record of the run, or in a new one if it was started elsewhere, which then
/// contains the names of the known secrets.
ToolRun::Events persistedFetch(remote::Client &client, WorkerPool &workers, const Arguments &arguments,
                               KnownSecrets secrets, ToolRun::Events events) {
    const std::string path = runStorePath();
    if (path.empty())
        return events;
    std::shared_ptr<bench::OutputParser> parser = bench::makeParser(arguments.tool);
    if (parser == nullptr)
        parser = bench::makeParser("auto");
    PersistOptions persist;
    persist.path = path;
    persist.isFetched = true;
    persist.spec.tool = arguments.tool.empty() ? "custom" : arguments.tool;
    persist.spec.test = arguments.test;
    persist.spec.host = arguments.target;
    persist.spec.detached = true;
    persist.spec.command = std::move(secrets.command);
    persist.savesOutput = secrets.isComplete;
    persist.summary = [parser] {
        parser->end();
        return bench::summaryOfLast(parser->results());
    };
    persist.deleted = [](const std::string &text) {
        printText(stderr, "{}\n", text);
    };
    persist.failed = [target = arguments.target](const Error &error) {
        printText(stderr, "{}the fetched run was not saved: {}\n", messagePrefix(target), error.toString());
    };
    events.output = [parser, then = std::move(events.output)](remote::Stream stream, std::string_view bytes) {
        parser->feed(bytes);
        then(stream, bytes);
    };
    return persistedEvents(client, &workers, std::move(persist), std::move(events));
}

/// For a run that was followed and is lost now: its real end, if another program has fetched and stored it.
std::optional<bench::RunState> keptEnd(const Arguments &arguments, const bench::RunState &lost) {
    const auto run = lost.phase == Phase::Lost && lost.pid ? storedRun(lost.id) : std::nullopt;
    if (!run || run->spec.host != arguments.target)
        return std::nullopt;
    const bench::RunState &kept = run->state;
    const bool isEnd = kept.phase == Phase::Ended || kept.phase == Phase::Stopped;
    return isEnd ? std::optional(kept) : std::nullopt;
}

/// The whole ID for a unique prefix of one in the run database; else the text itself.
std::string wholeRunId(const std::string &prefix) {
    const auto run = SupervisorScript::isRunId(prefix) ? std::nullopt : storedRun(prefix);
    return run ? run->state.id : prefix;
}

/// As stored; of a run that was started elsewhere, what the command line says.
bench::RunSpec fetchedSpec(const Arguments &arguments) {
    if (const auto run = storedRun(arguments.fetch))
        return run->spec;
    bench::RunSpec spec;
    spec.tool = arguments.tool;
    spec.test = arguments.test;
    spec.host = arguments.target;
    spec.detached = true;
    return spec;
}

int fetch(Arguments arguments) {
    arguments.fetch = wholeRunId(arguments.fetch);
    if (!SupervisorScript::isRunId(arguments.fetch))
        return refuse(
            "--fetch takes the ID that --detach printed (32 digits and letters), or a unique prefix "
            "of one in `fabricscope runs list`");
    OutputCopy copy(arguments.flags.log);
    if (!copy.isOpen())
        return refuse(arguments.flags.log + " cannot be written");
    bench::RunState state;
    bool isSaved = true;
    int judged = kDone;
    remote::Client client(remote::SessionLife::UntilClosed);
    const auto stored = storedCommand(client, arguments);
    if (!stored) {
        printText(stderr, "{}{}\n", messagePrefix(arguments.target), Lines{remote::message(stored.error())});
        return kUnreachable;
    }
    {
        Watched watched(copy);
        RunJudgement judgement(fetchedSpec(arguments), {}, {});
        WorkerPool workers(1); // a terminal that blocks must not delay the heartbeats
        ToolRunOptions options;
        options.workers = &workers;
        const CountInterrupts count;
        const KnownSecrets secrets = secretsOf(arguments, *stored);
        isSaved = secrets.isComplete;
        const auto run = ToolRun::fetch(
            client, hostEndpointFor(arguments.target, arguments.flags.collect), arguments.fetch, 0, options,
            fetchedWithoutSecrets(
                bench::secretValuesOf(secrets.command),
                persistedFetch(client, workers, arguments, secrets, judgement.wrap(watched.events()))));
        if (arguments.stop)
            run->stop();
        state = watched.wait(*run, false, arguments.stop ? OnInterrupt::Stop : OnInterrupt::Leave,
                             [&] { judgement.tick(*run); });
        if (state.phase > Phase::Stopping)
            judged = judgement.report(state);
    }
    if (state.phase == Phase::Running) {
        printText(stderr, "\nfabricscope: the run continues; to stop it: --fetch {} --stop\n",
                  arguments.fetch);
        return kFindings;
    }
    if (const auto kept = keptEnd(arguments, state)) {
        printText(stderr, "{}\n  Another fetch recorded how it ended; its last lines may be missing here.\n",
                  state.why);
        state = *kept;
    }
    const int status = std::max(reportEnd(arguments.target, state), judged);
    if (copy.isCut()) {
        printText(stderr, "{}not written completely here; the output stays on the host\n",
                  messagePrefix(arguments.target));
        return kUnreachable;
    }
    if ((state.phase == Phase::Ended || state.phase == Phase::Stopped) && !arguments.keep && isSaved)
        forget(client, arguments, arguments.fetch);
    return status;
}

bool isPlanFile(const Arguments &arguments) {
    std::error_code error;
    return arguments.tool.empty() && arguments.words.empty() &&
           std::filesystem::is_regular_file(arguments.target, error);
}

/// Without a TOOL, and no plan: a file that is not there, or a host on which to run nothing.
int refuseWithoutTool(const Arguments &arguments) {
    const std::string &target = arguments.target;
    const bool isFileName = target.ends_with(".json") || target.starts_with('/') || target.starts_with('.');
    if (!isFileName)
        return refuse(
            fmt::format("no TOOL to run on {} (see `fabricscope bench list`)", HostText(target).line(512)));
    printText(stderr, "{}: no such file\n  make a plan with `fabricscope bench plan`\n",
              HostText(target).line(512));
    return kUnreachable;
}

Result<bench::Plan> planOfFile(const std::string &path) {
    constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
    std::string text;
    const auto read = readLog(path, [&](std::string_view bytes) {
        text += bytes.substr(0, kMaxBytes + 1 - std::min(kMaxBytes + 1, text.size()));
    });
    if (!read)
        return tl::unexpected(read.error());
    auto plan = json::planFrom(text);
    if (plan && std::any_of(plan->steps.begin(), plan->steps.end(),
                            [](const bench::PlanStep &step) { return step.spec.detached; }))
        return failure("steps of a plan cannot be detached: each starts when the previous one has finished",
                       "plan");
    return plan;
}

int runIt(const Arguments &arguments) {
    if (!arguments.fetch.empty())
        return fetch(arguments);
    if (isPlanFile(arguments)) {
        const auto plan = planOfFile(arguments.target);
        if (plan)
            return runPlan(*plan, arguments.flags);
        printText(stderr, "{}: {}\n", HostText(arguments.target).line(512), plan.error().toString());
        return statusOfFile(arguments.target);
    }
    if (arguments.tool.empty() && arguments.words.empty())
        return refuseWithoutTool(arguments);
    const auto plan = planFromArguments(arguments);
    return plan ? runPlan(*plan, arguments.flags) : refuse(plan.error().toString());
}

} // namespace

void addBenchRun(CLI::App &bench, int &status) {
    auto arguments = std::make_shared<Arguments>();
    RunFlags &flags = arguments->flags;
    CLI::App *command = bench.add_subcommand(
        "run", "Run a tool or a plan on hosts, live; Ctrl-C ends all processes of the run");
    command->footer("Example: fabricscope bench run gpu-07 rccl-tests --set NCCL_DEBUG=INFO --repeat 3 -- "
                    "all_reduce_perf -b 8 -e 16G -f 2 -g 8\n"
                    "         fabricscope bench run plan.json -o run.json\n"
                    "Exit status: 1 if the tool failed or was stopped, or a finding is an error.");
    command
        ->add_option("TARGET", arguments->target, "Host or container; without TOOL, a file from `bench plan`")
        ->required();
    command->add_option("TOOL", arguments->tool, "Tool from `bench list`, or custom");
    command->add_option("COMMAND", arguments->words, "Program and its arguments, after --");
    command->add_option("--test", arguments->test, "Test of the tool, if the program name does not show it");
    command
        ->add_option("--set", arguments->environment,
                     "NAME=VALUE in the tool's environment; NAME alone takes the local value, which, except "
                     "for variables of libraries (NCCL_...), is neither shown nor saved: use this for "
                     "secrets, since other users can read command lines")
        ->allow_extra_args(false);
    command->add_option("--directory", arguments->directory, "Working directory (default: home)");
    command->add_option("--longest", arguments->longest, "Time limit in seconds")
        ->check(CLI::Range(1, 7 * 86400))
        ->capture_default_str();
    addLease(*command, flags.lease);
    command
        ->add_option(
            "--sweep", arguments->sweep,
            "Run once per value of an option or variable: -b=1M,1G; -b=8..16G*2; NCCL_ALGO=Ring,Tree")
        ->type_name("FLAG=VALUES");
    command->add_option("--repeat", arguments->repeat, "Repeat N times and report the median")
        ->check(CLI::Range(1, static_cast<int>(bench::Sweep::kMaxSteps)))
        ->capture_default_str();
    CLI::Option *samples =
        command->add_option("-o,--output", flags.samples, "Measurements as fabricscope.samples JSON")
            ->type_name("FILE");
    CLI::Option *stopWhen =
        command
            ->add_option("--stop-when", flags.stopWhen,
                         "Also end the run if this occurs: " + bench::stopRuleNames() +
                             "; below-ceiling=60,3 means below 60 % in 3 rows in a row. A run with wrong "
                             "results (wrong) ends by default; none alone disables that. Detached runs have "
                             "no rules")
            ->allow_extra_args(false)
            ->type_name("RULE");
    command->add_option("--log", flags.log, "Also write the output of the tool to this file");
    command->add_flag("--yes", flags.yes, "Do not ask: start even if other processes use the GPUs or NICs");
    CLI::Option *detach =
        command->add_flag("--detach", flags.detach, "Start detached and print the ID for --fetch")
            ->excludes(stopWhen);
    command
        ->add_flag("--telemetry", flags.telemetry,
                   "Also read the host's counters; summarize them on standard error at the end")
        ->excludes(detach);
    command->add_flag("--capture,!--no-capture", flags.capture,
                      "Capture the host first, evaluate the run with the capture and save both (default)");
    CLI::Option *id =
        command
            ->add_option(
                "--fetch", arguments->fetch,
                "Output of the detached run with this ID (or a unique prefix), from its start; Ctrl-C "
                "leaves it running")
            ->excludes(detach)
            ->excludes(stopWhen)
            ->excludes(samples)
            ->type_name("ID");
    command->add_flag("--stop", arguments->stop, "Stop that run")->needs(id);
    command->add_flag("--keep", arguments->keep, "Leave its output on the host")->needs(id);
    flags.collect.addTo(*command);
    command->callback([arguments, command, &status] {
        arguments->flags.hasLease = command->count("--lease") > 0;
        status = runIt(*arguments);
    });
}

} // namespace fabricscope::app::cli
