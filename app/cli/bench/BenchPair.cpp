// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/BenchCommands.h"
#include "app/cli/bench/BenchSteps.h"
#include "app/cli/bench/BenchWatch.h"
#include "app/cli/bench/DetachOffer.h"
#include "app/cli/bench/DeviceUsageQuestion.h"
#include "app/cli/bench/PairProgress.h"
#include "app/cli/sources/Collect.h"
#include "app/cli/sources/ReadLog.h"
#include "app/cli/sources/Targets.h"
#include "app/cli/sources/TerminalPrompts.h"
#include "app/cli/terminal/CountInterrupts.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/jobs/judge/JudgeHost.h"
#include "app/jobs/run/PairMatrix.h"
#include "app/jobs/run/PersistedRun.h"
#include "app/jobs/run/RunStorePath.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/base/Text.h"
#include "core/bench/command/Secrets.h"
#include "core/json/SamplesJson.h"
#include "core/present/bench/BenchCharts.h"
#include "core/present/bench/BenchTable.h"
#include "core/report/TextSamples.h"

#include <future>
#include <memory>
#include <vector>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::string server, client, address, log;
    bench::PairRequest request;
    std::string seconds, iterations, size, queuePairs;
    bool bidirectional = false, yes = false, dryRun = false, json = false, csv = false;
    std::size_t concurrent = 1;
    int longest = 120;
    int lease = static_cast<int>(ToolRunOptions::kLease.count());
    bool hasLease = false;
    CollectFlags collect;

    [[nodiscard]] bool isOneHost() const { return client.empty() || client == server; }
};

/// Options of perftest with an equivalent option here, one per line.
constexpr struct {
    const char *flag;
    std::string Arguments::*value;
} kOptions[] = {{"-D", &Arguments::seconds},
                {"-n", &Arguments::iterations},
                {"-s", &Arguments::size},
                {"-q", &Arguments::queuePairs}};

bench::PairRequest requestOf(const Arguments &arguments) {
    bench::PairRequest request = arguments.request;
    request.address = arguments.address;
    for (const auto &[flag, value] : kOptions)
        if (!(arguments.*value).empty())
            request.options.push_back({flag, arguments.*value});
    if (arguments.seconds.empty() && arguments.iterations.empty())
        request.options.push_back({"-D", "2"});
    if (arguments.bidirectional)
        request.options.push_back({"-b", {}});
    return request;
}

std::vector<std::string> targetsOf(const Arguments &arguments) {
    if (arguments.isOneHost())
        return {arguments.server};
    return {arguments.server, arguments.client};
}

/// The data of the hosts; a failure was reported.
bool readHosts(const Arguments &arguments, std::vector<Collected> &hosts, int &status) {
    hosts = collectAll(targetsOf(arguments), arguments.collect);
    for (Collected &host : hosts) {
        const int failed = reportFailure(host);
        if (!host.snapshot.topology) {
            status = failed == kDone ? kUnreachable : failed;
            return false;
        }
        host.snapshot.examination = judgeHost(host.snapshot);
    }
    return true;
}

Result<bench::PairPlan> planOf(const Arguments &arguments, const std::vector<Collected> &hosts) {
    std::vector<bench::PairHost> sides;
    for (const Collected &host : hosts)
        sides.push_back({host.target, {*host.snapshot.topology, *host.snapshot.examination}});
    const bench::PairRequest request = requestOf(arguments);
    return sides.size() == 1 ? bench::planPairs(request, sides[0])
                             : bench::planPairs(request, sides[0], sides[1]);
}

void showPlan(const bench::PairPlan &plan, bool everyCommand) {
    printText(stderr, "{}: {} pairs in {} rounds\n", plan.title, plan.cells(), plan.rounds.size());
    for (const std::string &note : plan.notes)
        printText(stderr, "  {}\n", note);
    for (std::size_t round = 0; round < plan.rounds.size() && (everyCommand || round == 0); ++round)
        for (const bench::PairCell &cell : plan.rounds[round]) {
            printText(stderr, "  {} to {}:\n", plan.rows[cell.row], plan.columns[cell.column]);
            if (!cell.whyNot.empty())
                printText(stderr, "    not run: {}\n", cell.whyNot);
            printText(
                stderr, "    {}: {} -p PORT\n    {}: {} -p PORT {}\n", HostText(plan.serverHost).line(256),
                bench::shellLine(bench::withoutSecrets(cell.server)), HostText(plan.clientHost).line(256),
                bench::shellLine(bench::withoutSecrets(cell.client)), HostText(cell.address).line(256));
            if (!everyCommand)
                return; // the others alike
        }
}

