// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/FaultFindings.h"

#include "core/base/Text.h"
#include "core/host/NicIndex.h"
#include "core/host/SoftwareRdma.h"
#include "core/topology/findings/BarFindings.h"
#include "core/topology/findings/KernelFindings.h"
#include "core/topology/findings/NicLinkFindings.h"
#include "core/topology/findings/RegisterFindings.h"
#include "core/topology/findings/ToolFindings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::topology {

namespace {

using findings::Finding;

/// A damaged log may name thousands of devices; the messages themselves are all in the list of devices.
constexpr std::size_t kMost = 256;

class FaultFindings {
public:
    explicit FaultFindings(const Topology &topology) : m_topology(topology) {
        for (const host::NetInterface &each : topology.host().netInterfaces)
            if (each.operstate && *each.operstate == "down")
                m_down.insert(each.name);
        for (const host::ToolFault &fault : topology.host().toolFaults)
            if (fault.kind == "port_sources")
                m_disputed.insert(fault.device);
    }

    std::vector<std::pair<NodeId, Finding>> take() {
        addPorts();
        for (auto &[node, finding] : kernelFindings(m_topology))
            add(node, std::move(finding));
        for (auto &[node, finding] : toolFindings(m_topology))
            add(node, std::move(finding));
        for (auto &[node, finding] : registerFindings(m_topology))
            add(node, std::move(finding));
        for (auto &[node, finding] : barFindings(m_topology))
            add(node, std::move(finding));
        for (auto &[node, finding] : nicLinkFindings(m_topology))
            add(node, std::move(finding));
        return std::move(m_findings);
    }

private:
    [[nodiscard]] std::optional<NodeId> placeOf(const std::optional<Address> &device) const {
        return device ? m_topology.find(*device) : std::nullopt;
    }

    void add(NodeId node, Finding finding) {
        if (m_findings.size() < kMost)
            m_findings.emplace_back(node, std::move(finding));
    }

    void addPorts() {
        std::set<const host::RdmaDevice *> software;
        for (const host::SoftwareRdma &each : host::softwareRdma(m_topology.host()))
            software.insert(each.device);
        for (const host::RdmaDevice &device : m_topology.host().rdmaDevices)
            for (const host::RdmaPort &port : device.ports)
                if (!software.contains(&device))
                    addPort(device, port);
        addSlowPorts(software);
    }

    /// Switches above a GPU.
    [[nodiscard]] std::set<NodeId> gpuSwitches() const {
        std::set<NodeId> switches;
        for (const Node &node : m_topology.nodes())
            if (node.kind == NodeKind::Gpu)
                for (auto at = node.parent; at; at = m_topology.node(*at).parent)
                    if (m_topology.node(*at).kind == NodeKind::Switch && !switches.insert(*at).second)
                        break; // from here on known
        return switches;
    }

    /// Whether a NIC is one of those for the GPUs: below a switch with one, or named so ("rail3",
    /// "gpu3rdma0").
    [[nodiscard]] bool isForGpus(const host::RdmaDevice &device, const host::RdmaPort &port) const {
        for (const std::string_view name :
             {std::string_view(device.name),
              std::string_view(port.netdev ? std::string_view(*port.netdev) : "")})
            if (name.find("rail") != name.npos || name.find("gpu") != name.npos)
                return true;
        const auto node = placeOf(device.device);
        if (!node)
            return false;
        const std::set<NodeId> switches = gpuSwitches();
        for (auto at = m_topology.node(*node).parent; at; at = m_topology.node(*at).parent)
            if (switches.contains(*at))
                return true;
        return false;
    }

    /// One port that is slower than all others of its kind, which are at least two and equally fast. One that
    /// is not for the GPUs may be of another network, as that of the storage.
    void addSlowPorts(const std::set<const host::RdmaDevice *> &software) {
        struct Port {
            const host::RdmaDevice *device;
            const host::RdmaPort *port;
        };
        std::map<std::pair<std::string, std::string>, std::vector<Port>> kinds;
        for (const host::RdmaDevice &device : m_topology.host().rdmaDevices) {
            const host::PciFunction *function =
                device.device ? m_topology.host().function(*device.device) : nullptr;
            if (software.contains(&device) || !device.hcaType || (function && function->physfn))
                continue;
            for (const host::RdmaPort &port : device.ports)
                if (port.rate && host::stateOf(port) == host::NicEntry::State::Active)
                    kinds[{*device.hcaType, port.linkLayer.valueOr("")}].push_back({&device, &port});
        }
        for (auto &[kind, ports] : kinds) {
            std::stable_sort(ports.begin(), ports.end(), [](const Port &a, const Port &b) {
                return a.port->rate->value < b.port->rate->value;
            });
            constexpr std::size_t kFewest = 3;
            const double most = ports.back().port->rate->value;
            if (ports.size() < kFewest || ports[0].port->rate->value >= most ||
                ports[1].port->rate->value < most)
                continue;
            const auto &[device, port] = ports.front();
            const auto node = placeOf(device->device);
            Finding finding("port.slow", isForGpus(*device, *port) ? "" : "other");
            finding.set("port", std::to_string(port->number))
                .set("rate", fmt::format("{} Gb/s", port->rate->value))
                .set("others", fmt::format("{} Gb/s", most))
                .set("count", std::to_string(ports.size() - 1));
            if (!node || m_topology.node(*node).name != device->name)
                finding.set("nic", device->name);
            add(node.value_or(0), std::move(finding));
        }
    }

