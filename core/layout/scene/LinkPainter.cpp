// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/scene/LinkPainter.h"

#include "core/layout/scene/FoldMark.h"
#include "core/present/affinity/FaultHint.h"
#include "core/topology/Links.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using draw::Font;
using draw::Glyph;
using draw::Item;
using draw::Level;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;
using present::linkFault;

namespace {

using topology::Link;
using State = Link::State;

constexpr double kChipHeight = 16, kChipPadding = 4, kChipGlyph = 10, kChipGap = 3;
constexpr double kLabelGap = 6; ///< between the line and its label
constexpr double kNoteGlyph = 9;
constexpr Level kGlyphOnly{0.5F, 0.7999F}; ///< if text is too small to read
constexpr double kFarGlyph = 18;           ///< 9 px on the screen at least
constexpr double kBridgesHeight = 14;
constexpr double kUnlabelled = 9; ///< by which a link is shorter that nothing is next to

TextStyle chipText(const Chip &chip) {
    return {chip.font, 10.5F, Token::Text};
}

Chip faultChip(const Link &link) {
    const bool down = link.state == State::Down;
    return {linkText(link),
            down ? Token::Error : Token::Warning,
            down ? Glyph::Error : Glyph::Warning,
            Font::Mono,
            {}};
}

/// Lines are centred where a x16 link would be, on whole pixels.
double centredLeft(double x, double pixels) {
    return x + std::floor((lanePixels(16) - pixels) / 2);
}

} // namespace

std::string linkText(const Link &link) {
    if (link.state == State::Down)
        return "down";
    if (const auto rate = link.rate())
        return rate->toString();
    if (link.speed)
        return fmt::format("Gen{}", link.speed->generation());
    if (link.width)
        return fmt::format("x{}", *link.width);
    return "unknown";
}

double lanePixels(std::optional<std::uint8_t> lanes) {
    if (!lanes || *lanes < 8)
        return 1;
    return *lanes < 16 ? 2 : 4;
}

bool isHighlighted(const Link &link) {
    return link.state == State::Narrow || link.state == State::Down;
}

bool isLabelled(const Scene &scene, const Link &link) {
    return scene.knowsLinks() || link.state != State::Unknown;
}

double chipWidth(Scene &scene, const Chip &chip) {
    return kChipPadding + kChipGlyph + kChipGap + scene.sketch.width(chip.text, chipText(chip)) +
           kChipPadding;
}

void paintChip(Scene &scene, const Chip &chip, double x, double middle) {
    Sketch &sketch = scene.sketch;
    const double width = chipWidth(scene, chip), top = middle - kChipHeight / 2;
    sketch.box(level::kDetails, {x, top, width, kChipHeight}, tint(chip.severity, 16), solid(chip.severity),
               2);
    sketch.glyph(level::kDetails, x + kChipPadding, middle, kChipGlyph, chip.glyph, chip.severity);
    sketch.glyph(kGlyphOnly, x + (width - kFarGlyph) / 2, middle, kFarGlyph, chip.glyph, chip.severity);
    sketch.hint({x, top, width, kChipHeight}, chip.hint);
    const double left = x + kChipPadding + kChipGlyph + kChipGap;
    sketch.text(level::kDetails, {left, top, x + width - kChipPadding - left, kChipHeight}, chip.text,
                chipText(chip));
}

double linkLabelWidth(Scene &scene, const Link &link) {
    if (isHighlighted(link))
        return chipWidth(scene, faultChip(link));
    return scene.sketch.width(linkText(link), style::kSmallMono) +
           (link.state == State::Slow ? kNoteGlyph + 3 : 0);
}

void paintLinkLabel(Scene &scene, const Node &node, double x, double middle) {
    const Link &link = *node.link;
    if (isHighlighted(link)) {
        Chip chip = faultChip(link);
        chip.hint = linkFault(node);
        paintChip(scene, chip, x, middle);
        return;
    }
    if (link.state == State::Slow) {
        scene.sketch.hint({x, middle - 8, linkLabelWidth(scene, link), 16}, linkFault(node));
        const findings::Severity severity = topology::linkSeverity(node).value_or(findings::Severity::Note);
        scene.sketch.glyph(level::kDetails, x, middle, kNoteGlyph, severityGlyph(severity),
                           severityToken(severity));
        x += kNoteGlyph + 3;
    }
    TextStyle textStyle = style::kSmallMono;
    textStyle.token = link.state == State::Unknown ? Token::Text3 : Token::Text2;
    std::string text = linkText(link);
    const double width = scene.sketch.width(text, textStyle);
    scene.sketch.text(level::kDetails, {x, middle - 8, width, 16}, std::move(text), textStyle);
}

double linkColumnWidth(Scene &scene, const Node &node) {
    double labelSpace =
        node.link && isLabelled(scene, *node.link) ? kLabelGap + linkLabelWidth(scene, *node.link) : 0;
    if (const auto bridges = bridgesLabel(scene, node))
        labelSpace = std::max(labelSpace, kLabelGap + foldLabelWidth(scene, *bridges));
    return lanePixels(16) + labelSpace;
}

double extraLinkHeight(const Scene &scene, NodeId node) {
    const bool bridges = !scene.tree.passedAbove(node).empty();
    if (scene.knowsLinks())
        return bridges ? kBridgesHeight : 0;
    return bridges ? 0 : -kUnlabelled;
}

namespace {

void paintLine(Scene &scene, const Node &node, double x, double top, double bottom, Token token) {
    Sketch &sketch = scene.sketch;
    if (!node.link) {
        sketch.box(level::kShapes, {centredLeft(x, 1), top, 1, bottom - top}, solid(token));
        return;
    }
    const Link &link = *node.link;
    const auto dashed = [&](double left, double pixels, Token of, float dash) {
        Item &line = sketch.line(level::kShapes, {{left + pixels / 2, top}, {left + pixels / 2, bottom}},
                                 solid(of), static_cast<float>(pixels));
        line.dash = dash;
        line.gap = dash;
    };
    if (link.state == State::Down) {
        dashed(centredLeft(x, 2), 2, Token::Error, 3);
    } else if (link.state == State::Narrow) {
        const double now = lanePixels(link.width);
        const double whole = std::max(lanePixels(link.maxWidth), now + 1);
        sketch.box(level::kShapes, {x, top, now, bottom - top}, solid(Token::Warning));
        const double ghost = std::max(1.0, whole - now - 1);
        dashed(x + now + 1, ghost, Token::Warning, 2);
    } else if (!link.width) {
        dashed(centredLeft(x, 1), 1, token, 2);
    } else {
        const double pixels = lanePixels(link.width);
        sketch.box(level::kShapes, {centredLeft(x, pixels), top, pixels, bottom - top}, solid(token));
    }
}

} // namespace

void paintLink(Scene &scene, const Node &node, double x, double top, double bottom, Token token) {
    paintLine(scene, node, x, top, bottom, token);
    const double left = x + lanePixels(16) + kLabelGap;
    double labelBottom = bottom;
    if (const auto bridges = bridgesLabel(scene, node)) {
        labelBottom -= kBridgesHeight;
        paintFoldLabel(scene, *bridges, left, std::floor(labelBottom + kBridgesHeight / 2 - 2));
    }
    if (node.link && isLabelled(scene, *node.link))
        paintLinkLabel(scene, node, left, std::floor((top + labelBottom) / 2));
}

} // namespace fabricscope::layout
