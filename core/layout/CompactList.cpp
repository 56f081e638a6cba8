// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/CompactList.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace fabricscope::layout {
namespace {

constexpr double kTop = 9, kLineHeight = 17, kLineGap = 1, kCellGap = 12, kNameGap = 4, kMaxLabel = 190,
                 kMaxName = 140;
constexpr TextStyle kLabel{Font::Sans, 11, Token::Text3};
constexpr TextStyle kName{Font::Sans, 11, Token::Text3};
constexpr TextStyle kCellAddress{Font::Mono, 10.5F, Token::Text2};

bool isPort(const Node &node) {
    return node.kind == NodeKind::RootPort || node.kind == NodeKind::Bridge;
}

} // namespace

CompactList::CompactList(Scene &scene, const std::vector<NodeId> &nodes, double width) : m_width(width) {
    addKinds(scene, nodes);
    addPorts(scene, nodes);
    place(scene, width);
}

void CompactList::addKinds(const Scene &scene, const std::vector<NodeId> &nodes) {
    std::unordered_map<std::string, std::size_t> lines;
    for (const NodeId id : nodes) {
        const Node &node = scene.node(id);
        if (!scene.content(id).empty())
            continue;
        const std::string kind = isPort(node) ? scene.title(node) + ", empty" : scene.title(node);
        const auto [line, isNew] = lines.try_emplace(kind, m_lines.size());
        if (isNew)
            m_lines.push_back({kind, Item::kNoNode, 0, {}});
        m_lines[line->second].cells.push_back({.node = id});
    }
}

void CompactList::addPorts(const Scene &scene, const std::vector<NodeId> &nodes) {
    for (const NodeId id : nodes) {
        const std::vector<NodeId> below = scene.descendants(id);
        if (below.empty())
            continue;
        const Node &node = scene.node(id);
        Line line{fmt::format("{} {}", scene.title(node), scene.address(node)), id, 0, {}};
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

void CompactList::place(Scene &scene, double width) {
    for (const Line &line : m_lines)
        m_labelWidth = std::max(m_labelWidth, scene.sketch.width(line.label, kLabel));
    m_labelWidth = std::min(m_labelWidth, kMaxLabel);
    const double left = m_labelWidth + 16;
    double y = kTop;
    for (Line &line : m_lines) {
        line.y = y;
        double x = left;
        for (Cell &cell : line.cells) {
            cell.width = cellWidth(scene, cell);
            if (x > left && x + cell.width > width) {
                x = left;
                y += kLineHeight;
            }
            cell.x = x;
            cell.y = y;
            x += cell.width + kCellGap;
        }
        y += kLineHeight + kLineGap;
    }
    m_height = m_lines.empty() ? 0 : y;
}

void CompactList::paint(Scene &scene, double x, double y) const {
    Sketch &sketch = scene.sketch;
    sketch.setNode(Item::kNoNode);
    sketch.box(level::kShapes, {x, y, m_width, 1}, solid(Token::Line));
    for (const Line &line : m_lines) {
        const Rect label{x, y + line.y, m_labelWidth, kLineHeight};
        sketch.setNode(line.labelNode);
        if (line.labelNode != Item::kNoNode)
            sketch.area(line.labelNode, label, scene.label(scene.node(line.labelNode)), 2);
        sketch.text(level::kWords, label, line.label, kLabel);
        for (const Cell &cell : line.cells) {
            const Node &node = scene.node(cell.node);
            const Rect rect{x + cell.x, y + cell.y, cell.width, kLineHeight};
            sketch.setNode(cell.node);
            sketch.area(cell.node, rect, scene.label(node), 2);
            const double address = sketch.width(scene.address(node), kCellAddress);
            if (cell.named)
                sketch.text(level::kWords, {rect.x, rect.y, rect.width - address - kNameGap, rect.height},
                            scene.title(node), kName);
            if (node.bdf)
                sketch.text(level::kWords, {rect.right() - address, rect.y, address, rect.height},
                            scene.address(node), kCellAddress);
            sketch.box(level::kMini, {rect.x, rect.y + 4, rect.width, rect.height - 8}, solid(Token::Line2));
        }
    }
}

} // namespace fabricscope::layout
