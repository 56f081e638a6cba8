// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/plan/Binder.h"
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
struct BinderRow {
    std::string_view tool;
    Result<> (Binder::*bind)();
};

} // namespace

std::string numberText(const std::optional<host::GpuNumber> &number) {
    return number ? std::to_string(number->value) : std::string();
}

bool Binder::isGiven(std::string_view flag) const {
    return std::any_of(m_request.options.begin(), m_request.options.end(),
                       [&](const OptionValue &option) { return option.flag == flag; }) ||
           std::any_of(m_request.environment.begin(), m_request.environment.end(),
                       [&](const EnvironmentValue &value) { return value.name == flag; });
}

std::string Binder::valueOf(std::string_view name) const {
    for (auto value = m_request.environment.rbegin(); value != m_request.environment.rend(); ++value)
        if (value->name == name)
            return value->value;
    const nccl::Environment own = nccl::environmentOf(m_facts.topology.host());
    const auto found = own.all().find(name);
    return found == own.all().end() ? std::string() : found->second;
}

bool Binder::isAmd() const {
    constexpr std::uint16_t kAmd = 0x1002;
    const auto &host = m_facts.topology.host();
    return std::any_of(m_bound.gpus.begin(), m_bound.gpus.end(), [&](std::size_t gpu) {
        const auto &bdf = m_fabric.gpus[gpu].bdf;
        const host::PciFunction *function = bdf ? host.function(*bdf) : nullptr;
        return function != nullptr && function->vendor.valueOr(0) == kAmd;
    });
}

Result<> Binder::set(const std::string &flag, const std::string &value, std::string why) {
    if (isGiven(flag))
        return {};
    const OptionValue option{flag, value};
    if (auto done = setOption(m_bound.spec.command, m_tool, m_request.test, option); !done)
        return done;
    const Option *row = m_tool.option(flag);
    const bool joined = row != nullptr && row->form == OptionForm::Joined;
    m_bound.filled.push_back(
        {value.empty() ? flag : flag + (joined ? "=" : " ") + value, true, std::move(why)});
    return {};
}

void Binder::setVariable(const std::string &name, const std::string &value, std::string why) {
    if (isGiven(name))
        return;
    m_bound.spec.command.environment.push_back({name, value});
    m_bound.filled.push_back({name + '=' + value, true, std::move(why)});
}

Finding &Binder::find(std::string_view rule, std::string_view variant) {
    return m_bound.findings.emplace_back(rule, variant);
}

const host::RdmaPort *Binder::portOf(const std::string &nic) const {
    for (const host::RdmaDevice &device : m_facts.topology.host().rdmaDevices)
        if (device.name == nic && !device.ports.empty())
            return &device.ports.front();
    return nullptr;
}

/// The requested GPUs, else all that no VM holds.
Result<> Binder::chooseGpus() {
    if (m_tool.uses == Uses::None)
        return {};
    for (const std::size_t gpu : m_request.gpus) {
        if (gpu >= m_fabric.gpus.size())
            return failure(fmt::format("the host has no GPU number {}", gpu), m_request.host);
        m_bound.gpus.push_back(gpu);
    }
    if (!m_request.gpus.empty())
        return {};
    for (std::size_t gpu = 0; gpu < m_fabric.gpus.size(); ++gpu) {
        if (std::string why = whyUnusable(gpu); why.empty())
            m_bound.gpus.push_back(gpu);
        else
            leave(m_fabric.gpus[gpu].name, std::move(why));
    }
    return {};
}

std::string Binder::whyUnusable(std::size_t gpu) const {
    const auto &node = m_fabric.gpus[gpu].node;
    const topology::Node *found = node ? &m_facts.topology.node(*node) : nullptr;
    if (found == nullptr || (!found->owner && !found->dead))
        return {};
    return found->dead ? "it is unresponsive" : "it belongs to " + HostText(*found->owner).plain(64);
}

void Binder::startCommand() {
    std::vector<std::string> &words = m_bound.spec.command.words;
    words = splitWords(m_tool.unbufferedPrefix);
    for (std::string &word :
         splitWords(m_tool.program, m_request.program.empty() ? m_request.test : m_request.program))
        words.push_back(std::move(word));
    if (!m_tool.unbufferedPrefix.empty())
        m_bound.filled.push_back({std::string(m_tool.unbufferedPrefix), true,
                                  "needed for live rows: the tool buffers its output"});
}

/// Tools that select GPUs by their own numbers: they use all by default, so numbers are only set if some were
/// chosen.
Result<> Binder::bindByNumbers() {
    if (m_request.gpus.empty())
        return {};
    std::string list;
    for (const std::size_t gpu : m_bound.gpus) {
        const auto &numbers = m_fabric.gpus[gpu].numbers;
        const auto number = !numbers ? std::nullopt : m_tool.key == "rvs" ? numbers->rvs : numbers->smi;
        if (!number) {
            find("binding.gpu_number").set("tool", m_tool.name).set("gpu", m_fabric.gpus[gpu].name);
            return {};
        }
        list += (list.empty() ? "" : ",") + numberText(number);
    }
    return set("-i", list, "selected GPUs, in this tool's numbering");
}

