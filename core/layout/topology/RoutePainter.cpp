// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/scene/LinkPainter.h"
#include "core/layout/topology/Block.h"
#include "core/layout/topology/Ribbons.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace fabricscope::layout {

using draw::Paint;
using draw::Rect;
using draw::Ribbon;
using draw::Token;
using draw::Wiring;
namespace level = draw::level;
using present::Pairing;

namespace {

constexpr double kLeast = 3;          ///< width of a painted link
constexpr double kBetweenBands = 2.5; ///< from the right edge of a band, if another is next to it
constexpr double kInGutter = 6;       ///< from the left edge of a band to a route that runs down there

class RoutePainter {
public:
    using Paint = std::function<void(const Rect &)>;
    RoutePainter(const topology::Topology &topology, const Wiring &wiring, Paint paint)
        : m_topology(topology), m_wiring(wiring), m_paint(std::move(paint)) {}

    /// From the device up to `top`, which is painted down to its bus bar; or, without `top`, out of the root
    /// complex. Returns the last entry painted.
    const Wiring::Entry *walkUp(NodeId device, std::optional<NodeId> top) {
        NodeId at = device;
        const Wiring::Entry *entry = nullptr;
        for (;;) {
            const Rect *link = find(m_wiring.links, at);
            if (link != nullptr)
                paintLink(at, *link);
            if (const Wiring::Entry *found = find(m_wiring.entries, at))
                entry = found;
            const Node &node = m_topology.node(at);
            if (!node.parent)
                return entry;
            const NodeId parent = *node.parent;
            if (link != nullptr)
                paintBar(parent, *link, parent != top);
            if (parent == top)
                return nullptr;
            at = parent;
        }
    }

    /// Both ends leave on the CPU's side.
    void joinAtCpu(const Wiring::Entry &a, const Wiring::Entry &b) {
        const Wiring::Band &bandA = m_wiring.bands[a.band], &bandB = m_wiring.bands[b.band];
        const double yA = exit(a, bandA), yB = exit(b, bandB);
        if (a.band == b.band && yA == yB)
            return across(std::min(a.x, b.x), std::max(a.x, b.x) + lanePixels(16), yA);
        const Rect &left = bandA.frame.x <= bandB.frame.x ? bandA.frame : bandB.frame;
        const double gutter =
            bandA.frame.x == bandB.frame.x ? left.x + kInGutter : left.right() + kBetweenBands;
        across(std::min(gutter, a.x), std::max(gutter + kLeast, a.x + lanePixels(16)), yA);
        across(std::min(gutter, b.x), std::max(gutter + kLeast, b.x + lanePixels(16)), yB);
        paint({gutter, std::min(yA, yB), kLeast, std::abs(yA - yB) + kLeast});
    }

    /// The paths down from a bus bar that were painted: both ends of a route below one switch.
    void joinAtBar(NodeId common, NodeId a, NodeId b) {
        const Rect *linkA = linkBelow(common, a), *linkB = linkBelow(common, b);
        const Wiring::Bus *bus = find(m_wiring.buses, common);
        if (linkA == nullptr || linkB == nullptr || bus == nullptr || bus->bars.empty())
            return;
        const double barA = barAbove(*bus, *linkA), barB = barAbove(*bus, *linkB);
        if (barA == barB) {
            paint({std::min(linkA->x, linkB->x), barA, std::abs(linkA->x - linkB->x) + lanePixels(16),
                   kBarHeight});
            return;
        }
        for (const auto &[link, bar] : {std::pair(linkA, barA), std::pair(linkB, barB)})
            paint({bus->left, bar, link->x + lanePixels(16) - bus->left, kBarHeight});
        paint({bus->left, std::min(barA, barB), kBarHeight, std::abs(barA - barB)});
    }

private:
    template<class Map> static auto find(const Map &map, NodeId node) -> const typename Map::mapped_type * {
        const auto found = map.find(node);
        return found == map.end() ? nullptr : &found->second;
    }

    void paint(const Rect &rect) { m_paint(rect); }

    void across(double left, double right, double y) { paint({left, y, right - left, kLeast}); }

    void paintLink(NodeId node, const Rect &place) {
        const auto &link = m_topology.node(node).link;
        const double pixels = std::max(kLeast, lanePixels(link ? link->width : std::nullopt));
        paint({place.x + std::floor((place.width - pixels) / 2), place.y, pixels, place.height});
    }

