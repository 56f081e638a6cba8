// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/NumaRead.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::topology {

namespace {

/// Only one function has no NUMA node, and its text ends with it: the line with its node may be cut off.
bool isOnlyLastWithoutNuma(const std::vector<host::PciFunction> &functions) {
    const auto isWithout = [](const host::PciFunction &f) {
        return !f.numaNode.known();
    };
    const auto without = std::find_if(functions.begin(), functions.end(), isWithout);
    if (without == functions.end() ||
        std::find_if(without + 1, functions.end(), isWithout) != functions.end())
        return false;
    const host::EvidenceRef at = without->classCode.evidence();
    return at.exists() && std::all_of(functions.begin(), functions.end(), [&](const host::PciFunction &f) {
               const host::EvidenceRef other = f.classCode.evidence();
               return other.section != at.section || other.offset <= at.offset;
           });
}

} // namespace

bool areNumaNodesRead(const host::Host &host) {
    const auto &functions = host.functions;
    const bool areDead = // lspci has little about a device that does not answer
        std::all_of(functions.begin(), functions.end(),
                    [](const host::PciFunction &f) { return f.numaNode.known() || f.dead; });
    return !(areDead && !functions.empty() &&
             std::any_of(functions.begin(), functions.end(),
                         [](const host::PciFunction &f) { return !f.numaNode.known(); })) &&
           !isOnlyLastWithoutNuma(functions) &&
           std::any_of(functions.begin(), functions.end(),
                       [](const host::PciFunction &f) { return f.numaNode.known(); });
}

findings::Finding differentNuma(int own, const Node &above, const host::PciFunction &device) {
    const bool isListed = above.kind == NodeKind::RootComplex && !device.parent && !device.rootBus;
    findings::Finding finding("numa.differs", isListed ? "list" : "");
    finding.set("numa", std::to_string(own));
    if (const std::optional<NumaNode> root = above.numa)
        finding.set("root", std::to_string(root->value));
    return finding;
}

/// lspci leaves out the node of a device that has none; sysfs states -1.
findings::Finding unknownNuma(const host::Host &host) {
    if (!areNumaNodesRead(host))
        return findings::Finding("numa.not_told");
    const bool isStated =
        std::any_of(host.functions.begin(), host.functions.end(),
                    [](const host::PciFunction &each) { return each.numaNode && *each.numaNode < 0; });
    return findings::Finding("numa.unknown", isStated ? "" : "unstated");
}

} // namespace fabricscope::topology
