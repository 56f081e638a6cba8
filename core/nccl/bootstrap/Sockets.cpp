// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/bootstrap/Sockets.h"

#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope::nccl {

namespace {

using Family = IpAddress::Family;

/// The kernel's IFF_RUNNING: netif_oper_up (include/linux/netdevice.h).
bool isRunning(const host::NetInterface &interface) {
    return !interface.operstate || *interface.operstate == "up" || *interface.operstate == "unknown";
}

/// One entry for each interface accepted by `takes`.
template<class Accepts>
std::vector<std::size_t> search(std::span<const SocketAddress> entries, std::size_t most, Accepts takes) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < entries.size() && found.size() < most; ++i) {
        const bool again = std::any_of(found.begin(), found.end(), [&](std::size_t earlier) {
            return entries[earlier].interface == entries[i].interface;
        });
        if (!again && takes(entries[i]))
            found.push_back(i);
    }
    return found;
}

} // namespace

SocketAddresses socketAddresses(const host::Host &host) {
    SocketAddresses result;
    std::vector<const host::NetInterface *> order;
    for (const host::NetInterface &interface : host.netInterfaces) {
        order.push_back(&interface);
        if (!interface.index && !interface.addresses.empty())
            result.orderKnown = false;
    }
    std::stable_sort(order.begin(), order.end(), [](const auto *a, const auto *b) {
        constexpr int kUnknown = 0x7FFFFFFF;
        return a->index.valueOr(kUnknown) < b->index.valueOr(kUnknown);
    });
    for (const Family family : {Family::V4, Family::V6})
        for (const host::NetInterface *interface : order)
            for (const std::string &text : interface->addresses)
                if (const auto address = IpAddress::parse(text); address && address->family == family)
                    result.entries.push_back({interface->name, text, *address, isRunning(*interface)});
    return result;
}

std::optional<Family> socketFamily(const Environment &environment) {
    const auto text = environment.text(Variable::SocketFamily);
    if (text == "AF_INET")
        return Family::V4;
    if (text == "AF_INET6")
        return Family::V6;
    return std::nullopt;
}

bool isVisible(const SocketAddress &entry, std::optional<Family> family, const Version &version) {
    if (version.socketNeedsRunning && !entry.running)
        return false;
    if (family && entry.address.family != *family)
        return false;
    return entry.address.family == Family::V4 || !entry.address.isLoopback();
}

std::optional<IpAddress> commIdAddress(const Environment &environment) {
    const auto text = environment.text(Variable::CommId);
    if (!text || text->size() < 2)
        return std::nullopt;
    if (text->front() == '[')
        return IpAddress::parse(text->substr(1, text->find(']') - 1));
    return IpAddress::parse(text->substr(0, text->find(':')));
}

SocketSearch findInterfaces(std::span<const SocketAddress> entries, const Environment &environment,
                            const Version &version, std::size_t most) {
    const auto family = socketFamily(environment);
    const auto byList = [&](const InterfaceList &list) {
        return search(entries, most, [&](const SocketAddress &entry) {
            return isVisible(entry, family, version) && list.takes(entry.interface);
        });
    };
    SocketSearch result;
    const auto use = [&](SocketRule rule, std::vector<std::size_t> found) {
        result = {found.empty() ? SocketRule::None : rule, std::move(found)};
        return !result.found.empty();
    };
    if (const auto named = environment.text(Variable::SocketIfname); named && named->size() > 1) {
        use(SocketRule::Named, byList({*named, kMaxSocketInterfaces}));
        return result;
    }
    if (use(SocketRule::InfiniBand, byList({"ib", 1})))
        return result;
    if (const auto peer = commIdAddress(environment)) {
        const auto inSubnet = [&](const SocketAddress &entry) {
            return entry.address.hasInSubnet(*peer);
        };
        if (use(SocketRule::CommId, search(entries, 1, inSubnet)))
            return result;
    }
    const auto isLast = [&](const SocketAddress &entry) {
        return std::any_of(version.lastInterfaces.begin(), version.lastInterfaces.end(),
                           [&](std::string_view prefix) { return entry.interface.starts_with(prefix); });
    };
    const auto isNotLast = [&](const SocketAddress &entry) {
        return isVisible(entry, family, version) && !isLast(entry);
    };
    if (use(SocketRule::First, search(entries, most, isNotLast)))
        return result;
    for (const std::string_view prefix : version.lastInterfaces)
        if (use(SocketRule::LastResort, byList({prefix, 1})))
            return result;
    return result;
}

} // namespace fabricscope::nccl
