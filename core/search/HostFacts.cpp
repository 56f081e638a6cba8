// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/HostFacts.h"

#include "core/host/SoftwareRdma.h"

#include <algorithm>

namespace fabricscope::search {

HostFacts::HostFacts(const topology::Topology &topology, const affinity::Judgement *judgement)
    : m_topology(topology), m_findings(findingsOf(topology, judgement)), m_marks(topology.nodes().size()) {
    for (const LocatedFinding &located : m_findings)
        if (located.node && *located.node < m_marks.size()) {
            auto &worst = m_marks[*located.node].worst;
            worst = std::max(worst, std::optional(located.finding.severity)); // an empty one is the least
        }
    if (judgement != nullptr)
        mark(*judgement);
    collectNames();
}

void HostFacts::mark(const affinity::Judgement &judgement) {
    const affinity::Fabric &fabric = judgement.fabric;
    const auto at = [&](const std::optional<topology::NodeId> &node) -> Marks * {
        return node && *node < m_marks.size() ? &m_marks[*node] : nullptr;
    };
    std::vector<bool> used(fabric.nics.size(), false);
    for (const affinity::Pair &pair : judgement.pairs) {
        if (!judgement.isLeading(pair))
            continue;
        if (pair.nic)
            used[*pair.nic] = true;
        Marks *gpu = at(fabric.gpus[pair.gpu].node);
        Marks *nic = pair.nic ? at(fabric.nics[*pair.nic].node) : nullptr;
        for (Marks *end : {gpu, nic})
            if (end != nullptr && pair.mispaired)
                end->mispaired = true;
        if (nic != nullptr && pair.severity)
            nic->worst = std::max(nic->worst, pair.severity);
    }
    for (std::size_t index = 0; index < fabric.nics.size(); ++index) {
        const affinity::Nic &nic = fabric.nics[index];
        if (Marks *marks = at(nic.node); marks != nullptr && !used[index])
            marks->unused = nic.unused || nic.isCandidate();
    }
}

void HostFacts::collectNames() {
    const host::Host &host = m_topology.host();
    const auto add = [this](const std::optional<pci::Address> &device, std::string_view name) {
        if (device && !name.empty())
            m_names.emplace_back(device->key(), name);
    };
    for (const host::NetInterface &interface : host.netInterfaces)
        add(interface.device, interface.name);
    for (const host::RdmaDevice &device : host.rdmaDevices)
        add(device.device, device.name);
    for (const host::SoftwareRdma &software : host::softwareRdma(host))
        if (software.interface != nullptr)
            add(software.interface->device, software.device->name);
    for (const host::OsDevice &device : host.osDevices)
        add(device.device, device.name);
    for (const host::PciFunction &function : host.functions)
        if (function.rare->slotLabel)
            add(function.address, *function.rare->slotLabel);
    std::stable_sort(m_names.begin(), m_names.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
}

bool HostFacts::has(findings::Severity severity) const {
    return std::any_of(m_findings.begin(), m_findings.end(),
                       [&](const LocatedFinding &one) { return one.finding.severity == severity; });
}

std::span<const std::pair<std::uint64_t, std::string_view>>
HostFacts::names(const pci::Address &address) const {
    const auto range = std::equal_range(m_names.begin(), m_names.end(),
                                        std::pair<std::uint64_t, std::string_view>(address.key(), {}),
                                        [](const auto &a, const auto &b) { return a.first < b.first; });
    return {range.first, range.second};
}

} // namespace fabricscope::search
