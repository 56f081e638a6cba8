// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Folds.h"
#include "core/topology/Topology.h"

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace fabricscope::layout {

using topology::Node;
using topology::NodeId;
using topology::NodeKind;

/// GPUs, NICs, NVMe, NVSwitches and whatever else is at the end of a link.
[[nodiscard]] bool isDevice(NodeKind kind);

/// The tree as it is drawn: which nodes have a box of their own, and which are folded into another one's.
/// Refers to the topology.
class DrawnTree {
public:
    DrawnTree(const topology::Topology &topology, const Folds &folds);

    /// VFs that are drawn in this device's box, in address order. Empty for most.
    [[nodiscard]] std::span<const NodeId> virtualFunctions(NodeId physical) const;
    /// Further functions of a device that are rarely of interest (a GPU's audio): listed with the quiet ones
    /// in the band of this NUMA node, or in that of none (0).
    [[nodiscard]] std::vector<NodeId> auxiliaryFunctions(NodeId band) const;
    /// Drawn inside another node's box, or listed separately.
    [[nodiscard]] bool isFolded(NodeId id) const { return m_folded[id]; }
    /// Bridges and switches that lead only to this node, from the top down, and are folded into
    /// the link above it.
    [[nodiscard]] std::span<const NodeId> passedAbove(NodeId id) const;
    /// How many of them the user unfolded, if this is the topmost; else 0.
    [[nodiscard]] std::size_t openBridges(NodeId topmost) const;
    /// What is above it in the picture: its parent, without bridges that are folded.
    [[nodiscard]] std::optional<NodeId> drawnParent(NodeId id) const;
    /// It, or something below it, is more than a function of the chipset and gets its own box.
    [[nodiscard]] bool isNotable(NodeId id) const { return m_notable[id]; }
    /// What hangs below, without VFs that are folded and partitions; root buses below endpoints (VMD) are
    /// passed through.
    [[nodiscard]] std::vector<NodeId> content(NodeId id) const;
    /// All below `id`, in painting order, as content() has it.
    [[nodiscard]] std::vector<NodeId> descendants(NodeId id) const;
    /// The node whose box stands for this one: a folded VF's is its PF's, a partition's its GPU's.
    [[nodiscard]] NodeId boxOf(NodeId id) const;
    /// Its NUMA node, or the host.
    [[nodiscard]] NodeId bandOf(NodeId id) const;

private:
    void foldIntoBoxes();
    void foldAuxiliary();
    void foldBridges(const Folds &folds);
    [[nodiscard]] bool onlyPassesThrough(const Node &node) const;
    void findNotable();
    [[nodiscard]] const Node &node(NodeId id) const { return m_topology.node(id); }

    const topology::Topology &m_topology;
    std::vector<bool> m_folded, m_notable, m_passed;
    std::unordered_map<NodeId, std::vector<NodeId>> m_virtualFunctions;
    std::vector<NodeId> m_auxiliary;
    std::unordered_map<NodeId, std::vector<NodeId>> m_passedAbove; ///< by what they lead to
    std::unordered_map<NodeId, std::size_t> m_openBridges;         ///< by the topmost
};

} // namespace fabricscope::layout
