// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/PortSources.h"

#include "core/formats/tools/ToolText.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

struct Source {
    std::string_view section, tool;
};
constexpr Source kSources[] = {{"tool-ibstat", "ibstat"},
                               {"tool-ibstatus", "ibstatus"},
                               {"tool-ibv-devinfo", "ibv_devinfo"},
                               {"tool-rdma-link", "rdma link"}};

const Source *sourceOf(std::string_view section) {
    const auto *known = std::find_if(std::begin(kSources), std::end(kSources),
                                     [&](const Source &each) { return each.section == section; });
    return known == std::end(kSources) ? nullptr : known;
}

} // namespace

bool PortSources::isSource(std::string_view section) {
    return sourceOf(section) != nullptr;
}

void PortSources::begin(HostBuilder &builder) {
    m_known.clear();
    for (host::RdmaDevice &device : builder.rdmaDevices())
        for (host::RdmaPort &port : device.ports)
            if (port.state) {
                m_known[{device.name, port.number}] = std::move(port.state);
                port.state = {};
            }
}

void PortSources::end(std::string_view section, HostBuilder &builder) {
    const Source *source = sourceOf(section);
    for (host::RdmaDevice &device : builder.rdmaDevices())
        for (host::RdmaPort &port : device.ports) {
            if (source != nullptr && port.state) {
                auto &states = m_states[{device.name, port.number}];
                if (std::none_of(states.begin(), states.end(),
                                 [&](const State &each) { return each.tool == source->tool; }))
                    states.push_back({source->tool, *port.state, port.state.evidence()});
            }
            if (const auto known = m_known.find({device.name, port.number}); known != m_known.end())
                port.state = std::move(known->second);
        }
    m_known.clear();
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
}

} // namespace fabricscope::formats
