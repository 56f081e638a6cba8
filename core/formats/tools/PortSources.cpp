// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/PortSources.h"

#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <utility>

namespace fabricscope::formats {

namespace {

struct Source {
    std::string_view section, tool;
};
constexpr Source kSources[] = {{"tool-ibstat", "ibstat"},           {"tool-ibstatus", "ibstatus"},
                               {"tool-ibv-devinfo", "ibv_devinfo"}, {"tool-rdma-link", "rdma link"},
                               {"tool-ip-addr", "ip link"},         {"tool-ethtool", "ethtool"}};

const Source *sourceOf(std::string_view section) {
    const auto *known = std::find_if(std::begin(kSources), std::end(kSources),
                                     [&](const Source &each) { return each.section == section; });
    return known == std::end(kSources) ? nullptr : known;
}

} // namespace

bool PortSources::isSource(std::string_view section) {
    return sourceOf(section) != nullptr;
}

void PortSources::addCarrier(std::string_view tool, const std::string &interface, std::string text,
                             bool isThere, host::EvidenceRef evidence) {
    auto &carriers = m_carriers[interface];
    if (std::none_of(carriers.begin(), carriers.end(),
                     [&](const Carrier &each) { return each.tool == tool; }))
        carriers.push_back({tool, std::move(text), isThere, evidence});
}

void PortSources::addCarriers(std::string_view section, std::string_view tool, const host::Host &host) {
    const bool isEthtool = section == "tool-ethtool";
    for (const host::NetInterface &interface : host.netInterfaces) {
        if (!interface.carrier)
            continue;
        const bool isThere = *interface.carrier;
        const std::string_view text = isEthtool ? (isThere ? "Link detected: yes" : "Link detected: no")
                                                : (isThere ? "LOWER_UP" : "NO-CARRIER");
        addCarrier(tool, interface.name, std::string(text), isThere, interface.carrier.evidence());
    }
    // The RDMA port of a RoCE interface is active while the interface has a carrier.
    for (const host::RdmaDevice &device : host.rdmaDevices)
        for (const host::RdmaPort &port : device.ports)
            if (port.netdev && !port.netdev->empty() && !port.netdev->starts_with("ib") && port.state &&
                (*port.state == "ACTIVE" || *port.state == "DOWN"))
                addCarrier(tool, *port.netdev, *port.state, *port.state == "ACTIVE", port.state.evidence());
}

void PortSources::add(std::string_view section, const host::Host &host) {
    const Source *source = sourceOf(section);
    if (source == nullptr)
        return;
    addCarriers(section, source->tool, host);
    for (const host::RdmaDevice &device : host.rdmaDevices)
        for (const host::RdmaPort &port : device.ports) {
            if (!port.state)
                continue;
            auto &states = m_states[{device.name, port.number}];
            if (std::none_of(states.begin(), states.end(),
                             [&](const State &each) { return each.tool == source->tool; }))
                states.push_back({source->tool, *port.state, port.state.evidence()});
        }
}

void PortSources::report(HostBuilder &builder) const {
    for (const auto &[where, states] : m_states) {
        const auto differs =
            std::find_if(states.begin(), states.end(),
                         [&states = states](const State &each) { return each.text != states.front().text; });
        if (differs == states.end())
            continue;
        std::string detail;
        for (const State &each : {states.front(), *differs})
            detail.append(detail.empty() ? "" : ", ").append(each.text).append(" in ").append(each.tool);
        addToolFault(builder, {"port_sources",
                               where.first + "/" + std::to_string(where.second),
                               {},
                               0,
                               detail,
                               differs->evidence});
    }
    for (const auto &[interface, carriers] : m_carriers) {
        const auto differs =
            std::find_if(carriers.begin(), carriers.end(), [&carriers = carriers](const Carrier &each) {
                return each.isThere != carriers.front().isThere;
            });
        if (differs == carriers.end())
            continue;
        std::string detail;
        for (const Carrier &each : {carriers.front(), *differs})
            detail.append(detail.empty() ? "" : ", ").append(each.text).append(" in ").append(each.tool);
        addToolFault(builder, {"port_sources", interface, {}, 0, detail, differs->evidence});
    }
}

} // namespace fabricscope::formats
