// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/DeviceSearch.h"

#include "core/search/Search.h"
#include "widgets/topology/TopologyScene.h"

#include <algorithm>

namespace fabricscope::widgets {

std::vector<topology::NodeId> findDevices(const topology::Topology &topology, const std::string &text,
                                          const affinity::Judgement *judgement) {
    return search::matchingNodes(text, topology, judgement, topology.node(0).name);
}

void DeviceHits::find(const QString &text, const topology::Topology *topology,
                      const affinity::Judgement *judgement, const TopologyScene &scene) {
    m_text = text.trimmed();
    m_nodes.clear();
    if (m_text.isEmpty() || topology == nullptr)
        return;
    for (const topology::NodeId node : findDevices(*topology, m_text.toStdString(), judgement))
        if (scene.areaOf(node) != nullptr)
            m_nodes.push_back(node);
}

std::optional<topology::NodeId> DeviceHits::next(std::optional<topology::NodeId> selected,
                                                 int direction) const {
    if (m_nodes.empty())
        return std::nullopt;
    const auto count = static_cast<int>(m_nodes.size());
    const auto at = selected ? std::find(m_nodes.begin(), m_nodes.end(), *selected) : m_nodes.end();
    const int from = at == m_nodes.end() ? (direction > 0 ? -1 : 0) : static_cast<int>(at - m_nodes.begin());
    return m_nodes[static_cast<std::size_t>((from + direction + count) % count)];
}

} // namespace fabricscope::widgets
