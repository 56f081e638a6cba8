// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/NumaBand.h"

#include "core/layout/scene/LinkPainter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricscope::layout {

using draw::Item;
using draw::Rect;
using draw::Sketch;
using draw::Token;
namespace level = draw::level;

namespace {

constexpr double kTop = 7, kBottom = 7, kRowGap = 12, kGapAboveTail = 7;
constexpr double kChipGap = 12, kLineStep = 23; ///< of the lines below the columns
constexpr double kSummaryGap = 18;              ///< from the last chip to the folded rest
constexpr double kMinHeader = 260;
constexpr std::size_t kFewFlat = 2;
/// If a band contains nothing else, up to this many functions are shown individually.
constexpr std::size_t kMaxAlone = 24;

} // namespace

std::size_t Grid::span(double needed) const {
    const auto span = static_cast<std::size_t>(std::ceil((needed + kBlockGap) / (unit + kBlockGap) - 1e-9));
    return std::clamp<std::size_t>(span, 1, columns);
}

double Grid::width(std::size_t span) const {
    return span >= columns && columns > 1
               ? inner
               : unit * static_cast<double>(span) + kBlockGap * static_cast<double>(span - 1);
}

NumaBand::NumaBand(Scene &scene, NodeId numa, const std::vector<NodeId> &content, double inner)
    : m_node(numa), m_nodes(content) {
    sort(scene, content, inner);
    const std::vector<NodeId> auxiliary = scene.tree.auxiliaryFunctions(numa == Item::kNoNode ? 0 : numa);
    m_minor.insert(m_minor.end(), auxiliary.begin(), auxiliary.end());
    if (m_minor.empty())
        return;
    const bool alone = !m_group && m_columns.empty() && m_chips.empty() && m_minor.size() <= kMaxAlone &&
                       !scene.tree.isNotable(0);
    const auto node = numa == Item::kNoNode ? std::nullopt : scene.node(numa).numa;
    m_summary.emplace(scene, m_minor, node, alone);
}

void NumaBand::sort(Scene &scene, const std::vector<NodeId> &content, double inner) {
    std::vector<NodeId> flat;
    std::size_t ports = 0;
    for (const NodeId id : content) {
        const Node &node = scene.node(id);
        const bool leaf = scene.tree.content(id).empty();
        ports += leaf ? 0 : 1;
        const bool boxed =
            node.kind == NodeKind::Gpu || node.kind == NodeKind::Nic || node.kind == NodeKind::NvSwitch;
        if (!scene.tree.isNotable(id))
            m_minor.push_back(id);
        else if (auto chip = DeviceChip::of(scene, id))
            m_chips.push_back(std::move(*chip));
        else if (leaf && boxed)
            flat.push_back(id);
        else
            m_columns.push_back(measure(scene, id, 0, inner));
    }
    // A single device on the root bus is placed next to the columns; in rows only if there is nothing else.
    if (ports > 0 && flat.size() <= kFewFlat) {
        for (const NodeId id : flat)
            m_columns.push_back(measure(scene, id, 0, inner));
        std::rotate(m_columns.begin(), m_columns.end() - static_cast<std::ptrdiff_t>(flat.size()),
                    m_columns.end());
        flat.clear();
    }
    // The columns of the fabric in one row, and devices with narrow links below them.
    std::stable_partition(m_columns.begin(), m_columns.end(), [](const Block &column) {
        return !column.boxes.empty() || column.form == Block::Form::Device;
    });
    m_flat = ports == 0 && !content.empty();
    if (!flat.empty())
        m_group = measureGroup(scene, flat, inner);
}

bool NumaBand::isLine() const {
    return !m_group && m_columns.empty() && m_chips.empty() && !(m_summary && m_summary->isOpen());
}

double NumaBand::oneRowWidth() const {
    double columns = -kBlockGap;
    for (const Block &column : m_columns)
        columns += column.natural + kBlockGap;
    double chip = 0;
    for (const DeviceChip &each : m_chips)
        chip = std::max(chip, each.width());
    return std::max({kMinHeader, columns, m_group ? groupRowWidth(*m_group) : 0, chip});
}

double NumaBand::usefulWidth() const {
    if (m_summary && m_summary->isOpen())
        return std::numeric_limits<double>::max(); // a list uses the given width
    constexpr double kLine = 640, kWidestColumn = 300;
    double columns = -kBlockGap;
    for (const Block &column : m_columns)
        columns += std::max(column.natural, kWidestColumn) + kBlockGap;
    return std::max({kLine, columns, m_group ? groupRowWidth(*m_group) : 0});
}

