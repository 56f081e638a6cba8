// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/log/DebugLog.h"

#include <string_view>
#include <vector>

namespace fabricscope::nccl::log {

/// Reads what the library writes to NCCL_GRAPH_DUMP_FILE (graph/search.cc, one element a line): the channels
/// that it chose for each algorithm.
class GraphDump {
public:
    /// Whether the line is an element of such a file.
    bool take(std::string_view line, std::vector<Graph> &graphs);

private:
    bool m_open = false; ///< behind "<graphs"
};

} // namespace fabricscope::nccl::log
