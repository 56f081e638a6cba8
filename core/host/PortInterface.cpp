// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/PortInterface.h"

#include <algorithm>

namespace fabricscope::host {

const NetInterface *interfaceOf(const Host &host, const RdmaPort &port) {
    if (!port.netdev)
        return nullptr;
    const auto &all = host.netInterfaces; // sorted by name
    const auto at =
        std::lower_bound(all.begin(), all.end(), *port.netdev,
                         [](const NetInterface &each, const std::string &name) { return each.name < name; });
    return at != all.end() && at->name == *port.netdev ? &*at : nullptr;
}

} // namespace fabricscope::host
