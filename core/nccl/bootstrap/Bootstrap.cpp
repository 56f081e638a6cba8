// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/bootstrap/Bootstrap.h"

#include "core/base/HostText.h"
#include "core/nccl/bootstrap/Sockets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace fabricscope::nccl {

namespace {

constexpr std::array<std::string_view, 11> kReasons = {
    "chosen",   "no_address",   "not_running", "other_family",   "loopback",    "not_named",
    "excluded", "other_subnet", "last_resort", "not_infiniband", "behind_first"};

std::string shown(std::string_view text) {
    return HostText(text).plain(64);
}

/// The criterion of the search, for sentences.
struct Context {
    const Environment &environment;
    const Version &version;
    const SocketAddresses &addresses;
    SocketRule rule = SocketRule::None;
    std::string chosen;

    [[nodiscard]] std::string value(Variable variable) const {
        return shown(environment.text(variable).value_or(""));
    }
};

std::string ruleText(const Context &context) {
    const std::string name = shown(context.chosen);
    switch (context.rule) {
    case SocketRule::Named:
        return fmt::format("{} is the first match of NCCL_SOCKET_IFNAME={}", name,
                           context.value(Variable::SocketIfname));
    case SocketRule::InfiniBand:
        return fmt::format("{} is the first whose name begins with \"ib\": those are preferred", name);
    case SocketRule::CommId:
        return fmt::format("{} is the first in the subnet of NCCL_COMM_ID={}", name,
                           context.value(Variable::CommId));
    case SocketRule::First:
        return fmt::format("NCCL_SOCKET_IFNAME is not set; {} is the kernel's first interface that has an "
                           "address and whose name does not begin with {}",
                           name, fmt::join(context.version.lastInterfaces, ", "));
    case SocketRule::LastResort:
        return fmt::format("no other interface has an address: {} is a last resort", name);
    case SocketRule::None:
        break;
    }
    if (context.environment.text(Variable::CommId))
        return fmt::format("no interface is in the subnet of NCCL_COMM_ID={}: the run fails with \"No usable "
                           "listening interface found\"",
                           context.value(Variable::CommId));
    if (context.environment.text(Variable::SocketIfname))
        return fmt::format("NCCL_SOCKET_IFNAME={} matches no interface with an address: the run fails with "
                           "\"no socket interface found\"",
                           context.value(Variable::SocketIfname));
    return "no interface can be used: the run fails with \"no socket interface found\"";
}

bool isLastResort(std::string_view name, const Version &version) {
    return std::any_of(version.lastInterfaces.begin(), version.lastInterfaces.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Why the entries of an interface were rejected, as far as that is independent of names.
std::optional<BootstrapReason> unseenReason(std::span<const SocketAddress *const> entries,
                                            const Context &context) {
    if (entries.empty())
        return BootstrapReason::NoAddress;
    if (context.rule == SocketRule::CommId)
        return std::nullopt;
    if (context.version.socketNeedsRunning && !entries.front()->running)
        return BootstrapReason::NotRunning;
    const auto family = socketFamily(context.environment);
    const auto visible = [&](const SocketAddress *entry) {
        return isVisible(*entry, family, context.version);
    };
    if (std::any_of(entries.begin(), entries.end(), visible))
        return std::nullopt;
    const bool matchesFamily = std::any_of(entries.begin(), entries.end(), [&](const SocketAddress *entry) {
        return !family || entry->address.family == *family;
    });
    return matchesFamily ? BootstrapReason::Loopback6 : BootstrapReason::OtherFamily;
}

BootstrapReason nameReason(std::string_view name, const Context &context) {
    switch (context.rule) {
    case SocketRule::CommId:
        return BootstrapReason::OtherSubnet;
    case SocketRule::InfiniBand:
        return name.starts_with("ib") ? BootstrapReason::LaterInOrder : BootstrapReason::NotInfiniBand;
    case SocketRule::First:
        return isLastResort(name, context.version) ? BootstrapReason::LastResort
                                                   : BootstrapReason::LaterInOrder;
    case SocketRule::LastResort:
        return BootstrapReason::LastResort;
    case SocketRule::Named:
    case SocketRule::None:
        break;
    }
    if (const auto named = context.environment.text(Variable::SocketIfname); named && named->size() > 1) {
        const InterfaceList list(*named, kMaxSocketInterfaces);
        if (list.takes(name))
            return BootstrapReason::LaterInOrder;
        return list.inverse() ? BootstrapReason::Excluded : BootstrapReason::NotNamed;
    }
    return BootstrapReason::OtherSubnet; // of NCCL_COMM_ID, in which nothing is
}

std::string reasonText(BootstrapReason reason, std::string_view name, const Context &context) {
    const std::string interface = shown(name);
    switch (reason) {
    case BootstrapReason::Chosen:
        return ruleText(context);
    case BootstrapReason::NoAddress:
        return interface + " has no IP address";
    case BootstrapReason::NotRunning:
        return interface + " is not up and running";
    case BootstrapReason::OtherFamily:
        return fmt::format("{} has no address of NCCL_SOCKET_FAMILY={}", interface,
                           context.value(Variable::SocketFamily));
    case BootstrapReason::Loopback6:
        return interface + " has only the IPv6 loopback address";
    case BootstrapReason::NotNamed:
        return fmt::format("NCCL_SOCKET_IFNAME={} does not name {}", context.value(Variable::SocketIfname),
                           interface);
    case BootstrapReason::Excluded:
        return fmt::format("NCCL_SOCKET_IFNAME={} excludes {}", context.value(Variable::SocketIfname),
                           interface);
    case BootstrapReason::OtherSubnet:
        return fmt::format("{} is not in the subnet of NCCL_COMM_ID={}", interface,
                           context.value(Variable::CommId));
    case BootstrapReason::LastResort:
        return interface + " is only a last resort";
    case BootstrapReason::NotInfiniBand:
        return fmt::format("{} does not begin with \"ib\", {} does", interface, shown(context.chosen));
    case BootstrapReason::LaterInOrder:
        return fmt::format("{} comes after {} in kernel order", interface, shown(context.chosen));
    }
    return {};
}

/// Entries by interface, in the order of their first one, then the interfaces without entries.
std::vector<std::pair<std::string, std::vector<const SocketAddress *>>>
byInterface(const host::Host &host, const SocketAddresses &addresses) {
    std::vector<std::pair<std::string, std::vector<const SocketAddress *>>> groups;
    std::map<std::string_view, std::size_t> place;
    for (const SocketAddress &entry : addresses.entries) {
        const auto [at, added] = place.try_emplace(entry.interface, groups.size());
        if (added)
            groups.emplace_back(entry.interface, std::vector<const SocketAddress *>{});
        groups[at->second].second.push_back(&entry);
    }
    for (const host::NetInterface &interface : host.netInterfaces)
        if (!place.contains(interface.name))
            groups.emplace_back(interface.name, std::vector<const SocketAddress *>{});
    return groups;
}

void listCandidates(const host::Host &host, const Context &context, const SocketAddress *chosen,
                    BootstrapChoice &choice) {
    for (const auto &[name, entries] : byInterface(host, context.addresses)) {
        BootstrapCandidate candidate;
        candidate.interface = name;
        const SocketAddress *shownOne = entries.empty() ? nullptr : entries.front();
        if (chosen && chosen->interface == name) {
            candidate.reason = BootstrapReason::Chosen;
            shownOne = chosen;
        } else {
            const auto unseen = unseenReason(entries, context);
            candidate.reason = unseen ? *unseen : nameReason(name, context);
        }
        candidate.address = shownOne ? shownOne->text : std::string{};
        candidate.why = reasonText(candidate.reason, name, context);
        choice.candidates.push_back(std::move(candidate));
    }
}

} // namespace

std::string_view toString(BootstrapReason reason) {
    return kReasons[static_cast<std::size_t>(reason)];
}

BootstrapPeer BootstrapChoice::asPeer(std::string host) const {
    return {std::move(host), interface, address, addresses};
}

BootstrapChoice bootstrapInterface(const host::Host &host, const Environment &environment,
                                   const Version &version, std::span<const BootstrapPeer> peers) {
    const SocketAddresses addresses = socketAddresses(host);
    BootstrapChoice choice;
    choice.orderKnown = addresses.orderKnown;
    choice.addressesKnown = !addresses.entries.empty();
    for (const SocketAddress &entry : addresses.entries)
        if (choice.addresses.size() < BootstrapChoice::kMaxAddresses)
            choice.addresses.push_back(entry.text);
    if (!choice.addressesKnown) {
        choice.why = "no interface address is known: `ip addr` was not read";
        return choice;
    }

    // With NCCL_COMM_ID the subnet decides, whatever NCCL_SOCKET_IFNAME says; a host name in it would have to
    // be resolved, which only the host can.
    Context context{environment, version, addresses, SocketRule::None, {}};
    SocketSearch search;
    if (const auto id = commIdAddress(environment)) {
        for (std::size_t i = 0; i < addresses.entries.size() && search.found.empty(); ++i)
            if (addresses.entries[i].address.hasInSubnet(*id))
                search = {SocketRule::CommId, {i}};
    } else {
        search = findInterfaces(addresses.entries, environment, version, 1);
    }
    const SocketAddress *chosen = search.found.empty() ? nullptr : &addresses.entries[search.found.front()];
    context.rule = search.rule;
    if (chosen) {
        context.chosen = choice.interface = chosen->interface;
        choice.address = chosen->text;
    }
    choice.why = ruleText(context);
    listCandidates(host, context, chosen, choice);
    judgeAgainst(peers, host, choice);
    return choice;
}

} // namespace fabricscope::nccl
