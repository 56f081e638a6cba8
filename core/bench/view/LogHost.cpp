// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/view/LogHost.h"

#include "core/affinity/Examine.h"
#include "core/bench/run/RankDevices.h"
#include "core/topology/Topology.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace fabricscope::bench {

namespace {

/// Ranks print the short host name.
std::string_view shortName(std::string_view name) {
    return name.substr(0, name.find('.'));
}

bool isNamed(const LogHost &host, const std::vector<RankDevice> &devices) {
    return std::any_of(devices.begin(), devices.end(), [&](const RankDevice &device) {
        return std::any_of(host.names.begin(), host.names.end(), [&](const std::string &name) {
            return !name.empty() && shortName(name) == shortName(device.host);
        });
    });
}

bool hasAll(const LogHost &host, const std::set<unsigned> &buses) {
    if (host.facts.examination == nullptr || buses.empty())
        return false;
    std::set<unsigned> own;
    for (const affinity::Gpu &gpu : host.facts.examination->judgement.fabric.gpus)
        if (gpu.bdf)
            own.insert(gpu.bdf->bus);
    return std::includes(own.begin(), own.end(), buses.begin(), buses.end());
}

} // namespace

std::optional<std::size_t> hostOfLog(const Results &results, std::span<const LogHost> hosts) {
    const std::vector<RankDevice> devices = rankDevices(results);
    for (std::size_t host = 0; host < hosts.size(); ++host)
        if (isNamed(hosts[host], devices))
            return host;
    std::set<unsigned> buses;
    for (const RankDevice &device : devices)
        if (device.bus)
            buses.insert(*device.bus);
    std::optional<std::size_t> found;
    for (std::size_t host = 0; host < hosts.size(); ++host)
        if (hasAll(hosts[host], buses)) {
            if (found) // equal machines: which of them is unknown
                return std::nullopt;
            found = host;
        }
    return found;
}

} // namespace fabricscope::bench
