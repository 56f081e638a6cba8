// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/hostvm/HostVmTable.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::present {

/// The nearest parent of this kind; nullptr if there is none.
[[nodiscard]] const topology::Node *nearestAbove(const topology::Topology &topology,
                                                 const topology::Node &node, topology::NodeKind kind);

/// Places the host's devices in boxes and bands. Single use; refers to the host.
class HostVmBoxes {
public:
    using Node = topology::Node;
    explicit HostVmBoxes(const topology::Topology &host);

    /// Of a device that has a row.
    void add(const Node &node, std::size_t row);
    /// Of one that this VM does not have: counted in its box, or in its band if the host keeps it.
    void countOther(const Node &node);
    /// In the order of NUMA nodes, the unknown one last, then the front end.
    [[nodiscard]] std::vector<HostVmBand> finish();
    [[nodiscard]] std::size_t numaNodes() const { return m_numaNodes; } ///< known after finish()
    /// Without the domain if the host has only one.
    [[nodiscard]] std::string addressOf(const Node &node) const;

private:
    [[nodiscard]] const Node &holderOf(const Node &node) const;
    [[nodiscard]] bool isOfFrontEnd(const Node &node) const;
    [[nodiscard]] HostVmBox &boxOf(const Node &node);
    [[nodiscard]] HostVmBand &numaBandOf(const Node &node);
    [[nodiscard]] HostVmBand &frontEndBand();
    [[nodiscard]] HostVmBand &bandFor(int rank, int numa, const std::string &title);

    /// Where a box is: bands and boxes may be made again while more are added.
    struct Place {
        std::size_t band = 0, box = 0;
    };
    using BoxKey = std::pair<topology::NodeId, bool>; ///< the node that the box is of; the front end's

    const topology::Topology &m_host;
    bool m_oneDomain = false;
    std::vector<HostVmBand> m_bands; ///< in the order in which they were made
    std::map<BoxKey, Place> m_placeOf;
    std::map<std::pair<int, int>, std::size_t> m_bandAt;            ///< by rank of its kind, and NUMA node
    std::set<std::string> m_frontEndAt;                             ///< "NUMA 0"
    std::map<std::pair<BoxKey, std::string>, std::size_t> m_others; ///< by box, owner
    std::map<std::size_t, std::size_t> m_hostsOwn;                  ///< by band
    std::size_t m_numaNodes = 0;
};

} // namespace fabricscope::present
