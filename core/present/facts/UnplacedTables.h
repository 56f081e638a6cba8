// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <string>
#include <vector>

namespace fabricscope::present {

/// What a source states that has no place in the tree. All texts are free of control characters.
struct UnplacedTable {
    std::string title;                          ///< "RDMA devices that are not in the tree"
    std::vector<std::string> columns;           ///< "Name", "Port"
    std::vector<std::vector<std::string>> rows; ///< one cell for each column, empty where it is unknown
};

/// The matrices and tables of tools, with the tools' headings: "nvidia-smi topo -m".
[[nodiscard]] std::vector<UnplacedTable> matrixTables(const host::Host &host);

/// RDMA devices, their ports and GIDs, network interfaces, messages of the kernel, facts of tools. Tables
/// without rows and columns that are empty in every row are left out.
[[nodiscard]] std::vector<UnplacedTable> unplacedTables(const topology::Topology &topology);

} // namespace fabricscope::present
