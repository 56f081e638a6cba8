// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/DeviceSearch.h"

#include "core/search/Search.h"

namespace fabricscope::widgets {

std::vector<topology::NodeId> findDevices(const topology::Topology &topology, const std::string &text,
                                          const affinity::Judgement *judgement) {
    return search::matchingNodes(text, topology, judgement, topology.node(0).name);
}

} // namespace fabricscope::widgets
