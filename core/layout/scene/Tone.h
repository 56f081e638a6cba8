// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Sketch.h"
#include "core/layout/scene/MutedFindings.h"
#include "core/topology/Topology.h"

#include <optional>

namespace fabricscope::layout {

using topology::Node;
using topology::NodeKind;

/// How a node is coloured: its strip and tints, by the chosen mode; severity in its outline comes on top of
/// that.
struct Tone {
    draw::Token token = draw::Token::Line2;
    bool neutral = false; ///< nothing to show in this mode: no tint, the common outline
    [[nodiscard]] draw::Paint fill(std::uint8_t percent = 13) const {
        return neutral ? solid(draw::Token::Surface) : tint(token, percent);
    }
    [[nodiscard]] draw::Paint outline() const {
        return neutral ? solid(draw::Token::Line2) : draw::outline(token);
    }
};

/// Kind's own colour; a front-end NIC differs from a fabric's.
[[nodiscard]] draw::Token kindToken(NodeKind kind, bool frontEnd);
[[nodiscard]] draw::Token ownerToken(std::size_t position);
[[nodiscard]] draw::Token groupToken(IommuGroup group);
/// Healthy states are neutral: a full link has no colour of its own.
[[nodiscard]] Tone toneByKind(const Node &node);
[[nodiscard]] Tone toneByLink(const Node &node);

/// The most severe finding; a dead device is always an error.
/// Without the findings in `muted`, where there are some.
[[nodiscard]] std::optional<findings::Severity> severityOf(const Node &node,
                                                           const MutedFindings *muted = nullptr);
[[nodiscard]] draw::Token severityToken(findings::Severity severity);
[[nodiscard]] draw::Glyph severityGlyph(findings::Severity severity);

} // namespace fabricscope::layout
