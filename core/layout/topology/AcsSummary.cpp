// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/AcsSummary.h"

#include <algorithm>

namespace fabricscope::layout {

using draw::Font;
using draw::Glyph;
using draw::Token;

namespace {

constexpr std::uint8_t kDirectTranslated = 0x40;
/// Without root the kernel returns 64 bytes, and conventional config space ends at 256: ACS is beyond.
constexpr std::uint16_t kExtendedBegin = 256;

struct Counts {
    std::size_t unknown = 0, without = 0, redirecting = 0, direct = 0, off = 0, total = 0;
};

Counts countPorts(const Scene &scene, const Node &node) {
    Counts counts;
    const auto &functions = scene.topology.host().functions;
    for (const topology::Port &port : node.ports) {
        if (port.upstream || port.function >= functions.size())
            continue;
        ++counts.total;
        const auto &config = functions[port.function].config;
        if (!config || config->dead || (!config->acs && config->bytesRead <= kExtendedBegin))
            ++counts.unknown;
        else if (!config->acs)
            ++counts.without;
        else if ((config->acs->enabled & kDirectTranslated) != 0)
            ++counts.direct;
        else if (config->acs->redirectsPeers())
            ++counts.redirecting;
        else
            ++counts.off;
    }
    return counts;
}

/// Whether at least two devices that exchange data are below it: only then does redirection cost bandwidth.
bool hasPeers(const Scene &scene, const Node &node) {
    const auto below = scene.tree.content(node.id);
    return std::count_if(below.begin(), below.end(), [&scene](NodeId id) {
               const NodeKind kind = scene.node(id).kind;
               return kind == NodeKind::Gpu || kind == NodeKind::Nic;
           }) >= 2;
}

} // namespace

Chip acsChip(const AcsSummary &acs) {
    return {acs.text, Token::Warning, Glyph::Warning, Font::Sans, {}};
}

Chip shortAcsChip() {
    return {"ACS", Token::Warning, Glyph::Warning, Font::Sans, {}};
}

AcsSummary acsSummary(const Scene &scene, const Node &node) {
    const Counts counts = countPorts(scene, node);
    if (counts.total == 0 || counts.unknown == counts.total)
        return {scene.knowsAcs() ? "ACS unknown" : "", false, false};
    if (counts.redirecting > 0)
        return {"ACS redir", hasPeers(scene, node), true};
    if (counts.unknown > 0)
        return {"ACS unknown", false, false};
    if (counts.direct == counts.total)
        return {"ACS DT+", false, true};
    if (counts.without == counts.total)
        return {"no ACS", false, true};
    return {counts.direct > 0 ? "ACS mixed" : "ACS off", false, true};
}

} // namespace fabricscope::layout