/// Lists the users of the devices of either host first.
bool areFree(remote::Client &client, const Arguments &arguments, int &status) {
    DeviceUsageQuestion question(arguments.yes);
    for (const std::string &target : targetsOf(arguments)) {
        bench::RunSpec any; // the pairs may use all of its NICs
        any.tool = "custom";
        any.host = target;
        if (!question.mayStart(client, hostEndpointFor(target, arguments.collect), any, status))
            return false;
    }
    return true;
}

void print(const Arguments &arguments, const std::vector<bench::Results> &runs) {
    if (arguments.json) {
        printVerbatim(json::samplesDocument(runs));
    } else if (!arguments.csv) {
        printLines(report::samplesText(runs, terminalWidth()));
    } else if (!runs.empty()) {
        bench::BenchView view;
        view.results = std::make_shared<const bench::Results>(runs.back());
        for (const present::BenchChart &chart : present::benchCharts(runs.back()))
            printVerbatim(present::BenchTable(view, chart).csv());
    }
}

/// With the overhead of each pair: logins are reused, ports are searched, and the server is awaited.
LongRuns longRunsOf(const Arguments &arguments, const bench::PairPlan &plan) {
    constexpr std::chrono::seconds kAround{3};
    LongRuns runs{{runSpecOf(plan, requestOf(arguments).options)},
                  {},
                  arguments.lease,
                  false,
                  !arguments.yes && !arguments.hasLease};
    runs.expected = std::chrono::seconds(0);
    const auto seconds = parseInteger<int>(arguments.seconds.empty() ? "2" : arguments.seconds);
    if (!seconds || !arguments.iterations.empty())
        return runs;
    std::size_t turns = 0;
    for (const auto &round : plan.rounds)
        turns += (round.size() + arguments.concurrent - 1) / arguments.concurrent;
    runs.expected = static_cast<int>(turns) * (std::chrono::seconds(*seconds) + kAround);
    return runs;
}

int measure(const Arguments &arguments, const bench::PairPlan &plan, const std::vector<Collected> &hosts,
            remote::Client &client) {
    PairProgress progress(plan, arguments.log, !arguments.collect.quiet);
    if (progress.hasLogFailed()) {
        printText(stderr, "{} cannot be written\n", arguments.log);
        return kUsage;
    }
    WorkerPool workers(1); // a terminal that blocks must not delay the heartbeats
    ToolRunOptions options;
    options.workers = &workers;
    const std::string &other = arguments.isOneHost() ? arguments.server : arguments.client;
    PairMatrixSpec spec{plan,
                        hostEndpointFor(arguments.server, arguments.collect),
                        hostEndpointFor(other, arguments.collect),
                        arguments.concurrent,
                        std::chrono::seconds(arguments.longest),
                        std::chrono::seconds(arguments.lease)};
    ToolRun::Events events = progress.events();
    if (const std::string path = runStorePath(); !path.empty()) {
        PersistOptions persist{path, runSpecOf(plan, requestOf(arguments).options), {}, {}, {}};
        for (const Collected &host : hosts)
            if (host.snapshot.capture)
                persist.captures.push_back(host.snapshot.capture);
        persist.summary = [&progress] {
            return progress.summary();
        };
        persist.deleted = [](const std::string &text) {
            printText(stderr, "{}\n", text);
        };
        persist.failed = [](const Error &error) {
            printText(stderr, "the run was not saved: {}\n", error.toString());
        };
        events = persistedEvents(client, &workers, std::move(persist), std::move(events));
    }
    const bench::RunState state = [&] {
        const CountInterrupts count;
        return progress.wait(*startPairMatrix(client, std::move(spec), options, std::move(events)));
    }();
    if (state.phase <= bench::Phase::Stopping) // it was left: the hosts end it
        return kFindings;
    print(arguments, progress.results());
    if (!state.why.empty())
        printText(stderr, "{}\n", state.why);
    if (progress.isUnwritten())
        printText(stderr, "{}: not written completely\n", arguments.log);
    return state.exitStatus == 0 && !progress.isUnwritten() ? kDone : kFindings;
}

