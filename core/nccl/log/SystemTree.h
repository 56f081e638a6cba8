// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/log/DebugLog.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fabricscope::nccl::log {

/// Reads the tree that each rank prints below "=== System" (ncclTopoPrint in graph/topo.cc), line by line:
/// the first rank's is kept. Lines of ranks that print at the same time are mixed only where a log has no
/// order.
class SystemTree {
public:
    /// `text` is behind "NCCL INFO "; whether the line is one of the tree's.
    bool take(std::string_view text, std::vector<SystemNode> &nodes);

private:
    bool takeCpu(std::string_view text, std::vector<SystemNode> &nodes);
    bool takeNode(std::string_view text, std::vector<SystemNode> &nodes);

    bool m_open = false, m_closed = false;
    std::vector<std::size_t> m_columns; ///< of "+" on the way to the current node
};

} // namespace fabricscope::nccl::log
