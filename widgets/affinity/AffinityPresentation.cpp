// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityPresentation.h"

#include <algorithm>

namespace fabricscope::widgets {

using layout::AffinityId;

namespace {

template<class Device>
std::optional<std::size_t> placeOf(const std::vector<Device> &devices, topology::NodeId node) {
    for (std::size_t index = 0; index < devices.size(); ++index)
        if (devices[index].node == node)
            return index;
    return std::nullopt;
}

/// The device with the same name in another judgement.
template<class Device>
std::optional<std::size_t> sameDevice(const std::vector<Device> &devices, const Device &requested) {
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const Device &device) {
        return device.name == requested.name && device.busIdText == requested.busIdText;
    });
    if (found == devices.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - devices.begin());
}

} // namespace

AffinityPresentation::AffinityPresentation(const AffinityContent &content,
                                           const workspace::WhatIfMoves &moves)
    : m_examination(content.examination)
    , m_topology(content.host.topology)
    , m_hypervisor(content.hypervisor)
    , m_measured(content.measured)
    , m_readMs(content.host.capture ? content.host.capture->takenMs : 0)
    , m_inputs(m_examination->inputs) {
    m_inputs.library = &m_examination->decisions; // so far of another examination
    m_hypothesis = workspace::hypothesisOf(m_examination->judgement, m_inputs,
                                           m_examination->judgement.leading(), moves);
    const bool stillHolds = !m_hypothesis.last || m_examination->inputs.file.empty();
    m_table.emplace(judgement(), stillHolds ? &m_examination->decisions : nullptr);
    if (m_measured)
        m_table->setMeasured(*m_measured);
    if (m_topology)
        m_paths.emplace(*m_topology);
    if (m_hypervisor)
        m_hypervisorPaths.emplace(*m_hypervisor);
}

layout::RouteMachine AffinityPresentation::hypervisor() const {
    return {m_hypervisor.get(), m_hypervisorPaths ? &*m_hypervisorPaths : nullptr};
}

const affinity::Judgement &AffinityPresentation::judgement() const {
    return m_hypothesis.last ? m_hypothesis.last->judgement : m_examination->judgement;
}

std::optional<std::size_t> AffinityPresentation::gpuOf(topology::NodeId node) const {
    return placeOf(judgement().fabric.gpus, node);
}
std::optional<std::size_t> AffinityPresentation::nicOf(topology::NodeId node) const {
    return placeOf(judgement().fabric.nics, node);
}

std::optional<AffinityId> AffinityPresentation::initialCell() const {
    const affinity::Pair *pair = table().initialPair();
    if (pair == nullptr)
        return std::nullopt;
    return AffinityId{AffinityId::Part::Cell, pair->gpu, *pair->nic};
}

std::optional<AffinityId> AffinityPresentation::pairedCell(topology::NodeId node) const {
    const auto nodeGpu = gpuOf(node), nodeNic = nicOf(node);
    for (const std::size_t gpu : table().rows())
        for (const affinity::Pair *pair : table().pairsOf(gpu))
            if (pair->nic && (nodeGpu == gpu || nodeNic == *pair->nic))
                return AffinityId{AffinityId::Part::Cell, gpu, *pair->nic};
    return std::nullopt;
}

std::optional<AffinityId> AffinityPresentation::cellFrom(const AffinityPresentation &other,
                                                         const AffinityId &cell) const {
    const affinity::Fabric &from = other.table().fabric(), &to = table().fabric();
    const auto row = sameDevice(to.gpus, from.gpus[cell.row]);
    const auto column = cell.part == AffinityId::Part::Peer ? sameDevice(to.gpus, from.gpus[cell.column])
                                                            : sameDevice(to.nics, from.nics[cell.column]);
    if (!row || !column)
        return std::nullopt;
    return AffinityId{cell.part, *row, *column};
}

affinity::WhatIf AffinityPresentation::predicted(std::size_t gpu, std::size_t nic) const {
    return affinity::whatIf(judgement(), m_inputs, m_table->basis(), gpu, nic);
}

} // namespace fabricscope::widgets
