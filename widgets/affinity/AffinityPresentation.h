// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/layout/affinity/AffinityRoute.h"
#include "core/topology/HardwarePath.h"
#include "core/workspace/WhatIfMoves.h"
#include "widgets/topology/TopologyContent.h"

#include <memory>
#include <optional>

namespace fabricscope::widgets {

/// The host that the Affinity screen shows, and its judgement.
struct AffinityContent {
    TopologyContent host;
    std::shared_ptr<const affinity::Examination> examination; ///< nullptr: not judged yet
    std::shared_ptr<const topology::Topology> hypervisor;     ///< of a VM, where it is known
    /// Measured results of its pairs, for `examination`; nullptr: none.
    std::shared_ptr<const std::vector<bench::MeasuredPair>> measured = nullptr;
};

/// The state shown on the screen: the judgement, or its result after the user's moves. Immutable.
class AffinityPresentation {
public:
    /// Requires judged content.
    AffinityPresentation(const AffinityContent &content, const workspace::WhatIfMoves &moves);
    AffinityPresentation(const AffinityPresentation &) = delete;
    AffinityPresentation &operator=(const AffinityPresentation &) = delete;

    [[nodiscard]] const affinity::Judgement &judgement() const; ///< with the moves
    [[nodiscard]] const affinity::Judgement &before() const { return m_examination->judgement; }
    [[nodiscard]] const affinity::Inputs &inputs() const { return m_inputs; }
    [[nodiscard]] bool isHypothesis() const { return m_hypothesis.last.has_value(); }
    [[nodiscard]] const workspace::Hypothesis &hypothesis() const { return m_hypothesis; }
    [[nodiscard]] const nccl::Decisions &decisions() const { return m_examination->decisions; }
    [[nodiscard]] const present::AffinityTable &table() const { return *m_table; }
    [[nodiscard]] const topology::Topology *topology() const { return m_topology.get(); }
    /// nullptr without a topology.
    [[nodiscard]] const topology::HardwarePaths *paths() const { return m_paths ? &*m_paths : nullptr; }
    [[nodiscard]] layout::RouteMachine hypervisor() const;
    /// When the host was read, Unix time in ms; 0: unknown.
    [[nodiscard]] std::int64_t readMs() const { return m_readMs; }
    [[nodiscard]] std::optional<std::size_t> gpuOf(topology::NodeId node) const;
    [[nodiscard]] std::optional<std::size_t> nicOf(topology::NodeId node) const;
    /// The cell of the pair that is shown first.
    [[nodiscard]] std::optional<layout::AffinityId> initialCell() const;
    /// A cell of a pair of this device.
    [[nodiscard]] std::optional<layout::AffinityId> pairedCell(topology::NodeId node) const;
    /// The cell of the same devices as this one of another judgement: another fabric has other numbers.
    [[nodiscard]] std::optional<layout::AffinityId> cellFrom(const AffinityPresentation &other,
                                                             const layout::AffinityId &cell) const;
    /// The result of one more move.
    [[nodiscard]] affinity::WhatIf predicted(std::size_t gpu, std::size_t nic) const;

private:
    std::shared_ptr<const affinity::Examination> m_examination;
    std::shared_ptr<const topology::Topology> m_topology, m_hypervisor;
    std::shared_ptr<const std::vector<bench::MeasuredPair>> m_measured;
    std::int64_t m_readMs;
    affinity::Inputs m_inputs;
    workspace::Hypothesis m_hypothesis;
    std::optional<present::AffinityTable> m_table;
    std::optional<topology::HardwarePaths> m_paths, m_hypervisorPaths;
};

} // namespace fabricscope::widgets
