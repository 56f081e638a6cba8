// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace fabricscope::topology {

/// The parent of each function: always a forest. Positions are places in address order, so
/// that everything made from it is in that order, too.
class Parents {
public:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    enum class Defect : std::uint8_t { None, Cycle, Orphan, Duplicate };

    explicit Parents(const host::Host &host);

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_order.size()); }
    [[nodiscard]] std::uint32_t functionIndex(std::uint32_t position) const { return m_order[position]; }
    [[nodiscard]] std::uint32_t parent(std::uint32_t position) const { return m_parent[position]; }
    [[nodiscard]] Defect defect(std::uint32_t position) const { return m_defect[position]; }
    /// It has the same address as the previous one.
    [[nodiscard]] bool isDuplicate(std::uint32_t position) const {
        return position > 0 &&
               m_functions[m_order[position - 1]].address == m_functions[m_order[position]].address;
    }
    /// The host lists its functions in this order.
    [[nodiscard]] bool isInOrder() const { return m_isInOrder; }
    /// Each parent comes before its children, as a rule.
    [[nodiscard]] bool parentsComeFirst() const { return m_parentsFirst; }
    /// In address order.
    [[nodiscard]] std::span<const std::uint32_t> children(std::uint32_t position) const {
        return {m_children.data() + m_firstChild[position], m_children.data() + m_firstChild[position + 1]};
    }
    /// It has no parent, or its parent is of another tree: a root bus may lie below an endpoint (VMD).
    [[nodiscard]] bool onRootBus(std::uint32_t position) const {
        return m_parent[position] == kNone || isInOtherTree(position);
    }
    /// kNone where no function has this address.
    [[nodiscard]] std::uint32_t find(const Address &address) const;

private:
    [[nodiscard]] bool isInOtherTree(std::uint32_t position) const {
        const host::PciFunction &function = m_functions[m_order[position]];
        const host::PciFunction &above = m_functions[m_order[m_parent[position]]];
        const bool nested = !function.parent && function.rootBus; // found by endpointAbove()
        return nested || function.address.domain != above.address.domain;
    }
    void sortByAddress();
    void listBridges();
    void resolve();
    void breakCycles();
    void listChildren();
    /// Whether the function right after that one's parent has this address, and is the first that has.
    [[nodiscard]] bool isBelowParent(std::uint32_t position, const Address &address) const;
    [[nodiscard]] std::uint32_t bridgeAbove(const host::PciFunction &function) const;
    [[nodiscard]] std::uint32_t endpointAbove(const host::PciFunction &function) const;

    /// A bridge by the buses below it; each bus that is a secondary one once.
    struct SecondaryBus {
        std::uint64_t key; ///< domain and bus
        std::uint32_t position;
        std::uint8_t last; ///< subordinate bus
    };

    const std::vector<host::PciFunction> &m_functions;
    const std::vector<host::NestedRoot> &m_nestedRoots;
    std::vector<std::uint32_t> m_order, m_parent;
    bool m_isInOrder = true;
    bool m_parentsFirst = true;
    std::vector<Defect> m_defect;
    std::vector<std::uint32_t> m_firstChild, m_children;
    std::vector<SecondaryBus> m_bySecondaryBus; ///< ascending by key, once they are listed
    bool m_bridgesListed = false;
};

} // namespace fabricscope::topology
