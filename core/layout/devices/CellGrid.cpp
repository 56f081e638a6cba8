// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/devices/CellGrid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using draw::Align;
using draw::Font;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;

namespace {

constexpr double kMinWidth = 15, kHeight = 12, kGap = 2, kPadding = 3;
constexpr std::size_t kMaxInRow = 8;
constexpr double kWideCell = 24; ///< cells with addresses: fewer side by side
constexpr TextStyle kText{Font::Mono, 9, Token::Text};

} // namespace

CellGrid::CellGrid(Scene &scene, std::span<const NodeId> nodes) {
    if (!nodes.empty())
        m_width = kMinWidth;
    for (const NodeId id : nodes) {
        const Node &node = scene.node(id);
        std::string text =
            node.kind == NodeKind::Partition
                ? std::to_string(node.partition.value_or(static_cast<std::uint32_t>(m_cells.size())))
                : scene.address(node);
        m_width = std::max(m_width, scene.sketch.width(text, kText) + (text.size() > 2 ? 2 * kPadding : 0));
        m_cells.push_back({id, std::move(text)});
    }
}

double CellGrid::naturalWidth() const {
    if (m_cells.empty() || m_width < kWideCell)
        return 0; // numbers wrap into whatever width the box has
    const auto preferred =
        static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(m_cells.size()) / 3)));
    return static_cast<double>(std::clamp<std::size_t>(preferred, 1, kMaxInRow)) * (m_width + kGap) - kGap;
}

std::size_t CellGrid::inRow(double width) const {
    return static_cast<std::size_t>(std::max(1.0, std::floor((width + kGap) / (m_width + kGap))));
}

double CellGrid::height(double width) const {
    if (m_cells.empty())
        return 0;
    const std::size_t columns = inRow(width);
    return static_cast<double>((m_cells.size() + columns - 1) / columns) * (kHeight + kGap) - kGap;
}

void CellGrid::paint(Scene &scene, double x, double y, double width) const {
    Sketch &sketch = scene.sketch;
    const std::size_t columns = inRow(width);
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const Node &node = scene.node(m_cells[i].node);
        const Rect rect{x + static_cast<double>(i % columns) * (m_width + kGap),
                        y + static_cast<double>(i / columns) * (kHeight + kGap), m_width, kHeight};
        const Tone tone = scene.tone(node);
        sketch.setNode(node.id);
        sketch.area(node.id, rect, scene.label(node), 2);
        sketch.box(level::kWords, rect, tone.fill(25), tone.outline(), 2);
        sketch.text(level::kDetails, rect, m_cells[i].text, kText, Align::Centre);
    }
}

} // namespace fabricscope::layout
