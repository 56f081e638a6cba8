// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Roles.h"

#include "core/topology/Classes.h"
#include "core/topology/Links.h"

#include <algorithm>

namespace fabricscope::topology {

namespace {

class RoleDecider {
public:
    RoleDecider(const host::Host &host, const Parents &parents) : m_host(host), m_parents(parents) {
        for (std::uint32_t position = parents.size(); position-- > 0 && m_lastWithLink == 0;)
            if (function(position)
                    .maxWidth) // some sources report only current rates, and not for all functions
                m_lastWithLink = position;
    }

    [[nodiscard]] std::vector<Role> roles() {
        m_roles.assign(m_parents.size(), Role::Device);
        if (m_parents.parentsComeFirst()) {
            for (std::uint32_t position = 0; position < m_parents.size(); ++position)
                m_roles[position] = decide(position);
            return std::move(m_roles);
        }
        std::vector<std::uint32_t> pending;
        for (std::uint32_t position = 0; position < m_parents.size(); ++position)
            if (m_parents.parent(position) == Parents::kNone)
                pending.push_back(position);
        while (!pending.empty()) { // parents before their children
            const std::uint32_t position = pending.back();
            pending.pop_back();
            m_roles[position] = decide(position);
            for (const std::uint32_t child : m_parents.children(position))
                pending.push_back(child);
        }
        return std::move(m_roles);
    }

private:
    [[nodiscard]] const host::PciFunction &function(std::uint32_t position) const {
        return m_host.functions[m_parents.functionIndex(position)];
    }

    [[nodiscard]] Role decide(std::uint32_t position) const {
        const host::PciFunction &bridge = function(position);
        if (!isPciBridge(bridge)) {
            // A function with children whose class is not a bridge: shown as a bridge only if its class is
            // unknown.
            return !bridge.classCode && !m_parents.children(position).empty() ? Role::Bridge : Role::Device;
        }
        if (bridge.config && !bridge.config->dead && bridge.config->express)
            return byPortType(position, bridge.config->express->portType);
        return isConventional(position) ? Role::Bridge : byStructure(position);
    }

    [[nodiscard]] Role byPortType(std::uint32_t position, pci::PortType type) const {
        switch (type) {
        case pci::PortType::RootPort:
            return Role::RootPort;
        case pci::PortType::UpstreamPort:
            return Role::UpstreamPort;
        case pci::PortType::DownstreamPort:
            if (m_parents.onRootBus(position)) // a VM may show its guest a part of a switch
                return Role::RootPort;
            return m_roles[m_parents.parent(position)] == Role::UpstreamPort ? Role::DownstreamPort
                                                                             : Role::Bridge;
        default:
            return Role::Bridge;
        }
    }

    /// Conventional PCI: subtractive decode, a complete config space without the PCI Express capability, or
    /// no link facts although later functions (in address order) have some.
    [[nodiscard]] bool isConventional(std::uint32_t position) const {
        const host::PciFunction &bridge = function(position);
        if (bridge.classCode.valueOr(0) == 0x060401)
            return true;
        if (bridge.config && !bridge.config->dead && bridge.config->bytesRead >= 256)
            return bridge.config->problems.empty();
        if (bridge.driver && *bridge.driver == "pcieport") // the kernel's driver for PCI Express ports
            return false;
        const auto below = m_parents.children(position);
        return position < m_lastWithLink && !hasLinkFacts(bridge) && !bridge.dead &&
               std::none_of(below.begin(), below.end(),
                            [&](auto child) { return hasLinkFacts(function(child)); });
    }

    [[nodiscard]] Role byStructure(std::uint32_t position) const {
        if (m_parents.onRootBus(position))
            return m_statesTree || function(position).address.bus == 0 ? Role::RootPort : Role::Bridge;
        const auto below = m_parents.children(position);
        switch (m_roles[m_parents.parent(position)]) {
        case Role::RootPort:
        case Role::DownstreamPort: {
            const bool onlyBridges = std::all_of(below.begin(), below.end(),
                                                 [&](auto child) { return isPciBridge(function(child)); });
            return !below.empty() && onlyBridges ? Role::UpstreamPort : Role::Bridge;
        }
        case Role::UpstreamPort:
            return Role::DownstreamPort;
        default:
            return Role::Bridge;
        }
    }

    const host::Host &m_host;
    const Parents &m_parents;
    std::vector<Role> m_roles;
    std::uint32_t m_lastWithLink = 0;
    bool m_statesTree = statesTree(m_host);
};

} // namespace

std::vector<Role> rolesOf(const host::Host &host, const Parents &parents) {
    return RoleDecider(host, parents).roles();
}

} // namespace fabricscope::topology
