// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <string>

namespace fabricscope::json {

/// The document fabricscope.tree/0 (design/cli.md): keys in snake_case, unknown is null or absent, BDFs lower
/// case, every PCI function exactly once as a node or as a port. Text is valid UTF-8. Indented by two blanks.
[[nodiscard]] std::string treeDocument(const topology::Topology &topology);

} // namespace fabricscope::json
