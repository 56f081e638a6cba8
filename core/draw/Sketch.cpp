// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/Sketch.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::draw {

Item &Sketch::add(Item::Shape shape, Level level) {
    Item &item = m_list.items.emplace_back();
    item.shape = shape;
    item.node = m_node;
    item.ribbon = m_ribbon;
    item.minZoom = level.min;
    item.maxZoom = level.max;
    item.fill = kNoPaint;
    item.stroke = kNoPaint;
    return item;
}

void Sketch::beginRibbon(Ribbon ribbon) {
    m_node = Item::kNoNode;
    m_ribbon = static_cast<std::uint32_t>(m_list.ribbons.size());
    m_list.ribbons.push_back(std::move(ribbon));
}

void Sketch::resumeRibbon(std::uint32_t ribbon) {
    m_node = Item::kNoNode;
    m_ribbon = ribbon;
}

void Sketch::endRibbon() {
    m_ribbon = Item::kNoRibbon;
}

Item &Sketch::box(Level level, const Rect &rect, const Paint &fill, const Paint &stroke, float radius) {
    Item &item = add(Item::Shape::Box, level);
    item.rect = rect;
    item.fill = fill;
    item.stroke = stroke;
    item.radius = radius;
    return item;
}

Item &Sketch::line(Level level, std::vector<Point> points, const Paint &paint, float width) {
    Item &item = add(Item::Shape::Polyline, level);
    item.points = std::move(points);
    item.stroke = paint;
    item.strokeWidth = width;
    return item;
}

Item &Sketch::text(Level level, const Rect &rect, std::string text, const TextStyle &style, Align align) {
    Item &item = add(Item::Shape::Text, level);
    item.rect = rect;
    item.text = std::move(text);
    item.font = style.font;
    item.fontSize = style.size;
    item.fill = solid(style.token);
    item.align = align;
    return item;
}

Item &Sketch::words(Level level, const Rect &rect, std::string words, const TextStyle &style) {
    return text(level, rect, elided(std::move(words), style, rect.width), style);
}

Item &Sketch::glyph(Level level, double x, double middle, double size, Glyph glyph, Token token) {
    Item &item = add(Item::Shape::Glyph, level);
    item.rect = {x, middle - size / 2, size, size};
    item.glyph = glyph;
    item.fill = solid(token);
    return item;
}

void Sketch::area(std::uint32_t node, const Rect &rect, std::string label, float radius) {
    m_list.areas.push_back({node, rect, radius, std::move(label)});
}

void Sketch::action(std::string id, bool opens, const Rect &rect, std::string label) {
    m_list.actions.push_back({Action::Kind::Fold, std::move(id), opens, rect, std::move(label)});
}

void Sketch::hint(const Rect &rect, std::string text) {
    if (!text.empty())
        m_list.hints.push_back({rect, std::move(text)});
}

std::string Sketch::elided(std::string text, const TextStyle &style, double room) {
    constexpr std::size_t kLongest = 256; // bytes: nothing longer fits anywhere, and measuring costs
    if (text.size() <= kLongest && width(text, style) <= room)
        return text;
    text.resize(std::min(text.size(), kLongest));
    do {
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
            text.pop_back();
        if (!text.empty())
            text.pop_back();
    } while (!text.empty() && width(text + "…", style) > room);
    return text + "…";
}

double Sketch::monoAdvance(float size) {
    for (const auto &[known, advance] : m_monoAdvances)
        if (known == size)
            return advance;
    constexpr std::string_view kSample = "0000000000";
    const double advance = m_measure(kSample, Font::Mono, size) / static_cast<double>(kSample.size());
    return m_monoAdvances.emplace_back(size, advance).second;
}

double Sketch::width(std::string_view text, const TextStyle &style) {
    const auto ascii = [](char c) {
        return c >= 0x20 && c < 0x7F;
    };
    if (style.font == Font::Mono && std::all_of(text.begin(), text.end(), ascii))
        return std::ceil(monoAdvance(style.size) * static_cast<double>(text.size()));
    return std::ceil(m_measure(text, style.font, style.size));
}

std::string_view toString(Ribbon::Kind kind) {
    static constexpr std::string_view kWords[] = {"assigned", "finding", "expected", "route", "peer"};
    return kWords[static_cast<std::size_t>(kind)];
}

} // namespace fabricscope::draw
