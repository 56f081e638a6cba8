// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace fabricscope::fleet {

namespace {

using host::NetInterface;
using host::RdmaDevice;
using host::RdmaPort;

/// Interfaces created and removed with containers.
constexpr std::array<std::string_view, 4> kContainerPrefixes = {"veth", "cali", "lxc", "flannel"};

Severity severityIf(bool bad, Severity severity) {
    return bad ? severity : Severity::Note;
}

std::string addresses(const NetInterface &net) {
    std::set<std::string> all;
    for (const std::string &address : net.addresses)
        if (!address.starts_with("fe80")) // derived from the MAC
            all.insert(clean(address));
    return all.empty() ? "none" : fmt::format("{}", fmt::join(all, " "));
}

/// The facts compared for each network interface. To add a fact, add a line.
constexpr FactRow<NetInterface> kNetFacts[] = {
    {"network.state", Category::Network, Severity::Warning, "state of an interface", "it is {1} (was {0})",
     [](const NetInterface &n) { return valueOf(n.operstate); },
     [](const NetInterface &, const NetInterface &after) {
         return severityIf(*after.operstate != "up", Severity::Warning);
     }},
    {"network.mtu", Category::Network, Severity::Warning, "MTU", "the MTU is {1} (was {0})",
     [](const NetInterface &n) {
         return valueOf(n.mtu);
     }},
    {"network.speed", Category::Network, Severity::Warning, "speed of an interface",
     "the speed is {1} (was {0})", [](const NetInterface &n) { return valueOf(n.speedMbits, "{} Mb/s"); },
     [](const NetInterface &before, const NetInterface &after) {
         return severityIf(*after.speedMbits < *before.speedMbits, Severity::Warning);
     }},
    {"network.mac", Category::Network, Severity::Note, "MAC address", "the MAC address is {1} (was {0})",
     [](const NetInterface &n) {
         return valueOf(n.mac);
     }},
    {"network.master", Category::Network, Severity::Warning, "bond or bridge of an interface",
     "it belongs to {1} (was {0})",
     [](const NetInterface &n) {
         return valueOf(n.master);
     }},
    {"network.type", Category::Network, Severity::Warning, "type of an interface",
     "its type is {1}, was {0} (1 Ethernet, 32 InfiniBand)",
     [](const NetInterface &n) {
         return valueOf(n.type);
     }},
    {"network.addresses", Category::Network, Severity::Note, "addresses of an interface",
     "its addresses are {1} (was {0})",
     [](const NetInterface &n) {
         return Value{addresses(n), {}};
     }},
};

/// The facts compared for each RDMA device. To add a fact, add a line.
constexpr FactRow<RdmaDevice> kRdmaFacts[] = {
    {"firmware.rdma", Category::Firmware, Severity::Warning, "firmware of a NIC", "firmware {1} (was {0})",
     [](const RdmaDevice &d) {
         return valueOf(d.firmware);
     }},
    {"hardware.node_guid", Category::Hardware, Severity::Warning, "node GUID",
     "its node GUID is {1} (was {0})",
     [](const RdmaDevice &d) {
         return valueOf(d.nodeGuid);
     }},
    {"hardware.hca_type", Category::Hardware, Severity::Warning, "type of an HCA",
     "its type is {1} (was {0})",
     [](const RdmaDevice &d) {
         return valueOf(d.hcaType);
     }},
    {"firmware.board_id", Category::Firmware, Severity::Note, "board id (PSID)",
     "its board id (PSID) is {1} (was {0})",
     [](const RdmaDevice &d) {
         return valueOf(d.boardId);
     }},
};

/// The facts compared for each port of an RDMA device. To add a fact, add a line.
constexpr FactRow<RdmaPort> kPortFacts[] = {
    {"network.rdma_state", Category::Network, Severity::Error, "RDMA state", "the RDMA port is {1} (was {0})",
     [](const RdmaPort &p) { return valueOf(p.state); },
     [](const RdmaPort &, const RdmaPort &after) {
         return severityIf(*after.state != "ACTIVE", Severity::Error);
     }},
    {"network.rdma_link", Category::Network, Severity::Warning, "physical state of an RDMA port",
     "its physical state is {1} (was {0})", [](const RdmaPort &p) { return valueOf(p.physicalState); },
     [](const RdmaPort &, const RdmaPort &after) {
         return severityIf(*after.physicalState != "LinkUp", Severity::Warning);
     }},
    {"network.rdma_rate", Category::Network, Severity::Error, "rate of an RDMA port",
     "its rate is {1} (was {0})",
     [](const RdmaPort &p) {
         return p.rate ? Value{fmt::format("{} Gb/s", p.rate->value), p.rate.evidence()} : Value{};
     },
     [](const RdmaPort &before, const RdmaPort &after) {
         return severityIf(*after.rate < *before.rate, Severity::Error);
     }},
    {"network.rdma_link_layer", Category::Network, Severity::Warning, "link layer of an RDMA port",
     "its link layer is {1} (was {0})",
     [](const RdmaPort &p) {
         return valueOf(p.linkLayer);
     }},
    // The kind at each index decides NCCL_IB_GID_INDEX; the GIDs themselves are addresses.
    {"network.rdma_gids", Category::Network, Severity::Warning, "kinds of GIDs", "its GIDs are {1} (was {0})",
     [](const RdmaPort &p) {
         std::string text;
         for (const RdmaPort::Gid &gid : p.gids)
             text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", gid.index, clean(gid.type));
         return text.empty() ? Value{} : Value{clean(text), {}};
     }},
};

std::string shownName(const NetInterface &net) {
    return "interface " + clean(net.name);
}
std::string shownName(const RdmaDevice &device) {
    return "RDMA device " + clean(device.name);
}
int portOf(const NetInterface &net) {
    return net.devPort.valueOr(0);
}
int portOf(const RdmaDevice &) {
    return 0;
}

/// Things of one kind, by the function they belong to, or by name if they belong to none.
template<class Thing> struct Things {
    std::map<Position, std::vector<const Thing *>> ofFunction;
    std::map<std::string_view, const Thing *> ofNone;

    Things(const HostView &view, const std::vector<Thing> &all) {
        for (const Thing &thing : all) {
            const Position at = thing.device ? view.find(*thing.device) : kNoPosition;
            if (at != kNoPosition)
                ofFunction[at].push_back(&thing);
            else
                ofNone.emplace(thing.name, &thing);
        }
        for (auto &[at, things] : ofFunction)
            std::sort(things.begin(), things.end(), [](const Thing *a, const Thing *b) {
                return std::pair(portOf(*a), std::string_view(a->name)) <
                       std::pair(portOf(*b), std::string_view(b->name));
            });
    }
};

/// How a kind of thing is reported.
struct Kind {
    std::string_view rule;     ///< prefix of ".added" and ".removed"
    std::string_view nameRule; ///< of names that changed
    Severity gone;             ///< severity if one is gone
};

template<class Thing> class Comparer {
public:
    using Compare = void (*)(const Work &, const Thing &, const Thing &, const DevicePair &);

    Comparer(const Work &work, const std::vector<Thing> &before, const std::vector<Thing> &after, Kind kind,
             Compare compare)
        : m_work(work)
        , m_before(work.before, before)
        , m_after(work.after, after)
        , m_kind(kind)
        , m_compare(compare) {}

    void run() {
        for (const auto &[position, things] : m_before.ofFunction)
            if (m_work.isSame(position))
                compareAt(position, things, at(m_after, m_work.matching.toAfter(position)));
        for (const auto &[there, things] : m_after.ofFunction)
            if (const Position position = m_work.matching.toBefore(there);
                position != kNoPosition && m_work.isSame(position) && !m_before.ofFunction.contains(position))
                compareAt(position, {}, things);
        for (const auto &[name, thing] : m_before.ofNone) {
            const auto now = m_after.ofNone.find(name);
            if (now == m_after.ofNone.end())
                add(*thing, {}, true);
            else
                m_compare(m_work, *thing, *now->second, {});
        }
        for (const auto &[name, thing] : m_after.ofNone)
            if (!m_before.ofNone.contains(name))
                add(*thing, {}, false);
        addRenamed(m_work, m_kind.nameRule, std::move(m_names));
    }

private:
    using List = std::vector<const Thing *>;

    static List at(const Things<Thing> &things, Position position) {
        const auto found = things.ofFunction.find(position);
        return found == things.ofFunction.end() ? List{} : found->second;
    }

    void comparePair(Position position, const Thing &before, const Thing &after) {
        const DevicePair device = m_work.addresses(position);
        m_names.push_back({clean(before.name), clean(after.name), device});
        m_compare(m_work, before, after, device);
    }

    /// With equal numbers on both sides: by port. Otherwise by name, and the rest was added or removed.
    void compareAt(Position position, const List &before, const List &after) {
        if (before.size() == after.size()) {
            for (std::size_t i = 0; i < before.size(); ++i)
                comparePair(position, *before[i], *after[i]);
            return;
        }
        if ((before.empty() || after.empty()) && !m_work.hasSameDriver(position))
            return; // the change of driver reports it
        std::map<std::string_view, const Thing *> byName;
        for (const Thing *thing : after)
            byName.emplace(thing->name, thing);
        for (const Thing *thing : before) {
            const auto now = byName.find(thing->name);
            if (now == byName.end()) {
                add(*thing, m_work.addresses(position), true);
            } else {
                comparePair(position, *thing, *now->second);
                byName.erase(now);
            }
        }
        for (const auto &[name, thing] : byName)
            add(*thing, m_work.addresses(position), false);
    }

    void add(const Thing &thing, const DevicePair &device, bool isGone) {
        const bool isTransient =
            !device.before &&
            std::any_of(kContainerPrefixes.begin(), kContainerPrefixes.end(),
                        [&](auto prefix) { return std::string_view(thing.name).starts_with(prefix); });
        if (isTransient)
            return;
        const End there{clean(thing.name), isGone ? device.before : device.after, {}};
        m_work.collector.add({fmt::format("{}{}", m_kind.rule, isGone ? ".removed" : ".added"),
                              Category::Network, isGone ? Change::Removed : Change::Added,
                              isGone && device.before ? m_kind.gone : Severity::Note, shownName(thing),
                              isGone ? "is gone" : "is new", isGone ? there : End{}, isGone ? End{} : there,
                              device.before ? std::vector{device} : std::vector<DevicePair>{}});
    }

    const Work &m_work;
    Things<Thing> m_before, m_after;
    Kind m_kind;
    Compare m_compare;
    std::vector<Renamed> m_names;
};

void compareNet(const Work &work, const NetInterface &before, const NetInterface &after,
                const DevicePair &device) {
    work.collector.compare(std::span<const FactRow<NetInterface>>(kNetFacts), before, after, [&] {
        return Subject{shownName(after), device};
    });
}

void comparePorts(const Work &work, const RdmaDevice &before, const RdmaDevice &after,
                  const DevicePair &device) {
    std::map<int, const RdmaPort *> ports;
    for (const RdmaPort &port : after.ports)
        ports.emplace(port.number, &port);
    for (const RdmaPort &port : before.ports) {
        const auto now = ports.find(port.number);
        if (now == ports.end())
            continue; // ports are determined by the device
        work.collector.compare(std::span<const FactRow<RdmaPort>>(kPortFacts), port, *now->second, [&] {
            const bool several = before.ports.size() > 1 || after.ports.size() > 1;
            return Subject{shownName(after) + (several ? fmt::format(" port {}", port.number) : ""), device};
        });
    }
}

void compareRdma(const Work &work, const RdmaDevice &before, const RdmaDevice &after,
                 const DevicePair &device) {
    work.collector.compare(std::span<const FactRow<RdmaDevice>>(kRdmaFacts), before, after, [&] {
        return Subject{shownName(after), device};
    });
    comparePorts(work, before, after, device);
}

} // namespace

void compareNetwork(const Work &work) {
    const host::Host &before = work.before.host();
    const host::Host &after = work.after.host();
    const auto read = [](const HostView &view, const auto &list, std::string_view section) {
        return !list.empty() || view.looked(section);
    };
    const bool netBefore = read(work.before, before.netInterfaces, "net");
    if (netBefore != read(work.after, after.netInterfaces, "net"))
        work.collector.addUnknown("network.interface", Category::Network, "network interfaces", !netBefore,
                                  {});
    else
        Comparer<NetInterface>(work, before.netInterfaces, after.netInterfaces,
                               {"network.interface", "order.interface_names", Severity::Warning}, compareNet)
            .run();
    const bool rdmaBefore = read(work.before, before.rdmaDevices, "rdma");
    if (rdmaBefore != read(work.after, after.rdmaDevices, "rdma"))
        work.collector.addUnknown("network.rdma_device", Category::Network, "RDMA devices", !rdmaBefore, {});
    else
        Comparer<RdmaDevice>(work, before.rdmaDevices, after.rdmaDevices,
                             {"network.rdma_device", "order.rdma_names", Severity::Error}, compareRdma)
            .run();
}

} // namespace fabricscope::fleet
