// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/devices/MinorSummary.h"

#include "core/layout/scene/FoldMark.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace fabricscope::layout {

using draw::Align;
using draw::Font;
using draw::Item;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;

namespace {

constexpr TextStyle kText{Font::Sans, 11, Token::Text3};
constexpr double kHeight = 18, kLeft = kChevron + 5;
constexpr std::string_view kSeparator = " · ";

/// Kinds with a countable name ("2 bridges"); of others only the kind is named: "2 SATA".
constexpr std::array<std::string_view, 7> kCountable{"bridge",      "port",   "IOMMU",     "Processor",
                                                     "Accelerator", "Device", "Instrument"};

} // namespace

MinorSummary::MinorSummary(Scene &scene, const std::vector<NodeId> &nodes, std::optional<NumaNode> numa,
                           bool openByDefault)
    : m_id(minorFold(numa)), m_open(scene.options.folds.isOpen(m_id, openByDefault)) {
    for (const NodeId id : nodes) {
        add(scene, id);
        for (const NodeId below : scene.tree.descendants(id))
            add(scene, below);
    }
    for (Kind &kind : m_kinds) {
        kind.text = counted(kind.nodes.size(), kind.title);
        kind.width = scene.sketch.width(kind.text, kText);
    }
    m_hint =
        fmt::format("{} {} other function{}{}", m_open ? "Hide" : "Show", m_count, m_count == 1 ? "" : "s",
                    numa ? fmt::format(" of NUMA {}", numa->value) : std::string{});
    m_separator = scene.sketch.width(kSeparator, kText);
    m_rest = scene.sketch.width(rest(0), kText);
}

void MinorSummary::add(const Scene &scene, NodeId id) {
    const std::string title = scene.title(scene.node(id));
    auto kind = std::find_if(m_kinds.begin(), m_kinds.end(),
                             [&title](const Kind &known) { return known.title == title; });
    if (kind == m_kinds.end())
        kind = m_kinds.insert(kind, {title, {}, {}, 0});
    kind->nodes.push_back(id);
    ++m_count;
}

std::string MinorSummary::counted(std::size_t count, const std::string &title) {
    std::string text = title;
    if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0)
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    const bool countable = std::any_of(kCountable.begin(), kCountable.end(),
                                       [&title](std::string_view word) { return title.ends_with(word); });
    const std::string_view ending = count == 1 ? "" : title.ends_with("witch") ? "es" : countable ? "s" : "";
    return fmt::format("{} {}{}", count, text, ending);
}

std::string MinorSummary::rest(std::size_t from) const {
    std::size_t count = 0;
    for (std::size_t i = from; i < m_kinds.size(); ++i)
        count += m_kinds[i].nodes.size();
    return fmt::format("{} {}", count, from == 0 ? "other functions" : "more");
}

double MinorSummary::width() const {
    double width = kLeft - m_separator;
    for (const Kind &kind : m_kinds)
        width += kind.width + m_separator;
    return std::max(width, minimumWidth());
}

double MinorSummary::minimumWidth() const {
    return kLeft + m_rest;
}

void MinorSummary::paint(Scene &scene, double x, double middle, double room, Align align) const {
    // A kind is named if the number of the rest fits after it.
    std::size_t named = 0;
    double used = kLeft;
    for (const bool all = width() <= room; named < m_kinds.size(); ++named) {
        const double needed = m_kinds[named].width + m_separator;
        if (!all && used + needed + m_rest > room)
            break;
        used += needed;
    }
    const bool hasRest = named < m_kinds.size();
    const std::string more = hasRest ? rest(named) : std::string{};
    Sketch &sketch = scene.sketch;
    used += hasRest ? sketch.width(more, kText) : -m_separator;
    double left = align == Align::Right ? x + room - used : x;
    const Rect all{left, middle - kHeight / 2, used, kHeight};
    sketch.setNode(Item::kNoNode);
    paintChevron(sketch, left, middle, m_open);
    left += kLeft;
    const auto write = [&](const std::string &text, double width, const Kind &kind) {
        sketch.setNode(kind.nodes.front()); // fades unless a device behind it is highlighted
        sketch.text(level::kWords, {left, all.y, width, kHeight}, text, kText);
    };
    const auto areas = [&](const Kind &kind, double width) {
        for (auto node = kind.nodes.rbegin(); node != kind.nodes.rend() && !m_open; ++node)
            sketch.area(*node, {left, all.y, width, kHeight}, scene.label(scene.node(*node)), 2);
    };
    for (std::size_t i = 0; i < named; ++i) {
        write(m_kinds[i].text, m_kinds[i].width, m_kinds[i]);
        areas(m_kinds[i], m_kinds[i].width);
        left += m_kinds[i].width;
        if (i + 1 < named || hasRest)
            write(std::string(kSeparator), m_separator, m_kinds[i]);
        left += m_separator;
    }
    if (hasRest) {
        write(more, sketch.width(more, kText), m_kinds[named]);
        for (std::size_t i = m_kinds.size(); i > named; --i)
            areas(m_kinds[i - 1], sketch.width(more, kText));
    }
    sketch.setNode(Item::kNoNode);
    sketch.action(m_id, !m_open, all, m_hint);
    scene.wiring.obstacles.push_back(all);
}

} // namespace fabricscope::layout
