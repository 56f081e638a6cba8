// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The devices of both sides, and their boxes.
#include "core/base/HostText.h"
#include "core/present/hostvm/HostVmBuilder.h"
#include "core/topology/Classes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace fabricscope::present {

using topology::NodeId;
using topology::NodeKind;

namespace {

constexpr std::size_t kMaxName = 64, kMaxDepth = 64;
constexpr std::uint16_t kVirtioVendor = 0x1AF4;
/// The order of bands.
constexpr int kKnownNuma = 0, kUnknownNuma = 1, kFrontEnd = 2;
constexpr const char *kFlat = "no switches visible";

bool isPassedThrough(NodeKind kind) {
    return kind == NodeKind::Gpu || kind == NodeKind::Nic || kind == NodeKind::Nvme;
}

/// The nearest parent of this kind; nullptr if there is none.
const topology::Node *above(const topology::Topology &topology, const topology::Node &node, NodeKind kind) {
    const topology::Node *at = &node;
    for (std::size_t depth = 0; at->parent && depth < kMaxDepth; ++depth) {
        at = &topology.node(*at->parent);
        if (at->kind == kind)
            return at;
    }
    return nullptr;
}

bool hasOneDomain(const topology::Topology &topology) {
    const auto &functions = topology.host().functions;
    return std::all_of(functions.begin(), functions.end(),
                       [](const host::PciFunction &function) { return function.address.domain == 0; });
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

std::string numaTitle(const topology::Node &node) {
    return node.numa ? fmt::format("NUMA {}", node.numa->value) : std::string("NUMA unknown");
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

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

} // namespace

HostVmBuilder::HostVmBuilder(const HostVmInput &input, HostVmTable &table) : m_input(input), m_table(table) {
    m_vmName = HostText(input.vmName).plain(kMaxName);
    if (input.host != nullptr) {
        m_oneDomain = hasOneDomain(*input.host);
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
    readClaims();
    numberPairs();
    checkClaims();
    addCurves();
    addMarks();
    markWrong();
    addConflicts();
    addLabels();
    addTexts();
}

// The host

std::string HostVmBuilder::addressOnHost(const Node &node) const {
    if (!node.bdf)
        return {};
    return m_oneDomain ? node.bdf->toShortString() : node.bdf->toString();
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
    std::set<pci::Address> physical; ///< functions whose VFs are shown, so that a card is not shown twice
    for (const Node &node : host.nodes())
        if (node.bdf && node.physfn && isPassedThrough(node.kind) && isForThisVm(node))
            physical.insert(*node.physfn);
    for (const Node &node : host.nodes()) {
        if (!node.bdf || !isPassedThrough(node.kind))
            continue;
        if (isForThisVm(node))
            addHostRow(node);
        else if (!physical.contains(*node.bdf))
            countOther(node);
    }
    finishBoxes();
}

void HostVmBuilder::addHostRow(const Node &node) {
    if (m_table.m_hostRows.size() >= HostVmLimits::kRows) {
        ++m_table.m_notDrawn;
        return;
    }
    HostVmRow row;
    row.id = {false, node.id};
    row.kind = node.kind;
    row.frontEnd = node.frontEnd;
    row.name = nameOf(*m_input.host, node);
    row.address = addressOnHost(node);
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
    m_hostRowAt.emplace(*node.bdf, m_table.m_hostRows.size());
    addToBox(node, m_table.m_hostRows.size());
    m_hostNodes.push_back(&node);
    m_table.m_hostRows.push_back(std::move(row));
}

HostVmBand &HostVmBuilder::bandFor(int rank, int numa, const std::string &title) {
    const auto [place, isNew] = m_bands.try_emplace({rank, numa}, m_table.m_bands.size());
    if (isNew)
        m_table.m_bands.push_back({title, {}, {}, rank == kFrontEnd});
    return m_table.m_bands[place->second];
}

HostVmBand &HostVmBuilder::numaBandOf(const Node &node) {
    return bandFor(node.numa ? kKnownNuma : kUnknownNuma, node.numa ? node.numa->value : 0, numaTitle(node));
}

HostVmBand &HostVmBuilder::frontEndBand() {
    return bandFor(kFrontEnd, 0, "Front end");
}

/// The switch above, or a root port or root bus if there is none.
const topology::Node &HostVmBuilder::holderOf(const Node &node) const {
    const topology::Topology &host = *m_input.host;
    for (const NodeKind kind : {NodeKind::Switch, NodeKind::RootPort, NodeKind::RootComplex})
        if (const Node *holder = above(host, node, kind))
            return *holder;
    return host.node(0);
}

/// Whether it is separate from the fabric, on its own port: not relevant for the file, so it is placed below
/// everything that is.
bool HostVmBuilder::isOfFrontEnd(const Node &node) const {
    return node.frontEnd && holderOf(node).kind != NodeKind::Switch;
}

HostVmBox &HostVmBuilder::boxOf(const Node &node) {
    const Node &holder = holderOf(node);
    const bool frontEnd = isOfFrontEnd(node);
    HostVmBand &band = frontEnd ? frontEndBand() : numaBandOf(node);
    const auto [place, isNew] = m_placeOf.try_emplace(
        BoxKey{holder.id, frontEnd},
        Place{static_cast<std::size_t>(&band - m_table.m_bands.data()), band.boxes.size()});
    if (isNew) {
        HostVmBox box;
        box.node = holder.id;
        box.title = frontEnd ? std::string() : holder.name;
        if (holder.kind == NodeKind::Switch)
            if (const Node *port = above(*m_input.host, holder, NodeKind::RootPort))
                box.detail = "root " + addressOnHost(*port);
        band.boxes.push_back(std::move(box));
    }
    if (frontEnd)
        m_frontEndAt.insert(numaTitle(node));
    return m_table.m_bands[place->second.band].boxes[place->second.box];
}

void HostVmBuilder::addToBox(const Node &node, std::size_t row) {
    boxOf(node).rows.push_back(row);
}

void HostVmBuilder::countOther(const Node &node) {
    if (!node.owner) { // the host's own: nothing to pass through, not shown here
        if (!node.physfn) {
            HostVmBand &band = numaBandOf(node);
            ++m_hostsOwn[static_cast<std::size_t>(&band - m_table.m_bands.data())];
        }
        return;
    }
    const BoxKey box{*boxOf(node).node, isOfFrontEnd(node)};
    ++m_others[{box, HostText(*node.owner).plain(kMaxName)}];
}

void HostVmBuilder::finishBoxes() {
    for (const auto &[key, count] : m_others) {
        const Place &place = m_placeOf.at(key.first);
        m_table.m_bands[place.band].boxes[place.box].others.push_back(
            key.second == "vfio-pci" ? counted(count, "device bound to vfio-pci", "devices bound to vfio-pci")
                                     : counted(count, "device of ", "devices of ") + key.second);
    }
    for (const auto &[band, count] : m_hostsOwn)
        m_table.m_bands[band].note =
            counted(count, "device stays with the host", "devices stay with the host");
    if (!m_frontEndAt.empty())
        frontEndBand().note = fmt::format("{}", fmt::join(m_frontEndAt, ", "));
    std::set<int> numaNodes;
    for (const auto &[key, index] : m_bands)
        if (key.first == kKnownNuma && !m_table.m_bands[index].boxes.empty())
            numaNodes.insert(key.second);
    m_table.m_numaNodes = numaNodes.size();
    std::vector<HostVmBand> sorted;
    for (const auto &[key, index] :
         m_bands) // in the order of NUMA nodes, the unknown one last, then the front end
        if (!m_table.m_bands[index].boxes.empty())
            sorted.push_back(std::move(m_table.m_bands[index]));
    for (const HostVmBand &band : sorted)
        for (const HostVmBox &box : band.boxes)
            m_table.m_switches += m_input.host->node(*box.node).kind == NodeKind::Switch ? 1 : 0;
    m_table.m_bands = std::move(sorted);
    m_placeOf.clear(); // of the order before
}

// The guest

void HostVmBuilder::addGuestRows() {
    const topology::Topology &guest = *m_input.guest;
    for (const Node &node : guest.nodes())
        if (node.bdf && isPassedThrough(node.kind) &&
            (!isEmulated(guest, node) ||
             (m_input.guestMapping != nullptr && m_input.guestMapping->ofGuest(*node.bdf) != nullptr)))
            addGuestRow(node);
    for (HostVmBus &bus : m_table.m_buses)
        std::sort(bus.rows.begin(), bus.rows.end(), [this](std::size_t a, std::size_t b) {
            return *m_guestNodes[a]->bdf < *m_guestNodes[b]->bdf;
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
    const Node *root = above(guest, node, NodeKind::RootComplex);
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
                return other.kind == NodeKind::Switch && above(guest, other, NodeKind::RootComplex) == root;
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
        if (const auto onHost = hostRowAt(match->onHost); onHost && m_table.m_hostRows[*onHost].role.empty())
            m_table.m_hostRows[*onHost].role = fmt::format("OAM {}", *oam);
    m_table.m_buses[place->second].rows.push_back(m_table.m_guestRows.size());
    m_guestRowAt.emplace(*node.bdf, m_table.m_guestRows.size());
    m_guestNodes.push_back(&node);
    m_matchOf.push_back(match);
    m_table.m_guestRows.push_back(std::move(row));
}

const topology::Node &HostVmBuilder::hostNode(std::size_t row) const {
    return *m_hostNodes[row];
}

std::optional<std::size_t> HostVmBuilder::guestRowAt(const pci::Address &address) const {
    const auto found = m_guestRowAt.find(address);
    return found == m_guestRowAt.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> HostVmBuilder::hostRowAt(const pci::Address &address) const {
    const auto found = m_hostRowAt.find(address);
    return found == m_hostRowAt.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> HostVmBuilder::hostRowOf(std::size_t guestRow) const {
    const hostvm::Match *match = m_matchOf[guestRow];
    return match != nullptr ? hostRowAt(match->onHost) : std::nullopt;
}

} // namespace fabricscope::present