double NumaBand::minimumWidth() const {
    double width = m_group ? m_group->natural : 0;
    for (const Block &column : m_columns)
        width = std::max(width, column.natural);
    return width;
}

void NumaBand::appendColumnWidths(std::vector<double> &widths) const {
    for (const Block &column : m_columns)
        widths.push_back(column.natural);
}

std::size_t NumaBand::columnsNeeded(const Grid &grid) const {
    std::size_t needed = 0;
    for (const Block &column : m_columns)
        needed += grid.span(column.natural);
    return needed;
}

/// Places each block at the highest free position, the leftmost of these: similar blocks form rows, and
/// others leave no holes.
double NumaBand::placeColumns(const Grid &grid, double y) {
    std::vector<double> heights(grid.columns, y);
    for (Block &column : m_columns) {
        const std::size_t span = grid.span(column.natural);
        const bool device = column.form == Block::Form::Device;
        settle(column, device ? column.natural : std::max(grid.width(span), column.natural));
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
        column.x = static_cast<double>(best) * (grid.unit + kBlockGap);
        column.y = top;
        std::fill_n(heights.begin() + static_cast<std::ptrdiff_t>(best), span,
                    top + column.height + (device ? column.lane : 0) + kRowGap);
    }
    return *std::max_element(heights.begin(), heights.end());
}

/// Chips side by side in lines, then the folded devices, and below them what is unfolded.
double NumaBand::placeTail(Scene &scene, double y) {
    m_tail.clear();
    double x = 0;
    bool any = false;
    const auto wrap = [&](double width, double gap) {
        if (any && x + gap + width > m_inner) {
            x = 0;
            y += kLineStep;
        } else if (any) {
            x += gap;
        }
        any = true;
    };
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        if (std::find(m_frontEnds.begin(), m_frontEnds.end(), i) != m_frontEnds.end())
            continue;
        wrap(m_chips[i].width(), kChipGap);
        m_tail.push_back({m_chips[i], x, y + kChipHeight / 2});
        x += m_chips[i].width();
    }
    const bool inHeader = isLine();
    if (m_summary && !inHeader) {
        wrap(m_summary->width(), kSummaryGap);
        m_summaryX = x;
        m_summaryY = y + kChipHeight / 2;
    }
    if (any)
        y += kChipHeight + kRowGap;
    if (m_summary && m_summary->isOpen()) {
        m_list.emplace(scene, m_minor, m_inner);
        m_listY = y - (any ? kRowGap - 3 : 0);
        y = m_listY + m_list->height() + kRowGap;
    }
    return y;
}

void NumaBand::place(Scene &scene, const Grid &grid) {
    m_inner = grid.inner;
    chooseFrontEnds(grid.inner);
    const double top = kBandHeader + kTop;
    double y = top;
    if (m_group) {
        settle(*m_group, grid.inner);
        m_groupY = y;
        y += m_group->height + kRowGap;
    }
    if (!m_columns.empty())
        y = placeColumns(grid, y);
    if (y > top)
        y -= kRowGap - kGapAboveTail;
    y = placeTail(scene, y);
    m_height =
        y > top ? y - (m_tail.empty() && !m_summary ? kGapAboveTail : kRowGap) + kBottom : kBandHeader + 2;
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
    paintColumns(scene, left, y);
    for (const PlacedChip &placed : m_tail)
        placed.chip.paint(scene, left + placed.x, y + placed.y);
    if (m_summary && !isLine())
        m_summary->paint(scene, left + m_summaryX, y + m_summaryY, m_inner - m_summaryX);
    if (m_list) {
        scene.wiring.obstacles.push_back({left, y + m_listY, m_inner, m_list->height()});
        m_list->paint(scene, left, y + m_listY);
    }
}

void NumaBand::paintColumns(Scene &scene, double left, double y) const {
    for (const Block &column : m_columns) {
        if (column.form == Block::Form::Port && column.y <= kBandHeader + kTop) {
            scene.sketch.setNode(column.node);
            scene.sketch.box(level::kShapes,
                             {left + column.x + kTrunkX, y + kBandHeader, lanePixels(16), kTop},
                             solid(Token::RootPort));
        }
        scene.wiring.entries[column.node] = {left + column.x + kTrunkX, y + column.y,
                                             scene.wiring.bands.size() - 1};
        paintBlock(scene, column, left + column.x, y + column.y);
    }
}

} // namespace fabricscope::layout
