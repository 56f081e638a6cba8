// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/LinkPainter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {
namespace {

using topology::Link;
using State = Link::State;

constexpr double kChipHeight = 16, kChipPadding = 4, kChipGlyph = 10;
constexpr double kLabelGap = 6; ///< between the line and its label
constexpr double kNoteGlyph = 9;
constexpr TextStyle kChipText{Font::Mono, 10.5F, Token::Text};

Token stateToken(const Link &link) {
    return link.state == State::Down ? Token::Error : Token::Warning;
}
Glyph stateGlyph(const Link &link) {
    return link.state == State::Down ? Glyph::Error : Glyph::Warning;
}

/// Lines are centred on where a x16 link would be, on whole pixels.
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

bool isLoud(const Link &link) {
    return link.state == State::Narrow || link.state == State::Down;
}

double chipWidth(Scene &scene, const std::string &text, Glyph glyph) {
    const double glyphWidth = glyph == Glyph::None ? 0 : kChipGlyph + 3;
    return kChipPadding + glyphWidth + scene.sketch.width(text, kChipText) + kChipPadding + 1;
}

double paintChip(Scene &scene, double x, double middle, const std::string &text, Token severity,
                 Glyph glyph) {
    const double width = chipWidth(scene, text, glyph);
    Sketch &sketch = scene.sketch;
    sketch.box(level::kDetails, {x, middle - kChipHeight / 2, width, kChipHeight}, tint(severity, 16),
               solid(severity), 2);
    double left = x + kChipPadding;
    if (glyph != Glyph::None) {
        sketch.glyph(level::kDetails, left, middle, kChipGlyph, glyph, severity);
        left += kChipGlyph + 3;
    }
    sketch.text(level::kDetails,
                {left, middle - kChipHeight / 2, x + width - left - kChipPadding, kChipHeight}, text,
                kChipText);
    return width;
}

double linkLabelWidth(Scene &scene, const Link &link) {
    if (isLoud(link))
        return chipWidth(scene, linkText(link), stateGlyph(link));
    return scene.sketch.width(linkText(link), style::kSmallMono) +
           (link.state == State::Slow ? kNoteGlyph + 3 : 0);
}

void paintLinkLabel(Scene &scene, const Link &link, double x, double middle) {
    if (isLoud(link)) {
        paintChip(scene, x, middle, linkText(link), stateToken(link), stateGlyph(link));
        return;
    }
    if (link.state == State::Slow) {
        scene.sketch.glyph(level::kDetails, x, middle, kNoteGlyph, Glyph::Note, Token::Note);
        x += kNoteGlyph + 3;
    }
    TextStyle textStyle = style::kSmallMono;
    textStyle.token = link.state == State::Unknown ? Token::Text3 : Token::Text2;
    std::string text = linkText(link);
    const double width = scene.sketch.width(text, textStyle);
    scene.sketch.text(level::kDetails, {x, middle - 8, width, 16}, std::move(text), textStyle);
}

double linkWidth(Scene &scene, const Node &node) {
    return lanePixels(16) + (node.link ? kLabelGap + linkLabelWidth(scene, *node.link) : 0);
}

void paintLink(Scene &scene, const Node &node, double x, double top, double bottom, Token token) {
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
    paintLinkLabel(scene, link, x + lanePixels(16) + kLabelGap, std::floor((top + bottom) / 2));
}

} // namespace fabricscope::layout
