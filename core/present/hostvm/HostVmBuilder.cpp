// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/hostvm/HostVmBuilder.h"

#include "core/base/HostText.h"
#include "core/present/hostvm/HostVmText.h"
#include "core/topology/Classes.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::present {

using topology::NodeId;
using topology::NodeKind;

namespace {

constexpr std::size_t kMaxName = 64;
constexpr std::uint16_t kVirtioVendor = 0x1AF4;
constexpr const char *kFlat = "no switches visible";

bool isPassedThrough(NodeKind kind) {
    return kind == NodeKind::Gpu || kind == NodeKind::Nic || kind == NodeKind::Nvme;
}

/// A device emulated by the VMM, which corresponds to no device of the host.
bool isEmulated(const topology::Topology &topology, const topology::Node &node) {
    const auto &functions = topology.host().functions;
    return node.function && *node.function < functions.size() &&
           functions[*node.function].vendor.valueOr(0) == kVirtioVendor;
}

std::optional<int> oamOf(const topology::Topology &topology, const topology::Node &node) {
    const auto &gpus = topology.host().gpus;
    if (!node.gpu || *node.gpu >= gpus.size() || !gpus[*node.gpu].oam)
        return std::nullopt;
    return *gpus[*node.gpu].oam;
}

const topology::Node *physicalOf(const topology::Topology &topology, const topology::Node &node) {
    const auto found = node.physfn ? topology.find(*node.physfn) : std::nullopt;
    return found ? &topology.node(*found) : nullptr;
}

/// The kernel's name of a drive, since its own name is only "NVMe". Without the kernel's driver there is
/// none.
std::string driveName(const topology::Topology &topology, const topology::Node &node) {
    for (const host::OsDevice &device : topology.host().osDevices)
        if (device.device == node.bdf && device.kind == host::OsDevice::Kind::Block)
            return HostText(device.name).plain(kMaxName);
    return node.name;
}

std::string nameOf(const topology::Topology &topology, const topology::Node &node) {
    return node.kind == NodeKind::Nvme && node.name == "NVMe" ? driveName(topology, node) : node.name;
}

} // namespace

HostVmBuilder::HostVmBuilder(const HostVmInput &input, HostVmTable &table) : m_input(input), m_table(table) {
    m_vmName = HostText(input.vmName).plain(kMaxName);
    if (input.host != nullptr) {
        const auto &nodes = input.host->nodes();
        m_ownsAny = !m_vmName.empty() && std::any_of(nodes.begin(), nodes.end(), [this](const Node &node) {
            return node.owner == m_vmName;
        });
    }
    if (input.guestMapping != nullptr) {
        for (const hostvm::Match &match : input.guestMapping->matches)
            m_matched.insert(match.onHost);
        m_passedIn.insert(input.guestMapping->assignedDevices.begin(),
                          input.guestMapping->assignedDevices.end());
    }
}

void HostVmBuilder::build() {
    m_table.m_hasHost = m_input.host != nullptr;
    m_table.m_hasGuest = m_input.guest != nullptr;
    m_table.m_hasFile = m_input.hasFile;
    if (m_input.host != nullptr) {
        m_table.m_hostName = m_input.host->node(0).name;
        addHostRows();
    }
    m_table.m_guestName = m_input.guest != nullptr ? m_input.guest->node(0).name : m_vmName;
    if (m_input.guest != nullptr)
        addGuestRows();
    compareFile();
}

void HostVmBuilder::compareFile() {
    HostVmClaims claims(m_input.claims, m_devices);
    claims.numberPairs(m_table.m_guestRows);
    if (m_input.host != nullptr)
        claims.check(*m_input.host, m_table.m_guestRows);
    m_table.m_compared = claims.compared();
    m_table.m_differing = claims.differing();
    m_table.m_curves = claims.curves();
    m_table.m_marks = claims.marks(m_table.m_curves);
    const std::set<std::size_t> onHost = claims.markWrong(m_table.m_hostRows, m_table.m_guestRows);
    for (HostVmBand &band : m_table.m_bands)
        for (HostVmBox &box : band.boxes)
            box.wrong = std::any_of(box.rows.begin(), box.rows.end(),
                                    [&](std::size_t row) { return onHost.contains(row); });
    addConflicts();
    addLabels(m_input, m_devices, claims, m_table.m_hostRows, m_table.m_guestRows);
    HostVmHeadline headline = headlineOf(m_input, m_table, claims);
    m_table.m_severity = headline.severity;
    m_table.m_sentence = std::move(headline.sentence);
    m_table.m_detail = std::move(headline.detail);
    m_table.m_status = matchStatus(m_table, m_devices);
}

