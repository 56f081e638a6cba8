// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"
#include "core/draw/Wiring.h"
#include "core/layout/scene/DrawnTree.h"
#include "core/layout/scene/Tone.h"
#include "core/layout/scene/TopologyOptions.h"
#include "core/present/affinity/Pairing.h"
#include "core/present/hostvm/SeenByGuest.h"

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace fabricscope::layout {

/// Shared by all painters of one topology. Lives as long as one call of layoutTopology().
class Scene {
public:
    Scene(const topology::Topology &topology, const TopologyOptions &options, draw::DisplayList &list);

    const topology::Topology &topology;
    const TopologyOptions &options;
    const DrawnTree tree;
    draw::Sketch sketch;
    draw::Wiring wiring;

    [[nodiscard]] const Node &node(NodeId id) const { return topology.node(id); }
    /// nullptr if the node is not a function.
    [[nodiscard]] const host::PciFunction *function(const Node &node) const;

    /// Whether links, drivers and ACS were read for any device. If a source does not contain
    /// them (hwloc files), "unknown" at each of a hundred devices would hide the rest.
    [[nodiscard]] bool knowsLinks() const { return m_knowsLinks; }
    [[nodiscard]] bool knowsDrivers() const { return m_knowsDrivers; }
    [[nodiscard]] bool knowsAcs() const { return m_knowsAcs; }

    /// Without the domain if the whole host uses 0000.
    [[nodiscard]] std::string address(const pci::Address &address) const;
    [[nodiscard]] std::string address(const Node &node) const;
    /// The name without the address in it: "Switch" of "Switch 41:00.0".
    [[nodiscard]] std::string title(const Node &node) const;

    [[nodiscard]] Tone tone(const Node &node) const;
    /// Owners in the order in which they appear in the tree.
    [[nodiscard]] std::span<const std::string> owners() const { return m_owners; }

    [[nodiscard]] const present::Pairing &pairing() const { return m_pairing; }
    /// Ribbons run below the box of this device and need room there.
    [[nodiscard]] bool needsLanes(const Node &device) const;

    /// severityOf(), and the findings about its pairs.
    [[nodiscard]] std::optional<findings::Severity> worst(const Node &node) const;
    /// Bound to vfio-pci or one of its variants: assigned to a VM, or ready for one.
    [[nodiscard]] static bool isVfio(const Node &node);
    /// The guest's name for it, from options.seenBy; nullptr if there is none, or it is not a guest's device.
    [[nodiscard]] const present::SeenByGuest::Device *seenBy(const Node &node) const;
    /// "GPU2, 46:00.0, NUMA 0, error: …".
    [[nodiscard]] std::string label(const Node &node) const;

private:
    void findOwners();
    void findLanes();
    [[nodiscard]] bool areAdjacent(NodeId gpu, NodeId nic) const;
    [[nodiscard]] Tone toneByGroup(const Node &node) const;
    [[nodiscard]] Tone toneByOwner(const Node &node) const;
    [[nodiscard]] const Node &passedThroughFunction(const Node &node) const;
    void findKnowledge();

    bool m_oneDomain = true, m_knowsLinks = false, m_knowsDrivers = false, m_knowsAcs = false;
    std::vector<std::string> m_owners;
    std::unordered_map<std::string, std::size_t> m_ownerPositions;
    present::Pairing m_pairing;
    struct Lanes {
        bool belowGpus = false, belowNics = false;
    };
    std::unordered_map<NodeId, Lanes> m_lanes; ///< by band
};

} // namespace fabricscope::layout
