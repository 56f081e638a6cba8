// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::topology {

/// The devices of a tree by what tools call them. The topology must outlive it.
class ToolDevices {
public:
    explicit ToolDevices(const Topology &topology);
    /// By address, "00000000:41:00.0", or by the name in the tree or in the kernel, "mlx5_0", "ens1np0", also
    /// with a port, "mlx5_0/1". Logarithmic.
    [[nodiscard]] std::optional<NodeId> at(std::string_view device) const;

private:
    const Topology &m_topology;
    std::map<std::string, NodeId, std::less<>> m_names;
};

} // namespace fabricscope::topology
