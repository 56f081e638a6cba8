// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/bootstrap/Routes.h"

#include "core/base/HostText.h"

#include <fmt/format.h>

namespace fabricscope::nccl {

Routes::Routes(const host::Host &host) : m_host(host) {
    m_routes.reserve(host.routes.size());
    for (const host::Route &route : host.routes)
        if (const auto network = IpAddress::parse(route.destination))
            m_routes.emplace_back(*network, &route);
}

const host::Route *Routes::to(const IpAddress &address) const {
    const std::pair<IpAddress, const host::Route *> *best = nullptr;
    for (const auto &row : m_routes) {
        if (!row.first.hasInSubnet(address))
            continue;
        if (best == nullptr || row.first.prefix > best->first.prefix ||
            (row.first.prefix == best->first.prefix && row.second->metric < best->second->metric))
            best = &row;
    }
    return best == nullptr ? nullptr : best->second;
}

bool Routes::isKnown(IpAddress::Family family) const {
    return family == IpAddress::Family::V4 ? m_host.ipv4RoutesKnown : m_host.ipv6RoutesKnown;
}

std::string routeText(const host::Route &route) {
    constexpr std::size_t kMost = 64;
    const std::string which = route.destination.ends_with("/0")
                                  ? std::string("by the default route")
                                  : "by the route to " + HostText(route.destination).plain(kMost);
    return route.gateway.empty() ? which
                                 : fmt::format("{} through {}", which, HostText(route.gateway).plain(kMost));
}

} // namespace fabricscope::nccl
