// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/HardwarePathTools.h"

#include <algorithm>
#include <map>

namespace fabricscope::topology {

namespace {

constexpr std::size_t kMaxDifferent = 256;

bool isPath(std::string_view cell) {
    constexpr std::string_view kWords[] = {"PIX", "PXB", "PHB", "NODE", "SYS"};
    return std::find(std::begin(kWords), std::end(kWords), cell) != std::end(kWords) ||
           (cell.starts_with("NV") && cell.size() > 2);
}

/// Whether the cell agrees with this distance; std::nullopt if the cell is empty or its word is unknown.
std::optional<bool> agrees(const host::DeviceMatrix &matrix, std::string_view cell, const Reach &reach) {
    if (matrix.what == "Path" && isPath(cell))
        return cell == toString(reach);
    if (matrix.what == "Link type" && cell == "XGMI")
        return reach.word == PathWord::Xgmi;
    if (matrix.what == "Link type" && cell == "PCIE")
        return reach.word != PathWord::Xgmi;
    return std::nullopt;
}

} // namespace

PathComparison compareTools(const Topology &topology, const HardwarePaths &paths) {
    PathComparison comparison;
    for (const host::DeviceMatrix &matrix : topology.host().deviceMatrices) {
        std::map<std::string_view, NodeId> nodes;
        for (const auto &row : matrix.rows)
            if (const auto node = row.address ? topology.find(*row.address) : std::nullopt)
                nodes.try_emplace(row.name, *node);
        for (const auto &row : matrix.rows) {
            const auto from = nodes.find(row.name);
            for (std::size_t i = 0;
                 from != nodes.end() && i < std::min(row.cells.size(), matrix.columns.size()); ++i) {
                const auto to = nodes.find(matrix.columns[i]);
                if (to == nodes.end() || to->second == from->second)
                    continue;
                const Reach reach = paths.between(from->second, to->second);
                const auto same =
                    reach.word == PathWord::Unknown ? std::nullopt : agrees(matrix, row.cells[i], reach);
                if (!same)
                    continue;
                ++comparison.compared;
                if (!*same && comparison.different.size() < kMaxDifferent)
                    comparison.different.push_back({matrix.tool, topology.node(from->second).name,
                                                    topology.node(to->second).name, row.cells[i],
                                                    toString(reach), row.evidence});
            }
        }
    }
    return comparison;
}

} // namespace fabricscope::topology
