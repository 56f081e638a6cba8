// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/nccl/file/Numbers.h"
#include "core/nccl/graph/SystemBuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace fabricscope::nccl {

// ncclTopoAddNvLinks, ncclTopoAddXGMI, ncclTopoAddC2c, ncclTopoAddPciLinks: one pass over the tree per kind,
// in the order of the tree. Elements precede their children in memory only if nothing was inserted; hence the
// walk.
void SystemBuilder::addGpuLinks() {
    using Add = void (SystemBuilder::*)(int, int);
    struct Pass {
        std::string_view name;
        Add add;
    };
    const Pass passes[] = {{m_version.gpuLinkElement, &SystemBuilder::addGpuLink},
                           {"c2c", &SystemBuilder::addC2c}};
    std::vector<int> order;
    std::vector<int> open{m_tree.system()};
    while (!open.empty()) {
        const int xml = open.back();
        open.pop_back();
        order.push_back(xml);
        const auto &children = element(xml).children;
        open.insert(open.end(), children.rbegin(), children.rend());
    }
    for (const Pass &pass : passes) {
        for (const int xml : order) {
            const XmlNode &link = element(xml);
            if (link.name != pass.name || link.parent < 0 || !m_version.hasElement(pass.name))
                continue;
            if (m_version.deviceNodes && !isFirstGpu(link.parent))
                continue;
            const int device = m_deviceOfXml[static_cast<std::size_t>(link.parent)];
            if (device < 0)
                return fail(xml,
                            fmt::format("<{}> of a GPU that is not in the graph (\"could not find GPU\")",
                                        link.name));
            (this->*pass.add)(xml, device);
            if (failed())
                return;
        }
    }
    for (const int xml : order) {
        if (element(xml).name == "pcilink")
            addPciLink(xml);
        if (failed())
            return;
    }
}

// For several ranks of one GPU, the links of the first.
bool SystemBuilder::isFirstGpu(int xml) const {
    const int pci = element(xml).parent;
    if (pci < 0)
        return true;
    const auto &children = element(pci).children;
    const auto first =
        std::find_if(children.begin(), children.end(), [this](int c) { return element(c).name == "gpu"; });
    return first != children.end() && *first == xml;
}

float SystemBuilder::gpuLinkBandwidth(int device) const {
    const SystemNode &of = node(device);
    const auto place = static_cast<std::size_t>(of.type == NodeType::Dev ? of.device : of.place);
    const GpuFacts &gpu = m_system.gpus[place];
    for (const NvlinkRow &row : m_version.nvlink)
        if (gpu.sm >= row.minSm && gpu.sm <= row.maxSm)
            return static_cast<float>(row.bandwidth);
    for (const XgmiRow &row : m_version.xgmi)
        if (gpu.gcn.rfind(row.gcn, 0) == 0)
            return static_cast<float>(row.bandwidth);
    return m_version.nvlink.empty() ? 0.0F : static_cast<float>(m_version.nvlink.back().bandwidth);
}

void SystemBuilder::addGpuLink(int xml, int device) {
    const int count = cInt(needed(xml, "count"));
    const NodeType target = failed() ? NodeType::Pci : classOf(xml, "tclass");
    if (failed())
        return;
    const float bandwidth = static_cast<float>(count) * gpuLinkBandwidth(device);
    if (target == NodeType::Gpu) {
        const NodeType peers = m_version.deviceNodes ? NodeType::Dev : NodeType::Gpu;
        const int remote = find(peers, busIdNumber(needed(xml, "target")));
        if (failed())
            return;
        if (remote < 0) // the other direction is in the peer's own element
            return warn(xml, "target",
                        fmt::format("<{}> to {}, which is not a GPU here: no effect", element(xml).name,
                                    HostText(element(xml).value("target").value_or("")).plain(64)));
        return connect(device, remote, LinkType::Nvl, bandwidth);
    }
    if (target == NodeType::Cpu)
        return connectBoth(device, node(device).cpu, LinkType::Nvl, bandwidth);
    // All NVSwitches are one node.
    const int nvs =
        m_system.count(NodeType::Nvs) == 0 ? create(NodeType::Nvs, 0, xml) : m_system.of(NodeType::Nvs)[0];
    connectBoth(device, nvs, LinkType::Nvl, bandwidth);
}

