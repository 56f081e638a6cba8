// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/log/DebugLog.h"
#include "core/nccl/log/LibraryLine.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fabricscope::nccl::log {

/// What the library's lines state of each host; the host is the one that "host:pid:tid" names.
class HostTable {
public:
    void take(std::string_view whole, const LibraryLine &line, std::vector<LogHost> &hosts);

private:
    std::size_t m_last = 0; ///< the host of the line before: mostly that of the next one
};

} // namespace fabricscope::nccl::log
