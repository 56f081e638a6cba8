// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/affinity/AffinityHops.h"

#include "core/layout/scene/Scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace fabricscope::layout {

using draw::Align;
using draw::Font;
using draw::Item;
using draw::Rect;
using draw::Sketch;
using draw::TextColumn;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::AffinityTable;

namespace {

using topology::HardwarePath;
using topology::Node;
using topology::NodeId;
using topology::NodeKind;
using topology::PathHop;

constexpr double kBoxHeight = 28, kLinkHeight = 17, kLinkX = 14;
constexpr TextStyle kName{Font::Sans, 12, Token::Text};
constexpr TextStyle kAddress{Font::Mono, 11, Token::Text2};
constexpr TextStyle kSide{Font::Sans, 11, Token::Text3};
constexpr TextStyle kRate{Font::Mono, 10.5F, Token::Text2};
constexpr TextStyle kInside{Font::Sans, 11, Token::Text3};

/// Narrower than another link of the path: if all links are equal, none is the narrowest.
bool isNarrower(const HardwarePath &path, std::size_t at) {
    const auto &least = path.hops[at].bandwidth;
    return least && std::any_of(path.hops.begin(), path.hops.end(), [&](const PathHop &hop) {
               return hop.bandwidth && hop.bandwidth->value > least->value;
           });
}

/// A stop of the route, and the link to it from the previous one.
struct Stop {
    std::optional<NodeId> node;
    bool isArea = true; ///< of the host that is judged
    std::string name, address, side;
    Token token = Token::Line2;
    const PathHop *hop = nullptr; ///< nullptr: inside a chip
    std::string inside;
    bool narrowest = false;
};

std::string cpuName(const Node &node) {
    return node.numa ? fmt::format("CPU, NUMA {}", node.numa->value) : "CPU";
}

/// "Switch" of "Switch 41:00.0", since the address is shown next to it.
std::string title(const Node &node) {
    std::string title = node.name;
    if (node.bdf)
        for (const std::string &text : {node.bdf->toString(), node.bdf->toShortString()})
            if (title.size() > text.size() && title.ends_with(text))
                title.resize(title.find_last_not_of(' ', title.size() - text.size() - 1) + 1);
    return title;
}

std::string shortest(const pci::Address &address) {
    return address.domain == 0 ? address.toShortString() : address.toString();
}

std::optional<std::string> nameOf(const affinity::Fabric &fabric, NodeId node) {
    for (const affinity::Gpu &gpu : fabric.gpus)
        if (gpu.node == node)
            return gpu.name;
    for (const affinity::Nic &nic : fabric.nics)
        if (nic.node == node)
            return nic.name;
    return std::nullopt;
}

class Route {
public:
    Route(const Hops &hops, const AffinityTable &table)
        : m_topology(hops.topology), m_path(hops.path), m_table(table), m_ofGuest(hops.guest.has_value()) {
        add(m_path.hops.front().from, nullptr, {});
        for (std::size_t i = 0; i < m_path.hops.size(); ++i)
            addHop(m_path.hops[i], m_path.narrowest == i && isNarrower(m_path, i));
        if (hops.guest) {
            nameEnd(m_stops.front(), hops.guest->first);
            nameEnd(m_stops.back(), hops.guest->second);
        }
    }
    [[nodiscard]] const std::vector<Stop> &stops() const { return m_stops; }

private:
    void add(NodeId id, const PathHop *hop, std::string inside) {
        const Node &node = m_topology.node(id);
        Stop stop;
        stop.node = id;
        stop.isArea = !m_ofGuest;
        stop.hop = hop;
        stop.inside = std::move(inside);
        stop.token = kindToken(node.kind, node.frontEnd);
        if (node.kind == NodeKind::RootComplex) {
            stop.name = cpuName(node);
            stop.token = Token::Numa;
        } else {
            stop.name = m_ofGuest ? title(node) : nameOf(m_table.fabric(), id).value_or(title(node));
        }
        if (node.bdf && node.kind != NodeKind::RootComplex)
            stop.address = m_ofGuest ? shortest(*node.bdf) : m_table.addressText(*node.bdf);
        if (node.kind == NodeKind::Gpu || node.kind == NodeKind::Nic || node.kind == NodeKind::Partition)
            stop.side = node.numa ? fmt::format("NUMA {}", node.numa->value) : "NUMA unknown";
        m_stops.push_back(std::move(stop));
    }

    static void nameEnd(Stop &stop, const GuestEnd &end) {
        stop.name = end.name;
        if (const auto address = pci::Address::parse(end.onHypervisor))
            stop.address = shortest(*address);
        stop.side = end.address + " in the VM";
    }

