// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/RunDevices.h"

#include "core/base/Text.h"
#include "core/bench/catalogue/Tools.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

namespace {

constexpr unsigned kMaxGpus = 1024;
constexpr std::array<std::string_view, 3> kVisible = {"HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES",
                                                      "ROCR_VISIBLE_DEVICES"};
/// If one of them is 1, data between GPUs of one host goes over NICs.
constexpr std::array<std::string_view, 2> kOverNics = {"RCCL_ENABLE_INTRANET", "NCCL_SHM_DISABLE"};
/// Programs that start others, also on other hosts.
constexpr std::array<std::string_view, 4> kLaunchers = {"mpirun", "mpiexec", "srun", "prterun"};

/// Comma-separated names; `all` if there are none.
DeviceSet listed(std::string_view text) {
    DeviceSet set;
    while (!text.empty())
        if (const std::string_view name = trimmed(takeUntil(text, ',')); !name.empty())
            set.names.emplace(name);
    set.all = set.names.empty();
    return set;
}

bool isNumber(const std::string &name) {
    return parseInteger<unsigned>(name).has_value();
}

/// Those visible to the program: all if no list is set, or one of UUIDs.
DeviceSet visibleGpus(const RunSpec &spec) {
    for (const std::string_view name : kVisible)
        if (const auto value = variableOf(spec.command, name)) {
            DeviceSet set = listed(*value);
            if (std::all_of(set.names.begin(), set.names.end(), isNumber))
                return set;
        }
    return {true, {}};
}

bool isLaunched(const RunSpec &spec) {
    return std::any_of(spec.command.words.begin(), spec.command.words.end(), [](const std::string &word) {
        const std::string_view program = std::string_view(word).substr(word.rfind('/') + 1);
        return std::find(kLaunchers.begin(), kLaunchers.end(), program) != kLaunchers.end();
    });
}

/// One process takes the first -g times -t of the GPUs that it sees.
DeviceSet collectiveGpus(const RunSpec &spec) {
    const bool isShown = std::any_of(kVisible.begin(), kVisible.end(), [&](std::string_view name) {
        return variableOf(spec.command, name).has_value();
    });
    const auto each = parseInteger<unsigned>(optionOf(spec.command, {"-g"}).value_or("1"));
    const auto threads = parseInteger<unsigned>(optionOf(spec.command, {"-t"}).value_or("1"));
    if (isShown || isLaunched(spec) || !each || !threads || *each > kMaxGpus || *threads > kMaxGpus)
        return visibleGpus(spec);
    DeviceSet set;
    for (unsigned gpu = 0; gpu < *each * *threads && gpu < kMaxGpus; ++gpu)
        set.names.insert(std::to_string(gpu));
    return set;
}

DeviceSet collectiveNics(const RunSpec &spec) {
    const bool isOverNics = std::any_of(kOverNics.begin(), kOverNics.end(), [&](std::string_view name) {
        return variableOf(spec.command, name) == "1";
    });
    if ((!isOverNics && !isLaunched(spec)) || variableOf(spec.command, "NCCL_IB_DISABLE") == "1")
        return {};
    // Without a leading '=' they are prefixes of names, with '^' they are excluded.
    const std::string hcas = variableOf(spec.command, "NCCL_IB_HCA").value_or("");
    if (!hcas.starts_with('='))
        return {true, {}};
    DeviceSet set;
    for (const std::string &name : listed(std::string_view(hcas).substr(1)).names)
        set.names.insert(name.substr(0, name.find(':'))); // a port may follow
    set.all = set.names.empty();
    return set;
}

RunDevices collectiveDevices(const RunSpec &spec) {
    return {collectiveGpus(spec), collectiveNics(spec)};
}

RunDevices perftestDevices(const RunSpec &spec) {
    RunDevices devices;
    if (const auto gpu = optionOf(spec.command, {"--use_rocm", "--use_cuda"}))
        devices.gpus = isNumber(*gpu) ? DeviceSet{false, {*gpu}} : DeviceSet{true, {}};
    devices.nics = listed(optionOf(spec.command, {"-d", "--ib-dev"}).value_or(""));
    return devices;
}

struct Row {
    std::string_view tool;
    RunDevices (*devices)(const RunSpec &);
};
constexpr Row kRows[] = {
    {"perftest", perftestDevices},
    {"nccl-tests", collectiveDevices},
    {"rccl-tests", collectiveDevices},
};

} // namespace

bool DeviceSet::mayOverlap(const DeviceSet &other) const {
    if (all || other.all)
        return !isEmpty() && !other.isEmpty();
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string &name) { return other.names.count(name) > 0; });
}

void DeviceSet::add(const DeviceSet &other) {
    all = all || other.all;
    names.insert(other.names.begin(), other.names.end());
}

RunDevices devicesOf(const RunSpec &spec) {
    for (const Row &row : kRows)
        if (row.tool == spec.tool)
            return row.devices(spec);
    const Tool *tool = toolOf(spec.tool);
    const auto uses = static_cast<unsigned>(tool != nullptr ? tool->uses : Uses::GpusAndNics);
    RunDevices devices;
    if ((uses & static_cast<unsigned>(Uses::Gpus)) != 0)
        devices.gpus = visibleGpus(spec);
    devices.nics.all = (uses & static_cast<unsigned>(Uses::Nics)) != 0;
    return devices;
}

} // namespace fabricscope::bench
