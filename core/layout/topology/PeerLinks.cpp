// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/PeerLinks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace fabricscope::layout {

using draw::Font;
using draw::Item;
using draw::Point;
using draw::Rect;
using draw::Ribbon;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;

namespace {

constexpr double kTop = 8, kTitle = 20, kNodeHeight = 18, kNodeGap = 10, kBottom = 6, kStrip = 3;
constexpr double kMinNode = 44, kMaxNode = 90, kMaxRise = 64, kMinRise = 12;
constexpr int kSegments = 20;
constexpr std::size_t kMaxPairs = 512; ///< more are shown as a sentence
constexpr TextStyle kTitleText{Font::Sans, 11.5F, Token::Text2};

struct Peers {
    std::set<NodeId> gpus;
    std::map<std::pair<NodeId, NodeId>, std::optional<int>> pairs; ///< number of links of each, if counted
    std::optional<int> each; ///< links per pair, if all have the same number
    bool even = true;
};

/// XGMI counts hops: only neighbours (or pairs from a source without hops) are joined directly. NVLink counts
/// links.
Peers peersOf(const topology::Topology &topology, host::GpuLink::Kind kind) {
    Peers peers;
    for (const topology::PeerLink &link : topology.peerLinks()) {
        const bool hops = kind == host::GpuLink::Kind::Xgmi;
        if (link.kind != kind || (hops && link.count && *link.count > 1))
            continue;
        peers.gpus.insert(link.from);
        peers.gpus.insert(link.to);
        const bool isNew =
            peers.pairs.emplace(std::minmax(link.from, link.to), hops ? std::nullopt : link.count).second;
        if (!isNew || hops)
            continue;
        peers.even = peers.even && (peers.pairs.size() == 1 || peers.each == link.count);
        peers.each = link.count;
    }
    return peers;
}

bool isMesh(const Peers &peers) {
    const std::size_t gpus = peers.gpus.size();
    return gpus > 2 && peers.pairs.size() == gpus * (gpus - 1) / 2;
}

bool isDrawn(const Peers &peers) {
    return peers.pairs.size() >= 2 && peers.pairs.size() <= kMaxPairs && !isMesh(peers);
}

std::string textOf(const Peers &peers, std::string_view name) {
    if (peers.pairs.empty())
        return {};
    const std::size_t gpus = peers.gpus.size(), pairs = peers.pairs.size();
    std::string text = fmt::format("{}{}, {} GPUs, {} pair{}", name, isMesh(peers) ? " full mesh" : "", gpus,
                                   pairs, pairs == 1 ? "" : "s");
    if (peers.even && peers.each)
        text += fmt::format(" of {} link{}", *peers.each, *peers.each == 1 ? "" : "s");
    return text;
}

/// Draws one kind of links as an arc diagram.
class Arcs {
public:
    Arcs(Scene &scene, const Peers &peers, double x, double y, double width)
        : m_scene(scene), m_sketch(scene.sketch), m_peers(peers), m_x(x), m_y(y) {
        const auto count = static_cast<double>(peers.gpus.size());
        m_node = std::clamp(std::floor((width + kNodeGap) / count) - kNodeGap, 2.0, kMaxNode);
        for (const NodeId gpu : peers.gpus)
            m_places.emplace(gpu, m_places.size());
        std::size_t furthest = 1;
        for (const auto &[pair, links] : peers.pairs)
            furthest = std::max(furthest, span(pair));
        m_perStep = (kMaxRise - kMinRise) / std::max(1.0, static_cast<double>(furthest) - 1);
        m_rise = kMinRise + m_perStep * static_cast<double>(furthest - 1);
    }

    double paint(const std::string &title) {
        m_sketch.setNode(Item::kNoNode);
        m_sketch.text(level::kWords, {m_x, m_y, m_sketch.width(title, kTitleText), kTitle}, title,
                      kTitleText);
        const double top = m_y + kTitle + m_rise + 2;
        for (const auto &[pair, links] : m_peers.pairs)
            paintArc(pair, links, top);
        for (const auto &[gpu, place] : m_places)
            paintGpu(gpu, top);
        return top + kNodeHeight + kBottom;
    }

private:
    using Pair = std::pair<NodeId, NodeId>;

