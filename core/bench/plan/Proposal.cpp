// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Proposal.h"

#include "core/base/HostText.h"
#include "core/bench/command/CommandText.h"
#include "core/nccl/DecideFor.h"

#include <algorithm>

namespace fabricscope::bench {

std::string numberText(const std::optional<host::GpuNumber> &number) {
    return number ? std::to_string(number->value) : std::string();
}

bool Proposal::isGiven(std::string_view flag) const {
    return std::any_of(request.options.begin(), request.options.end(),
                       [&](const OptionValue &option) { return option.flag == flag; }) ||
           std::any_of(request.environment.begin(), request.environment.end(),
                       [&](const EnvironmentValue &value) { return value.name == flag; });
}

std::string Proposal::valueOf(std::string_view name) const {
    for (auto value = request.environment.rbegin(); value != request.environment.rend(); ++value)
        if (value->name == name)
            return value->value;
    const nccl::Environment own = nccl::environmentOf(facts.topology.host());
    const auto found = own.all().find(name);
    return found == own.all().end() ? std::string() : found->second;
}

bool Proposal::isAmd() const {
    constexpr std::uint16_t kAmd = 0x1002;
    const auto &host = facts.topology.host();
    return std::any_of(bound.gpus.begin(), bound.gpus.end(), [&](std::size_t gpu) {
        const auto &bdf = fabric.gpus[gpu].bdf;
        const host::PciFunction *function = bdf ? host.function(*bdf) : nullptr;
        return function != nullptr && function->vendor.valueOr(0) == kAmd;
    });
}

Result<> Proposal::set(const std::string &flag, const std::string &value, std::string why) {
    if (isGiven(flag))
        return {};
    const OptionValue option{flag, value};
    if (auto done = setOption(bound.spec.command, tool, request.test, option); !done)
        return done;
    const Option *row = tool.option(flag);
    const bool joined = row != nullptr && row->form == OptionForm::Joined;
    bound.filled.push_back(
        {value.empty() ? flag : flag + (joined ? "=" : " ") + value, true, std::move(why)});
    return {};
}

void Proposal::setVariable(const std::string &name, const std::string &value, std::string why) {
    if (isGiven(name))
        return;
    bound.spec.command.environment.push_back({name, value});
    bound.filled.push_back({name + '=' + value, true, std::move(why)});
}

Finding &Proposal::find(std::string_view rule, std::string_view variant) {
    return bound.findings.emplace_back(rule, variant);
}

const host::RdmaPort *Proposal::portOf(const std::string &nic) const {
    for (const host::RdmaDevice &device : facts.topology.host().rdmaDevices)
        if (device.name == nic && !device.ports.empty())
            return &device.ports.front();
    return nullptr;
}

std::string Proposal::whyUnusable(std::size_t gpu) const {
    const auto &node = fabric.gpus[gpu].node;
    const topology::Node *found = node ? &facts.topology.node(*node) : nullptr;
    if (found == nullptr || (!found->owner && !found->dead))
        return {};
    return found->dead ? "it is unresponsive" : "it belongs to " + HostText(*found->owner).plain(64);
}

} // namespace fabricscope::bench
