// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Parents.h"

namespace fabricscope::topology {

/// The port or bridge right above each function of a host, by whatever its sources show: the tree, or the
/// buses below each bridge. The host must outlive it.
class Upstream {
public:
    explicit Upstream(const host::Host &host) : m_host(host), m_parents(host) {}
    /// nullptr on a root bus, and where the source does not have it. Of a virtual function without one, that
    /// of its physical function. Following it ends: there is no cycle.
    [[nodiscard]] const host::PciFunction *above(const host::PciFunction &function) const {
        const host::PciFunction *own = above(function.address);
        return own == nullptr && function.physfn ? above(*function.physfn) : own;
    }

private:
    [[nodiscard]] const host::PciFunction *above(const Address &address) const {
        const std::uint32_t position = m_parents.find(address);
        return position == Parents::kNone || m_parents.onRootBus(position)
                   ? nullptr
                   : &m_host.functions[m_parents.functionIndex(m_parents.parent(position))];
    }

    const host::Host &m_host;
    Parents m_parents;
};

} // namespace fabricscope::topology
