// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/rccl/Mapping.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace fabricscope::nccl::rccl {

namespace {

constexpr std::size_t kGpusOfNode = 4;

/// permuteNetIds, with what cannot succeed left out: its order, and so its first result, is kept.
class NicSearch {
public:
    NicSearch(const MachineModel &model, const MachineShape &shape, const HostShape &host, bool pixIsPxb,
              std::uint64_t &steps)
        : m_ignoresNodes(model.rules.anyNodes)
        , m_shape(shape)
        , m_host(host)
        , m_pixIsPxb(pixIsPxb)
        , m_steps(steps) {}

    /// Fit::Matches, Fit::Distances or Fit::TooMany.
    Fit find(Mapping &mapping) {
        const std::size_t nics = m_host.nics.size();
        if (nics < 2)
            return Fit::Matches;
        m_gpus = &mapping.gpus;
        mapping.nics.resize(nics);
        for (std::size_t i = 0; i < nics; ++i)
            mapping.nics[i] = (i + 2) % nics;
        m_failed.clear();
        return place(0, mapping.nics) ? Fit::Matches : m_steps == 0 ? Fit::TooMany : Fit::Distances;
    }

    /// Several NICs for each GPU (parseRome4P2H): each takes the first that fits, PIX is not PXB.
    Fit takeFirst(Mapping &mapping) {
        m_pixIsPxb = false;
        m_gpus = &mapping.gpus;
        std::set<std::size_t> taken;
        for (std::size_t own = 0; own < m_host.nics.size(); ++own) {
            std::size_t nic = 0;
            while (nic < m_host.nics.size() && (taken.contains(nic) || !fits(own, nic)))
                ++nic;
            if (nic == m_host.nics.size())
                return Fit::Distances;
            taken.insert(nic);
            mapping.nics.push_back(nic);
        }
        return Fit::Matches;
    }

private:
    [[nodiscard]] bool fits(std::size_t own, std::size_t nic) const {
        if (!m_ignoresNodes && m_shape.nicNodes[own] != m_host.nicNodes[nic])
            return false;
        for (std::size_t gpu = 0; gpu < m_gpus->size(); ++gpu) {
            const PathType wanted = m_shape.level(own, gpu);
            const PathType has = m_host.level(nic, (*m_gpus)[gpu]);
            if (has != wanted && has != PathType::Pxn &&
                !(m_pixIsPxb && wanted == PathType::Pxb && has == PathType::Pix))
                return false;
        }
        return true;
    }

    [[nodiscard]] bool place(std::size_t at, std::vector<std::size_t> &nics) {
        if (at == nics.size())
            return true;
        std::uint64_t rest = 0;
        for (std::size_t i = at; i < nics.size(); ++i)
            rest |= std::uint64_t{1} << nics[i];
        for (std::size_t i = at; i < nics.size() && !m_failed.contains(rest); ++i) {
            if (m_steps == 0)
                return false;
            --m_steps;
            std::swap(nics[at], nics[i]);
            if (fits(at, nics[at]) && place(at + 1, nics))
                return true;
            std::swap(nics[at], nics[i]);
        }
        m_failed.insert(rest);
        return false;
    }

    bool m_ignoresNodes;
    const MachineShape &m_shape;
    const HostShape &m_host;
    bool m_pixIsPxb;
    std::uint64_t &m_steps;
    const std::vector<std::size_t> *m_gpus = nullptr;
    std::set<std::uint64_t> m_failed; ///< NICs that cannot be placed on the last places
};

/// Exchanges GPUs within their NUMA nodes, in the order of std::next_permutation.
class NodeSearch {
public:
    NodeSearch(const MachineShape &shape, const HostShape &host, NicSearch &nics, std::uint64_t &steps)
        : m_shape(shape), m_host(host), m_nics(nics), m_steps(steps) {}

    Fit find(Mapping &mapping) {
        m_fit = Fit::Links;
        place(mapping);
        return m_fit;
    }

private:
    [[nodiscard]] bool fits(const std::vector<std::size_t> &gpus, std::size_t next) const {
        const std::size_t at = gpus.size();
        for (std::size_t i = 0; i < at; ++i)
            if (gpus[i] == next || m_shape.link(at, i) != m_host.link(next, gpus[i]) ||
                m_shape.link(i, at) != m_host.link(gpus[i], next))
                return false;
        return true;
    }

