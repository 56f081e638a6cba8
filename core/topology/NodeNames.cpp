// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/NodeNames.h"

#include "core/base/Text.h"
#include "core/host/UnstatedNumber.h"
#include "core/pci/Names.h"
#include "core/topology/Classes.h"
#include "core/topology/ShownText.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace fabricscope::topology {

namespace {

constexpr std::size_t kMaxNameBytes = 64;
constexpr std::size_t kMaxModelBytes = 200;

/// Virtual functions are in the order of their numbers, which usually is that of their addresses.
std::optional<std::size_t> placeIn(std::span<const Address> all, const Address &address) {
    auto place = std::lower_bound(all.begin(), all.end(), address);
    if (place == all.end() || *place != address)
        place = std::find(all.begin(), all.end(), address);
    return place == all.end() ? std::nullopt : std::optional(static_cast<std::size_t>(place - all.begin()));
}

/// The known ones of two facts, with a blank between them.
std::string joined(const host::Fact<std::string> &first, const host::Fact<std::string> &second) {
    std::string text = first ? std::string(trimmed(*first)) : std::string();
    if (second && !trimmed(*second).empty())
        text += (text.empty() ? "" : " ") + std::string(trimmed(*second));
    return shownText(text, kMaxModelBytes);
}

std::string numbered(std::string text, std::size_t number) {
    std::array<char, 20> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): to_chars() fills it
    const char *const end = std::to_chars(digits.begin(), digits.end(), number).ptr;
    text.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
    return text;
}

/// "10b5:9781". Formatted without fmt, since it is called for each device if no names are known.
std::string idText(std::uint16_t vendor, std::uint16_t device) {
    std::string text("0000:0000");
    std::uint32_t rest = std::uint32_t{vendor} << 16 | device;
    for (std::size_t at = text.size(); at-- > 0;)
        if (text[at] != ':') {
            text[at] = "0123456789abcdef"[rest & 0xF];
            rest >>= 4;
        }
    return text;
}

std::string hostName(const host::Host &host) {
    if (host.hostname && !host.hostname->empty())
        return shownText(*host.hostname, kMaxNameBytes);
    return host.id.target.empty() ? "host" : shownText(host.id.target, kMaxNameBytes);
}

std::string numaModel(const host::Host &host, std::optional<NumaNode> numa) {
    for (const host::NumaNodeFacts &facts : host.numaNodes) {
        if (facts.node != numa)
            continue;
        std::string text = "CPUs unknown";
        if (facts.cpus)
            text = trimmed(*facts.cpus).empty() ? "no CPUs" : "CPUs " + shownText(*facts.cpus, kMaxNameBytes);
        return text + ", memory " + (facts.memory ? toString(*facts.memory) : "unknown");
    }
    return {};
}

/// Partitions have numbers of the tool, too; then its number of a GPU is that of one of them.
bool isPartitioned(const host::GpuFacts &gpu) {
    return gpu.kfdNodes.size() > 1 || (gpu.computePartition && *gpu.computePartition != "SPX");
}

} // namespace

/// GPUs are called by the numbers of their vendor's tool, and those without one by the lowest free numbers in
/// the order of addresses. Where two GPUs have one number, as of two vendors, and where they are partitioned,
/// the order of addresses alone counts.
GpuNumbers::GpuNumbers(const host::Host &host, const std::vector<Node> &nodes) {
    const std::set<std::uint64_t> unstated = host::gpusOfUnstatedNumber(host);
    m_areUnstated = !unstated.empty() && std::all_of(nodes.begin(), nodes.end(), [&](const Node &node) {
        return node.kind != NodeKind::Gpu || unstated.contains(node.bdf->key());
    });
    for (const host::GpuFacts &gpu : host.gpus) {
        if (!gpu.smiIndex || *gpu.smiIndex < 0)
            continue;
        const auto number = static_cast<unsigned>(*gpu.smiIndex);
        if (isPartitioned(gpu) || !m_used.insert(number).second) {
            m_used.clear();
            m_numbers.clear();
            return;
        }
        m_numbers.try_emplace(gpu.address, number);
    }
}

std::optional<unsigned> GpuNumbers::take(const Address &address) {
    if (m_areUnstated)
        return std::nullopt;
    if (const auto known = m_numbers.find(address); known != m_numbers.end())
        return known->second;
    while (m_used.contains(m_next))
        ++m_next;
    return m_next++;
}

/// Without the domain if the host has only one.
std::string NodeNames::shown(const Address &address) const {
    return m_oneDomain ? address.toShortString() : address.toString();
}

void NodeNames::nameModel(Node &node) {
    const host::PciFunction &at = m_host.functions[*node.function];
    if (node.gpu && m_host.gpus[*node.gpu].model) {
        node.model = shownText(m_host.gpus[*node.gpu].model, kMaxModelBytes);
        return;
    }
    if (!m_host.nvmeModels.empty()) {
        const auto nvme = m_host.nvmeModels.find(at.address.toString());
        if (nvme != m_host.nvmeModels.end() && nvme->second) {
            node.model = shownText(trimmed(*nvme->second), kMaxModelBytes);
            return;
        }
    }
    if (at.rare->name) {
        node.model = shownText(at.rare->name, kMaxModelBytes);
    } else if (at.vendor && at.device) {
        if (m_model.vendor != *at.vendor || m_model.device != *at.device || !m_model.text)
            m_model = {*at.vendor, *at.device, modelOf(*at.vendor, *at.device)};
        node.model = m_model.text;
    }
}

