// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/HostHeader.h"

#include "core/layout/Facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace fabricscope::layout {
namespace {

constexpr double kFactGap = 12, kMaxName = 420, kChipHeight = 18, kChipPadding = 6;
constexpr TextStyle kChipText{Font::SansSemibold, 11, Token::WarningText};
constexpr TextStyle kPeers{Font::Sans, 11.5F, Token::Text2};

std::vector<Fact> hostFacts(const host::Host &host) {
    std::vector<Fact> facts;
    std::string machine = host.vendor.valueOr("");
    if (host.product)
        machine += (machine.empty() ? "" : " ") + *host.product;
    if (!machine.empty())
        facts.push_back({machine, 2});
    if (host.kernel)
        facts.push_back({"Linux " + *host.kernel, 1});
    if (host.uid) // what an ordinary user may not read is missing from the picture
        facts.push_back({*host.uid == 0 ? std::string("read as root")
                                        : fmt::format("read as uid {}, without root", *host.uid),
                         3});
    return facts;
}

struct Peers {
    std::set<NodeId> gpus;
    std::set<std::pair<NodeId, NodeId>> pairs;
    std::optional<int> each; ///< links a pair, where all have as many
    bool even = true;
};

/// XGMI counts hops: only neighbours (or a source that does not say) are joined directly. NVLink counts
/// links.
Peers peersOf(const topology::Topology &topology, host::GpuLink::Kind kind) {
    Peers peers;
    for (const topology::PeerLink &link : topology.peerLinks()) {
        const bool hops = kind == host::GpuLink::Kind::Xgmi;
        if (link.kind != kind || (hops && link.count && *link.count > 1))
            continue;
        peers.gpus.insert(link.from);
        peers.gpus.insert(link.to);
        const bool isNew = peers.pairs.insert(std::minmax(link.from, link.to)).second;
        if (!isNew || hops)
            continue;
        peers.even = peers.even && (peers.pairs.size() == 1 || peers.each == link.count);
        peers.each = link.count;
    }
    return peers;
}

std::string textOf(const Peers &peers, std::string_view name) {
    if (peers.pairs.empty())
        return {};
    const std::size_t gpus = peers.gpus.size(), pairs = peers.pairs.size();
    const bool mesh = gpus > 2 && pairs == gpus * (gpus - 1) / 2;
    std::string text = fmt::format("{}{}, {} GPUs, {} pair{}", name, mesh ? " full mesh" : "", gpus, pairs,
                                   pairs == 1 ? "" : "s");
    if (peers.even && peers.each)
        text += fmt::format(" of {} link{}", *peers.each, *peers.each == 1 ? "" : "s");
    return text;
}

double paintSimulated(Scene &scene, double x, double y) {
    constexpr std::string_view kWord = "simulated";
    Sketch &sketch = scene.sketch;
    const double width = sketch.width(kWord, kChipText) + 2 * kChipPadding;
    const Rect rect{x, y + (kHostHeaderHeight - kChipHeight) / 2, width, kChipHeight};
    sketch.box(level::kAlways, rect, tint(Token::Warning, 16), solid(Token::Warning), 2);
    sketch.text(level::kAlways, {x + kChipPadding, rect.y, width - 2 * kChipPadding, rect.height},
                std::string(kWord), kChipText);
    return width;
}

} // namespace

std::string peerLinkText(const topology::Topology &topology) {
    std::string text = textOf(peersOf(topology, host::GpuLink::Kind::Xgmi), "XGMI");
    if (const std::string nvlink = textOf(peersOf(topology, host::GpuLink::Kind::NvLink), "NVLink");
        !nvlink.empty())
        text += (text.empty() ? "" : "; ") + nvlink;
    return text;
}

void paintHostHeader(Scene &scene, double x, double y, double width) {
    Sketch &sketch = scene.sketch;
    const host::Host &host = scene.topology.host();
    const Node &node = scene.node(0);
    const std::string name = host.hostname && !host.hostname->empty() ? *host.hostname
                             : !host.id.target.empty()                ? host.id.target
                                                                      : scene.title(node);
    sketch.setNode(node.id);
    sketch.area(node.id, {x, y, width, kHostHeaderHeight},
                scene.label(node) + (host.simulated.empty() ? "" : ", simulated"), 3);
    double left = x, right = x + width;
    const double nameWidth = std::min(kMaxName, sketch.width(name, style::kHostName));
    sketch.text(level::kAlways, {left, y, nameWidth, kHostHeaderHeight}, name, style::kHostName);
    left += nameWidth + kFactGap;
    if (!host.simulated.empty())
        left += paintSimulated(scene, left, y) + kFactGap;
    if (std::string peers = peerLinkText(scene.topology); !peers.empty()) {
        const double needed = sketch.width(peers, kPeers);
        if (left + needed <= right) {
            sketch.text(level::kWords, {right - needed, y, needed, kHostHeaderHeight}, std::move(peers),
                        kPeers, Align::Right);
            right -= needed + 2 * kFactGap;
        }
    }
    const double room = std::max(0.0, right - left);
    if (std::string facts = fittingFacts(sketch, hostFacts(host), style::kHostFacts, room); !facts.empty())
        sketch.text(level::kWords, {left, y, room, kHostHeaderHeight}, std::move(facts), style::kHostFacts);
}

} // namespace fabricscope::layout