void HostVmBuilder::addConflicts() {
    if (m_input.guestMapping == nullptr)
        return;
    for (const hostvm::Conflict &conflict : m_input.guestMapping->conflicts) {
        for (const pci::Address &address : conflict.guest)
            if (const auto row = m_devices.guestRowAt(address))
                m_table.m_guestRows[*row].conflict = true;
        for (const pci::Address &address : conflict.onHost)
            if (const auto row = m_devices.hostRowAt(address))
                m_table.m_hostRows[*row].conflict = true;
    }
    for (const pci::Address &address : m_input.guestMapping->assignedDevices)
        if (const auto row = m_devices.hostRowAt(address))
            m_table.m_hostRows[*row].alone = !m_matched.contains(address);
}

/// Devices that this VM has or is to have. If that is unknown, those that any VM could have.
bool HostVmBuilder::isForThisVm(const Node &node) const {
    if (m_matched.contains(*node.bdf) || m_passedIn.contains(*node.bdf))
        return true;
    if (!m_matched.empty() || !m_passedIn.empty())
        return false;
    if (m_ownsAny)
        return node.owner == m_vmName;
    const bool isUnassigned = !node.owner || *node.owner == "vfio-pci";
    return isUnassigned && node.driver && topology::isVfioDriver(*node.driver);
}

void HostVmBuilder::addHostRows() {
    const topology::Topology &host = *m_input.host;
    HostVmBoxes boxes(host);
    std::set<pci::Address> physical; ///< functions whose VFs are shown, so that a card is not shown twice
    for (const Node &node : host.nodes())
        if (node.bdf && node.physfn && isPassedThrough(node.kind) && isForThisVm(node))
            physical.insert(*node.physfn);
    for (const Node &node : host.nodes()) {
        if (!node.bdf || !isPassedThrough(node.kind))
            continue;
        if (isForThisVm(node))
            addHostRow(node, boxes);
        else if (!physical.contains(*node.bdf))
            boxes.countOther(node);
    }
    m_table.m_bands = boxes.finish();
    m_table.m_numaNodes = boxes.numaNodes();
    for (const HostVmBand &band : m_table.m_bands)
        for (const HostVmBox &box : band.boxes)
            m_table.m_switches += host.node(*box.node).kind == NodeKind::Switch ? 1 : 0;
}

void HostVmBuilder::addHostRow(const Node &node, HostVmBoxes &boxes) {
    if (m_table.m_hostRows.size() >= HostVmLimits::kRows) {
        ++m_table.m_notDrawn;
        return;
    }
    HostVmRow row;
    row.id = {false, node.id};
    row.kind = node.kind;
    row.frontEnd = node.frontEnd;
    row.name = nameOf(*m_input.host, node);
    row.address = boxes.addressOf(node);
    row.vfio = node.driver && topology::isVfioDriver(*node.driver);
    if (const Node *physical = physicalOf(*m_input.host, node)) {
        row.name = physical->name;
        row.vf = true;
        const auto &functions = physical->virtfns;
        const auto place = std::find(functions.begin(), functions.end(), *node.bdf);
        row.role = functions.size() < 2 || place == functions.end()
                       ? "VF"
                       : fmt::format("VF{}", place - functions.begin());
    } else if (const auto oam = oamOf(*m_input.host, node)) {
        row.role = fmt::format("OAM {}", *oam);
    }
    if (row.name == row.address || row.name.empty())
        row.name = node.kind == NodeKind::Nvme ? "NVMe" : node.kind == NodeKind::Gpu ? "GPU" : "NIC";
    m_devices.hostRows.emplace(*node.bdf, m_table.m_hostRows.size());
    boxes.add(node, m_table.m_hostRows.size());
    m_devices.hostNodes.push_back(&node);
    m_table.m_hostRows.push_back(std::move(row));
}

