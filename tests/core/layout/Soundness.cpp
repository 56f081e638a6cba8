// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/layout/Soundness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fabricscope::layout {

using draw::Action;
using draw::Align;
using draw::Area;
using draw::Font;
using draw::Item;
using draw::Point;
using draw::Rect;

namespace {

bool contains(const Rect &outer, const Rect &inner) {
    constexpr double kGrace = 0.01;
    return inner.x >= outer.x - kGrace && inner.y >= outer.y - kGrace &&
           inner.right() <= outer.right() + kGrace && inner.bottom() <= outer.bottom() + kGrace;
}

bool apart(const Rect &a, const Rect &b) {
    constexpr double kGrace = 0.01;
    return a.right() <= b.x + kGrace || b.right() <= a.x + kGrace || a.bottom() <= b.y + kGrace ||
           b.bottom() <= a.y + kGrace;
}

std::string show(const Rect &rect) {
    return std::to_string(rect.x) + "," + std::to_string(rect.y) + " " + std::to_string(rect.width) + "x" +
           std::to_string(rect.height);
}

Rect inked(const Item &text) {
    const double width = draw::approximateTextWidth(text.text, text.font, text.fontSize);
    const double used = text.font == Font::Mono ? width : std::min(width, text.rect.width);
    const double x = text.align == Align::Left     ? text.rect.x
                     : text.align == Align::Centre ? text.rect.x + (text.rect.width - used) / 2
                                                   : text.rect.right() - used;
    const double height = text.fontSize * 0.8;
    return {x, text.rect.y + (text.rect.height - height) / 2, used, height};
}

} // namespace

void expectBoxesNestedOrDisjoint(const Picture &picture) {
    const auto &areas = picture.list.areas;
    for (std::size_t i = 0; i < areas.size(); ++i)
        for (std::size_t j = i + 1; j < areas.size(); ++j)
            EXPECT_TRUE(apart(areas[i].rect, areas[j].rect) || contains(areas[i].rect, areas[j].rect))
                << areas[i].label << " at " << show(areas[i].rect) << " and " << areas[j].label << " at "
                << show(areas[j].rect);
}

void expectOneAreaForEachFunction(const Picture &picture) {
    std::map<std::uint32_t, int> count;
    for (const Area &area : picture.list.areas)
        ++count[area.node];
    for (const topology::Node &node : picture.topology->nodes())
        if (node.bdf) {
            EXPECT_EQ(count[node.id], 1) << node.name << " " << node.bdf->toString();
        } else {
            EXPECT_LE(count[node.id], 1) << node.name;
        }
}

void expectEverythingInside(const Picture &picture) {
    const Rect all{0, 0, picture.list.width, picture.list.height};
    for (const Item &item : picture.list.items) {
        if (item.shape == Item::Shape::Polyline) {
            for (const Point &point : item.points)
                EXPECT_TRUE(contains(all, {point.x, point.y, 0, 0})) << point.x << "," << point.y;
        } else {
            EXPECT_TRUE(contains(all, item.rect)) << item.text << " at " << show(item.rect);
            EXPECT_GE(item.rect.width, 0) << item.text;
            EXPECT_GE(item.rect.height, 0) << item.text;
        }
    }
    for (const Area &area : picture.list.areas)
        EXPECT_TRUE(contains(all, area.rect)) << area.label;
    for (const Action &action : picture.list.actions)
        EXPECT_TRUE(contains(all, action.rect)) << action.label;
}

/// Checks that texts fit into their cells and do not overlap.
void expectReadableText(const Picture &picture, double zoom) {
    std::vector<std::pair<Rect, const Item *>> texts;
    for (const Item *item : picture.at(zoom)) {
        if (item->shape != Item::Shape::Text)
            continue;
        const double width = draw::approximateTextWidth(item->text, item->font, item->fontSize);
        EXPECT_LE(width, item->rect.width + 0.5) << item->text;
        texts.emplace_back(inked(*item), item);
    }
    std::sort(texts.begin(), texts.end(), [](const auto &a, const auto &b) { return a.first.y < b.first.y; });
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t j = i + 1; j < texts.size() && texts[j].first.y < texts[i].first.bottom(); ++j)
            EXPECT_TRUE(apart(texts[i].first, texts[j].first))
                << texts[i].second->text << " at " << show(texts[i].first) << " and " << texts[j].second->text
                << " at " << show(texts[j].first);
}

void expectSoundPicture(const Picture &picture) {
    expectBoxesNestedOrDisjoint(picture);
    expectOneAreaForEachFunction(picture);
    expectEverythingInside(picture);
    for (const double zoom : {0.1, 0.3, 0.6, 1.0})
        expectReadableText(picture, zoom);
}

} // namespace fabricscope::layout
