// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/scene/Tone.h"

#include "core/topology/Links.h"

#include <algorithm>
#include <array>

namespace fabricscope::layout {

using draw::Glyph;
using draw::Token;
using findings::Severity;

namespace {

constexpr std::size_t kGroupColours = 8;

Token groupColour(std::size_t number) {
    return static_cast<Token>(static_cast<std::size_t>(Token::Group0) + number % kGroupColours);
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

Token groupToken(IommuGroup group) {
    return groupColour(group.value);
}

Token ownerToken(std::size_t position) {
    // Without colours near amber and red, which mean findings, and without grey, which means the host's own.
    static constexpr std::array kOwners{Token::Group1, Token::Group2, Token::Group6, Token::Group4,
                                        Token::Group3};
    return kOwners[position % kOwners.size()];
}

Tone toneByKind(const Node &node) {
    const Token token = kindToken(node.kind, node.frontEnd);
    return {token, token == Token::Line2};
}

Tone toneByLink(const Node &node) {
    using State = topology::Link::State;
    if (!node.link)
        return {Token::Line2, true};
    switch (node.link->state) {
    case State::Full:
        return {Token::Switch, false};
    case State::Slow:
        return {severityToken(topology::linkSeverity(node).value_or(findings::Severity::Note)), false};
    case State::Narrow:
        return {Token::Warning, false};
    case State::Down:
        return {Token::Error, false};
    case State::Unknown:
        break;
    }
    return {Token::Line2, true};
}

std::optional<Severity> severityOf(const Node &node, const MutedFindings *muted) {
    const auto isMuted = [&](const std::string &rule) {
        return muted != nullptr && muted->contains({node.id, rule});
    };
    std::optional<Severity> worst;
    if (node.dead && !isMuted("device.dead"))
        worst = Severity::Error;
    for (const findings::Finding &finding : node.findings)
        if (!isMuted(finding.rule))
            worst = worst ? std::max(*worst, finding.severity) : finding.severity;
    return worst;
}

Token severityToken(Severity severity) {
    return severity == Severity::Error     ? Token::Error
           : severity == Severity::Warning ? Token::Warning
                                           : Token::Note;
}

Glyph severityGlyph(Severity severity) {
    return severity == Severity::Error     ? Glyph::Error
           : severity == Severity::Warning ? Glyph::Warning
                                           : Glyph::Note;
}

} // namespace fabricscope::layout