Result<> Binder::addOptions() {
    // Each option is inserted at the front: the last one first, to keep the given order.
    for (auto option = m_request.options.rbegin(); option != m_request.options.rend(); ++option)
        if (auto done = setOption(m_bound.spec.command, m_tool, m_request.test, *option); !done)
            return done;
    for (const EnvironmentValue &value : m_request.environment)
        if (auto done =
                setOption(m_bound.spec.command, m_tool, m_request.test, {value.name + '=', value.value});
            !done)
            return done;
    return {};
}

/// Settings in a profile or a configuration file of the host count too, unless overridden.
void Binder::checkOwnEnvironment() {
    const host::Host &host = m_facts.topology.host();
    std::vector<EnvironmentValue> own;
    const nccl::Environment environment = nccl::environmentOf(host);
    for (const auto &[name, value] : environment.all()) {
        const auto &set = m_bound.spec.command.environment;
        const bool isOver =
            std::any_of(set.begin(), set.end(),
                        [&sought = name](const EnvironmentValue &one) { return one.name == sought; });
        if (!isOver)
            own.push_back({name, value});
    }
    for (Finding &finding : checkEnvironment(own, &m_facts.topology)) {
        const std::string &name = finding.evidence.front().source;
        const auto setting = std::find_if(host.ncclSettings.begin(), host.ncclSettings.end(),
                                          [&](const host::NcclSetting &one) { return one.name == name; });
        if (setting != host.ncclSettings.end())
            finding.evidence.push_back(
                {"set on the host",
                 HostText(setting->source == "env" ? "login environment" : setting->source).plain(256)});
        m_bound.findings.push_back(std::move(finding));
    }
}

void Binder::check() {
    for (Finding &finding : checkEnvironment(m_bound.spec.command.environment, &m_facts.topology))
        m_bound.findings.push_back(std::move(finding));
    if (m_tool.drawing == Drawing::BusBandwidth)
        checkOwnEnvironment();
    if (m_facts.support == nullptr)
        return;
    ToolRequirements requirements;
    const bool onGpu = m_request.gpuMemory && !m_bound.gpus.empty() && m_tool.key == "perftest";
    requirements.rocm = onGpu && isAmd();
    requirements.cuda = onGpu && !isAmd();
    requirements.dmabuf = onGpu && dmaBufNeed(m_facts.topology).needed == true;
    requirements.mpi = m_request.oneRankPerGpu;
    for (Finding &finding : lacksOf(m_tool, *m_facts.support, requirements))
        m_bound.findings.push_back(std::move(finding));
}

/// Last: the position of options depends on the words of one end.
void Binder::addServer() {
    if (m_tool.key != "perftest") {
        leave("loopback", "this tool has only one end");
        return;
    }
    m_bound.spec.command = loopback(std::move(m_bound.spec.command));
    m_bound.filled.push_back(
        {"sh -c ... loopback", true, "server and client on this host, on an unused port"});
}

Result<BoundRun> Binder::run() {
    static constexpr BinderRow kRows[] = {
        {"perftest", &Binder::bindPerftest},         {"nccl-tests", &Binder::bindCollective},
        {"rccl-tests", &Binder::bindCollective},     {"rvs", &Binder::bindByNumbers},
        {"nvidia-smi-dmon", &Binder::bindByNumbers},
    };
    m_bound.spec.tool = m_request.tool;
    m_bound.spec.test = m_request.test;
    m_bound.spec.host = m_request.host;
    if (auto done = chooseGpus(); !done)
        return tl::unexpected(done.error());
    startCommand();
    if (auto done = addOptions(); !done)
        return tl::unexpected(done.error());
    const auto *row = std::find_if(std::begin(kRows), std::end(kRows),
                                   [&](const BinderRow &one) { return one.tool == m_tool.key; });
    if (row != std::end(kRows))
        if (auto done = (this->*row->bind)(); !done)
            return tl::unexpected(done.error());
    check();
    if (m_request.loopback)
        addServer();
    return std::move(m_bound);
}

Result<BoundRun> bindRun(const BindingRequest &request, const BindingFacts &facts) {
    const Tool *tool = toolOf(request.tool);
    if (tool == nullptr)
        return failure(fmt::format("unknown tool '{}'", HostText(request.tool).plain(64)), request.host,
                       "fabricscope bench list shows all");
    if (tool->test(request.test) == nullptr)
        return failure(fmt::format("{} has no test '{}'", tool->name, HostText(request.test).plain(64)),
                       request.host, fmt::format("fabricscope bench list {} shows all", tool->key));
    return Binder(request, facts, *tool).run();
}

std::vector<std::string> filledText(const BoundRun &bound) {
    std::vector<std::string> words;
    words.reserve(bound.filled.size());
    for (const Filled &filled : bound.filled)
        words.push_back(filled.what + ": " + filled.why);
    return words;
}

} // namespace fabricscope::bench
