// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Transport.h"

#include <algorithm>

namespace fabricscope::bench {

std::string_view transportOf(const host::Host &host, std::string_view device) {
    const auto found = std::find_if(host.rdmaDevices.begin(), host.rdmaDevices.end(),
                                    [&](const host::RdmaDevice &each) { return each.name == device; });
    if (found == host.rdmaDevices.end())
        return {};
    if (found->nodeType.valueOr({}) == "RNIC")
        return "iWARP";
    const std::string layer =
        found->ports.empty() ? std::string() : found->ports.front().linkLayer.valueOr({});
    return layer == "InfiniBand" ? "InfiniBand" : layer == "Ethernet" ? "RoCE" : "";
}

} // namespace fabricscope::bench
