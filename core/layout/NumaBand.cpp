// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/NumaBand.h"

#include "core/layout/LinkPainter.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {
namespace {

constexpr double kTop = 10, kBottom = 11, kRowGap = 14;

} // namespace

std::size_t Grid::span(double needed) const {
    const auto span = static_cast<std::size_t>(std::ceil((needed + kGap) / (unit + kGap) - 1e-9));
    return std::clamp<std::size_t>(span, 1, columns);
}

double Grid::width(std::size_t span) const {
    return span >= columns && columns > 1
               ? inner
               : unit * static_cast<double>(span) + kGap * static_cast<double>(span - 1);
}

NumaBand::NumaBand(Scene &scene, NodeId numa, const std::vector<NodeId> &content, double inner)
    : m_node(numa) {
    m_nodes = content;
    sort(scene, content, inner);
}

void NumaBand::sort(Scene &scene, const std::vector<NodeId> &content, double inner) {
    std::vector<NodeId> flat;
    std::vector<FrontEndChip> candidates;
    std::size_t ports = 0;
    for (const NodeId id : content) {
        const Node &node = scene.node(id);
        const bool leaf = scene.content(id).empty();
        ports += leaf ? 0 : 1;
        const bool boxed =
            node.kind == NodeKind::Gpu || node.kind == NodeKind::Nic || node.kind == NodeKind::NvSwitch;
        if (!scene.isNotable(id))
            m_quiet.push_back(id);
        else if (leaf && boxed)
            flat.push_back(id);
        else if (auto candidate = FrontEndChip::of(scene, id))
            candidates.push_back(std::move(*candidate));
        else
            m_columns.push_back(measure(scene, id, 0, inner));
    }
    chooseFrontEnds(scene, std::move(candidates), inner);
    // The fabric's columns in one row, and what hangs on thin links below them.
    std::stable_partition(m_columns.begin(), m_columns.end(),
                          [](const Block &column) { return !column.boxes.empty(); });
    m_flat = ports == 0 && !content.empty();
    if (!flat.empty())
        m_group = measureGroup(scene, flat, inner);
}

double NumaBand::leastWidth() const {
    double width = m_group ? m_group->natural : 0;
    for (const Block &column : m_columns)
        width = std::max(width, column.natural);
    return width;
}

void NumaBand::appendColumnWidths(std::vector<double> &widths) const {
    for (const Block &column : m_columns)
        widths.push_back(column.natural);
}

std::size_t NumaBand::columnsWanted(const Grid &grid) const {
    std::size_t wanted = 0;
    for (const Block &column : m_columns)
        wanted += grid.span(column.natural);
    return wanted;
}

/// Each block goes where it comes to lie highest, leftmost of those: rows where blocks are alike, and no
/// holes where they are not.
void NumaBand::place(Scene &scene, const Grid &grid) {
    m_inner = grid.inner;
    double y = kBandHeader + kTop;
    if (m_group) {
        settle(*m_group, grid.inner);
        m_groupY = y;
        y += m_group->height + kRowGap;
    }
    std::vector<double> heights(grid.columns, y);
    for (Block &column : m_columns) {
        const std::size_t span = grid.span(column.natural);
        settle(column, std::max(grid.width(span), column.natural));
        std::size_t best = 0;
        double top = 0;
        for (std::size_t first = 0; first + span <= grid.columns; ++first) {
            const auto begin = heights.begin() + static_cast<std::ptrdiff_t>(first);
            const double highest = *std::max_element(begin, begin + static_cast<std::ptrdiff_t>(span));
            if (first == 0 || highest < top) {
                best = first;
                top = highest;
            }
        }
        column.x = static_cast<double>(best) * (grid.unit + kGap);
        column.y = top;
        std::fill_n(heights.begin() + static_cast<std::ptrdiff_t>(best), span, top + column.height + kRowGap);
    }
    y = *std::max_element(heights.begin(), heights.end());
    if (!m_quiet.empty()) {
        m_list.emplace(scene, m_quiet, grid.inner);
        m_listY = y;
        y += m_list->height();
    } else {
        y -= kRowGap;
    }
    const bool empty = !m_group && m_columns.empty() && m_quiet.empty();
    m_height = empty ? kBandHeader + 2 : y + kBottom;
}

void NumaBand::paint(Scene &scene, double x, double y) const {
    Sketch &sketch = scene.sketch;
    const Rect frame{x, y, m_inner + 2 * kBandInset, m_height};
    sketch.setNode(m_node);
    if (m_node != Item::kNoNode)
        sketch.area(m_node, frame, scene.label(scene.node(m_node)), 4);
    sketch.box(level::kAlways, frame, tint(Token::Surface, 60, Token::Canvas), solid(Token::Line2), 4);
    paintHeader(scene, x, y);
    const double left = x + kBandInset;
    scene.wiring.bands.push_back({frame, kBandHeader});
    if (m_group)
        paintBlock(scene, *m_group, left, y + m_groupY);
    for (const Block &column : m_columns) {
        if (column.form == Block::Form::Port && column.y <= kBandHeader + kTop) {
            sketch.setNode(column.node);
            sketch.box(level::kShapes, {left + column.x + kTrunkX, y + kBandHeader, lanePixels(16), kTop},
                       solid(Token::RootPort));
        }
        scene.wiring.entries[column.node] = {left + column.x + kTrunkX, y + column.y,
                                             scene.wiring.bands.size() - 1};
        paintBlock(scene, column, left + column.x, y + column.y);
    }
    if (m_list)
        m_list->paint(scene, left, y + m_listY);
}

} // namespace fabricscope::layout
