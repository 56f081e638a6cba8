// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/BenchCommands.h"
#include "app/cli/sources/Collect.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/StandardStreams.h"
#include "app/jobs/judge/JudgeHost.h"
#include "core/base/OutputFile.h"
#include "core/base/Print.h"
#include "core/base/Text.h"
#include "core/bench/plan/Plan.h"
#include "core/json/PlanJson.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::vector<std::string> sources, tools, mpiHosts;
    std::string output;
    int repeat = 1;
    CollectFlags collect;
};

/// The target of a source for `bench run`: the one its capture was taken from.
std::string targetOf(const std::string &source, const Collected &collected) {
    const auto &capture = collected.snapshot.capture;
    return capture && !capture->target.empty() ? capture->target : source;
}

int addSteps(const Arguments &arguments, const std::string &source, bench::Plan &plan) {
    const Collected collected = openSource(source, arguments.collect);
    const int status = reportFailure(collected);
    if (!collected.snapshot.topology)
        return status;
    const auto examination = judgeHost(collected.snapshot);
    const bench::BindingFacts facts{*collected.snapshot.topology, *examination};
    const std::vector<std::string> usual = {""};
    for (const std::string &tool : arguments.tools.empty() ? usual : arguments.tools) {
        bench::BindingRequest request = bench::defaultRequest(facts, targetOf(source, collected), tool);
        request.mpiHosts = arguments.mpiHosts;
        request.oneRankPerGpu = !arguments.mpiHosts.empty();
        auto step = bench::plannedStep(request, facts);
        if (!step) {
            printText(stderr, "{}\n", Lines{toLines(step.error())});
            return kUsage;
        }
        if (!arguments.mpiHosts.empty() &&
            (step->spec.command.words.empty() || step->spec.command.words.front() != "mpirun")) {
            printText(stderr,
                      "{} cannot run on several hosts with mpirun\n  omit --mpi-hosts, or choose a "
                      "collective with --tool\n",
                      step->spec.test);
            return kUsage;
        }
        step->sweep.repeats = static_cast<unsigned>(arguments.repeat);
        plan.steps.push_back(std::move(*step));
    }
    return status;
}

int execute(const Arguments &arguments) {
    bench::Plan plan;
    int status = kDone;
    for (const std::string &source : arguments.sources)
        status = std::max(status, addSteps(arguments, source, plan));
    if (plan.steps.empty())
        return status;
    if (const auto runs = bench::runsOf(plan); !runs) {
        printText(stderr, "{}\n", Lines{toLines(runs.error())});
        return kUsage;
    }
    const std::string text = json::planDocument(plan);
    if (arguments.output.empty()) {
        printVerbatim(text);
        return status;
    }
    // The environment may contain private data.
    return writeWhole(arguments.output, text, ReadableBy::Owner)
               ? status
               : StandardStreams::cannotWrite(arguments.output);
}

} // namespace

void addBenchPlan(CLI::App &bench, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command =
        bench.add_subcommand("plan", "Write an editable plan of runs as JSON, based on affinity");
    command->footer("Example: fabricscope bench plan gpu-07 --tool rccl-tests:all_gather_perf --repeat 3 "
                    "-o plan.json\nThen: fabricscope bench run plan.json -o run.json");
    command
        ->add_option("SOURCE", arguments->sources,
                     "Files or folders that `import` reads, or TARGETs to collect")
        ->required();
    command
        ->add_option("--tool", arguments->tools,
                     "KEY or KEY:TEST of `bench list` (default: a collective over the host's GPUs; STREAM "
                     "without GPUs)")
        ->allow_extra_args(false);
    command
        ->add_option("--mpi-hosts", arguments->mpiHosts,
                     "Comma-separated hosts for mpirun (with SOURCE), as named on SOURCE; one rank per GPU")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--repeat", arguments->repeat, "Repetitions of each step")
        ->check(CLI::Range(1, static_cast<int>(bench::Plan::kMaxRuns)))
        ->capture_default_str();
    command->add_option("-o,--output", arguments->output, "Output file (default: standard output)")
        ->type_name("FILE");
    arguments->collect.addTo(*command);
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