void SystemBuilder::addC2c(int xml, int device) {
    const int count = cInt(needed(xml, "count"));
    const int bandwidth = failed() ? 0 : cInt(needed(xml, "bw"));
    if (!failed() && node(device).cpu >= 0)
        connectBoth(device, node(device).cpu, m_version.c2c ? LinkType::C2c : LinkType::Nvl,
                    static_cast<float>(static_cast<double>(bandwidth) * count / 1000.0));
}

// A Broadcom switch connected to another one: treated as local, in the direction given in the file.
void SystemBuilder::addPciLink(int xml) {
    int above = element(xml).parent;
    while (above >= 0 && element(above).find("busid") == nullptr)
        above = element(above).parent;
    const int from = above < 0 ? -1 : find(NodeType::Pci, busIdNumber(*element(above).value("busid")));
    if (from < 0)
        return fail(xml, "<pcilink> outside a PCI switch (\"Add PCI Link error : could not find PCI SW\")");
    const int to = find(NodeType::Pci, busIdNumber(needed(xml, "target")));
    if (!failed() && to >= 0)
        connect(from, to, LinkType::Loc, kLocalBandwidth);
}

std::optional<double> interCpuBandwidth(const Version &version, const CpuFacts &cpu) {
    for (const InterCpuRow &row : version.interCpu)
        if (row.arch == cpu.arch && (row.vendor == CpuVendor::Undefined || row.vendor == cpu.vendor) &&
            (!row.family || *row.family == cpu.family) && cpu.model >= row.minModel &&
            cpu.model <= row.maxModel)
            return row.bandwidth;
    return std::nullopt;
}

// ncclTopoConnectCpus
void SystemBuilder::connectCpus() {
    const std::vector<int> cpus = m_system.of(NodeType::Cpu);
    for (std::size_t from = 0; from < cpus.size(); ++from) {
        const auto figure = interCpuBandwidth(m_version, m_system.cpus[from]);
        const float bandwidth = figure ? static_cast<float>(*figure) : kLocalBandwidth;
        for (std::size_t to = 0; to < cpus.size() && !failed(); ++to)
            if (to != from)
                connect(cpus[from], cpus[to], LinkType::Sys, bandwidth);
    }
}

// ncclTopoSortSystem: in each PCI tree the upward link is last.
void SystemBuilder::sortLinks() {
    struct Visit {
        int node;
        int up;
    };
    std::vector<Visit> open;
    for (const int cpu : m_system.of(NodeType::Cpu))
        open.push_back({cpu, -1});
    while (!open.empty()) {
        const Visit visit = open.back();
        open.pop_back();
        auto &links = node(visit.node).links;
        if (visit.up >= 0) {
            const auto up = std::find_if(links.begin(), links.end(),
                                         [&](const Link &link) { return link.remote == visit.up; });
            if (up != links.end())
                std::rotate(up, up + 1, links.end());
        }
        for (const Link &link : links)
            if (link.type == LinkType::Pci && link.remote != visit.up)
                open.push_back({link.remote, visit.node});
    }
}

void SystemBuilder::markReverseLinks() {
    std::set<std::tuple<int, int, LinkType>> all;
    for (std::size_t from = 0; from < m_system.nodes.size(); ++from)
        for (const Link &link : m_system.nodes[from].links)
            all.emplace(static_cast<int>(from), link.remote, link.type);
    for (std::size_t from = 0; from < m_system.nodes.size(); ++from)
        for (Link &link : m_system.nodes[from].links)
            link.hasReverse = all.count({link.remote, static_cast<int>(from), link.type}) != 0;
}

} // namespace fabricscope::nccl