    /// Only a tool's word for the interface is there where ibdev2netdev is the source.
    [[nodiscard]] bool isInterfaceDown(const host::RdmaPort &port) const {
        return port.netdev && m_down.contains(*port.netdev);
    }

    /// Another port of its card, or of the device where that has no place, is active: not used, which is no
    /// fault.
    [[nodiscard]] bool isUnused(const host::RdmaDevice &device, const host::RdmaPort &port) {
        return unused().contains({device.name, port.number}) ||
               (!device.device &&
                std::any_of(device.ports.begin(), device.ports.end(), [](const auto &other) {
                    return host::stateOf(other) == host::NicEntry::State::Active;
                }));
    }

    /// Few hosts have a port that is down and ask.
    const std::set<std::pair<std::string, int>> &unused() {
        if (!m_unused) {
            m_unused.emplace();
            for (const host::NicEntry &entry : host::nicTable(m_topology.host()))
                if (entry.unused && entry.rdma)
                    m_unused->emplace(*entry.rdma, entry.rdmaPort.value_or(0));
        }
        return *m_unused;
    }

    void addPort(const host::RdmaDevice &device, const host::RdmaPort &port) {
        const std::string state = port.state.valueOr({}), physical = port.physicalState.valueOr({});
        const bool isInfiniBand = port.linkLayer && *port.linkLayer == "InfiniBand";
        // `rdma link` has no link layer; an interface of IPoIB is called ib0, ibp3s0.
        const bool isEthernet = port.linkLayer
                                    ? *port.linkLayer == "Ethernet"
                                    : port.netdev && !port.netdev->empty() && !port.netdev->starts_with("ib");
        // only a subnet manager leads on from there
        const bool waits = ((state == "INIT" || state == "ARMED") && !isEthernet) ||
                           (isInfiniBand && physical == "LinkUp" && state == "DOWN");
        const bool isDown =
            state == "DOWN" || (state == "INIT" && isEthernet) || (state.empty() && isInterfaceDown(port));
        // Where tools differ, that is the finding: neither state is a fact.
        const bool isDisputed = m_disputed.contains(device.name + "/" + std::to_string(port.number)) ||
                                (port.netdev && m_disputed.contains(*port.netdev));
        if ((!waits && !isDown) || isDisputed)
            return;
        const std::string_view variant = waits                                    ? "subnet"
                                         : isUnused(device, port)                 ? "unused"
                                         : physical == "Disabled" && isInfiniBand ? "disabled_ib"
                                         : physical == "Disabled"                 ? "disabled"
                                         : physical == "Polling"                  ? "polling"
                                                                                  : "";
        const auto node = placeOf(device.device);
        Finding finding("port.down", variant);
        finding.set("port", std::to_string(port.number)).set("state", state);
        if (!node || m_topology.node(*node).name != device.name)
            finding.set("nic", device.name);
        if (port.netdev && !port.netdev->empty())
            finding.set("netdev", *port.netdev);
        if (!physical.empty())
            finding.set("physical", physical);
        add(node.value_or(0), std::move(finding));
    }

    const Topology &m_topology;
    std::set<std::string_view> m_down;                             ///< interfaces
    std::set<std::string, std::less<>> m_disputed;                 ///< ports and interfaces: tools differ
    std::optional<std::set<std::pair<std::string, int>>> m_unused; ///< RDMA devices and their ports
    std::vector<std::pair<NodeId, Finding>> m_findings;
};

} // namespace

std::vector<std::pair<NodeId, Finding>> faultFindings(const Topology &topology) {
    return FaultFindings(topology).take();
}

std::optional<Finding> numaFinding(const host::NumaNodeFacts &facts) {
    if (!facts.cpus)
        return std::nullopt;
    const bool hasCpus = !trimmed(*facts.cpus).empty();
    const bool hasNoMemory = facts.memory && facts.memory->value == 0;
    if (hasCpus)
        return hasNoMemory ? std::optional(Finding("numa.no_memory")) : std::nullopt;
    return Finding("numa.no_cpus", hasNoMemory ? "empty" : facts.memory ? "" : "only");
}

} // namespace fabricscope::topology