void HostVmBuilder::addGuestRows() {
    const topology::Topology &guest = *m_input.guest;
    for (const Node &node : guest.nodes())
        if (node.bdf && isPassedThrough(node.kind) &&
            (!isEmulated(guest, node) ||
             (m_input.guestMapping != nullptr && m_input.guestMapping->ofGuest(*node.bdf) != nullptr)))
            addGuestRow(node);
    for (HostVmBus &bus : m_table.m_buses)
        std::sort(bus.rows.begin(), bus.rows.end(), [this](std::size_t a, std::size_t b) {
            return *m_devices.guestNodes[a]->bdf < *m_devices.guestNodes[b]->bdf;
        });
    putFrontEndLast();
}

/// Buses without fabric devices come last, next to the host's front end.
void HostVmBuilder::putFrontEndLast() {
    const auto isFrontEnd = [this](const HostVmBus &bus) {
        return std::all_of(bus.rows.begin(), bus.rows.end(),
                           [this](std::size_t row) { return m_table.m_guestRows[row].frontEnd; });
    };
    const auto last = std::stable_partition(m_table.m_buses.begin(), m_table.m_buses.end(),
                                            [&](const HostVmBus &bus) { return !isFrontEnd(bus); });
    for (auto bus = last; bus != m_table.m_buses.end(); ++bus)
        bus->note = bus->flat ? "front end" : "front end, " + bus->note;
    m_busOf.clear(); // of the order before
}

void HostVmBuilder::addGuestRow(const Node &node) {
    if (m_table.m_guestRows.size() >= HostVmLimits::kRows) {
        ++m_table.m_notDrawn;
        return;
    }
    const topology::Topology &guest = *m_input.guest;
    const Node *root = nearestAbove(guest, node, NodeKind::RootComplex);
    const NodeId rootId = root != nullptr ? root->id : 0;
    const auto [place, isNew] = m_busOf.try_emplace(rootId, m_table.m_buses.size());
    if (isNew) {
        const auto &functions = guest.host().functions;
        const auto bus =
            node.function && *node.function < functions.size() && functions[*node.function].rootBus
                ? *functions[*node.function].rootBus
                : std::pair(node.bdf->domain, node.bdf->bus);
        const auto switches =
            std::count_if(guest.nodes().begin(), guest.nodes().end(), [&](const Node &other) {
                return other.kind == NodeKind::Switch &&
                       nearestAbove(guest, other, NodeKind::RootComplex) == root;
            });
        const std::string name = fmt::format("{:04x}:{:02x}", bus.first, bus.second);
        m_table.m_buses.push_back(
            {"Root bus " + name,
             switches == 0 ? kFlat : counted(static_cast<std::size_t>(switches), "switch", "switches"),
             name + ":",
             {},
             switches == 0});
    }
    HostVmRow row;
    row.id = {true, node.id};
    row.kind = node.kind;
    row.frontEnd = node.frontEnd;
    row.name = nameOf(guest, node);
    row.address = node.bdf->toString();
    const hostvm::Match *match =
        m_input.guestMapping != nullptr ? m_input.guestMapping->ofGuest(*node.bdf) : nullptr;
    row.alone = m_input.guestMapping != nullptr && match == nullptr;
    // Only drivers know the module (OAM), and the guest has the drivers.
    if (const auto oam = oamOf(guest, node); oam && match != nullptr)
        if (const auto onHost = m_devices.hostRowAt(match->onHost);
            onHost && m_table.m_hostRows[*onHost].role.empty())
            m_table.m_hostRows[*onHost].role = fmt::format("OAM {}", *oam);
    m_table.m_buses[place->second].rows.push_back(m_table.m_guestRows.size());
    m_devices.guestRows.emplace(*node.bdf, m_table.m_guestRows.size());
    m_devices.guestNodes.push_back(&node);
    m_devices.matchOf.push_back(match);
    m_table.m_guestRows.push_back(std::move(row));
}

} // namespace fabricscope::present
