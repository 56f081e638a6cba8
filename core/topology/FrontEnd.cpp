// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/FrontEnd.h"

#include "core/base/Text.h"
#include "core/host/SoftwareRdma.h"
#include "core/topology/Classes.h"

#include <algorithm>
#include <array>

namespace fabricscope::topology {

namespace {

/// The fastest Ethernet that no fabric of GPUs is built of: 2.5GBASE-T.
constexpr std::int64_t kMostMbits = 2500;

/// Drivers of Ethernet chips of at most 2.5 Gb/s (Linux, drivers/net/ethernet).
constexpr std::array<std::string_view, 17> kSlowDrivers = {
    "8139cp", "8139too", "alx", "atl1c", "atl1e", "bnx2", "e1000", "e1000e", "forcedeth",
    "igb",    "igbvf",   "igc", "jme",   "r8169", "skge", "sky2",  "tg3",
};

struct ModelRange {
    std::uint16_t vendor, first, last;
};
/// Such chips by ID, for sources without a driver: what servers have on board (pci.ids).
constexpr ModelRange kSlowModels[] = {
    {0x8086, 0x0d4c, 0x0d4f}, {0x8086, 0x10a7, 0x10a7}, {0x8086, 0x10c9, 0x10c9}, {0x8086, 0x10d3, 0x10d3},
    {0x8086, 0x10e6, 0x10e8}, {0x8086, 0x1501, 0x1503}, {0x8086, 0x150a, 0x1511}, {0x8086, 0x1516, 0x1518},
    {0x8086, 0x1521, 0x1527}, {0x8086, 0x1533, 0x153b}, {0x8086, 0x1559, 0x155a}, {0x8086, 0x156f, 0x1570},
    {0x8086, 0x157b, 0x157c}, {0x8086, 0x15a0, 0x15a3}, {0x8086, 0x15b7, 0x15be}, {0x8086, 0x15d6, 0x15d8},
    {0x8086, 0x15f2, 0x15f3}, {0x8086, 0x15f9, 0x15fc}, {0x8086, 0x1f40, 0x1f45}, {0x8086, 0x125b, 0x125d},
    {0x14e4, 0x1639, 0x163c}, {0x14e4, 0x1641, 0x165f}, {0x14e4, 0x1665, 0x169d}, {0x10ec, 0x8125, 0x8169},
};
/// Ethernet chips without RDMA, by ID and by the words of pci.ids: Intel's 82599, X540, X550 and 700 series
/// (X722 and E810 have it).
constexpr ModelRange kModelsWithoutRdma[] = {
    {0x8086, 0x10fb, 0x10fb}, {0x8086, 0x1528, 0x1528}, {0x8086, 0x1563, 0x1563},
    {0x8086, 0x1572, 0x1572}, {0x8086, 0x1580, 0x158b}, {0x8086, 0x15ff, 0x15ff},
};
constexpr std::array<std::string_view, 6> kNamesWithoutRdma = {"82599", "X540",  "X550",
                                                               "X710",  "XL710", "XXV710"};
/// Class and subclass.
constexpr std::uint32_t kEthernet = 0x0200, kInfiniBand = 0x0207, kOtherNetwork = 0x0280;
/// Makers of Wi-Fi cards, whose class is "other network controller": Intel, MediaTek, Atheros, Qualcomm,
/// Realtek, Broadcom, Marvell.
constexpr std::array<std::uint16_t, 7> kWiFiVendors = {0x8086, 0x14c3, 0x168c, 0x17cb,
                                                       0x10ec, 0x14e4, 0x11ab};

/// "I350 Gigabit Network Connection", but not "10-Gigabit" or "Multi-Gigabit".
bool hasGigabitName(std::string_view name) {
    constexpr std::string_view kWord = "Gigabit";
    const auto at = name.find(kWord);
    return at != std::string_view::npos &&
           (at == 0 || (name[at - 1] == ' ' && (at == 1 || name[at - 2] < '0' || name[at - 2] > '9')));
}

template<class List, class Value> bool contains(const List &list, const Value &value) {
    return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

/// Wi-Fi, or an Ethernet chip that is never faster than 2.5 Gb/s.
bool isOrdinaryModel(const host::PciFunction &function) {
    const std::uint32_t kind = function.classCode.valueOr(0) >> 8;
    const std::uint16_t vendor = function.vendor.valueOr(0), device = function.device.valueOr(0);
    if (kind == kOtherNetwork)
        return contains(kWiFiVendors, vendor);
    if (kind != kEthernet)
        return false;
    return (function.driver && contains(kSlowDrivers, std::string_view(*function.driver))) ||
           (function.rare->name && hasGigabitName(*function.rare->name)) ||
           std::any_of(std::begin(kSlowModels), std::end(kSlowModels), [&](const ModelRange &range) {
               return range.vendor == vendor && range.first <= device && device <= range.last;
           });
}

bool isModelWithoutRdma(const host::PciFunction &function) {
    const std::uint16_t vendor = function.vendor.valueOr(0), device = function.device.valueOr(0);
    const std::string_view name = function.rare->name ? std::string_view(*function.rare->name) : "";
    return function.classCode.valueOr(0) >> 8 == kEthernet &&
           (std::any_of(std::begin(kModelsWithoutRdma), std::end(kModelsWithoutRdma),
                        [&](const ModelRange &range) {
                            return range.vendor == vendor && range.first <= device && device <= range.last;
                        }) ||
            std::any_of(kNamesWithoutRdma.begin(), kNamesWithoutRdma.end(),
                        [&](std::string_view word) { return name.find(word) != name.npos; }));
}

class FrontEnds {
public:
    FrontEnds(std::vector<Node> &nodes, const host::Host &host, const Joins &joins)
        : m_nodes(nodes), m_host(host), m_joins(joins), m_hasGpu(nodes.size(), false) {}

    void mark() {
        if (!markAboveGpus())
            return;
        if (markBySwitch())
            return;
        bool hasOthers = false;
        for (Node &node : m_nodes)
            if (node.kind == NodeKind::Nic) {
                node.frontEnd = isOrdinary(node) || isWithoutRdma(node);
                hasOthers = hasOthers || (!node.frontEnd && !isModelWithoutRdma(functionOf(node)));
            }
        for (Node &node : m_nodes)
            if (node.kind == NodeKind::Nic && hasOthers)
                node.frontEnd = node.frontEnd || isModelWithoutRdma(functionOf(node));
    }

private:
    template<class Visit> void above(NodeId id, Visit visit) const {
        const auto carriesDevices = [](NodeKind kind) {
            return kind == NodeKind::RootPort || kind == NodeKind::Switch || kind == NodeKind::Bridge;
        };
        for (NodeId at = *m_nodes[id].parent; carriesDevices(m_nodes[at].kind) && visit(at);
             at = *m_nodes[at].parent) {
        }
    }

    /// False if the host has no GPU.
    bool markAboveGpus() {
        bool gpus = false;
        for (const Node &node : m_nodes)
            if (node.kind == NodeKind::Gpu) {
                gpus = true;
                above(node.id, [&](NodeId at) {
                    const bool fresh = !m_hasGpu[at];
                    m_hasGpu[at] = true;
                    return fresh;
                });
            }
        return gpus;
    }

    /// False if no NIC is below a GPU's switch: then the switches show nothing.
    bool markBySwitch() {
        bool any = false;
        for (Node &node : m_nodes)
            if (node.kind == NodeKind::Nic) {
                node.frontEnd = true;
                above(node.id, [&](NodeId at) {
                    node.frontEnd = !m_hasGpu[at];
                    return node.frontEnd;
                });
                any = any || !node.frontEnd;
            }
        return any;
    }

    [[nodiscard]] const host::PciFunction &functionOf(const Node &node) const {
        return m_host.functions[*node.function];
    }

    /// A fabric's port that came up at 1 Gb/s is an error, but a fabric's port has an RDMA device. The chip
    /// that a hypervisor emulates says nothing about the NIC behind it.
    [[nodiscard]] bool isOrdinary(const Node &node) const {
        if (m_isVm || Joins::first(m_joins.rdma, *node.bdf))
            return false;
        const auto nets = Joins::at(m_joins.net, *node.bdf);
        return isOrdinaryModel(functionOf(node)) ||
               (!nets.empty() && std::all_of(nets.begin(), nets.end(), [&](const Joins::Entry &entry) {
                   const host::NetInterface &net = m_host.netInterfaces[entry.second];
                   return net.name.starts_with("wl") ||
                          (net.speedMbits && *net.speedMbits > 0 && *net.speedMbits <= kMostMbits);
               }));
    }

    /// Of a host whose RDMA devices are all known with their places.
    [[nodiscard]] bool isWithoutRdma(const Node &node) const {
        return !m_joins.rdma.empty() && placesAllRdma() && !Joins::first(m_joins.rdma, *node.bdf) &&
               functionOf(node).classCode.valueOr(0) >> 8 != kInfiniBand;
    }

    [[nodiscard]] bool placesAllRdma() const {
        std::size_t unplaced = 0;
        for (const host::RdmaDevice &device : m_host.rdmaDevices)
            unplaced += device.device ? 0 : 1;
        return unplaced <= m_software.size();
    }

    std::vector<Node> &m_nodes;
    const host::Host &m_host;
    const Joins &m_joins;
    std::vector<bool> m_hasGpu; ///< below the node
    bool m_isVm = m_host.virtualization ? *m_host.virtualization != "none" : hasEmulatedDevices(m_host);
    std::vector<host::SoftwareRdma> m_software = host::softwareRdma(m_host);
};

} // namespace

void markFrontEnds(std::vector<Node> &nodes, const host::Host &host, const Joins &joins) {
    FrontEnds(nodes, host, joins).mark();
}

} // namespace fabricscope::topology
