// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/nccl/bootstrap/IpAddress.h"

#include <string>
#include <utility>
#include <vector>

namespace fabricscope::nccl {

/// A host's main routing table, for finding how addresses are reached.
class Routes {
public:
    explicit Routes(const host::Host &host);

    /// As the kernel chooses: the longest prefix, then the lowest metric, then the first. nullptr: no route
    /// is known. Linear in the routes.
    [[nodiscard]] const host::Route *to(const IpAddress &address) const;
    /// The table of this family was read completely: a route that is missing does not exist.
    [[nodiscard]] bool isKnown(IpAddress::Family family) const;

private:
    const host::Host &m_host;
    std::vector<std::pair<IpAddress, const host::Route *>> m_routes;
};

/// "by the default route through 10.1.0.1", "by the route to 10.2.0.0/16".
[[nodiscard]] std::string routeText(const host::Route &route);

} // namespace fabricscope::nccl