    static double barAbove(const Wiring::Bus &bus, const Rect &link) {
        double above = bus.bars.front();
        for (const double bar : bus.bars)
            if (bar <= link.y)
                above = bar;
        return above;
    }

    /// Along the bar of `parent` from the point where `link` leaves it to the point where the path continues
    /// upwards.
    void paintBar(NodeId parent, const Rect &link, bool continues) {
        const Wiring::Bus *bus = find(m_wiring.buses, parent);
        if (bus == nullptr || bus->bars.empty() || !continues)
            return;
        const double bar = barAbove(*bus, link), first = bus->bars.front();
        const Rect *up = find(m_wiring.links, parent);
        const double upX = bus->trunk ? bus->trunk->x : up != nullptr ? up->x : link.x;
        const double from = bar == first ? upX : bus->left;
        paint({std::min(from, link.x), bar, std::abs(from - link.x) + lanePixels(16), kBarHeight});
        if (bar != first) {
            paint({bus->left, first, kBarHeight, bar - first});
            paint({std::min(bus->left, upX), first, std::abs(bus->left - upX) + lanePixels(16), kBarHeight});
        }
        if (bus->trunk)
            paint(*bus->trunk);
    }

    /// The link above `node`, or above a node between it and `above`.
    [[nodiscard]] const Rect *linkBelow(NodeId above, NodeId node) const {
        for (NodeId at = node;;) {
            const auto &parent = m_topology.node(at).parent;
            if (!parent)
                return nullptr;
            if (*parent == above)
                return find(m_wiring.links, at);
            at = *parent;
        }
    }

    /// From the top of a root port's box to the turn: below the header of the band, or above the box if
    /// others are over it. Returns the y of the turn.
    double exit(const Wiring::Entry &entry, const Wiring::Band &band) {
        const double header = band.frame.y + band.header;
        constexpr double kFirstRow = 24, kTurn = 7;
        const double y = entry.top - header < kFirstRow ? header : entry.top - kTurn;
        paint({entry.x, y, lanePixels(16), entry.top - y});
        return y;
    }

    const topology::Topology &m_topology;
    const Wiring &m_wiring;
    Paint m_paint;
};

std::vector<NodeId> lineUp(const Scene &scene, NodeId node) {
    std::vector<NodeId> line{node};
    while (const auto &parent = scene.node(line.back()).parent)
        line.push_back(*parent);
    return line;
}

bool isBelowCpu(NodeKind kind) {
    return kind != NodeKind::RootComplex && kind != NodeKind::Numa && kind != NodeKind::Host;
}

} // namespace

void paintRoute(Scene &scene, const Pairing::Drawn &pair, Token token) {
    const std::vector<NodeId> gpu = lineUp(scene, pair.gpu), nic = lineUp(scene, pair.nic);
    std::optional<NodeId> common;
    for (const NodeId above : gpu)
        if (std::find(nic.begin(), nic.end(), above) != nic.end()) {
            common = above;
            break;
        }
    if (!common || *common == pair.gpu || *common == pair.nic)
        return;
    const bool direct = isBelowCpu(scene.node(*common).kind);
    scene.sketch.beginRibbon({Ribbon::Kind::Route, pair.gpu, pair.nic, "route, " + pair.label});
    RoutePainter painter(scene.topology, scene.wiring, [&scene, token](const Rect &rect) {
        scene.sketch.box(level::kShapes, rect, solid(token));
    });
    if (direct) {
        painter.walkUp(pair.gpu, common);
        painter.walkUp(pair.nic, common);
        painter.joinAtBar(*common, pair.gpu, pair.nic);
    } else {
        const Wiring::Entry *a = painter.walkUp(pair.gpu, std::nullopt);
        const Wiring::Entry *b = painter.walkUp(pair.nic, std::nullopt);
        if (a != nullptr && b != nullptr)
            painter.joinAtCpu(*a, *b);
    }
    scene.sketch.endRibbon();
}

std::vector<Rect> upstreamLinks(const topology::Topology &topology, const Wiring &wiring, NodeId node) {
    std::vector<Rect> way;
    if (node >= topology.nodes().size())
        return way;
    RoutePainter(topology, wiring, [&way](const Rect &rect) {
        way.push_back(rect);
    }).walkUp(node, std::nullopt);
    return way;
}

} // namespace fabricscope::layout