std::string NodeNames::modelOf(std::uint16_t vendor, std::uint16_t device) const {
    if (m_names != nullptr) {
        if (auto name = m_names->device(vendor, device))
            return std::move(*name);
        if (auto name = m_names->vendor(vendor))
            return fmt::format("{} {:04x}", *name, device);
    }
    return idText(vendor, device);
}

/// "ionic_2 VF0"; returns false if the node is not a virtual function of a named device.
bool NodeNames::nameVirtual(const std::vector<Node> &nodes, Node &node) {
    if (!node.physfn)
        return false;
    if (m_physical.address != node.physfn) {
        m_physical = {node.physfn, m_topology.find(*node.physfn), {}, 0};
        if (m_physical.node && !nodes[*m_physical.node].name.empty())
            m_physical.beginning = nodes[*m_physical.node].name + " VF";
    }
    if (m_physical.beginning.empty() || *m_physical.node == node.id)
        return false;
    const std::vector<Address> &all = nodes[*m_physical.node].virtfns.items();
    const std::size_t next = m_physical.place + 1;
    const auto place =
        next < all.size() && all[next] == *node.bdf ? std::optional(next) : placeIn(all, *node.bdf);
    node.name = place ? numbered(m_physical.beginning, *place) : m_physical.beginning;
    m_physical.place = place.value_or(m_physical.place);
    return true;
}

std::string sentenceName(const Node &node) {
    const bool isOfKind = node.kind == NodeKind::Nvme || node.kind == NodeKind::Other ||
                          (node.kind == NodeKind::Nic && node.name == "NIC");
    const bool isVirtual = node.physfn && node.kind != NodeKind::Other;
    return isOfKind && !isVirtual && node.bdf ? node.name + " " + node.bdf->toString() : node.name;
}

void NodeNames::nameDevice(std::vector<Node> &nodes, Node &node) {
    const host::PciFunction &at = m_host.functions[*node.function];
    switch (node.kind) {
    case NodeKind::RootPort:
        node.name = "Root port " + shown(at.address);
        break;
    case NodeKind::Switch:
        node.name = "Switch " + shown(at.address);
        break;
    case NodeKind::Bridge:
        node.name = "Bridge " + shown(at.address);
        break;
    case NodeKind::Nic:
        if (const auto rdma = Joins::first(m_joins.rdma, at.address))
            node.name = shownText(m_host.rdmaDevices[*rdma].name, kMaxNameBytes);
        else if (const auto net = Joins::first(m_joins.net, at.address))
            node.name = shownText(m_host.netInterfaces[*net].name, kMaxNameBytes);
        else if (!nameVirtual(nodes, node))
            node.name = "NIC";
        break;
    case NodeKind::Nvme:
        if (!nameVirtual(nodes, node))
            node.name = "NVMe";
        break;
    case NodeKind::Gpu:
        nameVirtual(nodes, node);
        break;
    default:
        node.name = className(at.classCode ? std::optional(*at.classCode) : std::nullopt);
    }
    nameModel(node);
}

void NodeNames::addTo(std::vector<Node> &nodes, const Parents &parents) {
    const auto function = [&](std::uint32_t position) -> const host::PciFunction & {
        return m_host.functions[parents.functionIndex(position)];
    };
    if (parents.size() > 0) // positions are in the order of addresses
        m_oneDomain = function(0).address.domain == function(parents.size() - 1).address.domain;
    nodes[0].name = hostName(m_host);
    nodes[0].model = joined(m_host.vendor, m_host.product);
    GpuNumbers gpus(m_host, nodes);
    unsigned switches = 0;
    bool someAreVirtual = false;
    for (const bool areVirtual : {false, true}) // physical ones first, since the others are named after them
        for (std::uint32_t position = 0; position < parents.size(); ++position) {
            if (areVirtual && !someAreVirtual)
                break;
            Node &node = nodes[m_nodeOf[position]];
            someAreVirtual |= node.physfn.has_value();
            // A port of a switch is not a separate device.
            if (node.physfn.has_value() != areVirtual || *node.bdf != function(position).address)
                continue;
            nameDevice(nodes, node);
            if (node.kind == NodeKind::Gpu && node.name.empty()) {
                const auto number = gpus.take(*node.bdf);
                node.name = number ? numbered("GPU", *number) : "GPU " + shown(*node.bdf);
            }
            if (node.kind == NodeKind::NvSwitch)
                node.name = numbered("NVSwitch", switches++);
        }
    for (Node &node : nodes) {
        if (node.kind == NodeKind::Numa) {
            node.name =
                node.numa ? numbered("NUMA ", static_cast<std::size_t>(node.numa->value)) : "NUMA unknown";
            node.model = numaModel(m_host, node.numa);
        } else if (node.kind == NodeKind::Partition) {
            node.name = fmt::format("{}/{}", nodes[*node.parent].name, *node.partition);
            node.model = nodes[*node.parent].model;
        }
    }
}

} // namespace fabricscope::topology
