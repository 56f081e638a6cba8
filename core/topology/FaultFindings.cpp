// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/FaultFindings.h"

#include "core/findings/Rules.h"
#include "core/host/KernelFault.h"
#include "core/host/NicIndex.h"
#include "core/host/SoftwareRdma.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace fabricscope::topology {

namespace {

using findings::Finding;
using host::KernelFault;
using host::KernelMessage;

/// A damaged log may name thousands of devices; the messages themselves are all in the list of devices.
constexpr std::size_t kMost = 256;

class FaultFindings {
public:
    explicit FaultFindings(const Topology &topology) : m_topology(topology) {
        for (const host::NetInterface &each : topology.host().netInterfaces)
            if (each.operstate && *each.operstate == "down")
                m_down.insert(each.name);
    }

    std::vector<std::pair<NodeId, Finding>> take() {
        addPorts();
        addMessages();
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
        const bool waits = isInfiniBand && physical == "LinkUp" && (state == "DOWN" || state == "INIT");
        const bool isDown = state == "DOWN" || (state.empty() && isInterfaceDown(port));
        if (!waits && !isDown)
            return;
        const std::string_view variant = waits                    ? "subnet"
                                         : isUnused(device, port) ? "unused"
                                         : physical == "Disabled" ? "disabled"
                                         : physical == "Polling"  ? "polling"
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

    void addMessages() {
        for (const KernelMessage &message : m_topology.host().kernelMessages)
            if (auto finding = findingOf(message)) {
                const auto node = placeOf(message.device);
                if (message.device && !node)
                    finding->set("at", message.device->toString());
                if (message.count > 1)
                    finding->set("count", std::size_t{message.count});
                add(node.value_or(0), std::move(*finding));
            }
    }

    static std::optional<Finding> findingOf(const KernelMessage &message) {
        const KernelFault fault = host::kernelFaultOf(message.kind, message.text);
        if (message.kind == KernelMessage::Kind::BusError)
            return busFinding(fault.bus);
        if (fault.xid == 0 && message.kind == KernelMessage::Kind::DeviceLost)
            return Finding("kernel.device_lost");
        if (fault.xid == 0 && message.kind == KernelMessage::Kind::GpuFault)
            return Finding("kernel.gpu_fault").set("text", message.text);
        if (fault.xid == 0)
            return std::nullopt;
        const std::string number = std::to_string(fault.xid);
        if (fault.isSwitch)
            return Finding("kernel.sxid").set("number", number);
        const bool isListed = findings::findRule("kernel.xid", number) != nullptr;
        return Finding("kernel.xid", isListed ? std::string_view(number) : std::string_view())
            .set("number", number);
    }

    static Finding busFinding(KernelFault::Bus bus) {
        static constexpr std::string_view kVariants[] = {"", "corrected", "nonfatal", "fatal",
                                                         "not_recovered"};
        return Finding("kernel.bus_error", kVariants[static_cast<std::size_t>(bus)]);
    }

    const Topology &m_topology;
    std::set<std::string_view> m_down;                             ///< interfaces
    std::optional<std::set<std::pair<std::string, int>>> m_unused; ///< RDMA devices and their ports
    std::vector<std::pair<NodeId, Finding>> m_findings;
};

} // namespace

std::vector<std::pair<NodeId, Finding>> faultFindings(const Topology &topology) {
    return FaultFindings(topology).take();
}

} // namespace fabricscope::topology
