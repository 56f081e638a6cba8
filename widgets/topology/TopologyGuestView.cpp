// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of TopologyScreen's picture that keep their colour: hits of a search, and the devices of a guest
// on its host.
#include "core/present/hostvm/SeenByGuest.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyToolbar.h"

#include <QSet>

#include <utility>

namespace fabricscope::widgets {

namespace {

/// The guest's devices, the physical functions of its virtual ones, and all their parents.
QSet<std::uint32_t> seenNodes(const topology::Topology &topology, const present::SeenByGuest &seenBy) {
    QSet<std::uint32_t> nodes;
    for (const topology::Node &node : topology.nodes()) {
        if (!node.bdf || seenBy.find(*node.bdf) == nullptr)
            continue;
        if (const auto physical = node.physfn ? topology.find(*node.physfn) : std::nullopt)
            nodes.insert(*physical);
        for (auto at = std::optional(node.id); at && !nodes.contains(*at); at = topology.node(*at).parent)
            nodes.insert(*at);
    }
    return nodes;
}

} // namespace

void TopologyScreen::updateHighlight() {
    QSet<std::uint32_t> hits;
    if (m_search.isEmpty()) {
        if (!m_options.seenBy || !m_content.topology)
            return m_scene->setHighlight({});
        hits = seenNodes(*m_content.topology, *m_options.seenBy);
    }
    for (const topology::NodeId node : m_hits)
        hits.insert(node);
    m_scene->setHighlight([hits = std::move(hits)](std::uint32_t node) { return hits.contains(node); });
}

void TopologyScreen::setGuestViews(const QStringList &guests, int current) {
    m_toolbar->setGuestViews(guests, current);
}

void TopologyScreen::setSeenBy(std::shared_ptr<const present::SeenByGuest> seenBy) {
    const bool same = seenBy == nullptr ? m_options.seenBy == nullptr
                                        : m_options.seenBy != nullptr && *seenBy == *m_options.seenBy;
    if (same)
        return;
    m_options.seenBy = std::move(seenBy);
    relayout();
}

} // namespace fabricscope::widgets
