// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Binding.h"

#include "core/base/HostText.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/plan/BindingCollective.h"
#include "core/bench/plan/BindingPerftest.h"
#include "core/bench/plan/DmaBuf.h"
#include "core/bench/plan/Environment.h"
#include "core/bench/plan/Loopback.h"
#include "core/nccl/DecideFor.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace fabricscope::bench {

namespace {

/// The binding of a tool; without a row, nothing of the host goes into its command.
struct ToolBinding {
    std::string_view tool;
    Result<> (*bind)(Proposal &);
};

/// The requested GPUs, else all that no VM holds.
Result<> chooseGpus(Proposal &run) {
    if (run.tool.uses == Uses::None)
        return {};
    for (const std::size_t gpu : run.request.gpus) {
        if (gpu >= run.fabric.gpus.size())
            return failure(fmt::format("the host has no GPU number {}", gpu), run.request.host);
        run.bound.gpus.push_back(gpu);
    }
    if (!run.request.gpus.empty())
        return {};
    for (std::size_t gpu = 0; gpu < run.fabric.gpus.size(); ++gpu) {
        if (std::string why = run.whyUnusable(gpu); why.empty())
            run.bound.gpus.push_back(gpu);
        else
            run.leave(run.fabric.gpus[gpu].name, std::move(why));
    }
    return {};
}

void startCommand(Proposal &run) {
    std::vector<std::string> &words = run.bound.spec.command.words;
    words = splitWords(run.tool.unbufferedPrefix);
    for (std::string &word :
         splitWords(run.tool.program, run.request.program.empty() ? run.request.test : run.request.program))
        words.push_back(std::move(word));
    if (!run.tool.unbufferedPrefix.empty())
        run.bound.filled.push_back({std::string(run.tool.unbufferedPrefix), true,
                                    "needed for live rows: the tool buffers its output"});
}

/// Tools that select GPUs by their own numbers: they use all by default, so numbers are only set if some were
/// chosen.
Result<> bindByNumbers(Proposal &run) {
    if (run.request.gpus.empty())
        return {};
    std::string list;
    for (const std::size_t gpu : run.bound.gpus) {
        const auto &numbers = run.fabric.gpus[gpu].numbers;
        const auto number = !numbers ? std::nullopt : run.tool.key == "rvs" ? numbers->rvs : numbers->smi;
        if (!number) {
            run.find("binding.gpu_number").set("tool", run.tool.name).set("gpu", run.fabric.gpus[gpu].name);
            return {};
        }
        list += (list.empty() ? "" : ",") + numberText(number);
    }
    return run.set("-i", list, "selected GPUs, in this tool's numbering");
}

Result<> addOptions(Proposal &run) {
    // Each option is inserted at the front: the last one first, to keep the given order.
    for (auto option = run.request.options.rbegin(); option != run.request.options.rend(); ++option)
        if (auto done = setOption(run.bound.spec.command, run.tool, run.request.test, *option); !done)
            return done;
    for (const EnvironmentValue &value : run.request.environment)
        if (auto done = setOption(run.bound.spec.command, run.tool, run.request.test,
                                  {value.name + '=', value.value});
            !done)
            return done;
    return {};
}

/// Settings in a profile or a configuration file of the host count too, unless overridden.
void checkOwnEnvironment(Proposal &run) {
    const host::Host &host = run.facts.topology.host();
    std::vector<EnvironmentValue> own;
    const nccl::Environment environment = nccl::environmentOf(host);
    for (const auto &[name, value] : environment.all()) {
        const auto &set = run.bound.spec.command.environment;
        const bool isOver =
            std::any_of(set.begin(), set.end(),
                        [&sought = name](const EnvironmentValue &one) { return one.name == sought; });
        if (!isOver)
            own.push_back({name, value});
    }
    for (Finding &finding : checkEnvironment(own, &run.facts.topology)) {
        const std::string &name = finding.evidence.front().source;
        const auto setting = std::find_if(host.ncclSettings.begin(), host.ncclSettings.end(),
                                          [&](const host::NcclSetting &one) { return one.name == name; });
        if (setting != host.ncclSettings.end())
            finding.evidence.push_back(
                {"set on the host",
                 HostText(setting->source == "env" ? "login environment" : setting->source).plain(256)});
        run.bound.findings.push_back(std::move(finding));
    }
}

void check(Proposal &run) {
    for (Finding &finding : checkEnvironment(run.bound.spec.command.environment, &run.facts.topology))
        run.bound.findings.push_back(std::move(finding));
    if (run.tool.drawing == Drawing::BusBandwidth)
        checkOwnEnvironment(run);
    if (run.facts.support == nullptr)
        return;
    ToolRequirements requirements;
    const bool onGpu = run.request.gpuMemory && !run.bound.gpus.empty() && run.tool.key == "perftest";
    requirements.rocm = onGpu && run.isAmd();
    requirements.cuda = onGpu && !run.isAmd();
    requirements.dmabuf = onGpu && dmaBufNeed(run.facts.topology).needed == true;
    requirements.mpi = run.request.oneRankPerGpu;
    for (Finding &finding : lacksOf(run.tool, *run.facts.support, requirements))
        run.bound.findings.push_back(std::move(finding));
}

/// Last: the position of options depends on the words of one end.
void addServer(Proposal &run) {
    if (run.tool.key != "perftest") {
        run.leave("loopback", "this tool has only one end");
        return;
    }
    run.bound.spec.command = loopback(std::move(run.bound.spec.command));
    run.bound.filled.push_back(
        {"sh -c ... loopback", true, "server and client on this host, on an unused port"});
}

Result<BoundRun> propose(Proposal &run) {
    static constexpr ToolBinding kRows[] = {
        {"perftest", bindPerftest}, {"nccl-tests", bindCollective},     {"rccl-tests", bindCollective},
        {"rvs", bindByNumbers},     {"nvidia-smi-dmon", bindByNumbers},
    };
    run.bound.spec.tool = run.request.tool;
    run.bound.spec.test = run.request.test;
    run.bound.spec.host = run.request.host;
    if (auto done = chooseGpus(run); !done)
        return tl::unexpected(done.error());
    startCommand(run);
    if (auto done = addOptions(run); !done)
        return tl::unexpected(done.error());
    const auto *row = std::find_if(std::begin(kRows), std::end(kRows),
                                   [&](const ToolBinding &one) { return one.tool == run.tool.key; });
    if (row != std::end(kRows))
        if (auto done = row->bind(run); !done)
            return tl::unexpected(done.error());
    check(run);
    if (run.request.loopback)
        addServer(run);
    return std::move(run.bound);
}

} // namespace

