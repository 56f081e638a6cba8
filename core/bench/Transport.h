// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string_view>

namespace fabricscope::bench {

/// By what an RDMA device speaks to others: "InfiniBand", "RoCE" or "iWARP"; empty: that is not known. By its
/// node type and its first port's link layer, as the kernel shows them (node_type: 4 is RNIC, which is
/// iWARP's).
[[nodiscard]] std::string_view transportOf(const host::Host &host, std::string_view device);

} // namespace fabricscope::bench
