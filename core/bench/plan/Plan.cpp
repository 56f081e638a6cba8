// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Plan.h"

#include "core/base/Text.h"
#include "core/bench/command/CommandText.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace fabricscope::bench {

namespace {

/// The default tool if a host has GPUs of this vendor.
struct UsualRow {
    std::uint16_t vendor; ///< PCI vendor ID
    std::string_view tool;
};
constexpr UsualRow kUsual[] = {{0x1002, "rccl-tests"}, {0x10de, "nccl-tests"}};
constexpr std::string_view kWithoutGpus = "stream";
constexpr std::string_view kPreset = "Whole sweep"; ///< else the tool's first one for the test

std::string_view defaultTool(const BindingFacts &facts) {
    const host::Host &host = facts.topology.host();
    for (const affinity::Gpu &gpu : facts.examination.judgement.fabric.gpus) {
        const host::PciFunction *function = gpu.bdf ? host.function(*gpu.bdf) : nullptr;
        for (const UsualRow &row : kUsual)
            if (function != nullptr && function->vendor.valueOr(0) == row.vendor)
                return row.tool;
    }
    return kWithoutGpus;
}

const Preset *presetOf(const Tool &tool, std::string_view test) {
    const Preset *first = nullptr;
    for (const Preset &preset : tool.presets) {
        if (preset.test != test)
            continue;
        if (preset.name == kPreset)
            return &preset;
        first = first != nullptr ? first : &preset;
    }
    return first;
}

/// A preset's words that are known options with separate values. The number of GPUs is left to
/// binding.
std::vector<OptionValue> optionsOf(const Tool &tool, const Preset &preset) {
    constexpr std::string_view kGpus = "-g";
    std::vector<OptionValue> options;
    const std::vector<std::string> words = splitWords(preset.words);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Option *option = tool.option(words[i]);
        if (option == nullptr)
            continue;
        const bool takesWord = option->form == OptionForm::Word && i + 1 < words.size();
        if ((takesWord || option->form == OptionForm::Switch) && words[i] != kGpus)
            options.push_back({words[i], takesWord ? words[i + 1] : std::string()});
        i += takesWord ? 1 : 0;
    }
    return options;
}

} // namespace

Result<std::vector<PlannedRun>> runsOf(const Plan &plan) {
    std::vector<PlannedRun> runs;
    for (std::size_t index = 0; index < plan.steps.size(); ++index) {
        const PlanStep &step = plan.steps[index];
        const std::string where = fmt::format("step {} of the plan", index + 1);
        if (step.spec.host.empty() || step.spec.command.words.empty())
            return failure("no host or no command", where, "each step needs a host and a command (words)");
        auto all = stepsOf(step.spec, step.sweep);
        if (!all)
            return failure(all.error().what, where, all.error().hint);
        if (all->size() > Plan::kMaxRuns - runs.size())
            return failure(fmt::format("a plan has at most {} runs", Plan::kMaxRuns), where);
        for (SweepStep &run : *all)
            runs.push_back({index, std::move(run)});
    }
    if (runs.empty())
        return failure("the plan has no runs", "plan");
    return runs;
}

BindingRequest defaultRequest(const BindingFacts &facts, const std::string &host, std::string_view tool) {
    BindingRequest request;
    request.host = host;
    const std::size_t colon = tool.find(':');
    request.tool = tool.empty() ? defaultTool(facts) : tool.substr(0, colon);
    const Tool *row = toolOf(request.tool);
    if (row == nullptr) // bindRun() reports it
        return request;
    if (colon != std::string_view::npos)
        request.test = tool.substr(colon + 1);
    else if (!row->tests.empty())
        request.test = row->tests.front().name;
    if (const Preset *preset = presetOf(*row, request.test))
        request.options = optionsOf(*row, *preset);
    return request;
}

Result<PlanStep> plannedStep(const BindingRequest &request, const BindingFacts &facts) {
    auto bound = bindRun(request, facts);
    if (!bound)
        return tl::unexpected(bound.error());
    PlanStep step;
    step.notes = filledText(*bound);
    for (const Finding &finding : bound->findings)
        step.notes.push_back(findings::statement(finding));
    step.spec = std::move(bound->spec);
    return step;
}

} // namespace fabricscope::bench
