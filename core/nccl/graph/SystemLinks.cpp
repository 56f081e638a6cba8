// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/graph/SystemLinks.h"

#include "core/base/HostText.h"
#include "core/nccl/file/Numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace fabricscope::nccl {

namespace {

// For several ranks of one GPU, the links of the first.
bool isFirstGpu(const SystemGraph &graph, int xml) {
    const int pci = graph.element(xml).parent;
    if (pci < 0)
        return true;
    const auto &children = graph.element(pci).children;
    const auto first =
        std::find_if(children.begin(), children.end(), [&](int c) { return graph.element(c).name == "gpu"; });
    return first != children.end() && *first == xml;
}

float gpuLinkBandwidth(const SystemGraph &graph, int device) {
    const SystemNode &of = graph.node(device);
    const auto place = static_cast<std::size_t>(of.type == NodeType::Dev ? of.device : of.place);
    const GpuFacts &gpu = graph.system().gpus[place];
    for (const NvlinkRow &row : graph.version().nvlink)
        if (gpu.sm >= row.minSm && gpu.sm <= row.maxSm)
            return static_cast<float>(row.bandwidth);
    for (const XgmiRow &row : graph.version().xgmi)
        if (gpu.gcn.rfind(row.gcn, 0) == 0)
            return static_cast<float>(row.bandwidth);
    return graph.version().nvlink.empty() ? 0.0F
                                          : static_cast<float>(graph.version().nvlink.back().bandwidth);
}

/// findLocalCpu: depth first, each node's links in their order. False if it comes back to a node that it is
/// at: then it never ends.
bool findsLocalCpu(const SystemGraph &graph, int device) {
    const LocalCpuSearch search = graph.version().localCpuSearch;
    if (search == LocalCpuSearch::Up)
        return true;
    const auto leads = [&](const Link &link) {
        const NodeType type = graph.node(link.remote).type;
        return link.type == LinkType::Pci &&
               (search == LocalCpuSearch::Neighbours || type == NodeType::Pci || type == NodeType::Cpu);
    };
    // The first link that leads on is followed, and a node below a CPU always has one: every way ends there.
    std::vector<int> way{device};
    while (graph.node(way.back()).type != NodeType::Cpu) {
        const auto &links = graph.node(way.back()).links;
        const auto next = std::find_if(links.begin(), links.end(), leads);
        if (next == links.end())
            return true;
        if (std::find(way.begin(), way.end(), next->remote) != way.end())
            return false;
        way.push_back(next->remote);
    }
    return true;
}

void addGpuLink(SystemGraph &graph, int xml, int device) {
    const int count = cInt(graph.needed(xml, "count"));
    const NodeType target = graph.failed() ? NodeType::Pci : graph.classOf(xml, "tclass");
    if (graph.failed())
        return;
    const float bandwidth = static_cast<float>(count) * gpuLinkBandwidth(graph, device);
    if (target == NodeType::Gpu) {
        const NodeType peers = graph.version().deviceNodes ? NodeType::Dev : NodeType::Gpu;
        const int remote = graph.find(peers, busIdNumber(graph.needed(xml, "target")));
        if (graph.failed())
            return;
        if (remote < 0) // the other direction is in the peer's own element
            return graph.warn(
                xml, "target",
                fmt::format("<{}> to {}, which is not a GPU here: no effect", graph.element(xml).name,
                            HostText(graph.element(xml).value("target").value_or("")).plain(64)));
        return graph.connect(device, remote, LinkType::Nvl, bandwidth);
    }
    if (target == NodeType::Cpu) {
        if (!findsLocalCpu(graph, device))
            return graph.fail(xml,
                              "a link to the CPU: findLocalCpu recurses between two switches without end",
                              ResultCode::Crash);
        return graph.connectBoth(device, graph.node(device).cpu, LinkType::Nvl, bandwidth);
    }
    // All NVSwitches are one node.
    const int nvs = graph.system().count(NodeType::Nvs) == 0 ? graph.create(NodeType::Nvs, 0, xml)
                                                             : graph.system().of(NodeType::Nvs)[0];
    graph.connectBoth(device, nvs, LinkType::Nvl, bandwidth);
}

void addC2c(SystemGraph &graph, int xml, int device) {
    const int count = cInt(graph.needed(xml, "count"));
    const int bandwidth = graph.failed() ? 0 : cInt(graph.needed(xml, "bw"));
    if (!graph.failed() && graph.node(device).cpu >= 0)
        graph.connectBoth(device, graph.node(device).cpu, graph.version().c2c ? LinkType::C2c : LinkType::Nvl,
                          static_cast<float>(static_cast<double>(bandwidth) * count / 1000.0));
}

// A Broadcom switch connected to another one: treated as local, in the direction given in the file.
void addPciLink(SystemGraph &graph, int xml) {
    int above = graph.element(xml).parent;
    while (above >= 0 && graph.element(above).find("busid") == nullptr)
        above = graph.element(above).parent;
    const int from =
        above < 0 ? -1 : graph.find(NodeType::Pci, busIdNumber(*graph.element(above).value("busid")));
    if (from < 0)
        return graph.fail(xml,
                          "<pcilink> outside a PCI switch (\"Add PCI Link error : could not find PCI SW\")");
    const int to = graph.find(NodeType::Pci, busIdNumber(graph.needed(xml, "target")));
    if (!graph.failed() && to >= 0)
        graph.connect(from, to, LinkType::Loc, kLocalBandwidth);
}

} // namespace