    void addHop(const PathHop &hop, bool narrowest) {
        const bool between = hop.kind == PathHop::Kind::Socket || hop.kind == PathHop::Kind::Sockets;
        if (m_stops.back().node != hop.from)
            add(hop.from, nullptr, between || m_stops.back().token == Token::Numa ? "inside the socket" : "");
        switch (hop.kind) {
        case PathHop::Kind::Link:
        case PathHop::Kind::Peer:
            add(hop.to, &hop, {});
            m_stops.back().narrowest = narrowest;
            return;
        case PathHop::Kind::HostBridge:
            return add(hop.to, nullptr, "inside the host bridge");
        case PathHop::Kind::Socket: // one CPU: its host bridges are not drawn apart
            if (m_topology.node(hop.to).kind != NodeKind::RootComplex)
                return add(hop.to, nullptr, "host bridge to host bridge");
            m_stops.back().side = "host bridge to host bridge";
            m_stops.back().node = hop.to;
            return;
        case PathHop::Kind::Sockets:
            return add(hop.to, nullptr, "socket to socket");
        }
    }

    const topology::Topology &m_topology;
    const HardwarePath &m_path;
    const AffinityTable &m_table;
    bool m_ofGuest;
    std::vector<Stop> m_stops;
};

std::string rateText(const Stop &stop) {
    if (stop.hop->kind == PathHop::Kind::Peer)
        return stop.hop->bandwidth ? toString(*stop.hop->bandwidth) : "rate unknown";
    std::string text = stop.hop->rate ? stop.hop->rate->toString() : std::string("rate unknown");
    if (stop.hop->bandwidth)
        text += "  " + toString(*stop.hop->bandwidth);
    return text;
}

void paintLink(TextColumn &column, const Stop &stop, bool highlighted) {
    const bool inside = stop.hop == nullptr;
    const Token token = highlighted ? Token::Error : Token::Text3;
    column.sketch.setNode(Item::kNoNode);
    column.sketch.box(level::kAlways, {column.x + kLinkX, column.y, inside ? 2.0 : 4.0, kLinkHeight},
                      solid(token));
    const Rect label{column.x + kLinkX + 14, column.y, column.width - kLinkX - 14, kLinkHeight};
    if (inside) {
        column.sketch.text(level::kAlways, label, stop.inside, kInside);
    } else {
        column.sketch.text(level::kAlways, label, rateText(stop), kRate);
        if (stop.narrowest)
            column.sketch.text(level::kAlways, label, "narrowest", {Font::SansSemibold, 10.5F, Token::Text},
                               Align::Right);
    }
    column.accessibleText +=
        (inside ? stop.inside : rateText(stop)) + (stop.narrowest ? ", narrowest" : "") + "\n";
    column.y += kLinkHeight;
}

void paintStop(TextColumn &column, const Stop &stop) {
    Sketch &sketch = column.sketch;
    const Rect box{column.x, column.y, column.width, kBoxHeight};
    const std::string &address = stop.address;
    if (stop.node && stop.isArea) {
        sketch.setNode(*stop.node);
        sketch.area(*stop.node, box, stop.name + (address.empty() ? "" : ", " + address), 3);
    }
    sketch.box(level::kAlways, box, tint(stop.token, 13), outline(stop.token), 3);
    sketch.box(level::kAlways, {box.x, box.y, 3, box.height}, solid(stop.token));
    const double nameWidth = std::min(sketch.width(stop.name, kName), column.width * 0.5);
    sketch.text(level::kAlways, {box.x + 12, box.y, nameWidth, kBoxHeight},
                sketch.elided(stop.name, kName, nameWidth), kName);
    const double left = box.x + 12 + nameWidth + 8;
    const double addressWidth = address.empty() ? 0 : sketch.width(address, kAddress);
    sketch.text(level::kAlways, {left, box.y, addressWidth, kBoxHeight}, address, kAddress);
    const double room = box.right() - 8 - left - addressWidth - 8;
    if (!stop.side.empty() && sketch.width(stop.side, kSide) <= room)
        sketch.text(level::kAlways, {left + addressWidth + 8, box.y, room, kBoxHeight}, stop.side, kSide,
                    Align::Right);
    sketch.setNode(Item::kNoNode);
    column.accessibleText += stop.name + (address.empty() ? "" : " " + address) +
                             (stop.isArea || stop.side.empty() ? "" : ", " + stop.side) + "\n";
    column.y += kBoxHeight;
}

} // namespace

void paintHops(TextColumn &column, const Hops &hops, const AffinityTable &table) {
    if (hops.path.hops.empty())
        return;
    const Route route(hops, table);
    bool first = true;
    for (const Stop &stop : route.stops()) {
        if (!first)
            paintLink(column, stop, hops.highlighted);
        paintStop(column, stop);
        first = false;
    }
}

std::string hopsText(const HardwarePath &path) {
    std::size_t links = 0;
    std::string over;
    for (const PathHop &hop : path.hops) {
        links += hop.kind == PathHop::Kind::Link || hop.kind == PathHop::Kind::Peer ? 1 : 0;
        over = hop.kind == PathHop::Kind::HostBridge ? " over a host bridge"
               : hop.kind == PathHop::Kind::Socket   ? " over two host bridges"
               : hop.kind == PathHop::Kind::Sockets  ? " over two sockets"
                                                     : over;
    }
    std::string text = fmt::format("{} link{}{}", links, links == 1 ? "" : "s", over);
    if (path.reach.bandwidth)
        text += ", " + toString(*path.reach.bandwidth) + " one way";
    return text;
}

} // namespace fabricscope::layout