    bool place(Mapping &mapping) {
        std::vector<std::size_t> &gpus = mapping.gpus;
        if (gpus.size() == m_host.gpus.size()) {
            m_fit = m_nics.find(mapping);
            return m_fit != Fit::Distances;
        }
        const auto node = static_cast<std::int64_t>(gpus.size() / kGpusOfNode);
        for (std::size_t gpu = 0; gpu < m_host.gpus.size(); ++gpu) {
            if (m_host.gpuNodes[gpu] != node || !fits(gpus, gpu))
                continue;
            if (m_steps == 0) {
                m_fit = Fit::TooMany;
                return true;
            }
            --m_steps;
            gpus.push_back(gpu);
            if (place(mapping))
                return true;
            gpus.pop_back();
        }
        return false;
    }

    const MachineShape &m_shape;
    const HostShape &m_host;
    NicSearch &m_nics;
    std::uint64_t &m_steps;
    Fit m_fit = Fit::Links;
};

/// Whether the only mapping that keeps the order of addresses fits the model's links and nodes.
Fit fitOfGpus(const MachineModel &model, const MachineShape &shape, const HostShape &host,
              const std::vector<std::size_t> &gpus) {
    const bool comparesBuses = !model.rules.anyCpu && host.areAtCpu;
    const auto bus = [&](std::size_t gpu) {
        constexpr std::int64_t kUpperBus = 0xf0000;
        return host.gpuIds[gpu] & kUpperBus;
    };
    for (std::size_t from = 0; from < gpus.size(); ++from)
        if (!model.rules.anyNodes && shape.gpuNodes[from] != host.gpuNodes[gpus[from]])
            return Fit::Nodes;
    for (std::size_t from = 0; from < gpus.size(); ++from)
        for (std::size_t to = 0; to < gpus.size(); ++to)
            if (shape.link(from, to) != host.link(gpus[from], gpus[to]) ||
                (comparesBuses &&
                 (model.buses[from] == model.buses[to]) != (bus(gpus[from]) == bus(gpus[to]))))
                return Fit::Links;
    return Fit::Matches;
}

Fit fitOfCounts(const MachineModel &model, const MachineShape &shape, const HostShape &host) {
    if (model.gpus() != host.gpus.size() || model.peers != host.peers)
        return Fit::Gpus;
    if (model.nics() != host.nics.size())
        return Fit::Nics;
    return model.rules.anyNodes || shape.perNode == host.perNode ? Fit::Matches : Fit::Nodes;
}

} // namespace

Mapping mapByAddress(const MachineModel &model, const HostShape &host, bool pixIsPxb, std::uint64_t &steps) {
    Mapping mapping;
    const MachineShape shape = shapeOf(model);
    mapping.fit = fitOfCounts(model, shape, host);
    if (mapping.fit != Fit::Gpus && !model.rules.anyCpu && !host.isRome)
        mapping.fit = Fit::Cpu;
    if (mapping.fit != Fit::Matches)
        return mapping;
    if (model.order.empty()) {
        mapping.fit = Fit::Links;
        return mapping;
    }
    for (const char place : model.order)
        mapping.gpus.push_back(static_cast<std::size_t>(
            std::find(host.order.begin(), host.order.end(), digitOf(place)) - host.order.begin()));
    mapping.fit = fitOfGpus(model, shape, host, mapping.gpus);
    if (mapping.fit != Fit::Matches)
        return mapping;
    NicSearch nics(model, shape, host, pixIsPxb, steps);
    const bool severalEach = host.nics.size() > host.gpus.size() && host.nics.size() % host.gpus.size() == 0;
    mapping.fit = severalEach ? nics.takeFirst(mapping) : nics.find(mapping);
    return mapping;
}

Mapping mapByNode(const MachineModel &model, const HostShape &host, bool pixIsPxb, std::uint64_t &steps) {
    Mapping mapping;
    const MachineShape shape = shapeOf(model);
    mapping.fit = fitOfCounts(model, shape, host);
    if (mapping.fit == Fit::Matches && shape.perNode != host.perNode)
        mapping.fit = Fit::Nodes;
    for (std::size_t gpu = 0; gpu < shape.gpuNodes.size() && mapping.fit == Fit::Matches; ++gpu) {
        const auto node = static_cast<std::int64_t>(gpu / kGpusOfNode);
        if (shape.gpuNodes[gpu] != node ||
            std::count(host.gpuNodes.begin(), host.gpuNodes.end(), node) != std::int64_t{kGpusOfNode})
            mapping.fit = Fit::Nodes;
    }
    if (mapping.fit != Fit::Matches)
        return mapping;
    // the nodes of NICs count here in each case
    MachineModel byNode = model;
    byNode.rules.anyNodes = false;
    NicSearch nics(byNode, shape, host, pixIsPxb, steps);
    mapping.fit = NodeSearch(shape, host, nics, steps).find(mapping);
    return mapping;
}

} // namespace fabricscope::nccl::rccl
