// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/UsedDevices.h"

#include "core/affinity/Examine.h"
#include "core/base/Text.h"
#include "core/bench/run/SoftwareNics.h"
#include "core/host/GpuIndex.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::bench {

namespace {

using affinity::Fabric;

constexpr double kBitsOfByte = 8;

/// One entry of NCCL_IB_HCA: "mlx5_0:1", a prefix of names unless the list begins with "=".
bool isNamedBy(std::string_view list, const std::string &nic) {
    const bool exact = list.starts_with('=');
    if (exact)
        list.remove_prefix(1);
    while (!list.empty()) {
        std::string_view entry = takeUntil(list, ',');
        entry = entry.substr(0, entry.find(':'));
        if (!entry.empty() && (exact ? nic == entry : nic.starts_with(entry)))
            return true;
    }
    return false;
}

/// The devices passed to perftest.
std::optional<std::string> nicFlag(const RunSpec &spec) {
    return optionOf(spec.command, {"-d", "--ib-dev"});
}

bool namesNic(const RunSpec &spec, const std::string &nic) {
    if (spec.tool == "perftest")
        return nicFlag(spec) == nic;
    const std::string list = variableOf(spec.command, "NCCL_IB_HCA").value_or("");
    return !list.starts_with('^') && isNamedBy(list, nic);
}

bool usesNic(const RunSpec &spec, const affinity::Nic &nic) {
    if (spec.tool == "perftest") {
        const auto named = nicFlag(spec);
        return !named || *named == nic.name;
    }
    const std::string list = variableOf(spec.command, "NCCL_IB_HCA").value_or("");
    if (list.empty())
        return nic.rdma && nic.isCandidate() && nic.state == host::NicEntry::State::Active;
    return list.starts_with('^') ? nic.rdma && !isNamedBy(std::string_view(list).substr(1), nic.name)
                                 : namesNic(spec, nic.name);
}

/// The GPU's number in perftest; absent if host memory is used.
std::optional<int> memoryGpu(const RunSpec &spec) {
    const auto value = optionOf(spec.command, {"--use_rocm", "--use_cuda"});
    return value ? parseInteger<int>(*value) : std::nullopt;
}

bool usesGpu(const RunSpec &spec, const std::optional<host::GpuNumber> &visible) {
    if (spec.tool == "perftest") {
        const auto requested = memoryGpu(spec);
        return requested && visible && visible->value == *requested;
    }
    const auto count = optionOf(spec.command, {"-g"});
    const auto most = count ? parseInteger<int>(*count) : std::nullopt;
    return !most || (visible && visible->value < *most);
}

UsedDevice deviceOf(const affinity::Gpu &gpu) {
    UsedDevice device{gpu.name, {}, std::nullopt};
    if (gpu.numbers && gpu.numbers->smi)
        device.names.push_back(fmt::format("GPU {}", gpu.numbers->smi->value));
    if (gpu.bdf)
        device.names.push_back(gpu.bdf->toString());
    if (gpu.link)
        device.rate = gpu.link->bandwidth().value * kBitsOfByte;
    return device;
}

UsedDevice deviceOf(const affinity::Nic &nic) {
    UsedDevice device{nic.name, {nic.name}, std::nullopt};
    if (!nic.netdev.empty() && nic.netdev != nic.name)
        device.names.push_back(nic.netdev);
    if (nic.rate)
        device.rate = nic.rate->value;
    return device;
}

host::GpuTable tableOf(const RunSpec &spec, const host::Host &host) {
    std::vector<host::EnvironmentEntry> entries;
    for (const EnvironmentValue &value : spec.command.environment)
        entries.push_back({value.name, value.value});
    return host::gpuTable(host, entries);
}

} // namespace

UsedDevices usedDevices(const RunSpec &spec, const topology::Topology *topology,
                        const affinity::Examination *examination) {
    UsedDevices used;
    used.gpuMemory = spec.tool == "perftest" && memoryGpu(spec).has_value();
    if (topology == nullptr || examination == nullptr) {
        if (const auto named = nicFlag(spec); named && spec.tool == "perftest")
            used.nics.push_back({*named, {*named}, std::nullopt});
        return used;
    }
    const Fabric &fabric = examination->judgement.fabric;
    const host::GpuTable table = tableOf(spec, topology->host());
    for (const affinity::Gpu &gpu : fabric.gpus) {
        const std::uint32_t partition = gpu.numbers ? gpu.numbers->partition.value_or(0) : 0;
        const host::GpuEntry *entry = gpu.bdf ? table.find(*gpu.bdf, partition) : nullptr;
        const bool hidden = entry != nullptr && entry->hidden;
        if (!hidden && usesGpu(spec, entry != nullptr ? entry->visible : std::nullopt))
            used.gpus.push_back(deviceOf(gpu));
    }
    for (const affinity::Nic &nic : fabric.nics)
        if (usesNic(spec, nic))
            used.nics.push_back(deviceOf(nic));
    // A software device is used only if named: it is not chosen by default if there are NICs.
    for (const SoftwareNic &software : softwareNics(*topology))
        if (namesNic(spec, software.nic.name))
            used.nics.push_back(deviceOf(software.nic));
    return used;
}

} // namespace fabricscope::bench
