// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Topology.h"

#include <algorithm>
#include <array>

namespace fabricscope::topology {

std::string_view toString(NodeKind kind) {
    static constexpr std::array<std::string_view, 12> kNames = {
        "host", "numa",      "root_complex", "root_port", "switch",   "bridge",
        "gpu",  "partition", "nic",          "nvme",      "nvswitch", "other"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<NodeId> Topology::find(const Address &address) const {
    const std::uint64_t key = address.key();
    auto at =
        std::lower_bound(m_byAddress.begin(), m_byAddress.end(), std::pair<std::uint64_t, NodeId>{key, 0});
    if (at == m_byAddress.end() || at->first != key)
        return std::nullopt;
    return at->second;
}

std::shared_ptr<const Topology> build(std::shared_ptr<const host::Host> host) {
    return build(std::move(host), nullptr);
}

} // namespace fabricscope::topology
