// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/DebugLog.h"

#include <algorithm>

namespace fabricscope::nccl::log {

namespace {

std::string keyOf(std::string_view via) {
    std::string key = "nccl_transport_";
    for (const char c : via) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool plain = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        key += upper ? static_cast<char>(c - 'A' + 'a') : plain ? c : '_';
    }
    return key;
}

} // namespace

const Setting *DebugLog::setting(std::string_view name) const {
    const auto found =
        std::find_if(settings.begin(), settings.end(), [&](const Setting &one) { return one.name == name; });
    return found == settings.end() ? nullptr : &*found;
}

std::vector<TransportSum> transportSums(const DebugLog &log) {
    std::vector<TransportSum> all;
    for (const Transport &transport : log.transports) {
        auto sum = std::find_if(all.begin(), all.end(),
                                [&](const TransportSum &one) { return one.via == transport.via; });
        if (sum == all.end())
            sum = all.insert(all.end(), {transport.via, transport.gdr, 0, 0});
        sum->all += transport.connections;
        sum->direct += transport.gdr.value_or(false) ? transport.connections : 0;
    }
    return all;
}

std::vector<TransportFact> transportFacts(const DebugLog &log) {
    std::vector<TransportFact> facts;
    const auto add = [&](std::string key, std::string_view words, const std::string &value) {
        if (!value.empty())
            facts.push_back({std::move(key), std::string(words) + value});
    };
    add("library", "", log.library.empty() ? std::string() : log.library + " " + log.version);
    add("nccl_network", "Network ", log.network);
    for (const TransportSum &sum : transportSums(log)) {
        const std::string count = std::to_string(sum.all);
        add(keyOf(sum.via), sum.via,
            sum.gdr ? " with GDRDMA " + std::to_string(sum.direct) + " of " + count : " " + count);
    }
    add("nccl_bootstrap", "Bootstrap interface ", log.bootstrapInterface);
    add("nccl_topology_file", "Topology file loaded ", log.topologyFile);
    if (log.topologyFile.empty())
        if (const Setting *asked = log.setting("NCCL_TOPO_FILE"))
            add("nccl_topology_file", "Topology file requested, not loaded in this log: ", asked->value);
    return facts;
}

} // namespace fabricscope::nccl::log
