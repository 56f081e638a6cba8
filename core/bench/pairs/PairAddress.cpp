// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/pairs/PairAddress.h"

#include "core/affinity/Rails.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

namespace {

bool isIpv4(std::string_view address) {
    return address.find(':') == std::string_view::npos && address.find('.') != std::string_view::npos;
}

std::string withoutPrefix(const std::string &address) {
    return address.substr(0, address.find('/'));
}

/// With the length of their prefixes.
std::vector<std::string> addressesOf(const host::Host &host, std::string_view interface) {
    std::vector<std::string> found;
    for (const host::NetInterface &each : host.netInterfaces)
        if (each.name == interface && !interface.empty())
            std::copy_if(each.addresses.begin(), each.addresses.end(), std::back_inserter(found), isIpv4);
    return found;
}

} // namespace

std::string pairAddress(const BindingFacts &server, const affinity::Nic &serverNic,
                        const affinity::Nic &clientNic, bool oneHost) {
    const host::Host &host = server.topology.host();
    const std::vector<std::string> own = addressesOf(host, serverNic.netdev);
    if (oneHost)
        return own.empty() ? "127.0.0.1" : withoutPrefix(own.front());
    for (const std::string &address : own)
        if (const auto subnet = affinity::subnetOf(address))
            if (std::find(clientNic.rails.begin(), clientNic.rails.end(), *subnet) != clientNic.rails.end())
                return withoutPrefix(address);
    const nccl::BootstrapChoice &meeting = server.examination.bootstrapChoice;
    const std::vector<std::string> shared =
        addressesOf(host, meeting.better.empty() ? meeting.interface : meeting.better);
    if (!shared.empty())
        return withoutPrefix(shared.front());
    return own.empty() ? std::string() : withoutPrefix(own.front());
}

} // namespace fabricscope::bench
