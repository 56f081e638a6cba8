// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/scene/Scene.h"
#include "core/topology/Links.h"

#include <array>

namespace fabricscope::layout {

using draw::Token;

namespace {

constexpr std::size_t kGroupColours = 8;

Token groupColour(std::size_t number) {
    return static_cast<Token>(static_cast<std::size_t>(Token::Group0) + number % kGroupColours);
}

/// Healthy states are neutral: a full link has no colour of its own.
Tone toneByLink(const Node &node) {
    using State = topology::Link::State;
    if (!node.link)
        return {Token::Line2, true};
    switch (node.link->state) {
    case State::Full:
        return {Token::Switch, false};
    case State::Slow:
        return {Scene::severityToken(topology::linkSeverity(node).value_or(findings::Severity::Note)), false};
    case State::Narrow:
        return {Token::Warning, false};
    case State::Down:
        return {Token::Error, false};
    case State::Unknown:
        break;
    }
    return {Token::Line2, true};
}

} // namespace

Token kindToken(NodeKind kind, bool frontEnd) {
    switch (kind) {
    case NodeKind::Gpu:
    case NodeKind::Partition:
        return Token::Gpu;
    case NodeKind::Nic:
        return frontEnd ? Token::FrontEndNic : Token::Nic;
    case NodeKind::Nvme:
        return Token::Nvme;
    case NodeKind::Switch:
    case NodeKind::NvSwitch:
        return Token::Switch;
    case NodeKind::RootPort:
    case NodeKind::Bridge:
        return Token::RootPort;
    case NodeKind::Numa:
        return Token::Numa;
    default:
        return Token::Line2;
    }
}

Token Scene::groupToken(IommuGroup group) {
    return groupColour(group.value);
}

Token Scene::ownerToken(std::size_t position) {
    // Without colours near amber and red, which mean findings, and without grey, which means the host's own.
    static constexpr std::array kOwners{Token::Group1, Token::Group2, Token::Group6, Token::Group4,
                                        Token::Group3};
    return kOwners[position % kOwners.size()];
}

void Scene::findOwners() {
    for (const Node &node : topology.nodes())
        if (node.owner && m_ownerPositions.try_emplace(*node.owner, m_owners.size()).second)
            m_owners.push_back(*node.owner);
}

Tone Scene::toneByKind(const Node &node) const {
    const Token token = kindToken(node.kind, node.frontEnd);
    return {token, token == Token::Line2};
}

/// A NIC with one VF is passed through by that VF: its box shows the VF's group and owner.
const Node &Scene::passedThroughFunction(const Node &node) const {
    const auto functions = virtualFunctions(node.id);
    return functions.size() == 1 ? this->node(functions.front()) : node;
}

Tone Scene::toneByGroup(const Node &node) const {
    const Node &shown = passedThroughFunction(node);
    return shown.iommuGroup ? Tone{groupToken(*shown.iommuGroup), false} : Tone{Token::Line2, true};
}

Tone Scene::toneByOwner(const Node &node) const {
    const Node &owned = node.owner ? node : passedThroughFunction(node);
    if (!owned.owner)
        return {Token::Line2, true};
    return {ownerToken(m_ownerPositions.at(*owned.owner)), false};
}

Tone Scene::tone(const Node &node) const {
    if (!isDevice(node.kind))
        return toneByKind(node);
    switch (options.colourBy) {
    case ColourBy::Kind:
        return toneByKind(node);
    case ColourBy::IommuGroup:
        return toneByGroup(node);
    case ColourBy::Link:
        return toneByLink(node);
    case ColourBy::Owner:
        return toneByOwner(node);
    }
    return {};
}

} // namespace fabricscope::layout
