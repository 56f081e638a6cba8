// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

namespace fabricscope::layout {

/// "Gen5 x16"; "Gen5" or "x16" where only that is known, "down", "unknown".
[[nodiscard]] std::string linkText(const topology::Link &link);

/// How wide a link of this many lanes is drawn: x16 4 px, x8 2 px, x4 and less 1 px.
[[nodiscard]] double lanePixels(std::optional<std::uint8_t> lanes);

/// Whether a label is next to it: not if no link of the host was read.
[[nodiscard]] bool isLabelled(const Scene &scene, const topology::Link &link);
/// A narrow or dead link is shown as a chip, everything else as quiet text.
[[nodiscard]] bool isHighlighted(const topology::Link &link);
/// Of the text or chip next to a link, or at the end of a row.
[[nodiscard]] double linkLabelWidth(Scene &scene, const topology::Link &link);
/// Of the link above `node`, which has one: its left edge at x, its middle at `middle`.
void paintLinkLabel(Scene &scene, const Node &node, double x, double middle);

/// The link above `node`: a vertical line from `top` to `bottom` with its left edge at x, in `token` while it
/// is healthy, with its label at the right. Nodes without a link of their own get a thin line.
void paintLink(Scene &scene, const Node &node, double x, double top, double bottom, draw::Token token);
/// What paintLink() needs to the right of x.
[[nodiscard]] double linkColumnWidth(Scene &scene, const Node &node);
/// How much longer the link above a node is than others because bridges are folded into it; less than 0
/// if it has no label.
[[nodiscard]] double extraLinkHeight(const Scene &scene, NodeId node);

/// A framed word with a severity's glyph, 16 px high: `▲ Gen5 x8`.
struct Chip {
    std::string text;
    draw::Token severity = draw::Token::Warning;
    draw::Glyph glyph = draw::Glyph::Warning;
    draw::Font font = draw::Font::Mono; ///< words are Sans
    std::string hint;                   ///< what it means, in a sentence
};
[[nodiscard]] double chipWidth(Scene &scene, const Chip &chip);
void paintChip(Scene &scene, const Chip &chip, double x, double middle);

} // namespace fabricscope::layout
