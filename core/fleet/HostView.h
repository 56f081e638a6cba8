// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/Difference.h"
#include "core/topology/Joins.h"
#include "core/topology/Parents.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::fleet {

/// A function's index in address order, as in topology::Parents.
using Position = std::uint32_t;
inline constexpr Position kNoPosition = topology::Parents::kNone;

/// One side, with the lookups that the comparison needs. Holds references only.
class HostView {
public:
    explicit HostView(const Side &side);

    [[nodiscard]] const topology::Topology &topology() const { return m_side.topology; }
    [[nodiscard]] const host::Host &host() const { return m_side.topology.host(); }
    [[nodiscard]] const capture::Capture *capture() const { return m_side.capture; }
    [[nodiscard]] const topology::Parents &parents() const { return m_parents; }
    [[nodiscard]] const topology::Joins &joins() const { return m_joins; }

    [[nodiscard]] Position size() const { return m_parents.size(); }
    [[nodiscard]] const host::PciFunction &function(Position position) const {
        return host().functions[m_parents.functionIndex(position)];
    }
    [[nodiscard]] Position find(const Address &address) const { return m_parents.find(address); }
    /// The node of this function, or the switch that has it as a port; nullptr if there is none.
    [[nodiscard]] const topology::Node *node(Position position) const;
    /// The node, if it represents this very function.
    [[nodiscard]] const topology::Node *ownNode(Position position) const;
    [[nodiscard]] const host::GpuFacts *gpu(Position position) const;
    /// "GPU2 0000:46:00.0", "port 0000:42:01.0 of Switch 41:00.0".
    [[nodiscard]] std::string name(Position position) const;
    /// The physical function of a virtual one; kNoPosition for all others.
    [[nodiscard]] Position physical(Position position) const;

    /// Whether the section was read: then absence means that there is none. True without a capture.
    [[nodiscard]] bool looked(std::string_view section) const {
        return m_side.capture == nullptr || m_side.capture->find(section) != nullptr;
    }
    /// Whether bound drivers were read: then a function without a driver has none.
    [[nodiscard]] bool driversRead() const { return m_driversRead; }
    /// Whether the text ends within this function: what it lacks is unknown.
    [[nodiscard]] bool isCut(const host::PciFunction &function) const;
    /// Likewise for IOMMU groups.
    [[nodiscard]] bool groupsRead() const { return m_groupsRead; }
    [[nodiscard]] bool hasGroups() const { return m_hasGroups; }

private:
    Side m_side;
    topology::Parents m_parents;
    topology::Joins m_joins;
    bool m_driversRead = false, m_groupsRead = false, m_hasGroups = false;
    std::vector<Address> m_cut; ///< sorted
};

} // namespace fabricscope::fleet
