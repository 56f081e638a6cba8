// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/devices/CompactList.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace fabricscope::layout {

using draw::Font;
using draw::Item;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;

namespace {

constexpr double kLineHeight = 17, kLineGap = 1, kCellGap = 12, kNameGap = 4, kMaxLabel = 190, kMaxName = 140,
                 kLabelGap = 16, kColumnGap = 28;
constexpr TextStyle kLabel{Font::Sans, 11, Token::Text3};
constexpr TextStyle kName{Font::Sans, 11, Token::Text3};
constexpr TextStyle kCellAddress{Font::Mono, 10.5F, Token::Text2};

bool isPort(const Node &node) {
    return node.kind == NodeKind::RootPort || node.kind == NodeKind::Bridge;
}

} // namespace

CompactList::CompactList(Scene &scene, const std::vector<NodeId> &nodes, double width) {
    addKinds(scene, nodes);
    m_kinds = m_lines.size();
    addPorts(scene, nodes);
    measure(scene);
    placeKinds(width);
    placePorts(width);
}

void CompactList::addKinds(const Scene &scene, const std::vector<NodeId> &nodes) {
    std::unordered_map<std::string, std::size_t> lines;
    for (const NodeId id : nodes) {
        const Node &node = scene.node(id);
        if (!scene.tree.content(id).empty())
            continue;
        const std::string kind = isPort(node) ? scene.title(node) + ", empty" : scene.title(node);
        const auto [line, isNew] = lines.try_emplace(kind, m_lines.size());
        if (isNew)
            m_lines.push_back({kind, Item::kNoNode, 0, 0, {}});
        m_lines[line->second].cells.push_back({.node = id});
    }
}

void CompactList::addPorts(const Scene &scene, const std::vector<NodeId> &nodes) {
    for (const NodeId id : nodes) {
        const std::vector<NodeId> below = scene.tree.descendants(id);
        if (below.empty())
            continue;
        const Node &node = scene.node(id);
        Line line{fmt::format("{} {}", scene.title(node), scene.address(node)), id, 0, 0, {}};
        for (const NodeId child : below)
            line.cells.push_back({.node = child, .named = true});
        m_lines.push_back(std::move(line));
    }
}

double CompactList::cellWidth(Scene &scene, const Cell &cell) {
    const Node &node = scene.node(cell.node);
    const double address = scene.sketch.width(scene.address(node), kCellAddress);
    if (!cell.named)
        return address;
    return std::min(kMaxName, scene.sketch.width(scene.title(node), kName)) + kNameGap + address;
}

void CompactList::measure(Scene &scene) {
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        double &label = i < m_kinds ? m_kindLabel : m_portLabel;
        label = std::min(kMaxLabel, std::max(label, scene.sketch.width(m_lines[i].label, kLabel)));
        for (Cell &cell : m_lines[i].cells)
            cell.width = cellWidth(scene, cell);
    }
}

double CompactList::placeLine(Line &line, double y, double label, double right) {
    line.y = y;
    const double left = line.x + label + kLabelGap;
    double x = left;
    for (Cell &cell : line.cells) {
        if (x > left && x + cell.width > right) {
            x = left;
            y += kLineHeight;
        }
        cell.x = x;
        cell.y = y;
        x += cell.width + kCellGap;
    }
    return y + kLineHeight + kLineGap;
}

void CompactList::placeKinds(double width) {
    for (std::size_t i = 0; i < m_kinds; ++i)
        m_height = placeLine(m_lines[i], m_height, m_kindLabel, width);
}

/// Short entries in columns, filled line by line.
void CompactList::placePorts(double width) {
    double longest = 0;
    for (std::size_t i = m_kinds; i < m_lines.size(); ++i) {
        double needed = m_portLabel + kLabelGap - kCellGap;
        for (const Cell &cell : m_lines[i].cells)
            needed += cell.width + kCellGap;
        longest = std::max(longest, needed);
    }
    const auto columns =
        static_cast<std::size_t>(std::max(1.0, std::floor((width + kColumnGap) / (longest + kColumnGap))));
    double bottom = m_height;
    for (std::size_t i = m_kinds; i < m_lines.size(); ++i) {
        const std::size_t column = (i - m_kinds) % columns;
        if (column == 0)
            m_height = bottom;
        m_lines[i].x = static_cast<double>(column) * (longest + kColumnGap);
        bottom = std::max(bottom, placeLine(m_lines[i], m_height, m_portLabel, width));
    }
    m_height = bottom;
}

void CompactList::paint(Scene &scene, double x, double y) const {
    Sketch &sketch = scene.sketch;
    for (const Line &line : m_lines) {
        const double labelWidth = line.labelNode == Item::kNoNode ? m_kindLabel : m_portLabel;
        const Rect label{x + line.x, y + line.y, labelWidth, kLineHeight};
        sketch.setNode(line.labelNode);
        if (line.labelNode != Item::kNoNode)
            sketch.area(line.labelNode, label, scene.label(scene.node(line.labelNode)), 2);
        sketch.words(level::kWords, label, line.label, kLabel);
        for (const Cell &cell : line.cells) {
            const Node &node = scene.node(cell.node);
            const Rect rect{x + cell.x, y + cell.y, cell.width, kLineHeight};
            sketch.setNode(cell.node);
            sketch.area(cell.node, rect, scene.label(node), 2);
            const double address = sketch.width(scene.address(node), kCellAddress);
            if (cell.named)
                sketch.words(level::kWords, {rect.x, rect.y, rect.width - address - kNameGap, rect.height},
                             scene.title(node), kName);
            if (node.bdf)
                sketch.text(level::kWords, {rect.right() - address, rect.y, address, rect.height},
                            scene.address(node), kCellAddress);
            sketch.box(level::kMini, {rect.x, rect.y + 4, rect.width, rect.height - 8}, solid(Token::Line2));
        }
    }
}

} // namespace fabricscope::layout
