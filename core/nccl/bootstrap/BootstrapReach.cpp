// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether the peers reach the interface that a host takes, and which one would be better.
#include "core/base/HostText.h"
#include "core/nccl/bootstrap/Bootstrap.h"
#include "core/nccl/bootstrap/IpAddress.h"
#include "core/nccl/bootstrap/Routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <vector>

namespace fabricscope::nccl {

namespace {

constexpr int kIpoibType = 32; // ARPHRD_INFINIBAND

std::string shown(std::string_view text) {
    return HostText(text).plain(64);
}

struct Judgement {
    Reach reach = Reach::Unknown;
    std::string why;
};

/// A peer with its addresses as numbers.
struct Peer {
    const BootstrapPeer *stated = nullptr;
    std::optional<IpAddress> chosen;
    std::vector<IpAddress> addresses;

    [[nodiscard]] bool has(const IpAddress &address) const {
        return std::any_of(addresses.begin(), addresses.end(),
                           [&](const IpAddress &other) { return other.sameAddress(address); });
    }
    [[nodiscard]] bool hasNeighbourOf(const IpAddress &address) const {
        return std::any_of(addresses.begin(), addresses.end(), [&](const IpAddress &other) {
            return address.hasInSubnet(other) && !other.sameAddress(address);
        });
    }
};

std::vector<Peer> peersOf(std::span<const BootstrapPeer> stated) {
    std::vector<Peer> peers;
    for (const BootstrapPeer &one : stated) {
        Peer peer{&one, IpAddress::parse(one.address), {}};
        for (const std::string &text : one.addresses)
            if (const auto address = IpAddress::parse(text);
                address && peer.addresses.size() < BootstrapChoice::kMaxAddresses)
                peer.addresses.push_back(*address);
        peers.push_back(std::move(peer));
    }
    return peers;
}

/// Only of this address.
std::optional<Judgement> alone(const std::string &interface, const IpAddress &address) {
    if (address.isLoopback())
        return Judgement{Reach::No, fmt::format("{} is the loopback: no other host reaches it", interface)};
    if (address.isLinkLocal())
        return Judgement{Reach::No,
                         fmt::format("{} has a link-local address, which is not routed", interface)};
    return std::nullopt;
}

std::string plain(std::string_view address) {
    return shown(address.substr(0, address.find('/')));
}

/// A peer in another subnet. `interface` is the one on which the library of this host contacts it.
Judgement byRoute(const Routes &routes, const Peer &peer, const std::string &interface, bool isLocal) {
    const std::string where = fmt::format("{} uses {} ({}), in another subnet", shown(peer.stated->host),
                                          shown(peer.stated->interface), plain(peer.stated->address));
    const host::Route *route = routes.to(*peer.chosen);
    if (route == nullptr)
        return {Reach::Unknown,
                where + (routes.isKnown(peer.chosen->family)
                             ? ": only a route could connect them, and the main routing table has none"
                             : ": only a route could connect them, and none is known")};
    const std::string way = routeText(*route);
    if (route->rejected)
        return {Reach::No, fmt::format("{}, which the routing table here rejects", where)};
    if (route->interface != interface)
        return {Reach::Unknown,
                fmt::format("{}: reached {}, which uses {}", where, way, shown(route->interface))};
    // The hypervisor, or this host, is in between: it allows outgoing connections, and usually no incoming
    // ones.
    if (isLocal)
        return {Reach::Unknown,
                fmt::format("{}: {} leads to it, but other machines usually cannot connect to {}", where,
                            way.substr(way.find("the")), shown(interface))};
    return {Reach::Yes,
            fmt::format("{} ({}) {}", shown(peer.stated->host), plain(peer.stated->address), way)};
}

/// Lists some by name, and the number of the rest.
std::string routedText(std::size_t all, const std::vector<std::string> &routed) {
    constexpr std::size_t kMost = 2;
    std::string text =
        routed.size() == all
            ? std::string("routes lead to ")
            : fmt::format("in the subnet of {} of {} other hosts; routes lead to ", all - routed.size(), all);
    for (std::size_t i = 0; i < std::min(routed.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + routed[i];
    if (routed.size() > kMost)
        text += fmt::format(" and {} more", routed.size() - kMost);
    return text;
}

/// Properties of the interface here that matter for reaching peers.
struct Here {
    const std::string &name;
    const Routes &routes;
    bool isLocal = false; ///< it ends on this host
};

Judgement against(std::span<const Peer> peers, const Here &here, const IpAddress &address,
                  std::string_view text) {
    const std::string name = shown(here.name);
    if (auto judgement = alone(name, address))
        return *judgement;
    for (const Peer &peer : peers)
        if (peer.has(address))
            return {Reach::No, fmt::format("{} also has the address {}: the network is local to each host; "
                                           "no other host answers there",
                                           shown(peer.stated->host), plain(text))};
    if (peers.empty())
        return {Reach::Unknown, "no other host of the job is known"};
    Judgement worst{Reach::Yes, {}};
    std::vector<std::string> routed;
    for (const Peer &peer : peers) {
        if (peer.chosen && address.hasInSubnet(*peer.chosen))
            continue;
        Judgement judgement =
            peer.chosen ? byRoute(here.routes, peer, here.name, here.isLocal)
                        : Judgement{Reach::Unknown,
                                    fmt::format("the interface of {} is unknown", shown(peer.stated->host))};
        if (judgement.reach == Reach::No)
            return judgement;
        if (judgement.reach == Reach::Yes)
            routed.push_back(std::move(judgement.why));
        else if (worst.reach == Reach::Yes)
            worst = std::move(judgement);
    }
    if (worst.reach == Reach::Yes)
        worst.why = routed.empty() ? fmt::format("in the subnet of all {} other hosts", peers.size())
                                   : routedText(peers.size(), routed);
    return worst;
}

/// The kind of an interface, as far as it matters for who can be reached there.
struct Traits {
    bool card = false;   ///< a PCI function that is no virtio device
    bool fabric = false; ///< it carries RDMA: for data, seldom for bootstrap
    bool local = false;  ///< by name it ends on this host: a bridge, a tap, a container's link
    std::string what;    ///< "a virtio link to the hypervisor"
};

std::set<host::Address> rdmaFunctions(const host::Host &host) {
    std::set<host::Address> functions;
    for (const host::RdmaDevice &rdma : host.rdmaDevices)
        if (rdma.device)
            functions.insert(*rdma.device);
    return functions;
}

Traits traitsOf(const host::Host &host, const std::set<host::Address> &rdma,
                const host::NetInterface &interface) {
    Traits traits;
    const host::PciFunction *function = interface.device ? host.function(*interface.device) : nullptr;
    constexpr std::uint16_t kVirtio = 0x1af4;
    const bool virtio = function && ((function->driver && *function->driver == "virtio-pci") ||
                                     (function->vendor && *function->vendor == kVirtio));
    traits.card = interface.device.has_value() && !virtio;
    traits.fabric = (interface.device && rdma.contains(*interface.device)) ||
                    (interface.type && *interface.type == kIpoibType);
    struct Kind {
        std::string_view prefix, what;
    };
    static constexpr std::array<Kind, 12> kKinds = {{
        {"vmtap", "a tap between this VM and its hypervisor"},
        {"tap", "a tap of a virtual machine"},
        {"vnet", "a tap of a virtual machine"},
        {"virbr", "a libvirt bridge on this host"},
        {"docker", "a container bridge on this host"},
        {"br-", "a container bridge on this host"},
        {"cni", "a container bridge on this host"},
        {"podman", "a container bridge on this host"},
        {"veth", "a container's link"},
        {"cali", "a container's link"},
        {"flannel", "a container overlay"},
        {"usb", "a USB link, often to the BMC"},
    }};
    for (const Kind &kind : kKinds)
        if (traits.what.empty() && interface.name.starts_with(kind.prefix)) {
            traits.what = kind.what;
            traits.local = true;
        }
    if (traits.what.empty())
        traits.what = virtio ? "a virtio interface" : traits.card ? "a network card" : "a virtual interface";
    return traits;
}

struct Better {
    const host::NetInterface *interface = nullptr;
    IpAddress address;
    std::string text;
    Traits traits;
    int score = -1;
};

bool isNeighbourOfAll(std::span<const Peer> peers, const IpAddress &address) {
    return !peers.empty() && std::all_of(peers.begin(), peers.end(),
                                         [&](const Peer &peer) { return peer.hasNeighbourOf(address); });
}

/// Suitability of an address for the bootstrap; negative: unsuitable.
int scoreOf(const Traits &traits, const Here &here, const IpAddress &address, std::span<const Peer> peers) {
    if (against(peers, here, address, {}).reach == Reach::No)
        return -1;
    return (isNeighbourOfAll(peers, address) ? 8 : 0) + (traits.card ? 4 : 0) + (traits.fabric ? 0 : 2) +
           (address.family == IpAddress::Family::V4 ? 1 : 0);
}

/// The best of the interfaces that are up and that the library would accept if configured.
Better bestOf(const host::Host &host, const Routes &routes, const BootstrapChoice &choice,
              std::span<const Peer> peers) {
    std::set<std::string_view> down;
    for (const BootstrapCandidate &candidate : choice.candidates)
        if (candidate.reason == BootstrapReason::NotRunning)
            down.insert(candidate.interface);
    const auto rdma = rdmaFunctions(host);
    Better best;
    std::size_t looked = 0;
    for (const host::NetInterface &interface : host.netInterfaces) {
        if (interface.addresses.empty() || down.contains(interface.name))
            continue;
        const Traits traits = traitsOf(host, rdma, interface);
        for (const std::string &text : interface.addresses) {
            if (++looked > BootstrapChoice::kMaxAddresses)
                return best;
            const auto address = IpAddress::parse(text);
            const Here here{interface.name, routes, traits.local};
            const int score = address ? scoreOf(traits, here, *address, peers) : -1;
            if (score > best.score)
                best = {&interface, *address, text, traits, score};
        }
    }
    return best;
}

bool isPlainWord(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-' || c == '.' || c == '@';
    });
}

/// NCCL_SOCKET_IFNAME matches names by prefix: "=eth1" if there is an eth10 as well. Names that a shell would
/// not read as one word, or that NCCL would split, are not put into a command.
std::vector<std::string> exportsFor(const host::Host &host, const Better &better) {
    const std::string &name = better.interface->name;
    if (!isPlainWord(name))
        return {};
    const bool prefixOfOther = std::any_of(
        host.netInterfaces.begin(), host.netInterfaces.end(),
        [&](const host::NetInterface &other) { return other.name != name && other.name.starts_with(name); });
    return {fmt::format("export NCCL_SOCKET_IFNAME={}{}", prefixOfOther ? "=" : "", name),
            fmt::format("export NCCL_SOCKET_FAMILY={}",
                        better.address.family == IpAddress::Family::V4 ? "AF_INET" : "AF_INET6")};
}

} // namespace

void judgeAgainst(std::span<const BootstrapPeer> others, const host::Host &host, BootstrapChoice &choice) {
    choice.reachableByPeers = Reach::Unknown;
    choice.reachWhy.clear();
    choice.better.clear();
    choice.betterWhy.clear();
    choice.betterIsSure = false;
    choice.exportLines.clear();
    if (!choice.addressesKnown)
        return;
    const std::vector<Peer> peers = peersOf(others);
    const Routes routes(host);
    const auto address = IpAddress::parse(choice.address);
    const auto chosen =
        std::find_if(host.netInterfaces.begin(), host.netInterfaces.end(),
                     [&](const host::NetInterface &interface) { return interface.name == choice.interface; });
    int score = -1;
    Traits traits;
    if (address && chosen != host.netInterfaces.end()) {
        traits = traitsOf(host, rdmaFunctions(host), *chosen);
        const Here here{choice.interface, routes, traits.local};
        const Judgement judgement = against(peers, here, *address, choice.address);
        choice.reachableByPeers = judgement.reach;
        choice.reachWhy = judgement.why;
        score = scoreOf(traits, here, *address, peers);
    }

    // If the peers are reached, or a physical NIC was chosen and no peer is known, nothing is better.
    if (choice.reachableByPeers == Reach::Yes || (score >= 0 && traits.card && peers.empty()))
        return;
    const Better best = bestOf(host, routes, choice, peers);
    constexpr int kOneClass = 2; // smaller differences do not matter
    if (!best.interface || best.interface->name == choice.interface || best.score < score + kOneClass)
        return;
    choice.better = best.interface->name;
    const std::string there =
        fmt::format("{} ({}) is {}", shown(choice.better), plain(best.text), best.traits.what);
    choice.betterWhy = choice.interface.empty()
                           ? there
                           : fmt::format("{} is {}; {}", shown(choice.interface), traits.what, there);
    choice.betterIsSure =
        (traits.local && best.traits.card) ||
        (isNeighbourOfAll(peers, best.address) && !(address && isNeighbourOfAll(peers, *address)));
    choice.exportLines = exportsFor(host, best);
}

} // namespace fabricscope::nccl
