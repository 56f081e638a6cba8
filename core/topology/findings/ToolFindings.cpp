// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/ToolFindings.h"

#include "core/findings/Rules.h"

namespace fabricscope::topology {

std::vector<std::pair<NodeId, findings::Finding>> toolFindings(const Topology &topology) {
    std::vector<std::pair<NodeId, findings::Finding>> found;
    for (const host::ToolFault &fault : topology.host().toolFaults) {
        const bool isListed = findings::findRule("device.fault", fault.kind) != nullptr;
        findings::Finding finding("device.fault", isListed ? fault.kind : std::string_view());
        const auto node = fault.address ? topology.find(*fault.address) : std::nullopt;
        if (fault.address && !node)
            finding.set("at", fault.address->toString());
        else if (!node && !fault.device.empty())
            finding.set("at", fault.device);
        if (fault.count > 0)
            finding.set("count", std::to_string(fault.count));
        if (!fault.detail.empty())
            finding.set("detail", fault.detail);
        found.emplace_back(node.value_or(0), std::move(finding));
    }
    return found;
}

} // namespace fabricscope::topology