int execute(Arguments arguments) {
    arguments.collect.keepSessions();
    arguments.collect.silence = std::chrono::seconds(arguments.lease);
    std::vector<Collected> hosts;
    int status = kDone;
    if (!readHosts(arguments, hosts, status))
        return status;
    const auto plan = planOf(arguments, hosts);
    if (!plan) {
        printText(stderr, "{}\n", Lines{toLines(plan.error())});
        return kUsage;
    }
    showPlan(*plan, arguments.dryRun);
    if (arguments.dryRun)
        return kDone;
    if (offerDetached(longRunsOf(arguments, *plan)) == StartAs::NotAtAll)
        return kFindings;
    remote::Client &client = *arguments.collect.client;
    if (!areFree(client, arguments, status))
        return status;
    return measure(arguments, *plan, hosts, client);
}

void addOptions(CLI::App &command, Arguments &arguments) {
    bench::PairRequest &request = arguments.request;
    command.add_option("SERVER", arguments.server, "Server host")->required();
    command.add_option("CLIENT", arguments.client, "Client host (default: SERVER itself)");
    command.add_option("--tool", request.test, "perftest test, see `bench list perftest`")
        ->capture_default_str();
    command
        .add_option("--devices", request.servers,
                    "Comma-separated RDMA devices of SERVER, such as mlx5_0,mlx5_1 (default: all with an "
                    "active port)")
        ->delimiter(',');
    command.add_option("--clients", request.clients, "RDMA devices of CLIENT, as for --devices")
        ->delimiter(',');
    command.add_option("-D,--seconds", arguments.seconds, "Seconds per pair (default: 2)")
        ->check(CLI::Range(1, 86400));
    command.add_option("-n,--iterations", arguments.iterations, "Messages per pair, instead of --seconds")
        ->check(CLI::Range(5, 100000000))
        ->excludes("--seconds");
    command.add_option("-s,--size", arguments.size, "Message size in bytes")->check(CLI::Range(1, 1 << 30));
    command.add_option("-q,--queue-pairs", arguments.queuePairs, "Queue pairs per end")
        ->check(CLI::Range(1, 4096));
    command.add_flag("-b,--both-ways", arguments.bidirectional, "Both directions at once, summed");
    command.add_flag("--gpu-memory", request.gpuMemory,
                     "Use memory of the GPU nearest to each NIC (GPUDirect RDMA; perftest on both hosts must "
                     "be built with CUDA or ROCm support)");
    command.add_flag("--gpus", request.gpus,
                     "Measure each GPU of CLIENT with each of its NICs, instead of NICs with NICs");
    command
        .add_option("--at-once", arguments.concurrent,
                    "Maximum number of pairs to run concurrently (such pairs never share a device)")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    command.add_option("--address", arguments.address,
                       "Address at which CLIENT reaches SERVER (default: detected)");
    command.add_option("--longest", arguments.longest, "Time limit per pair in seconds")
        ->check(CLI::Range(1, 86400))
        ->capture_default_str();
    addLease(command, arguments.lease);
    command.add_option("--log", arguments.log, "Also write the output of the tools to this file");
    command.add_flag("--dry-run", arguments.dryRun, "Show all commands, run none");
    command.add_flag("--yes", arguments.yes,
                     "Do not ask: start even if other processes use the GPUs or NICs");
    CLI::Option *json = command.add_flag("--json", arguments.json, "One JSON document on standard output");
    command.add_flag("--csv", arguments.csv, "The matrix as CSV on standard output")->excludes(json);
}

} // namespace

void addBenchPair(CLI::App &bench, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = bench.add_subcommand("pair", "Run perftest between all NICs of two hosts");
    command->footer("Example: fabricscope bench pair gpu-07 gpu-08 -D 5\n"
                    "Exit status: 1 if a pair has no value or the run was stopped.");
    addOptions(*command, *arguments);
    arguments->collect.addTo(*command);
    command->callback([arguments, command, &status] {
        arguments->hasLease = command->count("--lease") > 0;
        status = execute(*arguments);
    });
}

} // namespace fabricscope::app::cli
