// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/rccl/Mismatch.h"

#include "core/nccl/rccl/Mapping.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::nccl::rccl {

namespace {

/// "8 PXB, 24 PHB, 32 SYS"
std::string countsText(const std::vector<PathType> &levels, const Version &version) {
    std::map<PathType, std::size_t> counts;
    for (const PathType level : levels)
        ++counts[level];
    std::vector<std::string> parts;
    for (const auto &[level, count] : counts)
        parts.push_back(fmt::format("{} {}", count, version.pathName(level)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string distancesText(const MachineModel &model, const HostShape &host, const Version &version) {
    const std::string needed = countsText(shapeOf(model).levels, version);
    const std::string present = countsText(host.levels, version);
    if (needed == present)
        return fmt::format("its NICs are near other GPUs than those of model {}", model.index);
    return fmt::format("of the GPU-NIC paths model {} has {}, this host {}", model.index, needed, present);
}

/// Numbers of NICs of the models for these GPUs and this CPU: "0, 4 or 8".
std::string nicCounts(const HostShape &host) {
    std::set<std::size_t> counts;
    for (const MachineModel &model : machineModels())
        if (model.gpus() == host.gpus.size() && model.peers == host.peers &&
            (model.rules.anyCpu || host.isRome))
            counts.insert(model.nics());
    std::vector<std::string> parts;
    for (const std::size_t count : counts)
        parts.push_back(std::to_string(count));
    const std::string last = parts.back();
    parts.pop_back();
    return parts.empty() ? last : fmt::format("{} or {}", fmt::join(parts, ", "), last);
}

std::string causeText(const MachineModel &model, Fit fit, const HostShape &host, const Version &version) {
    switch (fit) {
    case Fit::Cpu:
        if (!host.cpuKnown)
            return {}; // whether one matches depends on it
        return fmt::format("model {} is for AMD CPUs of the families 17h (from Rome on) and 19h",
                           model.index);
    case Fit::Nics:
        return fmt::format("those for such GPUs have {} NICs, this job {}", nicCounts(host),
                           host.nics.size());
    case Fit::Nodes:
        return fmt::format("the GPUs and NICs of model {} are on other NUMA nodes", model.index);
    case Fit::Links:
        return fmt::format("model {} has other XGMI links, or its GPUs in another order of PCI addresses",
                           model.index);
    case Fit::Distances:
        return distancesText(model, host, version);
    default:
        return {};
    }
}

} // namespace

std::string mismatchText(const HostShape &host, const Version &version) {
    if (host.peers == 0)
        return {};
    const MachineModel *closest = nullptr;
    Fit fit = Fit::Gpus;
    for (const MachineModel &model : machineModels()) {
        std::uint64_t steps = kMaxMappingSteps / machineModels().size();
        Mapping mapping = model.order.empty() ? mapByNode(model, host, version.modelsTakePixAsPxb, steps)
                                              : mapByAddress(model, host, version.modelsTakePixAsPxb, steps);
        if (!model.rules.anyCpu && !host.isRome) // mapByNode does not compare it
            mapping.fit = std::min(mapping.fit, Fit::Cpu);
        if (mapping.fit > fit) {
            fit = mapping.fit;
            closest = &model;
        }
    }
    const std::string cause = closest == nullptr ? "" : causeText(*closest, fit, host, version);
    if (cause.empty())
        return {};
    return fmt::format("no built-in machine model matches, so rings are searched: {}", cause);
}

} // namespace fabricscope::nccl::rccl