    [[nodiscard]] std::size_t span(const Pair &pair) const {
        const std::size_t a = m_places.at(pair.first), b = m_places.at(pair.second);
        return a < b ? b - a : a - b;
    }
    [[nodiscard]] double left(NodeId gpu) const {
        return m_x + static_cast<double>(m_places.at(gpu)) * (m_node + kNodeGap);
    }

    void paintArc(const Pair &pair, std::optional<int> links, double bottom) {
        const double from = left(pair.first) + m_node / 2, to = left(pair.second) + m_node / 2;
        const double rise =
            kMinRise + m_perStep * static_cast<double>(std::max<std::size_t>(span(pair), 1) - 1);
        std::vector<Point> points;
        for (int i = 0; i <= kSegments; ++i) {
            const double angle = M_PI * i / kSegments;
            points.push_back(
                {(from + to) / 2 - (to - from) / 2 * std::cos(angle), bottom - rise * std::sin(angle)});
        }
        const Node &a = m_scene.node(pair.first), &b = m_scene.node(pair.second);
        std::string label = fmt::format("{}, {}", m_scene.title(a), m_scene.title(b));
        if (links)
            label += fmt::format(": {} link{}", *links, *links == 1 ? "" : "s");
        m_sketch.beginRibbon({Ribbon::Kind::Peer, pair.first, pair.second, std::move(label)});
        const float width = links ? std::clamp(static_cast<float>(*links) / 2, 1.0F, 3.0F) : 1.0F;
        m_sketch.line(level::kShapes, std::move(points), tint(Token::PathNvl, 60, Token::Canvas), width);
        m_sketch.endRibbon();
    }

    void paintGpu(NodeId gpu, double y) {
        const Node &node = m_scene.node(gpu);
        const Rect rect{left(gpu), y, m_node, kNodeHeight};
        m_sketch.setNode(gpu);
        m_sketch.box(level::kShapes, rect, tint(Token::Gpu, 8), outline(Token::Gpu), 2);
        m_sketch.box(level::kShapes, {rect.x, rect.y, std::min(kStrip, m_node), kNodeHeight},
                     solid(Token::Gpu));
        if (m_node >= kMinNode)
            m_sketch.text(level::kWords, {rect.x + 7, y, m_node - 10, kNodeHeight},
                          m_sketch.elided(m_scene.title(node), style::kSmall, m_node - 10), style::kSmall);
        m_sketch.setNode(Item::kNoNode);
    }

    Scene &m_scene;
    Sketch &m_sketch;
    const Peers &m_peers;
    double m_x, m_y, m_node = 0, m_perStep = 0, m_rise = 0;
    std::map<NodeId, std::size_t> m_places;
};

struct PeerKind {
    host::GpuLink::Kind kind;
    std::string_view name;
};
constexpr PeerKind kPeerKinds[] = {{host::GpuLink::Kind::Xgmi, "XGMI"},
                                   {host::GpuLink::Kind::NvLink, "NVLink"}};

} // namespace

std::string peerSentence(const topology::Topology &topology) {
    std::string all;
    for (const PeerKind &kind : kPeerKinds)
        if (const Peers peers = peersOf(topology, kind.kind); !peers.pairs.empty() && !isDrawn(peers))
            all += (all.empty() ? "" : "; ") + textOf(peers, kind.name);
    return all;
}

double paintPeerLinks(Scene &scene, double x, double y, double width) {
    for (const PeerKind &kind : kPeerKinds)
        if (const Peers peers = peersOf(scene.topology, kind.kind); isDrawn(peers))
            y = Arcs(scene, peers, x, y + kTop, width).paint(textOf(peers, kind.name));
    return y;
}

} // namespace fabricscope::layout
