// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Topology.h"

#include <array>

namespace fabricscope::topology {

std::string_view toString(NodeKind kind) {
    static constexpr std::array<std::string_view, 12> kNames = {
        "host", "numa",      "root_complex", "root_port", "switch",   "bridge",
        "gpu",  "partition", "nic",          "nvme",      "nvswitch", "other"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<NodeId> Topology::find(const Address &address) const {
    const std::vector<host::PciFunction> &functions = m_host->functions;
    const auto addressAt = [&](std::size_t position) -> const Address & {
        return functions[m_order.empty() ? position : m_order[position]].address;
    };
    const std::uint64_t key = address.key();
    std::size_t begin = 0, end = m_nodeOf.size();
    while (begin < end) { // finds the first that is not before it
        const std::size_t middle = begin + (end - begin) / 2;
        if (addressAt(middle).key() < key)
            begin = middle + 1;
        else
            end = middle;
    }
    if (begin == m_nodeOf.size() || addressAt(begin).key() != key)
        return std::nullopt;
    return m_nodeOf[begin];
}

std::shared_ptr<const Topology> build(std::shared_ptr<const host::Host> host) {
    return build(std::move(host), nullptr);
}

} // namespace fabricscope::topology