Result<BoundRun> bindRun(const BindingRequest &request, const BindingFacts &facts) {
    const Tool *tool = toolOf(request.tool);
    if (tool == nullptr)
        return failure(fmt::format("unknown tool '{}'", HostText(request.tool).plain(64)), request.host,
                       "fabricscope bench list shows all");
    if (tool->test(request.test) == nullptr)
        return failure(fmt::format("{} has no test '{}'", tool->name, HostText(request.test).plain(64)),
                       request.host, fmt::format("fabricscope bench list {} shows all", tool->key));
    Proposal proposal(request, facts, *tool);
    return propose(proposal);
}

Result<PerftestEnds> bindPerftestPair(const BindingRequest &server, const BindingFacts &serverFacts,
                                      const BindingRequest &client, const BindingFacts &clientFacts, int port,
                                      const std::string &address) {
    constexpr int kMaxPort = 65535;
    if (port < 1 || port > kMaxPort || address.empty() || address.starts_with('-'))
        return failure("a perftest pair needs a TCP port and the server's address", server.host);
    const auto withPort = [port](BindingRequest request) {
        request.options.push_back({"-p", std::to_string(port)});
        return request;
    };
    auto first = bindRun(withPort(server), serverFacts);
    if (!first)
        return tl::unexpected(first.error());
    auto second = bindRun(withPort(client), clientFacts);
    if (!second)
        return tl::unexpected(second.error());
    second->spec.command.words.push_back(address);
    return PerftestEnds{std::move(*first), std::move(*second)};
}

std::vector<std::string> filledText(const BoundRun &bound) {
    std::vector<std::string> words;
    words.reserve(bound.filled.size());
    for (const Filled &filled : bound.filled)
        words.push_back(filled.what + ": " + filled.why);
    return words;
}

} // namespace fabricscope::bench