// ncclTopoAddNvLinks, ncclTopoAddXGMI, ncclTopoAddC2c, ncclTopoAddPciLinks: one pass over the tree per kind,
// in the order of the tree. Elements precede their children in memory only if nothing was inserted; hence the
// walk.
void addGpuLinks(SystemGraph &graph, const std::vector<int> &deviceOfXml) {
    using Add = void (*)(SystemGraph &, int, int);
    struct Pass {
        std::string_view name;
        Add add;
    };
    const Pass passes[] = {{graph.version().gpuLinkElement, &addGpuLink}, {"c2c", &addC2c}};
    std::vector<int> order;
    std::vector<int> open{graph.tree().system()};
    while (!open.empty()) {
        const int xml = open.back();
        open.pop_back();
        order.push_back(xml);
        const auto &children = graph.element(xml).children;
        open.insert(open.end(), children.rbegin(), children.rend());
    }
    for (const Pass &pass : passes) {
        for (const int xml : order) {
            const XmlNode &link = graph.element(xml);
            if (link.name != pass.name || link.parent < 0 || !graph.version().hasElement(pass.name))
                continue;
            if (graph.version().deviceNodes && !isFirstGpu(graph, link.parent))
                continue;
            const int device = deviceOfXml[static_cast<std::size_t>(link.parent)];
            if (device < 0)
                return graph.fail(
                    xml, fmt::format("<{}> of a GPU that is not in the graph (\"could not find GPU\")",
                                     link.name));
            graph.enterHostOf(xml);
            pass.add(graph, xml, device);
            if (graph.failed())
                return;
        }
    }
    for (const int xml : order) {
        if (graph.element(xml).name != "pcilink")
            continue;
        graph.enterHostOf(xml);
        addPciLink(graph, xml);
        if (graph.failed())
            return;
    }
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
void connectCpus(SystemGraph &graph) {
    const std::vector<int> cpus = graph.system().of(NodeType::Cpu);
    for (std::size_t from = 0; from < cpus.size(); ++from) {
        const auto figure = interCpuBandwidth(graph.version(), graph.system().cpus[from]);
        const float bandwidth = figure ? static_cast<float>(*figure) : kLocalBandwidth;
        for (std::size_t to = 0; to < cpus.size() && !graph.failed(); ++to)
            if (to != from && graph.system().cpus[from].host == graph.system().cpus[to].host)
                graph.connect(cpus[from], cpus[to], LinkType::Sys, bandwidth);
    }
}

// ncclTopoSortSystem: in each PCI tree the upward link is last.
void sortLinks(System &system) {
    struct Visit {
        int node;
        int up;
    };
    std::vector<Visit> open;
    for (const int cpu : system.of(NodeType::Cpu))
        open.push_back({cpu, -1});
    while (!open.empty()) {
        const Visit visit = open.back();
        open.pop_back();
        auto &links = system.nodes[static_cast<std::size_t>(visit.node)].links;
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

void markReverseLinks(System &system) {
    std::set<std::tuple<int, int, LinkType>> all;
    for (std::size_t from = 0; from < system.nodes.size(); ++from)
        for (const Link &link : system.nodes[from].links)
            all.emplace(static_cast<int>(from), link.remote, link.type);
    for (std::size_t from = 0; from < system.nodes.size(); ++from)
        for (Link &link : system.nodes[from].links)
            link.hasReverse = all.count({link.remote, static_cast<int>(from), link.type}) != 0;
}

} // namespace fabricscope::nccl
