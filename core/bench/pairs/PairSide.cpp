// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/pairs/PairSide.h"

#include "core/base/HostText.h"
#include "core/bench/run/SoftwareNics.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::bench {

namespace {

constexpr std::size_t kMaxName = 64;

/// All RDMA devices of the host: NICs as the fabric has them, then those in software.
std::vector<PairEnd> endsOf(const PairHost &host) {
    std::vector<PairEnd> all;
    const auto &nics = host.facts.examination.judgement.fabric.nics;
    for (std::size_t index = 0; index < nics.size(); ++index)
        if (nics[index].rdma)
            all.push_back({nics[index], index, {}});
    for (SoftwareNic &software : softwareNics(host.facts.topology))
        all.push_back({std::move(software.nic), std::nullopt, std::move(software.words)});
    return all;
}

bool isUp(const PairEnd &end) {
    return end.nic.state == host::NicEntry::State::Active;
}

bool isOfFabric(const PairEnd &end) {
    return end.index && end.nic.isCandidate();
}

bool hasOption(const std::vector<OptionValue> &options, std::string_view flag) {
    return std::any_of(options.begin(), options.end(),
                       [&](const OptionValue &option) { return option.flag == flag; });
}

} // namespace

PairDevices pairDevices(const PairHost &host) {
    PairDevices devices;
    for (const PairEnd &end : endsOf(host))
        if (isUp(end) && (isOfFabric(end) || !end.index))
            (end.index ? devices.hardware : devices.software).push_back(end.nic.name);
    return devices;
}

Result<> PairSide::take(const std::string &name, const std::vector<PairEnd> &all) {
    const auto named = std::find_if(all.begin(), all.end(), [&](const PairEnd &end) {
        return end.nic.name == name || (end.index && (end.nic.netdev == name || end.nic.busIdText == name));
    });
    if (name.empty() || named == all.end())
        return failure(fmt::format("has no RDMA device '{}'", HostText(name).plain(kMaxName)), m_host.name,
                       "list them with: rdma link");
    const bool isDuplicate = std::any_of(m_ends.begin(), m_ends.end(),
                                         [&](const PairEnd &end) { return end.nic.name == named->nic.name; });
    if (!isDuplicate)
        m_ends.push_back(*named);
    return {};
}

void PairSide::takeDefaults(const std::vector<PairEnd> &all, std::vector<std::string> &notes) {
    const bool hasHardware =
        std::any_of(all.begin(), all.end(), [](const PairEnd &end) { return isUp(end) && isOfFabric(end); });
    for (const PairEnd &end : all) {
        std::string why;
        if (!isUp(end))
            why = "its port is not up";
        else if (!end.index && hasHardware)
            why = fmt::format("it is {} (software)", end.software);
        else if (end.index && !isOfFabric(end))
            why = "it is not a NIC for GPU traffic; name it to use it";
        if (why.empty())
            m_ends.push_back(end);
        else
            notes.push_back(fmt::format("{} of {} is skipped: {}", HostText(end.nic.name).plain(kMaxName),
                                        HostText(m_host.name).plain(kMaxName), why));
    }
}

Result<> PairSide::choose(const std::vector<std::string> &names, std::vector<std::string> &notes) {
    const std::vector<PairEnd> all = endsOf(m_host);
    for (const std::string &name : names)
        if (auto done = take(name, all); !done)
            return done;
    if (names.empty())
        takeDefaults(all, notes);
    if (m_ends.empty())
        return failure("no RDMA device is up", m_host.name, "check `rdma link`: the port must be ACTIVE");
    if (m_ends.size() > kMaxPairDevices)
        return failure(
            fmt::format("has {} RDMA devices: at most {} per side", m_ends.size(), kMaxPairDevices),
            m_host.name, "name the devices to use");
    for (const PairEnd &end : m_ends)
        if (!end.index)
            notes.push_back(fmt::format("{} of {} is {} (software): it measures the CPU, not a NIC",
                                        HostText(end.nic.name).plain(kMaxName),
                                        HostText(m_host.name).plain(kMaxName), end.software));
    return {};
}

Result<BoundRun> PairSide::bind(const PairEnd &end, std::optional<std::size_t> gpu) const {
    BindingRequest request;
    request.tool = "perftest";
    request.test = m_request.test;
    request.host = m_host.name;
    request.options = m_request.options;
    request.nic = end.index;
    if (!end.index)
        request.softwareNic = end.nic.name;
    request.gpuMemory = gpu.has_value();
    if (gpu)
        request.gpus = {*gpu};
    if (!hasOption(request.options, "-F"))
        request.options.push_back({"-F", {}}); // a warning about CPU frequencies in front of the numbers
    if (!m_request.test.ends_with("_lat") && !hasOption(request.options, "--report_gbits"))
        request.options.push_back({"--report_gbits", {}});
    return bindRun(request, m_host.facts);
}

std::optional<std::size_t> PairSide::nearestGpu(const PairEnd &end) const {
    const auto &ideal = m_host.facts.examination.judgement.ideal;
    for (std::size_t gpu = 0; end.index && gpu < ideal.size(); ++gpu)
        if (std::find(ideal[gpu].begin(), ideal[gpu].end(), *end.index) != ideal[gpu].end())
            return gpu;
    return std::nullopt;
}

} // namespace fabricscope::bench
