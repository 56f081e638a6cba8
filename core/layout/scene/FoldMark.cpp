// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/scene/FoldMark.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::Font;
using draw::Level;
using draw::Point;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;

namespace {

constexpr double kHeight = 14, kGap = 3;
constexpr TextStyle kText{Font::Sans, 10, Token::Text2};

} // namespace

void paintChevron(Sketch &sketch, double x, double middle, bool open, Level level) {
    constexpr double kLong = 3, kShort = 1.5;
    const double centre = x + kChevron / 2;
    const double across = open ? kLong : kShort, along = open ? kShort : kLong;
    const Point tip = open ? Point{centre, middle + along} : Point{centre + across, middle};
    sketch.line(level,
                {{centre - across, middle - along},
                 tip,
                 open ? Point{centre + across, middle - along} : Point{centre - across, middle + along}},
                solid(Token::Text3), 1.3F);
}

double foldLabelWidth(Scene &scene, const FoldLabel &word) {
    return kChevron + (word.text.empty() ? 0 : kGap + scene.sketch.width(word.text, kText));
}

void paintFoldLabel(Scene &scene, const FoldLabel &word, double x, double middle) {
    Sketch &sketch = scene.sketch;
    const Rect rect{x, middle - kHeight / 2, foldLabelWidth(scene, word), kHeight};
    paintChevron(sketch, x, middle, !word.opens, level::kDetails);
    const double left = x + kChevron + kGap;
    if (!word.text.empty())
        sketch.text(level::kDetails, {left, rect.y, rect.right() - left, kHeight}, word.text, kText);
    // The first of them is added last, so that a click selects it.
    for (auto node = word.nodes.rbegin(); node != word.nodes.rend(); ++node)
        sketch.area(*node, rect, scene.label(scene.node(*node)), 2);
    sketch.action(word.id, word.opens, rect, word.label);
}

std::string moreFunctions(std::size_t count) {
    return fmt::format("+{} VF{}", count, count == 1 ? "" : "s");
}

FoldLabel virtualFunctionsLabel(const Scene &scene, const Node &physical, std::size_t hidden, bool opens) {
    return {virtualFunctionsFold(*physical.bdf), opens, moreFunctions(hidden),
            fmt::format("{} {} VF{} of {}", opens ? "Show" : "Hide", hidden, hidden == 1 ? "" : "s",
                        scene.title(physical))};
}

std::optional<FoldLabel> bridgesLabel(const Scene &scene, const Node &node) {
    const auto passed = scene.tree.passedAbove(node.id);
    if (passed.empty())
        return std::nullopt;
    const bool switches = std::all_of(passed.begin(), passed.end(), [&scene](NodeId id) {
        return scene.node(id).kind == NodeKind::Switch;
    });
    const std::string text = fmt::format("{} {}{}", passed.size(), switches ? "switch" : "bridge",
                                         passed.size() == 1 ? ""
                                         : switches         ? "es"
                                                            : "s");
    return FoldLabel{bridgesFold(*scene.node(passed.front()).bdf),
                     true,
                     text,
                     fmt::format("Show {} above {}", text, scene.title(node)),
                     {passed.begin(), passed.end()}};
}

std::optional<FoldLabel> openBridgesLabel(const Scene &scene, const Node &topmost) {
    const std::size_t count = scene.tree.openBridges(topmost.id);
    if (count == 0)
        return std::nullopt;
    return FoldLabel{
        bridgesFold(*topmost.bdf),
        false,
        {},
        fmt::format("Hide {} intermediate bridge{}", count == 1 ? "this" : "these", count == 1 ? "" : "s")};
}

} // namespace fabricscope::layout
