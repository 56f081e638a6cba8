// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/ToolDevices.h"

namespace fabricscope::topology {

ToolDevices::ToolDevices(const Topology &topology) : m_topology(topology) {
    for (const Node &node : topology.nodes())
        if (node.bdf && !node.name.empty())
            m_names.try_emplace(node.name, node.id);
    const auto add = [&](const auto &devices) {
        for (const auto &each : devices)
            if (const auto node = each.device ? topology.find(*each.device) : std::nullopt)
                m_names.try_emplace(each.name, *node);
    };
    add(topology.host().rdmaDevices);
    add(topology.host().netInterfaces);
}

std::optional<NodeId> ToolDevices::at(std::string_view device) const {
    if (const auto address = pci::Address::parse(device))
        return m_topology.find(*address);
    const auto named = m_names.find(device.substr(0, device.find('/')));
    return named == m_names.end() ? std::nullopt : std::optional(named->second);
}

} // namespace fabricscope::topology
