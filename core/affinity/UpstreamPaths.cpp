// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/UpstreamPaths.h"

#include "core/affinity/Fabric.h"

#include <algorithm>
#include <map>

namespace fabricscope::affinity {

namespace {

using topology::Node;
using topology::NodeId;
using topology::NodeKind;
using topology::Topology;

constexpr std::size_t kMaxSteps = 64;
constexpr double kBitsOfByte = 8;

bool hasAts(const host::PciFunction *function) {
    return function && function->config && function->config->ats && function->config->ats->enabled;
}

/// Whether the device or its virtual functions, which take the same path, use Address Translation Services.
bool usesAts(const Topology &topology, const Node &node) {
    const host::Host &host = topology.host();
    return (node.function && hasAts(&host.functions[*node.function])) ||
           std::any_of(node.virtfns.begin(), node.virtfns.end(),
                       [&](const pci::Address &address) { return hasAts(host.function(address)); });
}

class UpstreamWalk {
public:
    explicit UpstreamWalk(const Topology &topology) : m_topology(topology) {}

    UpstreamPath walkUp(NodeId device) {
        UpstreamPath way;
        const bool translates = usesAts(m_topology, m_topology.node(device));
        for (NodeId at = device; way.size() < kMaxSteps;) {
            const Node &node = m_topology.node(at);
            if (node.kind == NodeKind::Numa || node.kind == NodeKind::Host)
                return way;
            UpstreamStep step;
            step.node = at;
            step.narrow = narrow(node);
            if (node.parent && m_topology.node(*node.parent).kind == NodeKind::Switch)
                step.redirect = redirect(node, m_topology.node(*node.parent), translates);
            way.push_back(step);
            if (!node.parent)
                return way;
            at = *node.parent;
        }
        return {};
    }

    std::vector<PathFault> takeFaults() { return std::move(m_faults); }

private:
    using Key = std::pair<NodeId, bool>; ///< by node, and for redirections by whether the device uses ATS

    template<class Make> std::int32_t once(std::map<Key, std::int32_t> &known, Key key, const Make &make) {
        const auto [at, isNew] = known.try_emplace(key, -1);
        if (isNew)
            if (auto fault = make()) {
                at->second = static_cast<std::int32_t>(m_faults.size());
                m_faults.push_back(std::move(*fault));
            }
        return at->second;
    }

    std::int32_t narrow(const Node &node) {
        return once(m_narrow, {node.id, false}, [&]() -> std::optional<PathFault> {
            if (!node.link || node.link->state != topology::Link::State::Narrow)
                return std::nullopt;
            PathFault fault;
            fault.device = node.name;
            fault.address = node.bdf ? node.bdf->toString() : std::string();
            if (node.gpu)
                if (const auto &oam = m_topology.host().gpus[*node.gpu].oam)
                    fault.oam = *oam;
            fault.now = node.link->rateWith(node.link->width);
            fault.could = node.link->rateWith(node.link->maxWidth);
            return fault;
        });
    }

    /// Requests of devices that translate addresses themselves are routed directly if the port allows it
    /// (Direct Translated P2P).
    std::int32_t redirect(const Node &node, const Node &box, bool translates) {
        return once(m_redirect, {node.id, translates}, [&]() -> std::optional<PathFault> {
            const auto port = std::find_if(box.ports.begin(), box.ports.end(), [&](const topology::Port &p) {
                return !p.upstream && std::find(p.below.begin(), p.below.end(), node.id) != p.below.end();
            });
            if (port == box.ports.end())
                return std::nullopt;
            const auto &config = m_topology.host().functions[port->function].config;
            if (!config || !config->acs || !config->acs->redirectsPeers() ||
                (translates && (config->acs->enabled & PathFault::kDirectTranslated) != 0))
                return std::nullopt;
            PathFault fault;
            fault.kind = PathFault::Kind::Redirect;
            fault.device = node.name;
            fault.address = port->bdf.toString();
            fault.box = box.name;
            fault.control = config->acs->enabled;
            fault.translates = translates;
            if (box.link)
                if (const auto rate = box.link->rateWith(box.link->width))
                    fault.uplink = rate->bandwidth();
            fault.hasVmDevices = std::any_of(box.children.begin(), box.children.end(), [&](NodeId below) {
                return m_topology.node(below).owner.has_value();
            });
            return fault;
        });
    }

    const Topology &m_topology;
    std::map<Key, std::int32_t> m_narrow, m_redirect;
    std::vector<PathFault> m_faults;
};

/// Fewer lanes cost nothing if the port behind them is even slower.
bool limits(const PathFault &link, const Nic &nic) {
    return !link.now || !nic.rate || link.now->bandwidth().value < nic.rate->value / kBitsOfByte;
}

} // namespace

UpstreamPaths upstreamPathsOf(const Topology &topology, const std::vector<NodeId> &gpus,
                              const std::vector<NodeId> &nics) {
    UpstreamWalk walk(topology);
    UpstreamPaths upstreamPaths;
    for (const NodeId gpu : gpus)
        upstreamPaths.gpus.push_back(gpu == 0 ? UpstreamPath{}
                                              : walk.walkUp(gpu)); // node 0 is the host: no device
    for (const NodeId nic : nics)
        upstreamPaths.nics.push_back(nic == 0 ? UpstreamPath{} : walk.walkUp(nic));
    upstreamPaths.faults = walk.takeFaults();
    return upstreamPaths;
}

std::vector<const PathFault *> faultsBetween(const Fabric &fabric, std::size_t gpu, std::size_t nic) {
    std::vector<const PathFault *> found;
    const UpstreamPaths &upstreamPaths = fabric.upstreamPaths;
    if (gpu >= upstreamPaths.gpus.size() || nic >= upstreamPaths.nics.size() ||
        upstreamPaths.gpus[gpu].empty() || upstreamPaths.nics[nic].empty())
        return found;
    const UpstreamPath &a = upstreamPaths.gpus[gpu];
    const UpstreamPath &b = upstreamPaths.nics[nic];
    std::size_t atA = 0;
    std::size_t atB = 0;
    while (atA < a.size() && atB < b.size() && a[atA].node != b[atB].node)
        ++(a[atA].node > b[atB].node ? atA : atB); // parents come before their children
    const bool joined = atA < a.size() && atB < b.size();
    if (!joined) {
        atA = a.size();
        atB = b.size();
    }
    const auto add = [&](std::int32_t fault) {
        if (fault >= 0)
            found.push_back(&upstreamPaths.faults[static_cast<std::size_t>(fault)]);
    };
    for (const auto &[way, end] : {std::pair{&a, atA}, std::pair{&b, atB}}) {
        for (std::size_t i = 0; i < end; ++i)
            if ((*way)[i].narrow >= 0 &&
                limits(upstreamPaths.faults[static_cast<std::size_t>((*way)[i].narrow)], fabric.nics[nic]))
                add((*way)[i].narrow);
        if (joined && end > 0)
            add((*way)[end - 1].redirect);
    }
    return found;
}

} // namespace fabricscope::affinity
