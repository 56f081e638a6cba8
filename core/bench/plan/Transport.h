// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string_view>

namespace fabricscope::bench {

/// The protocol of an RDMA device: "InfiniBand", "RoCE" or "iWARP"; empty: unknown. From its node
/// type and its first port's link layer, as reported by the kernel (node_type 4 is RNIC, that is,
/// iWARP).
[[nodiscard]] std::string_view transportOf(const host::Host &host, std::string_view device);

} // namespace fabricscope::bench
