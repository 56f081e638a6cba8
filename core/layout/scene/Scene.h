// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"
#include "core/draw/Wiring.h"
#include "core/layout/scene/TopologyOptions.h"
#include "core/present/affinity/Pairing.h"
#include "core/present/hostvm/SeenByGuest.h"

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace fabricscope::layout {

using topology::Node;
using topology::NodeId;
using topology::NodeKind;

/// How a node is coloured: its strip and tints, by the chosen mode; severity in its outline comes on top of
/// that.
struct Tone {
    draw::Token token = draw::Token::Line2;
    bool neutral = false; ///< nothing to show in this mode: no tint, the common outline
    [[nodiscard]] draw::Paint fill(std::uint8_t percent = 13) const {
        return neutral ? solid(draw::Token::Surface) : tint(token, percent);
    }
    [[nodiscard]] draw::Paint outline() const {
        return neutral ? solid(draw::Token::Line2) : draw::outline(token);
    }
};

/// Shared by all painters of one topology. References only: lives as long as one call of layoutTopology().
class Scene {
public:
    Scene(const topology::Topology &topology, const TopologyOptions &options, draw::DisplayList &list);

    const topology::Topology &topology;
    const TopologyOptions &options;
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
    [[nodiscard]] static draw::Token ownerToken(std::size_t position);
    [[nodiscard]] static draw::Token groupToken(IommuGroup group);

    [[nodiscard]] const present::Pairing &pairing() const { return m_pairing; }
    /// The node whose box stands for this one: a folded VF's is its PF's, a partition's its GPU's.
    [[nodiscard]] NodeId boxOf(NodeId id) const;
    /// Ribbons run below the box of this device and need room there.
    [[nodiscard]] bool needsLanes(const Node &device) const;

    /// severity(), and the findings about its pairs.
    [[nodiscard]] std::optional<findings::Severity> worst(const Node &node) const;
    /// The most severe finding; a dead device is always an error.
    [[nodiscard]] static std::optional<findings::Severity> severity(const Node &node);
    [[nodiscard]] static draw::Token severityToken(findings::Severity severity);
    [[nodiscard]] static draw::Glyph severityGlyph(findings::Severity severity);
    /// Bound to vfio-pci or one of its variants: assigned to a VM, or ready for one.
    [[nodiscard]] static bool isVfio(const Node &node);
    /// The guest's name for it, from options.seenBy; nullptr if there is none, or it is not a guest's device.
    [[nodiscard]] const present::SeenByGuest::Device *seenBy(const Node &node) const;
    /// "GPU2, 46:00.0, NUMA 0, error: …".
    [[nodiscard]] std::string label(const Node &node) const;

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

private:
    void foldIntoBoxes();
    void foldAuxiliary();
    void foldBridges();
    [[nodiscard]] bool onlyPassesThrough(const Node &node) const;
    void findNotable();
    void findOwners();
    void findLanes();
    [[nodiscard]] NodeId bandOf(NodeId id) const;
    [[nodiscard]] bool areAdjacent(NodeId gpu, NodeId nic) const;
    [[nodiscard]] Tone toneByKind(const Node &node) const;
    [[nodiscard]] Tone toneByGroup(const Node &node) const;
    [[nodiscard]] Tone toneByOwner(const Node &node) const;
    [[nodiscard]] const Node &passedThroughFunction(const Node &node) const;

    void findKnowledge();

    bool m_oneDomain = true, m_knowsLinks = false, m_knowsDrivers = false, m_knowsAcs = false;
    std::vector<bool> m_folded, m_notable, m_passed;
    std::unordered_map<NodeId, std::vector<NodeId>> m_virtualFunctions;
    std::vector<NodeId> m_auxiliary;
    std::unordered_map<NodeId, std::vector<NodeId>> m_passedAbove; ///< by what they lead to
    std::unordered_map<NodeId, std::size_t> m_openBridges;         ///< by the topmost
    std::vector<std::string> m_owners;
    std::unordered_map<std::string, std::size_t> m_ownerPositions;
    present::Pairing m_pairing;
    struct Lanes {
        bool belowGpus = false, belowNics = false;
    };
    std::unordered_map<NodeId, Lanes> m_lanes; ///< by band
};

/// GPUs, NICs, NVMe, NVSwitches and whatever else is at the end of a link.
[[nodiscard]] bool isDevice(NodeKind kind);
/// Kind's own colour; a front-end NIC differs from a fabric's.
[[nodiscard]] draw::Token kindToken(NodeKind kind, bool frontEnd);

} // namespace fabricscope::layout
