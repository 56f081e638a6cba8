// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/NicIndex.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fabricscope::host {

namespace {

using State = NicEntry::State;

/// Matched by the beginning of the kernel's words (ib_port_phys_state_to_str; `rdma` prints them in
/// capitals).
struct StateWord {
    std::string_view state, physical;
    State means;
};
constexpr StateWord kRdmaStates[] = {
    {"ACTIVE", "", State::Active},
    {"DOWN", "Disabled", State::Disabled},
    {"DOWN", "DISABLED", State::Disabled},
    {"DOWN", "", State::Down},
    {"INIT", "", State::Down},
    {"ARMED", "", State::Down},
};

/// The carrier of a port that is down cannot be read (EINVAL); a port without a cable reports 0.
State stateOf(const NetInterface &net) {
    if (!net.operstate)
        return State::Unknown;
    if (*net.operstate == "up")
        return State::Active;
    if (*net.operstate == "unknown")
        return net.carrier.valueOr(false) ? State::Active : State::Unknown;
    return net.carrier ? State::Down : State::Disabled;
}

constexpr bool isDown(State state) {
    return state == State::Down || state == State::Disabled;
}

class Table {
public:
    explicit Table(const Host &host) : m_host(host) {
        for (const NetInterface &net : host.netInterfaces) {
            if (net.device)
                m_nets[net.device->key()].push_back(&net);
            m_byName.try_emplace(net.name, &net);
        }
        for (const RdmaDevice &rdma : host.rdmaDevices)
            if (rdma.device)
                m_rdma[rdma.device->key()].push_back(&rdma);
        for (const PciFunction &function : host.functions)
            for (std::size_t i = 0; i < function.virtfns.size(); ++i)
                m_virtual.try_emplace(function.virtfns[i].key(), function.address,
                                      static_cast<std::uint32_t>(i));
    }

    std::vector<NicEntry> entries() {
        for (const PciFunction &function : m_host.functions)
            add(function);
        std::stable_sort(m_entries.begin(), m_entries.end(), [](const NicEntry &a, const NicEntry &b) {
            return std::tuple(a.address, a.rdmaPort.value_or(0)) <
                   std::tuple(b.address, b.rdmaPort.value_or(0));
        });
        m_entries.erase(std::unique(m_entries.begin(), m_entries.end(),
                                    [](const NicEntry &a, const NicEntry &b) {
                                        return a.address == b.address && a.rdmaPort == b.rdmaPort &&
                                               a.rdma == b.rdma && a.netdev == b.netdev; // one address twice
                                    }),
                        m_entries.end());
        markUnused();
        return std::move(m_entries);
    }

private:
    void add(const PciFunction &function) {
        const auto rdma = m_rdma.find(function.address.key());
        const auto nets = m_nets.find(function.address.key());
        const bool isNic = function.classCode && *function.classCode >> 16 == 0x02;
        if (rdma == m_rdma.end() && nets == m_nets.end() && !isNic)
            return;
        NicEntry entry;
        entry.address = function.address;
        entry.slot = function.rare->slotLabel;
        if (function.physfn)
            entry.physical = *function.physfn;
        if (const auto of = m_virtual.find(function.address.key()); of != m_virtual.end()) {
            entry.physical = of->second.first;
            entry.virtualNumber = of->second.second;
        }
        const auto &none = m_noNets;
        const auto &own = nets == m_nets.end() ? none : nets->second;
        if (rdma != m_rdma.end()) {
            for (const RdmaDevice *device : rdma->second)
                addRdma(*device, entry, own);
            return;
        }
        for (const NetInterface *net : own)
            addNet(*net, m_entries.emplace_back(entry));
        if (own.empty())
            m_entries.push_back(entry);
    }

    using Nets = std::vector<const NetInterface *>;

    void addRdma(const RdmaDevice &device, const NicEntry &base, const Nets &nets) {
        if (device.ports.empty()) {
            NicEntry &entry = m_entries.emplace_back(base);
            entry.rdma = {device.name, {}};
            if (nets.size() == 1)
                addNet(*nets.front(), entry);
            return;
        }
        for (const RdmaPort &port : device.ports) {
            NicEntry &entry = m_entries.emplace_back(base);
            entry.rdma = {device.name, port.state.evidence()};
            entry.rdmaPort = port.number;
            if (const NetInterface *net = netOf(port, nets))
                addNet(*net, entry);
            else
                entry.netdev = port.netdev;
            if (const State state = stateOf(port); state != State::Unknown) {
                entry.state = state;
                entry.stateEvidence = port.state.evidence();
            }
            if (port.rate)
                entry.rate = port.rate;
        }
    }

    /// The interface that the port names, else the one with its number, else the only one.
    [[nodiscard]] const NetInterface *netOf(const RdmaPort &port, const Nets &nets) const {
        if (port.netdev) {
            const auto named = m_byName.find(*port.netdev);
            return named == m_byName.end() ? nullptr : named->second;
        }
        if (nets.size() == 1)
            return nets.front();
        for (const NetInterface *net : nets)
            if (net->devPort && *net->devPort == port.number - 1)
                return net;
        return nullptr;
    }

    static void addNet(const NetInterface &net, NicEntry &entry) {
        entry.netdev = {net.name, net.operstate.evidence()};
        entry.port = net.devPort;
        entry.state = stateOf(net);
        entry.stateEvidence = net.operstate.evidence();
        if (net.speedMbits && *net.speedMbits > 0) {
            constexpr double kMega = 1000;
            entry.rate = {GigabitsPerSecond{static_cast<double>(*net.speedMbits) / kMega},
                          net.speedMbits.evidence()};
        }
    }

    /// Ports of a card are functions of one device, or ports of one function. A virtual function is not a
    /// port.
    void markUnused() {
        using Card = std::tuple<std::uint32_t, std::uint8_t, std::uint8_t>;
        const auto cardOf = [](const NicEntry &entry) {
            return Card(entry.address.domain, entry.address.bus, entry.address.device);
        };
        std::map<Card, bool> active;
        for (const NicEntry &entry : m_entries)
            if (!entry.physical && entry.state == State::Active)
                active[cardOf(entry)] = true;
        for (NicEntry &entry : m_entries)
            entry.unused = !entry.physical && isDown(entry.state) && active.contains(cardOf(entry));
    }

    const Host &m_host;
    const Nets m_noNets;
    std::map<std::uint64_t, Nets> m_nets;
    std::map<std::uint64_t, std::vector<const RdmaDevice *>> m_rdma;
    std::map<std::string_view, const NetInterface *> m_byName;
    std::map<std::uint64_t, std::pair<Address, std::uint32_t>> m_virtual;
    std::vector<NicEntry> m_entries;
};

} // namespace

NicEntry::State stateOf(const RdmaPort &port) {
    if (port.state)
        for (const StateWord &word : kRdmaStates)
            if (*port.state == word.state &&
                (word.physical.empty() || port.physicalState.valueOr({}) == word.physical))
                return word.means;
    return State::Unknown;
}

std::string NicEntry::name() const {
    if (rdma)
        return *rdma;
    return netdev ? *netdev : address.toString();
}

std::vector<NicEntry> nicTable(const Host &host) {
    return Table(host).entries();
}

} // namespace fabricscope::host
