// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/RibbonFlags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using draw::Font;
using draw::Level;
using draw::Rect;
using draw::Ribbon;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::Pairing;

namespace {

constexpr double kStem = 6, kHeight = 15, kPadding = 4, kGlyph = 9, kGlyphGap = 3;
constexpr double kOverhang = 4; ///< beyond the box, at each side
constexpr TextStyle kText{Font::Sans, 10, Token::Text};
constexpr Level kFromHalf{0.5F, level::kNoEnd};

bool isWorse(const Pairing::Drawn *a, const Pairing::Drawn *b) {
    return a->severity && (!b->severity || *a->severity > *b->severity);
}

} // namespace

void RibbonFlags::add(const Pairing::Drawn &pair) {
    for (const NodeId end : {pair.gpu, pair.nic}) {
        Flag &flag = m_flags[end];
        flag.ofGpu = end == pair.gpu;
        flag.pairs.push_back(&pair);
    }
}

std::vector<Rect> RibbonFlags::paint(Scene &scene) const {
    std::vector<Rect> covered;
    const auto isShown = [](const Flag &flag) { // correct pairs are labelled once, below the GPU
        return flag.ofGpu ||
               std::any_of(flag.pairs.begin(), flag.pairs.end(),
                           [](const Pairing::Drawn *pair) { return pair->severity.has_value(); });
    };
    for (const auto &[node, flag] : m_flags)
        if (const auto box = scene.wiring.boxes.find(node); box != scene.wiring.boxes.end() && isShown(flag))
            if (const auto rect = paint(scene, flag, box->second))
                covered.push_back(*rect);
    return covered;
}

std::optional<Rect> RibbonFlags::paint(Scene &scene, const Flag &flag, const Rect &box) const {
    Sketch &sketch = scene.sketch;
    const Pairing::Drawn &worst = **std::min_element(flag.pairs.begin(), flag.pairs.end(), isWorse);
    const std::string word = toString(worst.reach);
    const std::string other = scene.title(scene.node(flag.ofGpu ? worst.nic : worst.gpu));
    const std::string whole = flag.pairs.size() == 1
                                  ? fmt::format("{} {}", word, other)
                                  : fmt::format("{} {}", flag.pairs.size(), flag.ofGpu ? "NICs" : "GPUs");
    const double glyph = worst.severity ? kGlyph + kGlyphGap : 0;
    const auto widthOf = [&](const std::string &text) {
        return 2 * kPadding + glyph + sketch.width(text, kText);
    };
    const std::string &text = widthOf(whole) <= box.width + 2 * kOverhang ? whole : word;
    const double width = widthOf(text), centre = std::floor(box.x + box.width / 2) + 0.5;
    if (width > box.width + 2 * kOverhang)
        return std::nullopt;
    const Token token = worst.severity ? severityToken(*worst.severity) : pathToken(worst.reach.word);
    const Rect rect{std::floor(centre - width / 2), box.bottom() + kStem, width, kHeight};
    sketch.beginRibbon(
        {worst.severity ? Ribbon::Kind::Finding : Ribbon::Kind::Assigned, worst.gpu, worst.nic, worst.label});
    sketch.line(kFromHalf, {{centre, box.bottom()}, {centre, rect.y}}, solid(token), 1);
    sketch.box(level::kDetails, rect, tint(token, worst.severity ? 16 : 0, Token::Canvas), solid(token), 2);
    if (worst.severity)
        sketch.glyph(level::kDetails, rect.x + kPadding, rect.y + kHeight / 2, kGlyph,
                     severityGlyph(*worst.severity), token);
    sketch.text(level::kDetails, {rect.x + kPadding + glyph, rect.y, width - 2 * kPadding - glyph, kHeight},
                text, kText);
    sketch.hint(rect, worst.hint);
    sketch.endRibbon();
    return rect;
}

} // namespace fabricscope::layout
